/**
 * The engine as a script: a worker that runs the page's calls in order, or, imported into a page without workers, the
 * class itself. It is not a module, because a page from a file cannot start a worker from one.
 */
import { hub } from "../hub.ts";
import { Engine } from "./engine.ts";

const QUIET = 150; // milliseconds without a call, after which the worker prepares what may be opened next

if ("document" in globalThis) Object.assign(globalThis, { [Symbol.for("graphlab.engine")]: Engine });
else {
  const engine = new Engine() as unknown as Record<string, (...args: unknown[]) => unknown>;
  let last: Promise<unknown> = Promise.resolve();
  let idle: ReturnType<typeof setTimeout> | undefined;

  self.onmessage = ({ data: { call, method, args, catalogue } }) => {
    if (catalogue) {
      hub.translate = (text) => catalogue[text] ?? text;
      return;
    }
    clearTimeout(idle);
    last = last.then(async () => {
      try {
        self.postMessage({ call, result: await engine[method](...args) });
      } catch (error) {
        self.postMessage({ call, error: String(error) });
      }
      prepareIn(QUIET);
    });
  };

  // One scope at a time, so that a call waits for one at most.
  const prepareIn = (milliseconds: number) => {
    clearTimeout(idle);
    idle = setTimeout(() => {
      if (engine.prepareNext()) prepareIn(0);
    }, milliseconds);
  };
}
