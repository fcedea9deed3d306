/** What the reader asked `show` for: a place to begin with, and what stands out. */
import type { Thing } from "../engine/engine.ts";
import type { MakeFeature } from "./feature.ts";

const MOST = 40; // that are brought into sight by opening what hides them

export interface Wish {
  /** How many levels of scopes are open. */
  depth?: number;
  /** Path of the operation or scope that it is about. */
  at?: string;
  lit?: Thing[];
}

export const show: MakeFeature = (desk) => {
  let lit: Thing[] = [];
  let paths = new Set<string>();

  async function hear({ depth, at, lit: wanted = [] }: Wish): Promise<void> {
    lit = wanted;
    if (depth === undefined && lit.length) desk.show(await desk.engine.bring(desk.view, lit.slice(0, MOST)));
    if (at) await goTo(at);
    await mark();
  }

  async function goTo(at: string): Promise<void> {
    await desk.go(at);
    const node = desk.scene()?.nodes.find(({ path }) => path === at);
    if (!node?.opens || node.open || node.kind === "variable") return;
    desk.show(await desk.engine.toggle(desk.view, at), at);
  }

  async function mark(): Promise<void> {
    paths = new Set(await desk.engine.standing(desk.view, lit));
    desk.repaint();
  }

  return {
    layer: { node: ({ path }) => (paths.has(path) ? { marks: ["lit"] } : undefined) },
    messages: { show: (content) => hear(content as Wish) },
    scene() {
      if (lit.length) void mark();
    },
  };
};
