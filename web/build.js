// Bundles the page into web/dist, a folder for any static host. wasm/build has to come first: it makes the package.
//
// usage: node build.js [--serve]        --serve shows it at http://127.0.0.1:8000

import { createHash } from "node:crypto";
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const pkg = "../wasm/pkg";

await rm(here("dist"), { recursive: true, force: true });
await mkdir(here("dist/weights"), { recursive: true });
await cp(here("public"), here("dist"), { recursive: true });
for (const name of ["stonemask_simd.wasm", "stonemask_plain.wasm"]) await cp(here(`${pkg}/${name}`), here(`dist/${name}`));
await cp(here(`${pkg}/weights`), here("dist/weights"), { recursive: true });

const options = {
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  outdir: here("dist"),
  alias: { stonemask: here(`${pkg}/index.js`) },
  legalComments: "none",
  logLevel: "warning",
};
await esbuild.build({ ...options, entryPoints: [here("src/main.ts"), here("src/worker.ts")] });

// The service worker keeps these files, under a name that changes with them.
const files = (await readdir(here("dist"), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => `${entry.parentPath ?? entry.path}/${entry.name}`.slice(here("dist/").length))
  .sort();
const hash = createHash("sha256");
for (const file of files) hash.update(await readFile(here(`dist/${file}`)));
const build = hash.digest("hex").slice(0, 16);
await esbuild.build({
  ...options,
  entryPoints: [here("src/offline.ts")],
  define: { BUILD: JSON.stringify(build), FILES: JSON.stringify(["./", ...files]) },
});

if (process.argv.includes("--serve")) {
  const { serve } = await import("./tests/server.js");
  const { address } = await serve(here("dist"), 8000);
  console.log(address);
} else {
  await writeFile(here("dist/.nojekyll"), "");
}
