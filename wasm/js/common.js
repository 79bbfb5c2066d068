// Where the modules and the weights lie, beside this file.

import initialise, { initSync, Weights } from "./stonemask.js";

export * from "./stonemask.js";

// A module of one function that uses a vector: () => { drop(i32x4.splat(0)) }.
const VECTOR = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 17, 26, 11,
]);

/** Whether this machine runs the module with vectors (simd128). */
export const hasSimd = () => WebAssembly.validate(VECTOR);

/** The address of the module that this machine runs best. */
export const moduleUrl = (options = {}) => {
  const simd = options.simd ?? hasSimd();
  return options.base
    ? new URL(simd ? "stonemask_simd.wasm" : "stonemask_plain.wasm", options.base)
    : simd
      ? new URL("./stonemask_simd.wasm", import.meta.url)
      : new URL("./stonemask_plain.wasm", import.meta.url);
};

/** The names of the files of weights of boards of a size: the endgame's, and the midgame's where there are some. */
export const WEIGHTS = { 6: ["weights6.bin"], 8: ["weights8.bin", "midgame8.bin"] };

export { initialise, initSync, Weights };
