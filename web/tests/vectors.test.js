// The package in Chromium beside the command: the same vectors as in Node.
//
// usage: node --test tests/vectors.test.js    STONEMASK names the command; VECTORS how many of each game [default: 2000];
//                                             CHROMIUM the browser

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch } from "./server.js";

const command = process.env.STONEMASK;
const count = process.env.VECTORS ?? "2000";
const folder = fileURLToPath(new URL("../../wasm", import.meta.url));
const TYPES = { html: "text/html", js: "text/javascript", wasm: "application/wasm" };

let server, browser;

before(async () => {
  server = createServer(async ({ url }, response) => {
    const [, kind, game] = url.split("/");
    if (kind === "lines") {
      const child = spawn(command, ["vectors", game, "--count", count, "--seed", "62"], { stdio: ["ignore", "pipe", "inherit"] });
      child.stdout.pipe(response);
      return;
    }
    try {
      const bytes = url === "/" ? "<!doctype html><title>vectors</title>" : await readFile(folder + url);
      response.writeHead(200, { "content-type": TYPES[url.split(".")[1] ?? "html"] }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await launch();
});

after(async () => {
  await browser?.close();
  server?.close();
});

/** In the page: how many lines there are, and the first differences. */
const compare = async ([game, simd]) => {
  const [{ Board, load }, { difference }] = await Promise.all([import("/pkg/index.js"), import("/tests/vectors.js")]);
  await load({ simd });
  const reader = (await fetch(`/lines/${game}`)).body.pipeThrough(new TextDecoderStream()).getReader();
  const differences = [];
  let [lines, rest] = [0, ""];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { lines, rest, differences };
    const whole = (rest + value).split("\n");
    rest = whole.pop();
    lines += whole.length;
    for (const line of whole) {
      const found = difference(Board, game, line);
      if (found && differences.length < 3) differences.push(found);
    }
  }
};

for (const simd of [true, false]) {
  for (const game of ["othello4", "othello6", "othello8", "gomoku", "nogo"]) {
    test(`vectors of ${game} in Chromium, ${simd ? "with" : "without"} simd128`, { skip: !command && "STONEMASK names no command" }, async () => {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${server.address().port}/`);
      const { lines, rest, differences } = await page.evaluate(compare, [game, simd]);
      await page.close();
      assert.deepEqual(differences, []);
      assert.deepEqual([lines, rest], [Number(count), ""]);
    });
  }
}
