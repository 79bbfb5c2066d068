// Searches by the command `stonemask serve` from which the page came. It understands the lines of `analyse --stream`.

import type { Analysis, Limits } from "stonemask";
import { WorkerEngine, type Engine, type Fail, type HearAnalysis, type HearMove } from "./engine";
import type { Position } from "./messages";

type Line = { id: string | null } & ({ error: string } | { move: string | null } | (Analysis & { interim?: true }));

/** Seconds between reports of a search. */
const REPORT = 0.15;

/** The token of the address by which the page was opened. It is kept for this tab, and taken out of the address. */
export const tokenOf = (address: Location): string | undefined => {
  const given = new URLSearchParams(address.hash.slice(1));
  const token = given.get("token");
  if (!token) return sessionStorage.getItem("token") ?? undefined;
  sessionStorage.setItem("token", token);
  given.delete("token");
  history.replaceState(null, "", given.size > 0 ? `#${given}` : address.pathname);
  return token;
};

/** The events of an answer, each of them a line. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (text + decoder.decode(value, { stream: true })).split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) yield JSON.parse(event.replace(/^data: /, "")) as Line;
  }
}

export class ServerEngine implements Engine {
  private task: AbortController | undefined;
  /** 4x4 boards have no search there. */
  private readonly small: WorkerEngine;

  constructor(
    private readonly token: string,
    module: WebAssembly.Module,
  ) {
    this.small = new WorkerEngine(module);
  }

  stop(): void {
    this.task?.abort();
    this.task = undefined;
    this.small.stop();
  }

  analyse(position: Position, limits: Limits, hear: HearAnalysis, fail: Fail): void {
    this.stop();
    if (position.game === "othello4") {
      this.small.analyse(position, limits, hear, fail);
      return;
    }
    const asked = { ...limits, report: REPORT };
    this.ask(position, asked, (line) => "moves" in line && hear(line, !line.interim), fail);
  }

  move(position: Position, level: number, seed: number, hear: HearMove, fail: Fail): void {
    this.stop();
    if (position.game === "othello4") {
      this.small.move(position, level, seed, hear, fail);
      return;
    }
    this.ask(position, { level, seed }, (line) => "move" in line && hear(line.move ?? undefined), fail);
  }

  private ask(position: Position, asked: object, hear: (line: Line) => void, fail: Fail): void {
    const task = new AbortController();
    this.task = task;
    const { game, start, plies } = position;
    const line = { id: crypto.randomUUID(), game, position: start, moves: plies, ...asked };
    const work = async (): Promise<void> => {
      const answer = await fetch("./analyse", {
        method: "POST",
        headers: { authorization: `Bearer ${this.token}` },
        body: JSON.stringify(line),
        signal: task.signal,
      });
      if (!answer.ok || !answer.body) throw new Error(await answer.text());
      for await (const line of linesOf(answer.body)) {
        if (this.task !== task) return;
        if ("error" in line) throw new Error(line.error);
        hear(line);
      }
    };
    work().catch((error: unknown) => {
      if (this.task !== task) return;
      this.task = undefined;
      fail(error instanceof Error ? error.message : String(error));
    });
  }
}
