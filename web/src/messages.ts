// Between the page and its worker.

import type { Analysis, Game, Limits } from "stonemask";

export interface Position {
  game: Game;
  start: string;
  plies: string[];
}

export type Request =
  | { kind: "begin"; module: WebAssembly.Module }
  | ({ kind: "analyse"; id: number; limits: Limits } & Position)
  | ({ kind: "move"; id: number; level: number; seed: number } & Position);

export type Answer =
  | { kind: "progress" | "done"; id: number; analysis: Analysis }
  | { kind: "weights"; id: number }
  | { kind: "move"; id: number; ply: string | undefined }
  | { kind: "error"; id: number; error: string };
