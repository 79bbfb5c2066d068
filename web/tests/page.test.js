// The page as people use it: in Chromium, by mouse and by keyboard, at three widths.
//
// usage: node --test tests/page.test.js        CHROMIUM names the browser [default: /usr/bin/chromium]; SCREENSHOTS a folder for pictures;
//        STONEMASK the command whose searches are compared with the page's

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, serve } from "./server.js";

const WIDTHS = [320, 768, 1280];
const shots = process.env.SCREENSHOTS;
const dist = fileURLToPath(new URL("../dist", import.meta.url));
const axe = await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

let server, browser;

before(async () => {
  server = await serve(dist);
  if (shots) await mkdir(shots, { recursive: true });
  browser = await launch();
});

after(async () => {
  await browser?.close();
  server?.close();
});

/** A page at a width, without errors until it is closed. */
const opened = async (
  context,
  { width = 1280, height = 900, hash = "", scheme = "light", people = true, address = server.address } = {},
) => {
  const room = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: "reduce",
    acceptDownloads: true,
  });
  const page = await room.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  context.after(async () => {
    await room.close();
    assert.deepEqual(errors, []);
  });
  await page.goto(address + hash);
  await page.waitForSelector("html[data-ready]");
  if (people) await choosePlayers(page, "person", "person");
  return page;
};

const choosePlayers = async (page, black, white, fields = {}) => {
  const plies = await page.evaluate(() => location.hash);
  await page.click("#new");
  for (const [name, value] of Object.entries({ ...fields, black, white })) {
    const field = page.locator(`#new-form [name=${name}]`);
    if ((await field.evaluate((element) => element.tagName)) === "SELECT") await field.selectOption(value);
    else await field.fill(value);
  }
  await page.click("#new-form [type=submit]");
  if (Object.keys(fields).length === 0 && plies) {
    await page.evaluate((hash) => (location.hash = hash), plies);
    await page.waitForFunction((hash) => location.hash === hash, plies);
  }
};

const status = (page) => page.textContent("#status");
const point = (page, name) => page.locator(`.cell[data-point="${name}"]`);
const hashMoves = (page) =>
  page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("moves")?.split(".") ?? []);

/** Clicks a legal point, whichever comes first, until the game is over. */
const playOutByMouse = async (page, most) => {
  for (let moves = 0; moves < most; moves++) {
    const legal = page.locator(".frame.active .cell.legal");
    if ((await legal.count()) === 0) return moves;
    await legal.first().click();
  }
  return most;
};

/** Moves the focus of the grid to a point by arrows, from wherever it is, and presses Enter. */
const playByKeys = async (page, name) => {
  await page.locator('.cell[tabindex="0"]').focus();
  const [from, to, columns] = await page.evaluate((name) => {
    const at = (selector) => Number(document.querySelector(selector).dataset.index);
    const columns = document.querySelector(".row").children.length;
    return [at('.cell[tabindex="0"]'), at(`.cell[data-point="${name}"]`), columns];
  }, name);
  const steps = (count, less, more) => Array(Math.abs(count)).fill(count < 0 ? less : more);
  const rows = Math.floor(to / columns) - Math.floor(from / columns);
  const keys = [...steps(rows, "ArrowUp", "ArrowDown"), ...steps((to % columns) - (from % columns), "ArrowLeft", "ArrowRight")];
  for (const key of keys) await page.keyboard.press(key);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.point), name);
  await page.keyboard.press("Enter");
};

const playOutByKeys = async (page, most) => {
  for (let moves = 0; moves < most; moves++) {
    const name = await page.evaluate(() => document.querySelector(".frame.active .cell.legal")?.dataset.point);
    if (!name) return moves;
    await playByKeys(page, name);
  }
  return most;
};

test("a whole game of Othello by mouse", async (t) => {
  const page = await opened(t);
  await playOutByMouse(page, 70);
  assert.match(await status(page), /wins by \d+|A draw/);
  const plies = await hashMoves(page);
  assert.ok(plies.length >= 9, plies.join(" "));
  assert.equal(await page.locator("#moves button").count(), plies.length);
});

test("a whole game of Gomoku by mouse, and its winning five", async (t) => {
  const page = await opened(t, { hash: "#game=gomoku" });
  for (const name of ["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"]) await point(page, name).click();
  assert.equal(await status(page), "Black wins");
  assert.equal(await page.locator(".cell.won").count(), 5);
  assert.match(await point(page, "j8").getAttribute("aria-label"), /black, winning line/);
  await point(page, "b2").click();
  assert.match(await page.textContent("#problem"), /the game is over/);
});

test("a whole game of NoGo by mouse", async (t) => {
  const page = await opened(t, { hash: "#game=nogo" });
  await playOutByMouse(page, 81);
  assert.match(await status(page), /(Black|White) wins/);
});

test("whole games by keyboard alone", async (t) => {
  const page = await opened(t, { hash: "#game=othello8" });
  await choosePlayers(page, "person", "person", { game: "othello4" });
  await playOutByKeys(page, 20);
  assert.match(await status(page), /wins by \d+|A draw/);
  assert.match(await page.textContent("#live"), /wins by|draw/i);

  await choosePlayers(page, "person", "person", { game: "gomoku", rows: "9", columns: "9", rule: "freestyle" });
  for (const name of ["e5", "a1", "e6", "b1", "e7", "c1", "e8", "d1", "e9"]) await playByKeys(page, name);
  assert.equal(await status(page), "Black wins");

  await choosePlayers(page, "person", "person", { game: "nogo", rows: "5", columns: "5" });
  await playOutByKeys(page, 30);
  assert.match(await status(page), /(Black|White) wins/);
});

test("typed moves, and what is wrong with them", async (t) => {
  const page = await opened(t, { hash: "#game=othello8" });
  await page.fill("#ply", "f5");
  await page.press("#ply", "Enter");
  assert.deepEqual(await hashMoves(page), ["f5"]);
  assert.match(await page.textContent("#live"), /Black f5\. White to move/);
  await page.fill("#ply", "a1");
  await page.press("#ply", "Enter");
  assert.match(await page.textContent("#problem"), /illegal move a1 for white/);
  assert.deepEqual(await hashMoves(page), ["f5"]);
});

test("taking back, and a variation", async (t) => {
  const page = await opened(t, { hash: "#game=gomoku&moves=h8.i9.j10" });
  await page.click("#back");
  assert.deepEqual(await hashMoves(page), ["h8", "i9"]);
  await point(page, "a1").click();
  assert.deepEqual(await hashMoves(page), ["h8", "i9", "a1"]);
  assert.equal(await page.textContent("#variation-text"), "Variation 2 of 2");
  await page.click("#previous-variation");
  assert.deepEqual(await hashMoves(page), ["h8", "i9", "j10"]);
  await page.locator("#moves button").first().click();
  assert.deepEqual(await hashMoves(page), ["h8"]);
});

test("a game waits while one looks at another", async (t) => {
  const page = await opened(t, { hash: "#game=gomoku&moves=h8.i9" });
  await page.click('#games [data-game="nogo"]');
  assert.equal(await page.title(), "NoGo · stonemask");
  await point(page, "e5").click();
  await page.click('#games [data-game="gomoku"]');
  assert.deepEqual(await hashMoves(page), ["h8", "i9"]);
  await page.click('#games [data-game="nogo"]');
  assert.deepEqual(await hashMoves(page), ["e5"]);
});

test("the computer answers, and plays against itself", async (t) => {
  const page = await opened(t, { hash: "#game=gomoku" });
  await choosePlayers(page, "person", "3", { game: "gomoku", rows: "15", columns: "15" });
  await point(page, "h8").click();
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 2);
  assert.equal(await status(page), "Black to move");
  await choosePlayers(page, "1", "2", { game: "othello4" });
  await page.waitForFunction(() => /wins by|draw/.test(document.getElementById("status").textContent), undefined, {
    timeout: 30_000,
  });
});

for (const [game, hash] of [
  ["Othello", "#game=othello8&moves=f5.d6.c3.d3.c4"],
  ["Gomoku", "#game=gomoku&moves=h8.i9.i8.j8"],
  ["NoGo", "#game=nogo&moves=e5.e6"],
]) {
  test(`analysis of ${game} is started, seen on the board and stopped`, async (t) => {
    const page = await opened(t, { hash });
    await page.click("#analyse");
    await page.waitForFunction(() => document.querySelectorAll("#best li").length === 5, undefined, { timeout: 30_000 });
    assert.ok((await page.locator(".cell .value").count()) >= 5);
    assert.equal(await page.locator(".cell .value.best").count(), 1);
    // Nothing freezes: the page answers while the search goes on.
    await page.click("#on-board");
    assert.equal(await page.locator(".cell .value").count(), 0);
    await page.click("#on-board");
    await page.click("#analyse");
    assert.equal(await page.textContent("#analyse"), "Analyse");
    const text = await page.textContent("#knowledge");
    await page.waitForTimeout(400);
    assert.equal(await page.textContent("#knowledge"), text, "it has stopped");
    // The line is played through as a variation.
    const before = (await hashMoves(page)).length;
    await page.locator("#best button").first().click();
    assert.ok((await hashMoves(page)).length > before);
  });
}

test("a forced win of Gomoku is played through to its five", async (t) => {
  // By threes, and by fours.
  const start = "7x9 freestyle ---------/---------/---XX----/-----X---/-----X---/O--------/O-------O X";
  for (const [hash, plies] of [
    [`#game=gomoku&start=${encodeURIComponent(start)}`, 5],
    ["#game=gomoku&moves=h8.a1.i8.a2.j8.a3", 3],
  ]) {
    const page = await opened(t, { hash });
    const before = (await hashMoves(page)).length;
    await page.click("#analyse");
    await page.waitForSelector("#best .sure.exact", { timeout: 30_000 });
    assert.equal(await page.locator("#best b").first().textContent(), `Black wins in ${plies}`);
    await page.locator("#best button").first().click();
    assert.equal(await status(page), "Black wins");
    assert.equal((await hashMoves(page)).length, before + plies);
    assert.ok((await page.locator(".cell.won").count()) >= 5);
    // It is a line of moves like another: one steps back through it.
    await page.click("#back");
    assert.match(await status(page), / to move/);
    await page.click("#forward");
    assert.equal(await status(page), "Black wins");
  }
});

test("a finished analysis is exact, and the graph shows the game", async (t) => {
  const page = await opened(t, { hash: "#game=othello8" });
  await choosePlayers(page, "person", "person", { game: "othello4" });
  await playOutByMouse(page, 4);
  await page.click("#whole");
  await page.waitForFunction(() => document.querySelectorAll("#graph circle").length === 5, undefined, { timeout: 30_000 });
  assert.equal(await page.locator("#graph circle.exact").count(), 5);
  await page.locator("#graph circle").first().click({ force: true });
  assert.deepEqual(await hashMoves(page), []);
  assert.equal(await page.textContent("#best .sure"), "exact");
});

test("the command that serves the page searches for it, with the same answers", async (t) => {
  const command = process.env.STONEMASK;
  if (!command) return t.skip("STONEMASK names no command");
  const child = spawn(command, ["serve", "--page", dist, "--table", "32"], { stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => child.kill("SIGINT"));
  const [line] = await once(child.stdout, "data");
  const address = String(line).trim();
  for (const game of ["othello8", "othello6", "gomoku", "nogo"]) {
    const best = [];
    for (const where of [address, `${server.address}#`]) {
      const page = await opened(t, { address: where, hash: `&game=${game}` });
      const asked = [];
      page.on("request", (request) => request.method() === "POST" && asked.push(request.url()));
      await page.click("#whole");
      await page.waitForFunction(() => document.querySelectorAll("#graph circle").length === 1, undefined, { timeout: 60_000 });
      await page.waitForFunction(() => document.getElementById("whole").textContent.startsWith("Analyse"));
      const texts = [await page.textContent("#best"), await page.textContent("#knowledge")];
      await choosePlayers(page, "3", "person", { game });
      await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 1, undefined, { timeout: 60_000 });
      best.push([...texts, ...(await hashMoves(page))]);
      assert.equal(asked.length, where === address ? 2 : 0, game);
      assert.ok(!page.url().includes("token"));
    }
    assert.deepEqual(best[0], best[1], game);
  }
  // A stopped search ends there, too: its one thread is free for the next search at once.
  const page = await opened(t, { address, hash: "&game=othello8&moves=f5.d6.c3.d3.c4" });
  await page.click("#analyse");
  await page.waitForFunction(() => document.querySelectorAll("#best li").length === 5, undefined, { timeout: 30_000 });
  await page.click("#analyse");
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  await page.click("#hint");
  await page.waitForFunction(() => document.getElementById("status").textContent.startsWith("A good move"), undefined, { timeout: 30_000 });
});

test("renju's forbidden points have their reason", async (t) => {
  const start = "7x7 renju -------/-------/--XX---/----X--/----X--/-------/------- X";
  const page = await opened(t, { hash: `#game=gomoku&start=${encodeURIComponent(start)}` });
  const label = await point(page, "e3").getAttribute("aria-label");
  assert.match(label, /forbidden: double three/);
  await point(page, "e3").click();
  assert.match(await page.textContent("#problem"), /renju forbids the double three/);
});

test("NoGo's territory", async (t) => {
  const page = await opened(t, { hash: "#game=nogo&moves=e5.a1.e4.a9" });
  await page.check("#territory");
  assert.ok((await page.locator(".cell .owned").count()) > 10);
});

test("a position is set up by text, and edited", async (t) => {
  const page = await opened(t, { hash: "#game=othello8" });
  const text = "--------------------------XXX------OX---------------------------- O";
  await page.fill("#text", "nonsense");
  await page.click("#set-up");
  assert.match(await page.textContent("#problem"), /is not a board/);
  await page.fill("#text", `${text.slice(0, 64)} O`);
  await page.click("#set-up");
  assert.equal(await status(page), "White to move");
  await page.click("#edit");
  await point(page, "a1").click();
  await page.click("#side");
  await page.click("#edit");
  assert.equal(await status(page), "Black to move");
  assert.match(await page.inputValue("#text"), /^X-------.* X$/);
  await page.fill("#text", "3x3 caro -X-/O--/--- X");
  await page.click("#set-up");
  assert.equal(await page.title(), "Gomoku · stonemask");
});

/** The file that the page saves in a format, in a folder for temporary files. */
const saved = async (page, format) => {
  await page.selectOption("#format", format);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
  const path = join(tmpdir(), `stonemask-${process.pid}-${download.suggestedFilename()}`);
  await download.saveAs(path);
  return path;
};

const PASSES =
  "e6.f6.c4.e7.f7.c3.e8.f8.g5.e3.f5.c5.g7.d6.g8.h7.g6.f4.d2.g4" +
  ".d8.h5.g3.e1.c7.h4.b4.b8.f3.h6.b3.c6.d3.c2.b7.a5.a4.d7.e2.h2.b6.a6.b1.d1.b5.a2.f2.a8.g2.f1.b2.a1.a7.g1.pass.h8.pass.a3.pass.h3.h1.c1.pass.c8";
const FORMATS = {
  "#game=othello8&moves=f5.d6.c3.d3.c4": ["sgf", "ggf", "transcript", "botzone"],
  // The shortest game, and one with passes: WTHOR has finished games alone, and no passes.
  "#game=othello8&moves=e6.f4.e3.f6.g5.d6.e7.f5.c5": ["sgf", "ggf", "transcript", "wthor", "botzone"],
  [`#game=othello8&moves=${PASSES}`]: ["sgf", "ggf", "transcript", "wthor", "botzone"],
  "#game=gomoku&moves=h8.i9.j10": ["sgf", "psq", "botzone"],
  "#game=nogo&moves=e5.e6.a1": ["sgf", "botzone"],
};
for (const [hash, formats] of Object.entries(FORMATS)) {
  test(`games are saved and loaded: ${hash.slice(0, 60)}`, async (t) => {
    const page = await opened(t, { hash });
    const wanted = await hashMoves(page);
    assert.ok(wanted.length > 0);
    for (const format of formats) {
      const path = await saved(page, format);
      await page.click("#first");
      await page.setInputFiles("#load", path);
      await page.waitForFunction(() => /Loaded a game/.test(document.getElementById("message").textContent));
      assert.deepEqual(await hashMoves(page), wanted, format);
    }
  });
}

test("a database of WTHOR is loaded, game by game", async (t) => {
  const page = await opened(t);
  const one = await readFile(fileURLToPath(new URL("../../docs/shortest_game.wtb", import.meta.url)));
  // Two games: their number stands in bytes 4 to 7, behind the date, and the games behind a header of 16 bytes.
  const two = Buffer.concat([one, one.subarray(16)]);
  two.writeUInt32LE(2, 4);
  await page.setInputFiles("#load", { name: "games.WTB", mimeType: "application/octet-stream", buffer: two });
  await page.waitForFunction(() => /The file has 2 games/.test(document.getElementById("message").textContent));
  assert.match(await page.textContent("#message"), /Left out: .*the numbers of players and tournaments/);
  await page.selectOption("#games-of-file", "1");
  assert.deepEqual(await hashMoves(page), "e6 f4 e3 f6 g5 d6 e7 f5 c5".split(" "));
  assert.equal(await status(page), "Black wins by 13");
  await page.setInputFiles("#load", { name: "cut.wtb", mimeType: "application/octet-stream", buffer: two.subarray(0, 60) });
  await page.waitForSelector("#problem:not([hidden])");
});

test("positions as .obf are loaded and saved", async (t) => {
  const page = await opened(t, { hash: "#game=othello8&moves=f5" });
  const texts = [
    "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
    "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOOXXOOOOOXXOX--XXOO----XXXXX- O",
  ];
  const set = `${texts[0]}; a8:-2; % a comment\n${texts[1]};\n`;
  await page.setInputFiles("#load", { name: "set.obf", mimeType: "text/plain", buffer: Buffer.from(set) });
  await page.waitForFunction(() => /The file has 2 games/.test(document.getElementById("message").textContent));
  assert.match(await page.textContent("#message"), /Left out: comments, scores/);
  assert.equal(await page.inputValue("#text"), texts[0]);
  await page.selectOption("#games-of-file", "1");
  assert.equal(await page.inputValue("#text"), texts[1]);
  assert.equal(await status(page), "White to move");
  const path = await saved(page, "obf");
  assert.equal(await readFile(path, "utf8"), `${texts[1]};\n`);
  await page.click("#games [data-game=gomoku]");
  await page.setInputFiles("#load", path);
  await page.waitForFunction((text) => document.getElementById("text").value === text, texts[1]);
  // A game is more than its position, and is not cut to it.
  await page.locator(".cell.legal").first().click();
  await page.selectOption("#format", "obf");
  await page.click("#save");
  assert.match(await page.textContent("#problem"), /\.obf has positions only/);
});

test("a file that is none is refused by name", async (t) => {
  const page = await opened(t);
  const path = join(tmpdir(), `stonemask-${process.pid}-broken.sgf`);
  await writeFile(path, "(;GM[4];B[hh");
  await page.setInputFiles("#load", path);
  await page.waitForSelector("#problem:not([hidden])");
  assert.match(await page.textContent("#problem"), /broken SGF|ends within/);
  await page.setInputFiles("#load", { name: "game.docx", mimeType: "text/plain", buffer: Buffer.from("x") });
  await page.waitForFunction(() => /does not end/.test(document.getElementById("problem").textContent));
});

test("a link holds the game, and a broken one says why", async (t) => {
  const page = await opened(t, { hash: "#game=nogo&moves=e5.e6" });
  await point(page, "a1").click();
  const address = page.url();
  const other = await opened(t, { hash: new URL(address).hash, people: false });
  assert.deepEqual(await hashMoves(other), ["e5", "e6", "a1"]);
  const broken = await opened(t, { hash: "#game=nogo&moves=e5.e5", people: false });
  assert.match(await broken.textContent("#problem"), /The link holds no game: illegal move e5/);
});

test("pictures are exported", async (t) => {
  const page = await opened(t, { hash: "#game=gomoku&moves=h8.i9" });
  for (const [id, magic] of [
    ["svg", "<svg "],
    ["png", "\u{89}PNG"],
  ]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`#${id}`)]);
    const bytes = await readFile(await download.path());
    assert.ok(bytes.toString("latin1").startsWith(magic), id);
  }
});

test("a large board on a phone: the first tap chooses, the second plays", async (t) => {
  const page = await opened(t, { width: 320, height: 640, hash: "#game=gomoku" });
  await point(page, "h8").click();
  assert.deepEqual(await hashMoves(page), []);
  assert.equal(await page.textContent("#confirm"), "Play h8");
  await point(page, "h8").click();
  assert.deepEqual(await hashMoves(page), ["h8"]);
  await point(page, "c3").click();
  await page.click("#confirm");
  assert.deepEqual(await hashMoves(page), ["h8", "c3"]);
});

test("it works without a network", async (t) => {
  const page = await opened(t);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => {
    const [name] = await caches.keys();
    const kept = name ? await (await caches.open(name)).keys() : [];
    return kept.some(({ url }) => url.endsWith("midgame8.bin"));
  });
  await page.reload();
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  await page.click("#analyse");
  await page.waitForSelector("#best li", { timeout: 30_000 });
});

/** The colours of a picture of the board in the middle of each cell's lower right quarter, where neither lines nor marks are. */
const coloursOf = async (page) => {
  const picture = [...(await page.locator("#board").screenshot())];
  return page.evaluate(
    async (picture) => {
      const { x: left, y: top } = document.getElementById("board").getBoundingClientRect();
      const image = await createImageBitmap(new Blob([Uint8Array.from(picture)], { type: "image/png" }));
      const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
      context.drawImage(image, 0, 0);
      return [...document.querySelectorAll(".cell")].map((cell) => {
        const box = cell.getBoundingClientRect();
        const [px, py] = [box.x - left + 0.7 * box.width, box.y - top + 0.7 * box.height].map(Math.floor);
        const [red, green, blue] = context.getImageData(px, py, 1, 1).data;
        const [, kind] = cell.getAttribute("aria-label").split(", ");
        const isMarked = cell.children.length > 0;
        return { point: cell.dataset.point, kind, isMarked, light: (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255 };
      });
    },
    picture,
  );
};

const VIEWS = {
  othello: "#game=othello8&moves=f5.d6.c3.d3.c4.f4.f6.f3.e6.e7.d7.c6",
  gomoku: "#game=gomoku&moves=h8.i9.i8.j8.g8.f8.h9.j7.h10.h7.g9.j6",
  nogo: "#game=nogo&moves=e5.e6.d4.f4.c7.g3.b2.h8",
};
for (const width of WIDTHS) {
  for (const scheme of ["light", "dark"]) {
    test(`${width} px, ${scheme}: nothing scrolls sideways, and axe finds nothing serious`, async (t) => {
      for (const [name, hash] of Object.entries(VIEWS)) {
        const page = await opened(t, { width, hash, scheme });
        await page.click("#analyse");
        await page.waitForFunction(() => document.querySelectorAll("#best li").length === 5, undefined, { timeout: 30_000 });
        await page.waitForTimeout(500);
        await page.click("#analyse");
        const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(content <= window, `${name}: ${content} px in ${window}`);
        if (shots) await page.screenshot({ path: join(shots, `${name}-${width}-${scheme}.png`), fullPage: true });
        const cells = await coloursOf(page);
        const lights = (kind) => cells.filter((cell) => cell.kind === kind && !cell.isMarked).map(({ light }) => light);
        const [black, white, empty] = ["black", "white", "empty"].map(lights);
        assert.ok(Math.min(black.length, white.length, empty.length) > 2, name);
        assert.ok(Math.max(...black) + 0.15 < Math.min(...empty), `${name}: ${Math.max(...black)} ${Math.min(...empty)}`);
        assert.ok(Math.max(...empty) + 0.04 < Math.min(...white), `${name}: ${Math.max(...empty)} ${Math.min(...white)}`);
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => globalThis.axe.run());
        const serious = violations
          .filter(({ impact }) => impact === "serious" || impact === "critical")
          .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html).join(" ")}`);
        assert.deepEqual(serious, [], name);
        await page.close();
      }
    });
  }
}
