// A line of `stonemask vectors` beside the package. Node and browsers run this: nothing of either is used.

const inOrder = (object) => Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));

/** All that a board says of itself, under the names of the line. */
const facts = (Board, game, wanted) => {
  const board = Board.parse(game, wanted.position);
  const again = Board.parse(game, board.toDiagram());
  const { nodes, finished } = board.perft(wanted.depth);
  const letters = Array.from(board.cells, (cell) => "+XO#"[cell]).join("");
  const found = {
    position: [board.toString(), again.toString()],
    size: `${board.rows}x${board.columns}`,
    rule: board.rule,
    to_move: board.toMove,
    legal: board.legalMoves(),
    outcome: [board.outcome ?? null, board.isOver],
    perft: { nodes, finished },
    cells: letters,
  };
  if (game.startsWith("othello")) {
    found.score = board.score;
    found.flips = Object.fromEntries(Object.keys(wanted.flips).map((square) => [square, board.flips(square)]));
  } else if (game === "gomoku") {
    found.line = board.winningLine();
    if (wanted.forbidden && board.toMove === "black") found.forbidden = inOrder(board.forbidden());
  } else {
    found.allowed = { black: board.allowed("black"), white: board.allowed("white") };
  }
  again.free();
  board.free();
  return found;
};

/** How a board differs from its line, in words; undefined where it does not. */
export const difference = (Board, game, line) => {
  const wanted = JSON.parse(line);
  const expected = {
    ...wanted,
    position: [wanted.position, wanted.position],
    outcome: [wanted.outcome, wanted.outcome !== null],
    perft: { nodes: wanted.nodes, finished: wanted.finished },
    cells: wanted.rows.join("").replaceAll("-", "+"),
    forbidden: wanted.forbidden && inOrder(wanted.forbidden),
  };
  for (const [name, found] of Object.entries(facts(Board, game, wanted))) {
    const [is, should] = [found, expected[name]].map((value) => JSON.stringify(value));
    if (is !== should) return `${game} ${wanted.id}: ${name} is ${is}, not ${should}`;
  }
  return undefined;
};
