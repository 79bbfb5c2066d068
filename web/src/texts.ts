// All that the page says. Another language is another file like this one.

import type { Colour, Game, Rule } from "stonemask";

export const GAMES: Record<Game, string> = {
  othello4: "Othello 4×4",
  othello6: "Othello 6×6",
  othello8: "Othello",
  gomoku: "Gomoku",
  nogo: "NoGo",
};

export const RULES: Record<Rule, string> = {
  freestyle: "Freestyle: five or more",
  standard: "Standard: exactly five",
  renju: "Renju: black has forbidden points",
  caro: "Caro: five, not blocked at both ends",
  "caro-exact": "Caro, exactly five",
};

export const COLOURS: Record<Colour, string> = { black: "Black", white: "White" };

export const LEVELS = [
  "Level 1 · for children",
  "Level 2",
  "Level 3 · beginner",
  "Level 4",
  "Level 5 · casual",
  "Level 6",
  "Level 7 · strong",
  "Level 8",
  "Level 9 · strongest",
];

export const TEXTS = {
  loading: "Loading the rules …",
  noModule: "This browser cannot run the page's WebAssembly module.",
  person: "A person",
  toMove: (colour: Colour) => `${COLOURS[colour]} to move`,
  thinking: (colour: Colour) => `${COLOURS[colour]} is thinking …`,
  passes: (colour: Colour) => `${COLOURS[colour]} has no move and passes.`,
  played: (colour: Colour, ply: string) => `${COLOURS[colour]} ${ply}.`,
  tookBack: (ply: string) => `Took back ${ply}.`,
  wins: (colour: Colour) => `${COLOURS[colour]} wins`,
  winsBy: (colour: Colour, discs: number) => `${COLOURS[colour]} wins by ${discs}`,
  draw: "A draw",
  discs: (count: number) => (count === 1 ? "1 disc" : `${count} discs`),
  stones: (count: number) => (count === 1 ? "1 stone" : `${count} stones`),
  board: (game: Game, rows: number, columns: number) => `${GAMES[game]} board, ${rows} rows and ${columns} columns`,
  cell: {
    black: "black",
    white: "white",
    blocked: "blocked",
    empty: "empty",
    legal: "may be played",
    illegal: "may not be played",
    last: "last move",
    won: "winning line",
    forbidden: (reason: string) => `forbidden: ${reason}`,
  },
  selected: (ply: string) => `${ply} is chosen. Tap it again, or press Play, to play it.`,
  confirm: (ply: string) => `Play ${ply}`,
  analysis: {
    start: "Analyse",
    stop: "Stop",
    idle: "See what the moves are worth.",
    exact: "exact",
    atLeast: "at least",
    atMost: "at most",
    estimate: "estimate",
    sure: (percent: number) => `${percent} % sure`,
    plies: (depth: number) => `${depth} ${depth === 1 ? "ply" : "plies"} deep`,
    games: (count: string) => `${count} random games`,
    nodes: (count: string) => `${count} positions`,
    even: "even",
    wins: (colour: Colour, plies: number) =>
      plies === 0 ? `${COLOURS[colour]} has won` : `${COLOURS[colour]} wins in ${plies}`,
    draw: "draw",
    share: (colour: Colour, percent: string) => `${COLOURS[colour]} ${percent} %`,
    ahead: (colour: Colour, discs: number) => `${COLOURS[colour]} +${discs}`,
    follow: (ply: string) => `Play the line of ${ply} through`,
    over: "The game is over.",
    weights: "Loading the weights of Othello …",
    whole: "Analyse the whole game",
    wholeAt: (ply: number, all: number) => `Position ${ply} of ${all}`,
    graph: "Value along the game, black's side up",
    noGraph: "Analysed positions appear here, move by move.",
    of: (ply: number, text: string) => `Move ${ply}: ${text}`,
  },
  moves: {
    none: "No moves yet.",
    start: "Start",
    variations: (index: number, count: number) => `Variation ${index} of ${count}`,
  },
  files: {
    loaded: (plies: number) => `Loaded a game of ${plies} ${plies === 1 ? "move" : "moves"}.`,
    more: (count: number) => `The file has ${count} games. This is the first; choose another:`,
    game: (number: number, names: string) => `Game ${number}${names}`,
    unknown: "The file's name does not end with a format that is known: .sgf, .ggf, .wtb, .txt, .obf, .psq or .json.",
    saved: (name: string) => `Saved ${name}.`,
    dropped: (what: string) => `Left out: ${what}.`,
    copied: "The link is in the clipboard. It holds the whole game.",
    address: "The page's address holds the whole game. Copy it from the address bar.",
    set: "The position is set up.",
    badLink: (why: string) => `The link holds no game: ${why}`,
  },
  edit: {
    begin: "Edit the board",
    end: "Done",
    hint: "Each click turns a point: empty, black, white.",
  },
  hint: (ply: string) => `A good move: ${ply}.`,
  territory: "Whose point, by 1000 random games",
  networkless: "Works offline from now on.",
};
