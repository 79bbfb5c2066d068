import { Weights } from "./stonemask.js";

export {
  Board,
  Search,
  Solver,
  Weights,
  readRecords,
  version,
  writeRecord,
} from "./stonemask.js";
export type {
  Analysis,
  AnalysisObserver,
  Certainty,
  Colour,
  Format,
  Game,
  Limits,
  Means,
  Perft,
  ReadOptions,
  RecordedGame,
  Rule,
  Score,
  Scored,
  Solution,
  SolverObserver,
  SvgOptions,
  Tally,
  WriteOptions,
  WrittenFile,
} from "./stonemask.js";

export interface LoadOptions {
  /** A compiled module, its bytes, or where it is fetched from. */
  module?: WebAssembly.Module | BufferSource | URL | string;
  /** Whether the module with vectors is taken; by default where the machine runs it. */
  simd?: boolean;
  /** Where the package's files lie, if not beside its code. */
  base?: string | URL;
}

/** Loads the module, once; everything else here may be called when it has. */
export function load(options?: LoadOptions): Promise<void>;

/** Loads the weights of Othello's boards of size 6 or 8. */
export function loadWeights(size: 6 | 8, options?: { base?: string | URL }): Promise<Weights>;

/** Whether this machine runs the module with vectors (simd128). */
export function hasSimd(): boolean;

/** The address of the module that this machine runs best. */
export function moduleUrl(options?: LoadOptions): URL;
