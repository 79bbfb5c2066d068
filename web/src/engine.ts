// Searches as the page sees them: one task at a time; a new one ends the one before. These run in a worker.

import type { Analysis, Limits } from "stonemask";
import type { Answer, Position, Request } from "./messages";

interface Task {
  id: number;
  hear: (answer: Answer) => void;
}

export type HearAnalysis = (analysis: Analysis | undefined, done: boolean) => void;
export type HearMove = (ply: string | undefined) => void;
export type Fail = (error: string) => void;

export interface Engine {
  /** Ends the task in hand. */
  stop(): void;
  analyse(position: Position, limits: Limits, hear: HearAnalysis, fail: Fail): void;
  move(position: Position, level: number, seed: number, hear: HearMove, fail: Fail): void;
}

export class WorkerEngine implements Engine {
  private worker: Worker | undefined;
  private task: Task | undefined;
  private ids = 0;

  constructor(private readonly module: WebAssembly.Module) {}

  private begin(): Worker {
    if (this.worker) return this.worker;
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.id === this.task?.id) this.task.hear(data);
    };
    worker.onerror = (event) => this.task?.hear({ kind: "error", id: this.task.id, error: event.message });
    worker.postMessage({ kind: "begin", module: this.module } satisfies Request);
    this.worker = worker;
    return worker;
  }

  /** Ends the task in hand, with the worker: a search does not hear messages while it runs. */
  stop(): void {
    if (!this.task) return;
    this.worker?.terminate();
    this.worker = undefined;
    this.task = undefined;
  }

  private ask(request: (id: number) => Request, hear: (answer: Answer) => void): void {
    this.stop();
    const id = ++this.ids;
    this.task = {
      id,
      hear: (answer) => {
        if (answer.kind !== "progress" && answer.kind !== "weights") this.task = undefined;
        hear(answer);
      },
    };
    this.begin().postMessage(request(id));
  }

  analyse(position: Position, limits: Limits, hear: HearAnalysis, fail: Fail): void {
    this.ask(
      (id) => ({ kind: "analyse", id, limits, ...position }),
      (answer) => {
        if (answer.kind === "error") fail(answer.error);
        else if (answer.kind === "weights") hear(undefined, false);
        else if (answer.kind !== "move") hear(answer.analysis, answer.kind === "done");
      },
    );
  }

  move(position: Position, level: number, seed: number, hear: HearMove, fail: Fail): void {
    this.ask(
      (id) => ({ kind: "move", id, level, seed, ...position }),
      (answer) => {
        if (answer.kind === "error") fail(answer.error);
        else if (answer.kind === "move") hear(answer.ply);
      },
    );
  }
}
