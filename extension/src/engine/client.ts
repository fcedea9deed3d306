/** The page's side of the engine: each of its methods as a promise, answered by a worker where there can be one. */
import { Engine } from "./engine.ts";

declare const WORKER_SOURCE: string;

type Methods = {
  [K in keyof Engine]: Engine[K] extends (...args: infer A) => infer R
    ? (...args: A) => Promise<Awaited<R>>
    : never;
};

export type Client = Methods;

function inWorker(worker: Worker): Client {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let calls = 0;
  worker.onmessage = ({ data: { call, result, error } }) => {
    const { resolve, reject } = waiting.get(call) as {
      resolve: (value: unknown) => void;
      reject: (e: Error) => void;
    };
    waiting.delete(call);
    if (error === undefined) resolve(result);
    else reject(new Error(error));
  };
  return new Proxy({} as Client, {
    get:
      (_, method: string) =>
      (...args: unknown[]) =>
        new Promise((resolve, reject) => {
          waiting.set(++calls, { resolve, reject });
          worker.postMessage({ call: calls, method, args });
        }),
  });
}

function inPage(): Client {
  const engine = new Engine() as unknown as Record<string, (...args: unknown[]) => unknown>;
  return new Proxy({} as Client, {
    get:
      (_, method: string) =>
      async (...args: unknown[]) =>
        engine[method](...args),
  });
}

function start(): Client {
  try {
    const url = URL.createObjectURL(new Blob([WORKER_SOURCE], { type: "text/javascript" }));
    return inWorker(new Worker(url));
  } catch {
    return inPage(); // a page whose rules forbid workers still gets its picture
  }
}

let client: Client | undefined;

export function sharedClient(): Client {
  client ??= start();
  return client;
}
