// Records, links and pictures.

import { readRecords, writeRecord, type Board, type Format, type Game, type RecordedGame, type Rule } from "stonemask";

const ENDINGS: [Format, string, string][] = [
  ["sgf", "sgf", "SGF"],
  ["ggf", "ggf", "GGF"],
  ["wthor", "wtb", "WTHOR"],
  ["transcript", "txt", "Transcript"],
  ["obf", "obf", ".obf"],
  ["psq", "psq", ".psq"],
  ["botzone", "json", "Botzone"],
];

/** The formats that may hold a game, as choices. */
export const formatsOf = (game: Game): [Format, string][] => {
  const fits: Record<Game, Format[]> = {
    othello4: [],
    othello6: [],
    othello8: ["sgf", "ggf", "transcript", "wthor", "obf", "botzone"],
    gomoku: ["sgf", "psq", "botzone"],
    nogo: ["sgf", "botzone"],
  };
  return ENDINGS.filter(([format]) => fits[game].includes(format)).map(([format, , name]) => [format, name]);
};

export const formatOf = (name: string): Format | undefined =>
  ENDINGS.find(([, ending]) => name.toLowerCase().endsWith(`.${ending}`))?.[0];

export const read = (bytes: Uint8Array, format: Format, game: Game, rule: Rule | undefined): RecordedGame[] =>
  readRecords(bytes, format, {
    ...(game === "othello8" || game === "gomoku" || game === "nogo" ? { game } : {}),
    ...(rule ? { rule } : {}),
  });

export const write = (board: Board, format: Format, black: string, white: string) => {
  const { bytes, dropped } = writeRecord(board, format, { black, white, drop: true });
  const ending = ENDINGS.find(([other]) => other === format)?.[1] ?? format;
  return { name: `${board.game}.${ending}`, bytes, dropped };
};

export const download = (name: string, parts: BlobPart[], type: string): void => {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};

export const png = async (svg: string): Promise<Blob> => {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    const scale = Math.min(2, 4096 / Math.max(image.width, image.height));
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
};

export interface Linked {
  game: Game;
  start: string | undefined;
  plies: string[];
}

/** The part of an address that holds a game: #game=gomoku&start=…&moves=h8.i9 */
export const toHash = (game: Game, start: string, usual: string, plies: string[]): string => {
  const parts = [`game=${game}`];
  if (start !== usual) parts.push(`start=${encodeURIComponent(start).replaceAll("%2F", "/").replaceAll("%20", "+")}`);
  if (plies.length > 0) parts.push(`moves=${plies.join(".")}`);
  return `#${parts.join("&")}`;
};

export const fromHash = (hash: string): Linked | undefined => {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const game = given.get("game");
  if (!game) return undefined;
  const moves = given.get("moves") ?? "";
  return {
    game: game as Game,
    start: given.get("start") ?? undefined,
    plies: moves ? moves.split(".") : [],
  };
};
