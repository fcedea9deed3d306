/** The page's side of the engine: each of its methods as a promise, answered by a worker where there can be one. */
import type { Chunk, Engine } from "./engine.ts";

/** The engine's script (worker.ts) as text: it is in the app once, for a worker and for a page without one. */
declare const ENGINE_SOURCE: string;

export type Client = {
  [K in keyof Engine]: Engine[K] extends (...args: infer A) => infer R
    ? (...args: A) => Promise<Awaited<R>>
    : never;
};

interface Call {
  method: string;
  args: unknown[];
  resolve(value: unknown): void;
  reject(error: Error): void;
}

type Answerer = (call: Call) => void;

const ENGINE = Symbol.for("graphlab.engine");
const page = globalThis as unknown as Record<symbol, new () => Engine>;

function engineUrl(): string {
  return URL.createObjectURL(new Blob([ENGINE_SOURCE], { type: "text/javascript" }));
}

/** Answers in the page itself. */
function inPage(): Answerer {
  const engine = import(/* webpackIgnore: true */ engineUrl()).then(
    () => new page[ENGINE]() as unknown as Record<string, (...args: unknown[]) => unknown>,
  );
  return async ({ method, args, resolve, reject }) => {
    try {
      resolve(await (await engine)[method](...args));
    } catch (error) {
      reject(error as Error);
    }
  };
}

/** Answers in a worker; a page whose rules forbid workers still gets its pictures. */
function inWorker(): Answerer {
  const worker = new Worker(engineUrl());
  const waiting = new Map<number, Call>();
  let calls = 0;
  let instead: Answerer | undefined;
  let lives = false;
  worker.onmessage = ({ data: { call, result, error } }) => {
    lives = true;
    const { resolve, reject } = waiting.get(call) as Call;
    waiting.delete(call);
    if (error === undefined) resolve(result);
    else reject(new Error(error));
  };
  // Every error in a call comes back as its answer, so this one means that the worker never started.
  worker.onerror = (event) => {
    event.preventDefault();
    instead = inPage();
    for (const call of waiting.values()) instead(call);
    waiting.clear();
  };
  return (call) => {
    if (instead) return instead(call);
    waiting.set(++calls, call);
    // Until the worker has answered once, the page may have to do the call itself.
    worker.postMessage({ call: calls, method: call.method, args: call.args }, lives ? buffersIn(call) : []);
  };
}

/** What goes over to the worker instead of being copied. */
function buffersIn({ method, args }: Call): ArrayBuffer[] {
  if (method !== "take") return [];
  return (args[1] as Chunk[]).flatMap((chunk) => (typeof chunk === "string" ? [] : chunk.buffer));
}

function start(): Client {
  let answer: Answerer;
  try {
    answer = inWorker();
  } catch {
    answer = inPage();
  }
  const get =
    (_: Client, method: string) =>
    (...args: unknown[]) =>
      new Promise((resolve, reject) => answer({ method, args, resolve, reject }));
  return new Proxy({} as Client, { get });
}

/** The same client for one picture: when that is over, who still waits for an answer hears nothing any more. */
export function until(isOver: () => boolean, engine: Client): Client {
  const asked = engine as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  const get =
    (_: Client, method: string) =>
    (...args: unknown[]) =>
      new Promise((resolve, reject) =>
        asked[method](...args).then(
          (answer) => isOver() || resolve(answer),
          (error) => isOver() || reject(error),
        ),
      );
  return new Proxy({} as Client, { get });
}

let client: Client | undefined;

export function sharedClient(): Client {
  client ??= start();
  return client;
}
