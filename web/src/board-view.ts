// The board: Rust's drawing, and over it a grid of points that mouse, fingers, keyboard and screen readers use.

import type { Board, Analysis } from "stonemask";
import { brief } from "./scores";
import { TEXTS } from "./texts";

/** The drawing's measures: a cell's side and the margin around the board. */
const CELL = 40;
const MARGIN = 28;

export interface Shown {
  board: Board;
  last: string | undefined;
  analysis: Analysis | undefined;
  territory: Float32Array | undefined;
  /** Whether points may be chosen. */
  active: boolean;
  editing: boolean;
  chosen: string | undefined;
}

const element = (name: string, className = ""): HTMLElement => {
  const made = document.createElement(name);
  if (className) made.className = className;
  return made;
};

export class BoardView {
  private readonly picture = element("div", "picture");
  private readonly stars = element("div", "stars");
  private readonly grid = element("div", "grid");
  private cells: HTMLElement[] = [];
  private points: string[] = [];
  private columns = 0;
  private rows = 0;
  private focused = 0;
  private drawn = "";
  /** All that each point shows, so that only those that change are touched. */
  private shown: string[] = [];

  constructor(
    private readonly frame: HTMLElement,
    private readonly choose: (ply: string, event: PointerEvent | KeyboardEvent) => void,
    private readonly key: (name: string) => void,
  ) {
    this.grid.setAttribute("role", "grid");
    const surface = element("div", "surface");
    this.picture.setAttribute("aria-hidden", "true");
    this.stars.setAttribute("aria-hidden", "true");
    frame.append(surface, this.stars, this.picture, this.grid);
    this.grid.addEventListener("click", (event) => {
      const cell = (event.target as HTMLElement).closest<HTMLElement>(".cell");
      if (!cell) return;
      this.focus(Number(cell.dataset["index"]), false);
      this.choose(this.points[this.focused] ?? "", event as PointerEvent);
    });
    this.grid.addEventListener("keydown", (event) => this.press(event));
  }

  /** The side of a cell in pixels of the screen. */
  get cellSize(): number {
    return this.grid.clientWidth / Math.max(1, this.columns);
  }

  private press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const row = Math.floor(this.focused / this.columns);
    const column = this.focused % this.columns;
    const to = (row: number, column: number) => {
      if (row >= 0 && row < this.rows && column >= 0 && column < this.columns) this.focus(row * this.columns + column, true);
    };
    switch (event.key) {
      case "ArrowUp":
        to(row - 1, column);
        break;
      case "ArrowDown":
        to(row + 1, column);
        break;
      case "ArrowLeft":
        to(row, column - 1);
        break;
      case "ArrowRight":
        to(row, column + 1);
        break;
      case "Home":
        to(row, 0);
        break;
      case "End":
        to(row, this.columns - 1);
        break;
      case "PageUp":
        to(0, column);
        break;
      case "PageDown":
        to(this.rows - 1, column);
        break;
      case "Enter":
      case " ":
        this.choose(this.points[this.focused] ?? "", event);
        break;
      case "Backspace":
        this.key("undo");
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  private focus(index: number, moves: boolean): void {
    this.cells[this.focused]?.setAttribute("tabindex", "-1");
    this.focused = index;
    const cell = this.cells[index];
    cell?.setAttribute("tabindex", "0");
    if (moves) cell?.focus();
  }

  private make(board: Board): void {
    const { rows, columns } = board;
    const points = board.points;
    if (rows === this.rows && columns === this.columns && points.every((point, index) => point === this.points[index])) return;
    Object.assign(this, { rows, columns, points });
    this.grid.replaceChildren();
    this.grid.style.gridTemplateColumns = `repeat(${columns}, 1fr)`;
    this.cells = [];
    this.shown = [];
    for (let row = 0; row < rows; row++) {
      const line = element("div", "row");
      line.setAttribute("role", "row");
      for (let column = 0; column < columns; column++) {
        const cell = element("div", "cell");
        cell.setAttribute("role", "gridcell");
        cell.setAttribute("tabindex", "-1");
        cell.dataset["index"] = String(row * columns + column);
        cell.dataset["point"] = points[row * columns + column];
        this.cells.push(cell);
        line.append(cell);
      }
      this.grid.append(line);
    }
    this.focus(Math.floor(rows / 2) * columns + Math.floor(columns / 2), false);
    const [width, height] = [2 * MARGIN + columns * CELL, 2 * MARGIN + rows * CELL];
    const { style } = this.frame;
    style.setProperty("--columns", String(columns));
    style.setProperty("--rows", String(rows));
    style.setProperty("--ratio", String(width / height));
    style.setProperty("--left", `${(100 * MARGIN) / width}%`);
    style.setProperty("--top", `${(100 * MARGIN) / height}%`);
    this.frame.classList.toggle("tiny", columns > 13);
    this.stars.innerHTML = starPoints(board, width, height);
  }

  show({ board, last, analysis, territory, active, editing, chosen }: Shown): void {
    this.make(board);
    const isOthello = board.game.startsWith("othello");
    this.frame.dataset["game"] = board.game;
    this.frame.dataset["side"] = board.toMove;
    this.frame.classList.toggle("active", active);
    this.frame.classList.toggle("editing", editing);
    // The drawing is the library's; only words of its own are in it.
    const svg = board.toSvg({ last: last !== undefined, legalMoves: isOthello && active && !editing });
    if (svg !== this.drawn) this.picture.innerHTML = svg;
    this.drawn = svg;
    const cells = board.cells;
    const legal = new Set(board.legalMoves());
    const forbidden = new Map(Object.entries(board.forbidden()));
    const won = new Set(board.winningLine());
    const values = new Map<string, { text: string; rank: number; certainty: string }>();
    analysis?.moves.forEach(({ score, certainty, line }, rank) => {
      const ply = line.split(" ")[0];
      if (ply) values.set(ply, { text: brief(score, certainty, board.toMove), rank, certainty });
    });
    this.grid.setAttribute("aria-label", TEXTS.board(board.game, board.rows, board.columns));
    const names = TEXTS.cell;
    this.cells.forEach((cell, index) => {
      const point = this.points[index] ?? "";
      const stone = cells[index] ?? 0;
      const reason = forbidden.get(point);
      const value = values.get(point);
      const isLegal = legal.has(point);
      const words = [point, [names.empty, names.black, names.white, names.blocked][stone] ?? names.empty];
      if (point === last) words.push(names.last);
      if (won.has(point)) words.push(names.won);
      if (stone === 0 && !board.isOver) {
        if (reason) words.push(names.forbidden(reason));
        else if (isLegal && isOthello) words.push(names.legal);
        else if (!isLegal) words.push(names.illegal);
      }
      if (value) words.push(value.text);
      const isDenied = stone === 0 && !board.isOver && !isLegal && !isOthello;
      // Where a stone stands nobody asks.
      const owned = stone === 0 ? territory?.[index] : undefined;
      const kinds = [isLegal && "legal", isDenied && "denied", won.has(point) && "won", point === chosen && "chosen"];
      const label = words.join(", ");
      const className = ["cell", ...kinds.filter(Boolean)].join(" ");
      const state = [label, className, owned, value?.text, value?.rank === 0, value?.certainty].join();
      if (state === this.shown[index]) return;
      this.shown[index] = state;
      cell.setAttribute("aria-label", label);
      cell.title = reason ? `${point}: ${names.forbidden(reason)}` : "";
      cell.className = className;
      cell.replaceChildren();
      if (owned !== undefined && Math.abs(owned) > 0.05) {
        const mark = element("span", owned > 0 ? "owned black" : "owned white");
        mark.style.setProperty("--size", String(Math.sqrt(Math.abs(owned))));
        cell.append(mark);
      }
      if (value) {
        const mark = element("span", `value ${value.certainty}${value.rank === 0 ? " best" : ""}`);
        mark.textContent = value.text;
        cell.append(mark);
      }
    });
  }
}

/** The dots by which people find their way on a board. */
const starPoints = (board: Board, width: number, height: number): string => {
  const { rows, columns, game } = board;
  const dots: [number, number][] = [];
  if (game === "othello8") {
    for (const y of [2, 6]) for (const x of [2, 6]) dots.push([x, y]);
  } else if (!game.startsWith("othello") && rows === columns && rows >= 9) {
    const edge = rows >= 13 ? 3 : 2;
    const middle = (rows - 1) / 2;
    const at = rows % 2 === 1 && rows >= 17 ? [edge, middle, rows - 1 - edge] : [edge, rows - 1 - edge];
    for (const y of at) for (const x of at) dots.push([x + 0.5, y + 0.5]);
    if (rows % 2 === 1 && rows < 17) dots.push([middle + 0.5, middle + 0.5]);
  }
  const circles = dots.map(([x, y]) => `<circle cx="${MARGIN + x * CELL}" cy="${MARGIN + y * CELL}" r="4"/>`);
  return `<svg viewBox="0 0 ${width} ${height}">${circles.join("")}</svg>`;
};
