// The page: what is shown, and what happens when one does something.

import { Board, load, moduleUrl, type Analysis, type Colour, type Game, type Rule } from "stonemask";
import { BoardView } from "./board-view";
import { WorkerEngine, type Engine } from "./engine";
import * as files from "./files";
import { drawGraph } from "./graph";
import { brief, certaintyText, count, other, scoreText } from "./scores";
import { ServerEngine, tokenOf } from "./server";
import { Session, startOf, type Move, type Player, type Setup } from "./session";
import { COLOURS, GAMES, LEVELS, RULES, TEXTS } from "./texts";

const find = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const button = (id: string, act: () => void): HTMLButtonElement => {
  const made = find<HTMLButtonElement>(id);
  made.addEventListener("click", act);
  return made;
};
const option = (value: string, text: string) => new Option(text, value);

/** The games as one changes between them: Othello of any size is one. */
type Family = "othello8" | "gomoku" | "nogo";

const family = (game: Game): Family => (game === "gomoku" || game === "nogo" ? game : "othello8");

const SETUPS: Record<Family, Setup> = {
  othello8: { game: "othello8", rows: 8, columns: 8, rule: "freestyle", blocked: "" },
  gomoku: { game: "gomoku", rows: 15, columns: 15, rule: "freestyle", blocked: "" },
  nogo: { game: "nogo", rows: 9, columns: 9, rule: "freestyle", blocked: "" },
};

/** The limit of an analysis that nobody stops, and of each position when a whole game is analysed. */
const ENDLESS = 600;
const WHOLE = { othello4: 20_000, othello6: 200_000, othello8: 100_000, gomoku: 20_000, nogo: 30_000 };

/** Between two pictures of an analysis that goes on, in milliseconds. */
const PAUSE = 150;

class Page {
  private session: Session;
  private players: Record<Colour, Player> = { black: "person", white: 3 };
  private readonly view: BoardView;
  private analysing = false;
  private running: "analysis" | "move" | "whole" | "hint" | undefined;
  /** Whether the computer waits, since one looks at earlier positions. */
  private paused = false;
  private readonly kept = new Map<Family, Session>();
  private refreshes = false;
  private chosen: string | undefined;
  private edited: { cells: Uint8Array; side: Colour } | undefined;
  private seed = 1 + Math.floor(Math.random() * 1e6);

  constructor(private readonly engine: Engine) {
    this.session = new Session("othello8", startOf(SETUPS.othello8));
    this.view = new BoardView(
      find("board"),
      (ply, event) => this.choose(ply, event),
      () => this.back(),
    );
    this.listen();
    this.fromAddress();
    addEventListener("hashchange", () => this.fromAddress());
    let width = innerWidth;
    addEventListener("resize", () => {
      if (width !== innerWidth) this.show();
      width = innerWidth;
    });
  }

  // Events.

  private listen(): void {
    const games = find("games");
    for (const game of ["othello8", "gomoku", "nogo"] as const) {
      const tab = document.createElement("button");
      tab.type = "button";
      tab.textContent = GAMES[game];
      tab.dataset["game"] = game;
      tab.addEventListener("click", () => this.change(game));
      games.append(tab);
    }
    button("first", () => this.go(this.session.root));
    button("back", () => this.back());
    button("forward", () => this.session.current.next && this.go(this.session.current.next));
    button("last", () => this.go(this.session.line().at(-1) ?? this.session.root));
    button("continue", () => {
      this.paused = false;
      this.turn();
    });
    button("hint", () => this.hint());
    button("confirm", () => this.chosen && this.play(this.chosen));
    button("analyse", () => {
      this.analysing = !this.analysing;
      this.turn();
    });
    button("whole", () => this.whole());
    button("previous-variation", () => this.vary(-1));
    button("next-variation", () => this.vary(1));
    find<HTMLFormElement>("typed").addEventListener("submit", (event) => {
      event.preventDefault();
      const input = find<HTMLInputElement>("ply");
      if (this.play(input.value.trim().toLowerCase())) input.value = "";
    });
    for (const id of ["on-board", "territory"]) find(id).addEventListener("change", () => this.show());
    const top = find<HTMLSelectElement>("top");
    top.append(...["1", "3", "5", "10"].map((number) => option(number, number)));
    top.value = "5";
    top.addEventListener("change", () => this.turn());
    this.listenToFiles();
    this.listenToDialog();
    button("theme", () => {
      const dark = document.documentElement.dataset["theme"] !== "dark";
      document.documentElement.dataset["theme"] = dark ? "dark" : "light";
      localStorage.setItem("theme", dark ? "dark" : "light");
    });
  }

  private listenToFiles(): void {
    const text = find<HTMLTextAreaElement>("text");
    button("set-up", () => {
      this.attempt(() => {
        this.begin(...read(this.session.game, text.value), []);
        this.tell(TEXTS.files.set);
      });
    });
    button("edit", () => this.edit());
    button("side", () => {
      if (this.edited) this.edited.side = other(this.edited.side);
      this.showEdited();
    });
    find<HTMLInputElement>("load").addEventListener("change", async (event) => {
      const input = event.target as HTMLInputElement;
      const file = input.files?.[0];
      if (!file) return;
      const bytes = new Uint8Array(await file.arrayBuffer());
      input.value = "";
      this.attempt(() => this.load(file.name, bytes));
    });
    button("save", () => {
      this.attempt(() => {
        const format = find<HTMLSelectElement>("format").value;
        const name = (player: Player) => (player === "person" ? TEXTS.person : `stonemask, level ${player}`);
        const { black, white } = this.players;
        const board = this.lineBoard();
        const written = files.write(board, format as never, name(black), name(white));
        board.free();
        files.download(written.name, [written.bytes as Uint8Array<ArrayBuffer>], "application/octet-stream");
        const dropped = written.dropped.length > 0 ? ` ${TEXTS.files.dropped(written.dropped.join(", "))}` : "";
        this.tell(TEXTS.files.saved(written.name) + dropped);
      });
    });
    button("link", async () => {
      try {
        await navigator.clipboard.writeText(location.href);
        this.tell(TEXTS.files.copied);
      } catch {
        this.tell(TEXTS.files.address);
      }
    });
    const picture = () => this.session.board.toSvg({ last: true });
    button("svg", () => files.download(`${this.session.game}.svg`, [picture()], "image/svg+xml"));
    button("png", async () => {
      files.download(`${this.session.game}.png`, [await files.png(picture())], "image/png");
    });
  }

  private listenToDialog(): void {
    const dialog = find<HTMLDialogElement>("new-dialog");
    const form = find<HTMLFormElement>("new-form");
    const field = (name: string) => form.elements.namedItem(name) as HTMLSelectElement & HTMLInputElement;
    const names: Game[] = ["othello8", "othello6", "othello4", "gomoku", "nogo"];
    field("game").append(...names.map((game) => option(game, game === "othello8" ? "Othello 8×8" : GAMES[game])));
    field("rule").append(...Object.entries(RULES).map(([rule, text]) => option(rule, text)));
    for (const name of ["black", "white"]) {
      field(name).append(option("person", TEXTS.person), ...LEVELS.map((level, index) => option(String(index + 1), level)));
    }
    const problem = form.querySelector<HTMLElement>(".problem")!;
    const fit = () => {
      const game = field("game").value;
      for (const part of form.querySelectorAll<HTMLElement>("[data-for]")) {
        part.hidden = !part.dataset["for"]?.split(" ").includes(game);
      }
      problem.hidden = true;
    };
    const size = () => {
      const side = field("game").value === "nogo" ? 9 : 15;
      for (const name of ["rows", "columns"]) {
        field(name).max = side === 9 ? "9" : "64";
        field(name).value = String(side);
      }
      fit();
    };
    field("game").addEventListener("change", size);
    button("new", () => {
      const { game, board } = this.session;
      field("game").value = game;
      size();
      if (!game.startsWith("othello")) {
        field("rows").value = String(board.rows);
        field("columns").value = String(board.columns);
      }
      if (board.rule) field("rule").value = board.rule;
      for (const colour of ["black", "white"] as const) field(colour).value = String(this.players[colour]);
      dialog.showModal();
    });
    find("cancel").addEventListener("click", () => dialog.close());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const setup: Setup = {
        game: field("game").value as Game,
        rows: Number(field("rows").value),
        columns: Number(field("columns").value),
        rule: field("rule").value as Rule,
        blocked: field("blocked").value,
      };
      try {
        const start = startOf(setup);
        const player = (name: string): Player => (field(name).value === "person" ? "person" : Number(field(name).value));
        this.players = { black: player("black"), white: player("white") };
        this.seed = 1 + Math.floor(Math.random() * 1e6);
        dialog.close();
        this.begin(setup.game, start, []);
      } catch (error) {
        problem.textContent = said(error);
        problem.hidden = false;
      }
    });
  }

  // Actions.

  /** Begins a game, or goes on with one that is given. */
  private begin(game: Game, start: string, plies: string[]): void {
    const session = new Session(game, start);
    try {
      for (const ply of plies) session.play(ply);
    } catch (error) {
      session.board.free();
      throw error;
    }
    this.engine.stop();
    this.session.board.free();
    this.session = session;
    this.edited = undefined;
    this.paused = plies.length > 0;
    find("games-of-file").hidden = true;
    this.tell("");
    this.turn();
  }

  /** Another game, where one left it. */
  private change(to: Family): void {
    const from = family(this.session.game);
    if (from === to) return;
    this.kept.set(from, this.session);
    const kept = this.kept.get(to);
    this.engine.stop();
    this.edited = undefined;
    this.session = kept ?? new Session(to, startOf(SETUPS[to]));
    this.paused = this.session.current.parent !== undefined;
    find("games-of-file").hidden = true;
    this.tell("");
    this.attempt(() => this.turn());
  }

  private fromAddress(): void {
    if (location.hash === this.hash()) return;
    this.attempt(() => {
      try {
        const linked = files.fromHash(location.hash);
        if (linked) this.begin(linked.game, linked.start ?? usual(linked.game), linked.plies);
        else this.turn();
      } catch (error) {
        this.turn();
        throw new Error(TEXTS.files.badLink(said(error)));
      }
    });
  }

  private hash(): string {
    const { game, start } = this.session;
    return files.toHash(game, start, usual(game), this.session.plies());
  }

  /** Does something that may fail, and says why. */
  private attempt(act: () => void): boolean {
    const problem = find("problem");
    try {
      problem.hidden = true;
      act();
      return true;
    } catch (error) {
      problem.textContent = said(error);
      problem.hidden = false;
      return false;
    }
  }

  private choose(ply: string, event: PointerEvent | KeyboardEvent): void {
    if (this.edited) {
      const index = this.session.board.points.indexOf(ply);
      const stone = this.edited.cells[index];
      if (stone !== undefined && stone !== 3) this.edited.cells[index] = (stone + 1) % 3;
      this.showEdited();
      return;
    }
    // Fingers are wider than the points of a large board: the first tap chooses, the second plays.
    const isTap = "pointerType" in event && (event.pointerType === "touch" || innerWidth <= 480);
    if (isTap && this.view.cellSize < 32 && this.chosen !== ply && this.session.board.check(ply) === undefined) {
      this.chosen = ply;
      this.announce(TEXTS.selected(ply));
      this.show();
      return;
    }
    this.play(ply);
  }

  private play(ply: string): boolean {
    const colour = this.session.board.toMove;
    if (this.running === "move") return false;
    const done = this.attempt(() => this.session.play(ply));
    if (done) {
      this.paused = false;
      this.announce(TEXTS.played(colour, this.session.current.ply));
      this.passes();
      this.turn();
    }
    return done;
  }

  /** Nobody needs to be asked where there is nothing but a pass. */
  private passes(): void {
    while (this.session.mustPass) {
      this.announce(TEXTS.passes(this.session.board.toMove));
      this.session.play("pass");
    }
  }

  private back(): void {
    this.engine.stop();
    this.running = undefined;
    const mine = (move: Move) => this.players[move.colour] === "person" && move.ply !== "pass";
    const isMixed = (this.players.black === "person") !== (this.players.white === "person");
    let left = this.session.back();
    // Against the computer one takes back one's own move.
    while (left && isMixed && !mine(left) && this.session.current.parent) left = this.session.back();
    if (left) this.announce(TEXTS.tookBack(left.ply));
    this.paused = true;
    this.turn();
  }

  private go(to: Move): void {
    this.engine.stop();
    this.running = undefined;
    this.session.go(to);
    this.paused = true;
    this.turn();
  }

  private vary(step: number): void {
    this.session.sibling(step);
    this.paused = true;
    this.turn();
  }

  private position() {
    return { game: this.session.game, start: this.session.start, plies: this.session.plies() };
  }

  /** The next thing to do, and what there is to see. */
  private turn(): void {
    this.engine.stop();
    this.running = undefined;
    this.chosen = undefined;
    const { board } = this.session;
    const player = this.players[board.toMove];
    if (!this.edited && !board.isOver && player !== "person" && !this.paused) {
      this.running = "move";
      const at = this.session.current;
      const begun = performance.now();
      this.engine.move(
        this.position(),
        player,
        this.seed,
        (ply) => {
          // Faster than one can follow is no pleasure.
          const rest = Math.max(0, 350 - (performance.now() - begun));
          setTimeout(() => {
            if (this.session.current !== at || this.running !== "move" || ply === undefined) return;
            this.running = undefined;
            const colour = this.session.board.toMove;
            this.session.play(ply);
            this.announce(TEXTS.played(colour, ply));
            this.passes();
            this.turn();
          }, rest);
        },
        (error) => this.fail(error),
      );
    } else if (this.analysing && !board.isOver && !this.edited) {
      this.analyse();
    }
    this.show();
  }

  private fail(error: string): void {
    this.running = undefined;
    this.analysing = false;
    this.attempt(() => {
      throw new Error(error);
    });
    this.show();
  }

  private analyse(): void {
    this.running = "analysis";
    const at = this.session.current;
    const known = at.analysis;
    this.engine.analyse(
      this.position(),
      { time: ENDLESS, top: Number(find<HTMLSelectElement>("top").value) },
      (analysis, done) => {
        if (!analysis) {
          find("knowledge").textContent = TEXTS.analysis.weights;
          return;
        }
        // Old knowledge stays until there is more.
        if (!known || done || analysis.nodes >= known.nodes || analysis.moves.length > known.moves.length) at.analysis = analysis;
        if (done) this.running = undefined;
        if (done) this.show();
        else this.refresh(at);
      },
      (error) => this.fail(error),
    );
  }

  /** Shows soon what is known by then: a search may learn something many times in a second. */
  private refresh(at: Move): void {
    if (this.refreshes) return;
    this.refreshes = true;
    setTimeout(() => {
      this.refreshes = false;
      if (this.session.current !== at || this.running !== "analysis") return;
      this.showBoard();
      this.showAnalysis();
    }, PAUSE);
  }

  private hint(): void {
    const level = 6;
    this.engine.stop();
    this.running = "hint";
    this.engine.move(
      this.position(),
      level,
      this.seed,
      (ply) => {
        this.running = undefined;
        if (ply !== undefined) {
          this.chosen = ply;
          this.announce(TEXTS.hint(ply));
          find("status").textContent = TEXTS.hint(ply);
        }
        this.show(TEXTS.hint(ply ?? ""));
      },
      (error) => this.fail(error),
    );
    this.show();
  }

  /** Analyses the positions of the line, one after the other. */
  private whole(): void {
    if (this.running === "whole") {
      this.turn();
      return;
    }
    this.analysing = false;
    this.engine.stop();
    this.running = "whole";
    const { session } = this;
    const moves = [session.root, ...session.line()];
    const next = (index: number): void => {
      const move = moves[index];
      if (!move || this.running !== "whole" || this.session !== session) {
        if (this.running === "whole") this.running = undefined;
        this.show();
        return;
      }
      find("knowledge").textContent = TEXTS.analysis.wholeAt(index + 1, moves.length);
      this.engine.analyse(
        { game: session.game, start: session.start, plies: session.plies(move) },
        { nodes: WHOLE[session.game], top: 1 },
        (analysis, done) => {
          if (!done || !analysis) return;
          if (!move.analysis || move.analysis.nodes < analysis.nodes) move.analysis = analysis;
          this.showGraph();
          next(index + 1);
        },
        (error) => this.fail(error),
      );
    };
    this.show();
    next(0);
  }

  /** Plays a line as a variation, and goes to its end. */
  private follow(line: string): void {
    this.engine.stop();
    this.running = undefined;
    this.attempt(() => line.split(" ").forEach((ply) => this.session.play(ply)));
    this.paused = true;
    this.turn();
  }

  private lineBoard(): Board {
    const board = Board.parse(this.session.game, this.session.start);
    for (const { ply } of this.session.line()) board.play(ply);
    return board;
  }

  private load(name: string, bytes: Uint8Array): void {
    const format = files.formatOf(name);
    if (!format) throw new Error(TEXTS.files.unknown);
    let { game } = this.session;
    const games = files.read(bytes, format, game, this.session.board.rule);
    const select = find<HTMLSelectElement>("games-of-file");
    const open = (index: number) => {
      const record = games[index]!;
      this.players = { black: "person", white: "person" };
      this.begin(record.game, record.start, record.plies);
      const names = record.black || record.white ? `${record.black ?? "?"} – ${record.white ?? "?"}. ` : "";
      const more = games.length > 1 ? ` ${TEXTS.files.more(games.length)}` : "";
      const others = record.others.length > 0 ? ` ${TEXTS.files.dropped(record.others.join(", "))}` : "";
      this.tell(names + TEXTS.files.loaded(record.plies.length) + others + more);
      select.hidden = games.length < 2;
    };
    open(0);
    const label = (index: number) => {
      const { black, white } = games[index]!;
      return TEXTS.files.game(index + 1, black || white ? `: ${black ?? "?"} – ${white ?? "?"}` : "");
    };
    select.replaceChildren(...games.slice(0, 2000).map((_, index) => option(String(index), label(index))));
    select.onchange = () => this.attempt(() => open(Number(select.value)));
  }

  // Editing.

  private edit(): void {
    if (!this.edited) {
      const { board } = this.session;
      this.engine.stop();
      this.running = undefined;
      this.edited = { cells: Uint8Array.from(board.cells), side: board.toMove };
      this.show();
      return;
    }
    this.attempt(() => this.begin(this.session.game, this.editedText(), []));
    this.show();
  }

  private editedText(): string {
    const { board, game } = this.session;
    const { cells, side } = this.edited!;
    const letters = Array.from(cells, (cell) => "-XO#"[cell]).join("");
    const rows = Array.from({ length: board.rows }, (_, row) => letters.slice(row * board.columns, (row + 1) * board.columns));
    const mover = side === "black" ? "X" : "O";
    if (game === "gomoku") return `${board.rows}x${board.columns} ${board.rule} ${rows.join("/")} ${mover}`;
    return `${game === "nogo" ? rows.join("/") : letters} ${mover}`;
  }

  private showEdited(): void {
    const text = this.editedText();
    find<HTMLTextAreaElement>("text").value = text;
    this.attempt(() => {
      const board = Board.parse(this.session.game, text);
      this.session.board.free();
      this.session.board = board;
    });
    this.show();
  }

  // The page.

  private announce(text: string): void {
    const live = find("live");
    const { board } = this.session;
    live.textContent = `${text} ${board.isOver ? this.result() : TEXTS.toMove(board.toMove)}.`;
  }

  private tell(text: string): void {
    find("message").textContent = text;
  }

  private result(): string {
    const { board } = this.session;
    const winner = board.winner;
    if (!winner) return TEXTS.draw;
    return board.score === undefined ? TEXTS.wins(winner) : TEXTS.winsBy(winner, Math.abs(board.score));
  }

  private show(status?: string): void {
    const { session } = this;
    const { board, game, current } = session;
    if (!this.edited) history.replaceState(null, "", this.hash());
    document.title = `${GAMES[game]} · stonemask`;
    const thinks = this.running === "move";
    this.showBoard();
    this.showPlayers();
    find("status").textContent = this.edited
      ? TEXTS.edit.hint
      : (status ?? (board.isOver ? this.result() : thinks ? TEXTS.thinking(board.toMove) : TEXTS.toMove(board.toMove)));
    for (const tab of document.querySelectorAll<HTMLElement>("#games button")) {
      const of = tab.dataset["game"] ?? "";
      tab.setAttribute("aria-pressed", String(of === family(game)));
    }
    const disable = (id: string, is: boolean) => (find<HTMLButtonElement>(id).disabled = is);
    disable("first", !current.parent);
    disable("back", !current.parent);
    disable("forward", !current.next);
    disable("last", !current.next);
    disable("hint", board.isOver || thinks || this.edited !== undefined);
    find("continue").hidden = !(this.paused && this.players[board.toMove] !== "person" && !board.isOver);
    const confirm = find("confirm");
    confirm.hidden = this.chosen === undefined;
    confirm.textContent = this.chosen === undefined ? "" : TEXTS.confirm(this.chosen);
    const text = find<HTMLTextAreaElement>("text");
    if (!this.edited && document.activeElement !== text) text.value = board.toString();
    find("edit").setAttribute("aria-pressed", String(this.edited !== undefined));
    find("edit").textContent = this.edited ? TEXTS.edit.end : TEXTS.edit.begin;
    find("side").hidden = !this.edited;
    const formats = find<HTMLSelectElement>("format");
    if (formats.dataset["game"] !== game) {
      formats.dataset["game"] = game;
      formats.replaceChildren(...files.formatsOf(game).map(([format, name]) => option(format, name)));
    }
    formats.hidden = formats.options.length === 0;
    find("save").hidden = formats.options.length === 0;
    this.showAnalysis();
    this.showMoves();
  }

  private showBoard(): void {
    const { board, game, current } = this.session;
    const onBoard = find<HTMLInputElement>("on-board").checked;
    const isNogo = game === "nogo";
    find("territory-label").hidden = !isNogo;
    const wantsTerritory = isNogo && find<HTMLInputElement>("territory").checked && !board.isOver;
    this.view.show({
      board,
      last: current.ply && current.ply !== "pass" && !this.edited ? current.ply : undefined,
      analysis: onBoard && !this.edited ? current.analysis : undefined,
      territory: wantsTerritory ? board.ownership(1000, 1) : undefined,
      active: this.running !== "move" && !board.isOver,
      editing: this.edited !== undefined,
      chosen: this.chosen,
    });
  }

  private showPlayers(): void {
    const { board } = this.session;
    const cells = board.cells;
    const isOthello = this.session.game.startsWith("othello");
    const made = (["black", "white"] as const).map((colour) => {
      const stones = cells.filter((cell) => cell === (colour === "black" ? 1 : 2)).length;
      const player = this.players[colour];
      const box = document.createElement("div");
      box.className = `player${board.toMove === colour && !board.isOver ? " turn" : ""}`;
      const name = player === "person" ? TEXTS.person : (LEVELS[player - 1] ?? "");
      const words = isOthello ? TEXTS.discs(stones) : TEXTS.stones(stones);
      box.innerHTML = `<span class="stone ${colour}" aria-hidden="true"></span><span class="who"><b></b><small></small></span><span class="count"><span aria-hidden="true"></span><span class="hidden"></span></span>`;
      box.querySelector("b")!.textContent = COLOURS[colour];
      box.querySelector("small")!.textContent = name;
      box.querySelector(".count > :first-child")!.textContent = String(stones);
      box.querySelector(".count .hidden")!.textContent = words;
      return box;
    });
    find("players").replaceChildren(...made);
  }

  private showAnalysis(): void {
    const { session } = this;
    const { board, current } = session;
    const analyses = this.running === "analysis";
    const control = find("analyse");
    control.textContent = this.analysing ? TEXTS.analysis.stop : TEXTS.analysis.start;
    control.setAttribute("aria-pressed", String(this.analysing));
    find<HTMLButtonElement>("whole").textContent = this.running === "whole" ? TEXTS.analysis.stop : TEXTS.analysis.whole;
    const { analysis } = current;
    const knowledge = find("knowledge");
    if (board.isOver) knowledge.textContent = TEXTS.analysis.over;
    else if (this.running === "whole") {
      // It says itself where it is.
    } else if (!analysis) knowledge.textContent = analyses ? "…" : TEXTS.analysis.idle;
    else {
      const work = count(analysis.nodes);
      const { games, nodes } = TEXTS.analysis;
      knowledge.textContent = `${session.game === "nogo" ? games(work) : nodes(work)}${analyses ? " …" : ""}`;
    }
    const list = find("best");
    const moves = board.isOver || this.edited ? [] : (analysis?.moves ?? []);
    list.replaceChildren(...moves.map((scored) => this.bestMove(scored, board.toMove)));
    this.showGraph();
  }

  private bestMove(scored: Analysis["moves"][number], toMove: Colour): HTMLElement {
    const item = document.createElement("li");
    const ply = scored.line.split(" ")[0] ?? "";
    const follow = document.createElement("button");
    follow.type = "button";
    follow.textContent = ply;
    follow.title = TEXTS.analysis.follow(ply);
    follow.setAttribute("aria-label", `${ply}: ${TEXTS.analysis.follow(ply)}`);
    follow.addEventListener("click", () => this.follow(scored.line));
    const score = document.createElement("b");
    score.textContent = scoreText(scored.score);
    const sure = document.createElement("span");
    sure.className = `sure ${scored.certainty}`;
    sure.textContent = certaintyText(scored);
    const line = document.createElement("small");
    line.textContent = `${TEXTS.analysis.plies(scored.depth)}: ${scored.line}`;
    line.title = scored.line;
    item.append(follow, score, sure, line);
    item.dataset["brief"] = brief(scored.score, scored.certainty, toMove);
    return item;
  }

  private showGraph(): void {
    const { session } = this;
    drawGraph(find("graph"), session.root, session.line(), session.current, (move) => this.go(move));
  }

  private showMoves(): void {
    const { session } = this;
    const line = session.line();
    const here = session.path().length;
    const items = line.map((move, index) => {
      const item = document.createElement("li");
      const go = document.createElement("button");
      go.type = "button";
      const isFork = (move.parent?.children.length ?? 0) > 1;
      go.className = `${index >= here ? "after" : ""}${isFork ? " fork" : ""}`;
      if (move === session.current) go.setAttribute("aria-current", "true");
      go.innerHTML = `<span class="stone small ${move.colour}" aria-hidden="true"></span><span></span>`;
      go.lastElementChild!.textContent = `${index + 1} ${move.ply}`;
      go.setAttribute("aria-label", `${index + 1} ${move.ply}, ${COLOURS[move.colour]}`);
      go.addEventListener("click", () => this.go(move));
      item.append(go);
      return item;
    });
    const list = find("moves");
    if (items.length === 0) {
      const none = document.createElement("li");
      none.className = "quiet";
      none.textContent = TEXTS.moves.none;
      items.push(none);
    }
    list.replaceChildren(...items);
    const current = list.querySelector<HTMLElement>("[aria-current]");
    if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
    const siblings = session.current.parent?.children ?? [];
    find("variation").hidden = siblings.length < 2;
    find("variation-text").textContent = TEXTS.moves.variations(siblings.indexOf(session.current) + 1, siblings.length);
  }
}

const said = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const usual = (game: Game): string => {
  const board = Board.start(game);
  const text = board.toString();
  board.free();
  return text;
};

/** A position of this game, or of whichever game has one of this text. */
const read = (game: Game, text: string): [Game, string] => {
  const others: Game[] = ["othello8", "othello6", "othello4", "gomoku", "nogo"];
  let first: unknown;
  for (const name of [game, ...others]) {
    try {
      const board = Board.parse(name, text);
      const line = board.toString();
      board.free();
      return [name, line];
    } catch (error) {
      first ??= error;
    }
  }
  throw first;
};

const theme = localStorage.getItem("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
document.documentElement.dataset["theme"] = theme;
find("status").textContent = TEXTS.loading;

const begin = async (): Promise<void> => {
  const answer = await fetch(moduleUrl());
  const module = await WebAssembly.compile(await answer.arrayBuffer());
  await load({ module });
  const token = tokenOf(location);
  new Page(token ? new ServerEngine(token, module) : new WorkerEngine(module));
  document.documentElement.dataset["ready"] = "true";
  // A server on this machine is its own place for the files.
  if (!token && "serviceWorker" in navigator && location.protocol !== "file:") {
    await navigator.serviceWorker.register("./offline.js").catch(() => undefined);
  }
};

begin().catch((error: unknown) => {
  find("status").textContent = `${TEXTS.noModule} ${said(error)}`;
});
