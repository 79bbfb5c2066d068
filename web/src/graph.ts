// The value along the game.

import type { Move } from "./session";
import { scoreText, share } from "./scores";
import { TEXTS } from "./texts";

const HEIGHT = 104;

export const drawGraph = (into: HTMLElement, root: Move, line: Move[], current: Move, go: (move: Move) => void): void => {
  const WIDTH = Math.max(100, into.clientWidth);
  const moves = [root, ...line];
  const known = moves.map((move, index) => ({ move, index })).filter(({ move }) => move.analysis);
  if (known.length === 0) {
    into.replaceChildren(Object.assign(document.createElement("p"), { className: "quiet", textContent: TEXTS.analysis.noGraph }));
    return;
  }
  const x = (index: number) => (moves.length > 1 ? 8 + (index / (moves.length - 1)) * (WIDTH - 16) : WIDTH / 2);
  const y = (move: Move) => 8 + (1 - share(move.analysis!.score)) * (HEIGHT - 16);
  const points = known.map(({ move, index }) => `${x(index).toFixed(1)},${y(move).toFixed(1)}`);
  const area = `${x(known[0]!.index)},${HEIGHT / 2} ${points.join(" ")} ${x(known.at(-1)!.index)},${HEIGHT / 2}`;
  const here = moves.indexOf(current);
  const dots = known.map(({ move, index }) => {
    const label = TEXTS.analysis.of(index, scoreText(move.analysis!.score));
    const kind = move.analysis!.certainty === "exact" ? "exact" : "estimate";
    return `<circle class="${kind}" data-index="${index}" cx="${x(index).toFixed(1)}" cy="${y(move).toFixed(1)}" r="4"><title>${label}</title></circle>`;
  });
  const summary = known.map(({ move, index }) => TEXTS.analysis.of(index, scoreText(move.analysis!.score))).join("; ");
  into.innerHTML = `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">
    <title>${TEXTS.analysis.graph}</title><desc>${summary}</desc>
    <line class="middle" x1="0" x2="${WIDTH}" y1="${HEIGHT / 2}" y2="${HEIGHT / 2}"/>
    ${here >= 0 ? `<line class="here" x1="${x(here)}" x2="${x(here)}" y1="0" y2="${HEIGHT}"/>` : ""}
    <polygon points="${area}"/><polyline points="${points.join(" ")}"/>${dots.join("")}</svg>`;
  into.onclick = (event) => {
    const dot = (event.target as Element).closest<SVGElement>("circle");
    const move = dot && moves[Number(dot.dataset["index"])];
    if (move) go(move);
  };
};
