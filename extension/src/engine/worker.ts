/** The engine's module. Loaded as a worker it answers the page's calls, one after the other. */
import { Engine } from "./engine.ts";

export { Engine };

if (!("document" in globalThis)) {
  const engine = new Engine() as unknown as Record<string, (...args: unknown[]) => unknown>;
  let last: Promise<unknown> = Promise.resolve();

  self.onmessage = ({ data: { call, method, args } }) => {
    last = last.then(async () => {
      try {
        self.postMessage({ call, result: await engine[method](...args) });
      } catch (error) {
        self.postMessage({ call, error: String(error) });
      }
    });
  };
}
