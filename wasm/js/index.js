// For browsers and workers.

import { initialise, moduleUrl, Weights, WEIGHTS } from "./common.js";

export * from "./stonemask.js";
export { hasSimd, moduleUrl } from "./common.js";

/** Loads the module, once; everything else here may be called when it has. */
export const load = async (options = {}) => {
  await initialise({ module_or_path: options.module ?? moduleUrl(options) });
};

/** Loads the weights of Othello's boards of size 6 or 8. */
export const loadWeights = async (size, options = {}) => {
  const files = WEIGHTS[size];
  if (!files) throw new Error(`weights are of boards of size 6 or 8, not ${size}`);
  const [endgame, midgame] = await Promise.all(
    files.map(async (name) => {
      const url = new URL(`weights/${name}`, options.base ?? import.meta.url);
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
      return new Uint8Array(await answer.arrayBuffer());
    }),
  );
  return new Weights(size, endgame, midgame);
};
