// Searches, away from the page's thread. To stop one, the page ends this worker and begins another.

import { Board, Search, load, loadWeights, type Game } from "stonemask";
import type { Answer, Position, Request } from "./messages";

const scope = self as unknown as DedicatedWorkerGlobalScope;
const answer = (message: Answer) => scope.postMessage(message);

let loaded: Promise<void> | undefined;
const searches = new Map<Game, Search>();

const searchOf = async (game: Game, id: number): Promise<Search> => {
  const known = searches.get(game);
  if (known) return known;
  const size = game === "othello6" ? 6 : game === "othello8" ? 8 : undefined;
  if (size) answer({ kind: "weights", id });
  const search = new Search(game, 32, size && (await loadWeights(size)));
  searches.set(game, search);
  return search;
};

const boardOf = ({ game, start, plies }: Position): Board => {
  const board = Board.parse(game, start);
  for (const ply of plies) board.play(ply);
  return board;
};

const work = async (request: Request): Promise<void> => {
  if (request.kind === "begin") {
    loaded = load({ module: request.module });
    return;
  }
  await loaded;
  const { id } = request;
  const board = boardOf(request);
  try {
    const search = await searchOf(request.game, id);
    if (request.kind === "move") {
      answer({ kind: "move", id, ply: search.levelMove(board, request.level, request.seed) });
      return;
    }
    const analysis = search.run(board, request.limits, (analysis) => answer({ kind: "progress", id, analysis }));
    answer({ kind: "done", id, analysis });
  } finally {
    board.free();
  }
};

scope.onmessage = async ({ data }: MessageEvent<Request>) => {
  try {
    await work(data);
  } catch (error) {
    const id = data.kind === "begin" ? -1 : data.id;
    answer({ kind: "error", id, error: error instanceof Error ? error.message : String(error) });
  }
};
