/** The page's client of the engine: each method returns a promise, resolved by a worker where there can be one. */
import { followPreferences } from "../preferences.ts";
import { engineCatalogue } from "../words.ts";
import type { Chunk, Engine } from "./engine.ts";

/** The engine's script (worker.ts) as text: the app contains it once, for a worker and for a page without workers. */
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

const script = typeof ENGINE_SOURCE === "undefined" ? "" : ENGINE_SOURCE;

function engineUrl(): string {
  return URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
}

/** Runs the calls in the page itself. */
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

/** Runs the calls in a worker, or in the page if its security policy forbids workers. */
function inWorker(): Answerer {
  const worker = new Worker(engineUrl());
  followPreferences(() => worker.postMessage({ catalogue: engineCatalogue(script) }));
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
  // Every error in a call is returned as its result, so this one means that the worker never started.
  worker.onerror = (event) => {
    event.preventDefault();
    instead = inPage();
    for (const call of waiting.values()) instead(call);
    waiting.clear();
  };
  return (call) => {
    if (instead) return instead(call);
    waiting.set(++calls, call);
    // Until the worker has replied once, the page may have to run the call itself.
    worker.postMessage({ call: calls, method: call.method, args: call.args }, lives ? buffersIn(call) : []);
  };
}

/** The buffers that are transferred to the worker, not copied. */
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

/** The same client for one diagram: after it is removed, pending promises stay unsettled. */
export function until(isOver: () => boolean, engine: Client): Client {
  const methods = engine as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  const get =
    (_: Client, method: string) =>
    (...args: unknown[]) =>
      new Promise((resolve, reject) =>
        methods[method](...args).then(
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
