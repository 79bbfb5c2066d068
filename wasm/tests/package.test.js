// The package's answers are the command's.
//
// usage: node --test wasm/tests/*.test.js      STONEMASK names the command [default: target/release/stonemask]; SIMD=0 tries the module without
//                                     vectors; PACKAGE is where the package lies [default: wasm/pkg]

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { difference } from "./vectors.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const command = process.env.STONEMASK ?? here("../../target/release/stonemask");
const folder = process.env.PACKAGE ?? here("../pkg");
const { Board, Search, Solver, load, loadWeights, readRecords, version, writeRecord } = await import(
  pathToFileURL(`${folder}/node.js`)
);
await load({ simd: process.env.SIMD !== "0" });

const native = (...words) => execFileSync(command, words, { encoding: "utf8", maxBuffer: 1 << 28 });
const GAMES = ["othello4", "othello6", "othello8", "gomoku", "nogo"];
const weights = { othello6: () => loadWeights(6), othello8: () => loadWeights(8) };

test("the version is the command's", () => {
  assert.equal(native("--version").trim(), `stonemask ${version()}`);
  assert.equal(JSON.parse(readFileSync(`${folder}/package.json`, "utf8")).version, version());
});

test("known perfts", () => {
  const nodes = (board, depth) => board.perft(depth).nodes;
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7].map((depth) => nodes(Board.start("othello8"), depth)), [
    4, 12, 56, 244, 1396, 8200, 55092,
  ]);
  assert.equal(nodes(Board.start("gomoku"), 3), 225 * 224 * 223);
  const told = JSON.parse(native("perft", "nogo", "--depth", "3", "--json"));
  assert.equal(nodes(Board.start("nogo"), 3), told.nodes);
  const divided = Board.start("othello8").divide(4);
  assert.deepEqual(Object.keys(divided).sort(), ["c4", "d3", "e6", "f5"]);
  assert.equal(Object.values(divided).reduce((sum, { nodes }) => sum + nodes, 0), 244);
  assert.throws(() => Board.start("nogo").divide(0), /depth: expected 1 or more/);
});

for (const game of GAMES) {
  test(`vectors of ${game}`, async () => {
    const count = Number(process.env.VECTORS ?? 2000);
    const child = spawn(command, ["vectors", game, "--count", String(count), "--seed", "62"], { stdio: ["ignore", "pipe", "inherit"] });
    let lines = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      lines += 1;
      assert.equal(difference(Board, game, line), undefined);
    }
    assert.equal(lines, count);
  });
}

test("a vector that says something else is told by its name", () => {
  const [line] = native("vectors", "nogo", "--count", "1", "--seed", "62").split("\n");
  const wanted = JSON.parse(line);
  assert.equal(difference(Board, "nogo", line), undefined);
  for (const [name, other] of [
    ["to_move", wanted.to_move === "black" ? "white" : "black"],
    ["nodes", wanted.nodes + 1],
    ["legal", wanted.legal.slice(1)],
    ["allowed", { ...wanted.allowed, white: [] }],
  ]) {
    const told = difference(Board, "nogo", JSON.stringify({ ...wanted, [name]: other }));
    assert.match(told, new RegExp(`${name === "nodes" ? "perft" : name} is`));
  }
});

/** Some moves into a game. */
const positions = {
  othello6: [[], ["e4", "c5"]],
  othello8: [[], "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 c6".split(" ")],
  gomoku: [["h8"], "h8 i9 i8 j8 g8".split(" "), "h8 a1 i8 a2 j8 a3".split(" ")],
  nogo: [[], "e5 e6 d4".split(" ")],
};
for (const [game, lines] of Object.entries(positions)) {
  test(`analysis of ${game} is the command's`, async () => {
    for (const plies of lines) {
      for (const [nodes, top] of [
        [2000, 1],
        [20_000, 3],
      ]) {
        const words = ["--nodes", String(nodes), "--top", String(top), "--table", "16", "--json"];
        if (plies.length > 0) words.push("--moves", plies.join(" "));
        const told = JSON.parse(native("analyse", game, ...words));
        const board = Board.start(game);
        plies.forEach((ply) => board.play(ply));
        const search = new Search(game, 16, await weights[game]?.());
        const { seconds, ...found } = search.run(board, { nodes, top });
        const wanted = Object.fromEntries(Object.keys(found).map((key) => [key, told[key]]));
        assert.deepEqual(found, wanted);
        assert.ok(seconds >= 0);
      }
    }
  });
}

test("levels spend the command's nodes", async () => {
  const board = Board.start("othello8");
  board.play("f5");
  const search = new Search("othello8", 16, await loadWeights(8));
  const told = JSON.parse(native("analyse", "othello8", "--moves", "f5", "--nodes", "2000", "--table", "16", "--json"));
  assert.equal(search.levelMove(board, 5), told.line.split(" ")[0]);
  // Half of the moves of the first level are random, and depend on the seed alone.
  const moves = [...Array(40).keys()].map((seed) => search.levelMove(board, 1, seed));
  assert.ok(new Set(moves).size > 1);
  assert.deepEqual(moves, [...Array(40).keys()].map((seed) => search.levelMove(board, 1, seed)));
  assert.throws(() => search.levelMove(board, 10), /1 to 9/);
});

test("a search of time needs the clock, and has one", () => {
  const begun = performance.now();
  const { seconds, complete } = new Search("gomoku").run(Board.parse("gomoku", "9x9 freestyle " + Array(9).fill("---------").join("/").replace("-----", "-XO-X") + " O"), { time: 0.3 });
  const took = (performance.now() - begun) / 1000;
  assert.ok(complete || (seconds >= 0.3 && took < 3), `${seconds} ${took}`);
});

test("observers hear, end the work, and may throw", async () => {
  const board = Board.start("othello8");
  const search = new Search("othello8", 16, await loadWeights(8));
  let heard = 0;
  const stopped = search.run(board, { time: 60 }, ({ nodes, moves }) => {
    heard += 1;
    assert.ok(nodes >= 0 && moves.length > 0);
    return heard < 3;
  });
  assert.equal(heard, 3);
  assert.equal(stopped.complete, false);
  const thrower = () => {
    throw new Error("enough");
  };
  assert.throws(() => search.run(board, { time: 60 }, thrower), /enough/);
  // It is as good as before.
  assert.equal(search.run(board, { depth: 3 }).moves.length, 1);
});

test("exact scores", async () => {
  assert.equal(new Solver("othello4").solve(Board.start("othello4")).score, -8);
  const board = Board.parse("othello8", "-XXXXXO--XXXXXO-XXXOXOOOXXOXOOOOXXXOXOOO-XXXOXO-O-XXXX----XXXX-- X");
  const told = JSON.parse(native("solve", "othello8", "--position", board.toString(), "--json"));
  for (const given of [undefined, await loadWeights(8)]) {
    const { complete, score, line } = new Solver("othello8", 16, given).solve(board);
    assert.deepEqual([complete, score], [true, told.score]);
    const end = Board.parse("othello8", board.toString());
    line.split(" ").forEach((ply) => end.play(ply));
    assert.equal(end.score, told.score);
  }
  const small = Board.nogo(3, 4);
  assert.equal(new Solver("nogo").solve(small).winner, JSON.parse(native("solve", "nogo", "--rows", "3", "--columns", "4", "--json")).winner);
  assert.throws(() => new Solver("nogo").solve(Board.start("nogo")), /too large to solve/);
  const begun = new Solver("othello8").solve(Board.start("othello8"), () => false);
  assert.equal(begun.complete, false);
  assert.ok(begun.lower <= begun.upper);
});

/** Nothing is forced here, and it takes some thousands of nodes to see it. */
const UNDECIDED = "9x9 renju ---------/---------/---OO----/-----O---/-----O---/X--------/X-------X/X--------/--------- O";
/** Forced wins by each means, by white, by none, under several rules. */
const FORCED = [
  "1x9 freestyle --XXX---- X",
  "7x9 freestyle ---------/---------/---XX----/-----X---/-----X---/O--------/O-------O X",
  "7x9 caro ---------/---------/---XX----/-----X---/-----X---/O--------/O-------O X",
  "7x9 freestyle ---------/---------/---OO----/-----O---/-----O---/X--------/X-------X O",
  "1x9 freestyle -OOOO---- X",
  UNDECIDED,
  "6x6 standard ------/------/--XO--/--OX--/------/------ X",
  "9x9 freestyle ---------/--OOOO---/---------/----X----/----X----/----X----/----X----/---------/--------- X",
];

test("forced wins of gomoku are the command's, and their lines lead to a five", () => {
  const means = new Set();
  for (const text of FORCED) {
    const told = JSON.parse(native("solve", "gomoku", "--position", text, "--json"));
    const { complete, winner, line, nodes, ...others } = new Solver("gomoku").solve(Board.parse("gomoku", text));
    const words = [winner ?? null, others.means, line, nodes];
    assert.deepEqual(words, [told.winner ?? null, told.means, told.line, told.nodes], text);
    assert.equal(complete, true);
    means.add(`${winner} ${others.means}`);
    if (!winner) continue;
    const end = Board.parse("gomoku", text);
    line.split(" ").forEach((ply) => end.play(ply));
    assert.equal(end.winner, winner);
    assert.ok(end.winningLine().length >= 5);
  }
  assert.ok(["black fours", "black threes", "white threes", "undefined threats"].every((kind) => means.has(kind)), [...means].join());
  const board = Board.parse("gomoku", FORCED[1]);
  const weak = new Solver("gomoku", 16, undefined, "fours").solve(board);
  assert.deepEqual([weak.complete, weak.winner, weak.means, weak.line], [true, undefined, "fours", ""]);
  const reports = [];
  const stopped = new Solver("gomoku").solve(Board.parse("gomoku", UNDECIDED), (progress) => {
    reports.push(progress);
    return false;
  });
  assert.deepEqual([stopped.complete, stopped.winner, stopped.line], [false, undefined, ""]);
  assert.equal(reports.length, 1);
  assert.deepEqual([reports[0].means, reports[0].nodes], [stopped.means, stopped.nodes]);
  assert.throws(() => new Solver("gomoku").solve(Board.gomoku(33, 33, "caro")), /33x33 is too large to solve/);
  assert.throws(() => new Solver("gomoku", 16, undefined, "hope"), /means: expected "fours", "threes" or "threats"/);
  assert.throws(() => new Solver("nogo", 16, undefined, "fours"), /means do not apply to nogo/);
});

test("random games are the command's", () => {
  for (const game of GAMES) {
    const told = JSON.parse(native("playout", game, "--games", "3000", "--seed", "7", "--json"));
    const { black, white, draws } = Board.start(game).playouts(3000, 7);
    assert.equal(black + white + draws, 3000);
    assert.deepEqual([black, white, draws], [told.first_wins, told.second_wins, told.draws]);
  }
});

test("whose point a random game leaves it", () => {
  const owned = Board.parse("nogo", "-X-/X-O/--O X").ownership(500);
  assert.equal(owned.length, 9);
  assert.equal(owned[1], 1);
  assert.equal(owned[5], -1);
  assert.throws(() => Board.start("gomoku").ownership(10), /nogo alone/);
  assert.throws(() => Board.start("nogo").ownership(0.5), /games: expected/);
});

test("boards refuse what is wrong, and stay as they are", () => {
  const board = Board.start("othello8");
  const text = board.toString();
  assert.throws(() => board.play("a1"), /illegal move a1 for black/);
  assert.throws(() => board.play("zz"), /zz/);
  assert.equal(board.check("f5"), undefined);
  assert.match(board.check("a1"), /illegal move a1/);
  assert.equal(board.toString(), text);
  assert.equal(board.undo(), undefined);
  board.play("f5");
  assert.equal(board.undo(), "f5");
  assert.equal(board.toString(), text);
  assert.throws(() => Board.start("chess"), /'chess' is not a game: expected othello4/);
  assert.throws(() => Board.gomoku(0, 5, "renju"), /0/);
  assert.throws(() => Board.gomoku(5, 5, "pente"), /pente/);
  assert.throws(() => Board.nogo(10, 9), /10/);
  assert.throws(() => Board.nogo(9, 9, "z9"), /z9/);
  assert.throws(() => new Search("othello8", 16).run(Board.start("nogo")), /another game/);
  assert.throws(() => new Search("gomoku").run(Board.start("gomoku"), { nodes: 0 }), /nodes: expected/);
  assert.throws(() => new Search("gomoku").run(Board.start("gomoku"), { depth: 1.5 }), /depth: expected a whole number/);
  assert.throws(() => new Search("gomoku", -1), /table/);
});

test("weights are of one size, and checked", async () => {
  const six = await loadWeights(6);
  assert.equal(six.size, 6);
  assert.throws(() => new Search("othello8", 16, six), /not of 8x8 boards/);
  const { Weights } = await import(pathToFileURL(`${folder}/node.js`));
  const bytes = new Uint8Array(readFileSync(`${folder}/weights/weights6.bin`));
  bytes[5000] ^= 1;
  assert.throws(() => new Weights(6, bytes), /cut or damaged/);
  assert.throws(() => new Weights(8, new Uint8Array(3)), /weights/);
  await assert.rejects(loadWeights(4), /size 6 or 8/);
});

const decode = (bytes) => new TextDecoder().decode(bytes);

test("records in all formats are read as they were written", () => {
  const othello = Board.start("othello8");
  "f5 d6 c3 d3 c4".split(" ").forEach((ply) => othello.play(ply));
  const gomoku = Board.start("gomoku");
  "h8 i9 j10".split(" ").forEach((ply) => gomoku.play(ply));
  const nogo = Board.start("nogo");
  "e5 e6".split(" ").forEach((ply) => nogo.play(ply));
  for (const [board, formats] of [
    [othello, ["sgf", "ggf", "transcript", "botzone"]],
    [gomoku, ["sgf", "psq", "botzone"]],
    [nogo, ["sgf", "botzone"]],
  ]) {
    for (const format of formats) {
      const { bytes, dropped } = writeRecord(board, format);
      assert.deepEqual(dropped, []);
      const [record, ...others] = readRecords(bytes, format, { game: board.game });
      assert.deepEqual(others, []);
      assert.equal(record.game, board.game);
      assert.equal(record.start, board.startText);
      assert.deepEqual(record.plies, board.plies, format);
    }
  }
  assert.throws(() => writeRecord(othello, "wthor"), /a game that is not over/);
  assert.throws(() => writeRecord(othello, "psq"), /no games of othello8/);
  assert.throws(() => writeRecord(Board.start("othello6"), "sgf"), /8x8 boards alone/);
  assert.throws(() => writeRecord(othello, "pgn"), /'pgn' is not a format: expected sgf/);
  assert.throws(() => writeRecord(othello, "transcript", { black: "Ann" }), /no place for the players' names/);
  assert.deepEqual(writeRecord(othello, "transcript", { black: "Ann", drop: true }).dropped, ["the players' names"]);
  assert.match(decode(writeRecord(gomoku, "sgf", { black: "Ann" }).bytes), /PB\[Ann\]/);
  assert.throws(() => readRecords(new TextEncoder().encode("(;GM[4];B[hh"), "sgf"), /ends within a value/);
  assert.throws(() => readRecords(new TextEncoder().encode("(;GM[4]SZ[15];B[hh];W[hh])"), "sgf"), /move 2/);
});

test("texts in the encodings of the web", () => {
  const head = new TextEncoder().encode("(;GM[4]CA[Shift_JIS]SZ[15]PB[");
  const name = Uint8Array.from([0x8c, 0xdc, 0x96, 0xda]);
  const rest = new TextEncoder().encode("];B[hh])");
  const bytes = Uint8Array.from([...head, ...name, ...rest]);
  assert.equal(readRecords(bytes, "sgf")[0].black, "五目");
  assert.equal(readRecords(bytes, "sgf", { encoding: "cp932" })[0].black, "五目");
  assert.throws(() => readRecords(bytes, "sgf", { encoding: "UTF-8" }), /not UTF-8/);
  assert.throws(() => readRecords(bytes, "sgf", { encoding: "klingon" }), /no encoding of that name/);
  const broken = Uint8Array.from([...head, 0x81, ...rest.slice(0, 0), 0x20, ...rest]);
  assert.throws(() => readRecords(broken, "sgf"), /not in the encoding/);
});

test("pictures", () => {
  const board = Board.start("othello6");
  board.play(board.legalMoves()[0]);
  const svg = board.toSvg({ last: true, legalMoves: true });
  assert.match(svg, /^<svg .*<\/svg>\n$/s);
  assert.match(svg, /r="6"/);
  const values = new Float32Array(36).fill(NaN);
  values[0] = 0.5;
  assert.match(board.toSvg({ values }), />0\.50</);
  assert.throws(() => board.toSvg({ values: [0.5] }), /Float32Array/);
});
