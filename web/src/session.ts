// A game with its variations: a tree of moves, and a place in it.

import { Board, type Analysis, type Colour, type Game, type Rule } from "stonemask";

export interface Setup {
  game: Game;
  rows: number;
  columns: number;
  rule: Rule;
  blocked: string;
}

export type Player = "person" | number;

export interface Move {
  ply: string;
  colour: Colour;
  parent: Move | undefined;
  children: Move[];
  /** The child that goes on from here, when one steps forward. */
  next: Move | undefined;
  analysis: Analysis | undefined;
}

const root = (): Move => ({
  ply: "",
  colour: "white",
  parent: undefined,
  children: [],
  next: undefined,
  analysis: undefined,
});

export const startOf = (setup: Setup): string => {
  const board =
    setup.game === "gomoku"
      ? Board.gomoku(setup.rows, setup.columns, setup.rule)
      : setup.game === "nogo"
        ? Board.nogo(setup.rows, setup.columns, setup.blocked, false)
        : Board.start(setup.game);
  const text = board.toString();
  board.free();
  return text;
};

export class Session {
  readonly root = root();
  current: Move = this.root;
  board: Board;

  constructor(
    readonly game: Game,
    readonly start: string,
  ) {
    this.board = Board.parse(game, start);
  }

  /** The moves from the start to a place, the root left out. */
  path(to: Move = this.current): Move[] {
    const path: Move[] = [];
    for (let at: Move | undefined = to; at?.parent; at = at.parent) path.unshift(at);
    return path;
  }

  plies(to: Move = this.current): string[] {
    return this.path(to).map((move) => move.ply);
  }

  /** The line through the current place to its end. */
  line(): Move[] {
    const line = this.path();
    for (let at = this.current.next; at; at = at.next) line.push(at);
    return line;
  }

  /** Plays a move: another than was played before begins a variation. An illegal one throws. */
  play(ply: string): Move {
    const colour = this.board.toMove;
    this.board.play(ply);
    const name = this.board.plies.at(-1) ?? ply;
    let move = this.current.children.find((child) => child.ply === name);
    if (!move) {
      move = { ...root(), ply: name, colour, parent: this.current };
      this.current.children.push(move);
    }
    this.current.next = move;
    this.current = move;
    return move;
  }

  go(to: Move): void {
    const board = Board.parse(this.game, this.start);
    for (const ply of this.plies(to)) board.play(ply);
    this.board.free();
    this.board = board;
    this.current = to;
    for (let at: Move = to; at.parent; at = at.parent) at.parent.next = at;
  }

  back(): Move | undefined {
    const { parent } = this.current;
    if (!parent) return undefined;
    const left = this.current;
    this.board.undo();
    this.current = parent;
    return left;
  }

  /** Another variation in the place of the current move. */
  sibling(step: number): void {
    const { parent } = this.current;
    if (!parent) return;
    const index = parent.children.indexOf(this.current) + step;
    const other = parent.children[(index + parent.children.length) % parent.children.length];
    if (other) this.go(other);
  }

  get mustPass(): boolean {
    return this.board.legalMoves()[0] === "pass";
  }
}
