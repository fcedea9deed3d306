/** One of two diagrams side by side: it marks what differs from the other, and follows the other's actions. */
import { DIFFERENCE } from "../scene/drawing/tones.ts";
import type { MakeFeature } from "./feature.ts";
import { type Link, type LinkEvent, links } from "./side-by-side.ts";

const STILL = 500; // ms after an event of the other in which moves here are a consequence of it

export const linkedDiagram: MakeFeature = (context) => {
  let link: Link | undefined;
  let which = 0;
  let sets: number[][] = [];
  let counts = new Map<string, number[]>();
  let last: { x: number; y: number; zoom: number } | undefined;
  let stillUntil = 0;
  /** The path here of the other's current node. */
  let chosen = "";

  function receive(content: Record<string, unknown>): Promise<void> {
    link = links.get(content.link as string);
    which = content.which as number;
    sets = [content.alone, content.changed, content.renamed] as number[][];
    link?.addEventListener("sent", follow);
    return mark();
  }

  async function mark(): Promise<void> {
    if (!sets.length) return;
    counts = new Map(await context.engine.tally(context.view, sets));
    context.repaint();
  }

  function follow(event: Event): void {
    const { from, which: theirs, moved, toggled, chosen } = (event as CustomEvent<LinkEvent>).detail;
    if (from === context.view || !link) return;
    if (moved) {
      move(moved);
      return;
    }
    stillUntil = performance.now() + STILL;
    const named = toggled?.path ?? chosen ?? "";
    const path = theirs === which ? named : link.translate(named, theirs);
    if (toggled) void open(path, toggled.open);
    else void choose(path);
  }

  async function choose(path: string): Promise<void> {
    chosen = (await context.engine.has(context.view, path)) ? path : "";
    if (chosen) await context.go(path, true);
    context.repaint();
  }

  async function open(path: string, open: boolean): Promise<void> {
    const node = context.scene()?.nodes.find((node) => node.path === path);
    if (node?.opens && node.open !== open)
      context.show(await context.engine.toggle(context.view, path), path);
  }

  /** Moves this window as the other moved. */
  function move({ x, y, zoom }: { x: number; y: number; zoom: number }): void {
    const mine = context.camera.get();
    stillUntil = performance.now() + STILL / 10;
    last = { x: zoom * mine.x + x, y: zoom * mine.y + y, zoom: zoom * mine.zoom };
    context.camera.set(last);
  }

  function send(event: Partial<LinkEvent>): void {
    link?.send({ from: context.view, which, ...event });
  }

  const colors = () => [
    which ? DIFFERENCE.added : DIFFERENCE.removed,
    DIFFERENCE.changed,
    DIFFERENCE.renamed,
  ];

  return {
    layer: {
      node({ path, open, opens, size }) {
        const marks = path === chosen ? ["highlighted"] : [];
        const numbers = counts.get(path);
        if (!numbers || (open && opens)) return { marks };
        const most = numbers.indexOf(Math.max(...numbers));
        const whole = numbers[most] === size || !opens;
        return { marks, fill: colors()[most].slice(0, 7) + (whole ? "99" : "33") };
      },
    },
    messages: { side: receive },
    scene: () => void mark(),
    moved(now) {
      const before = last;
      last = now;
      if (!before || performance.now() < stillUntil) return;
      const zoom = now.zoom / before.zoom;
      send({ moved: { x: now.x - zoom * before.x, y: now.y - zoom * before.y, zoom } });
    },
    toggled(path, open) {
      send({ toggled: { path, open } });
      stillUntil = performance.now() + STILL;
    },
    opened({ path }) {
      chosen = "";
      send({ chosen: path });
      stillUntil = performance.now() + STILL;
    },
    remove: () => link?.removeEventListener("sent", follow),
  };
};
