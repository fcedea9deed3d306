/** The options of `gl.show`: the node to begin at, and the nodes to highlight. */
import type { NodeRef } from "../engine/engine.ts";
import type { MakeFeature } from "./feature.ts";

const MOST = 40; // highlighted nodes that are revealed by opening the scopes around them

/** The message `show`; its keys are the protocol's. */
export interface ShowOptions {
  /** How many levels of scopes are open. */
  depth?: number;
  /** Path of the operation or scope to begin at. */
  at?: string;
  /** The nodes to highlight. */
  highlight?: NodeRef[];
  /** Whether the keyboard's focus goes there: the reader was in the diagram that this one replaces. */
  focus?: boolean;
  /** The field of the cell that it goes to instead; features/fields.ts moves it there. */
  field?: string;
}

export const show: MakeFeature = (context) => {
  let highlighted: NodeRef[] = [];
  let paths = new Set<string>();

  async function receive({ depth, at, highlight: refs = [], focus }: ShowOptions): Promise<void> {
    highlighted = refs;
    const scene = await context.engine.keep(context.view, at ? [at, ...refs] : refs);
    if (scene) context.show(scene);
    if (depth === undefined && refs.length)
      context.show(await context.engine.revealAll(context.view, refs.slice(0, MOST)));
    if (at) await goTo(at);
    await mark();
    if (focus) context.focus();
  }

  async function goTo(at: string): Promise<void> {
    await context.go(at);
    const node = context.scene()?.nodes.find(({ path }) => path === at);
    if (!node?.opens || node.open || node.kind === "variable") return;
    context.show(await context.engine.toggle(context.view, at), at);
  }

  async function mark(): Promise<void> {
    paths = new Set(await context.engine.visiblePaths(context.view, highlighted));
    context.repaint();
  }

  return {
    layer: { node: ({ path }) => (paths.has(path) ? { marks: ["highlighted"] } : undefined) },
    messages: { show: (content) => receive(content as ShowOptions) },
    scene() {
      if (highlighted.length) void mark();
    },
  };
};
