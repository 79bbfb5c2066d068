// Scores in words, and as heights of the graph.

import type { Analysis, Certainty, Colour, Score, Scored } from "stonemask";
import { TEXTS } from "./texts";

export const other = (colour: Colour): Colour => (colour === "black" ? "white" : "black");

/** Black's share of the wins, from 0 to 1; discs as if ten of them were decisive. */
export const share = (score: Score): number => {
  if (typeof score === "number") return 1 / (1 + Math.exp(-score / 5));
  if ("share" in score) return score.share;
  if (score.winner === null) return 0.5;
  return score.winner === "black" ? 1 : 0;
};

export const scoreText = (score: Score): string => {
  if (typeof score === "number") {
    if (score === 0) return TEXTS.analysis.even;
    return TEXTS.analysis.ahead(score > 0 ? "black" : "white", Math.abs(score));
  }
  if ("share" in score) {
    const isBlack = score.share >= 0.5;
    const percent = 100 * (isBlack ? score.share : 1 - score.share);
    return TEXTS.analysis.share(isBlack ? "black" : "white", percent.toFixed(1));
  }
  return score.winner === null ? TEXTS.analysis.draw : TEXTS.analysis.wins(score.winner, score.plies);
};

export const certaintyText = ({ certainty, confidence }: Scored): string => {
  switch (certainty) {
    case "exact":
      return TEXTS.analysis.exact;
    case "at-least":
      return TEXTS.analysis.atLeast;
    case "at-most":
      return TEXTS.analysis.atMost;
    case "estimate":
      return confidence === undefined ? TEXTS.analysis.estimate : TEXTS.analysis.sure(confidence);
  }
};

/** As short as a point of the board: for the side to move. Bounds are turned with the side. */
export const brief = (score: Score, certainty: Certainty, toMove: Colour): string => {
  const isBlack = toMove === "black";
  const bound = certainty === "at-least" ? (isBlack ? "≥" : "≤") : certainty === "at-most" ? (isBlack ? "≤" : "≥") : "";
  if (typeof score === "number") {
    const own = isBlack ? score : -score;
    return `${bound}${own > 0 ? "+" : own < 0 ? "−" : ""}${Math.abs(own)}`;
  }
  if ("share" in score) return `${bound}${Math.round(100 * (isBlack ? score.share : 1 - score.share))}`;
  if (score.winner === null) return "=";
  return `${score.winner === toMove ? "W" : "L"}${score.plies}`;
};

export const best = (analysis: Analysis): string => analysis.line.split(" ")[0] ?? "";

export const count = (number: number): string => {
  if (number < 1000) return String(number);
  if (number < 1e6) return `${(number / 1e3).toFixed(number < 1e4 ? 1 : 0)} k`;
  return `${(number / 1e6).toFixed(1)} M`;
};
