/** What links a diagram to the notebook that a panel follows: new operations in view, a cell's operations, selection. */
import { hub, type Linked } from "../hub.ts";
import { countsOf } from "../model/diagram/tally.ts";
import { READABLE } from "../scene/interaction/camera.ts";
import type { MakeFeature } from "./feature.ts";

const MOST = 2_000; // new operations that are looked for

export const link: MakeFeature = (context) => {
  let wanted: { from: number; to: number } | undefined;
  let texts: string[] = [];
  let counts = new Map<string, number>();
  let requests = 0;
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });

  /** Operations come by another message than what is to be done with them. */
  async function reveal(): Promise<void> {
    const operations = context.scene()?.operations ?? 0;
    if (!wanted || operations < wanted.to) return;
    const { from, to } = wanted;
    wanted = undefined;
    const first = Math.max(from, to - MOST);
    const ops = Array.from({ length: to - first }, (_, i) => first + i);
    context.zoomTo(readable(await context.engine.visiblePaths(context.view, ops)));
  }

  /** The last of these nodes that are readable together: of the main graph, unless all are auxiliary. */
  function readable(paths: string[]): string[] {
    const wanted = new Set(paths);
    const found = (context.scene()?.nodes ?? []).filter(({ path, open }) => wanted.has(path) && !open);
    const main = found.filter(({ auxiliary }) => !auxiliary);
    const order = new Map([...wanted].map((path, i) => [path, i]));
    const nodes = (main.length ? main : found).sort(
      (a, b) => (order.get(b.path) ?? 0) - (order.get(a.path) ?? 0),
    );
    const { clientWidth, clientHeight } = context.host;
    const [most, highest] = [(0.85 * clientWidth) / READABLE, (0.65 * clientHeight) / READABLE];
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    const together: string[] = [];
    for (const { path, x, y, width, height } of nodes) {
      const box = [
        Math.min(left, x),
        Math.min(top, y),
        Math.max(right, x + width),
        Math.max(bottom, y + height),
      ];
      if (together.length && (box[2] - box[0] > most || box[3] - box[1] > highest)) continue;
      [left, top, right, bottom] = box;
      together.push(path);
    }
    return together;
  }

  async function mark(): Promise<void> {
    const mine = ++requests;
    let found: Awaited<ReturnType<typeof context.engine.foundAt>> = [];
    for (const text of texts) {
      found = await context.engine.foundAt(context.view, text);
      if (mine !== requests) return;
      if (found.length) break;
    }
    counts = countsOf(found);
    context.repaint();
  }

  const linked: Linked = {
    host: () => context.host,
    reveal(from, to) {
      wanted = { from, to };
      void reveal();
    },
    async go(operation, quietly = false) {
      await begun;
      const path = typeof operation === "string" ? operation : await pathOf(operation);
      if (!path || !(await context.engine.has(context.view, path))) return false;
      await context.go(path, quietly);
      return true;
    },
    highlight(...now) {
      if (texts.join("|") === now.join("|")) return;
      texts = now;
      void mark();
    },
  };
  hub.linked.add(linked);

  async function pathOf(op: number): Promise<string | undefined> {
    const { path } = await context.engine.where(context.view, op);
    return path[path.length - 1];
  }

  return {
    layer: { node: ({ path, open }) => (counts.has(path) && !open ? { marks: ["highlighted"] } : undefined) },
    scene({ operations }) {
      if (operations) begin();
      void reveal();
      if (texts.length) void mark();
    },
    opened({ made }) {
      hub.dispatchEvent(new CustomEvent("selected", { detail: { made, host: context.host } }));
    },
    remove: () => hub.linked.delete(linked),
  };
};
