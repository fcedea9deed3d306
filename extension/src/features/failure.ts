/** Errors: a run that failed in a cell marks the operation that failed, and the path of the run through it. */
import { html } from "../dom.ts";
import type { SceneEdge, SceneNode } from "../model/diagram/scene.ts";
import type { TensorId } from "../model/graph/graph.ts";
import { alertLine } from "../panels/alert.ts";
import { bare } from "../scene/continuations.ts";
import type { EdgePaint, NodePaint } from "../scene/drawing/paint.ts";
import { __ } from "../words.ts";
import type { MakeFeature } from "./feature.ts";

/** The message of graphlab/_src/viz/failures.py. */
interface Failure {
  op: number;
  name: string;
  kind: string;
  text: string;
  fix: string;
  created: string;
  fetches: number[];
  feeds: TensorId[];
}

export const failure: MakeFeature = (context) => {
  let failed: Failure | undefined;
  let at = "";
  let onPath = new Set<string>();

  function clear(): void {
    if (!failed) return;
    failed = undefined;
    onPath = new Set();
    context.line();
    context.repaint();
  }

  async function show(message: Failure): Promise<void> {
    failed = message;
    await update();
    context.line(line(message));
  }

  async function update(): Promise<void> {
    const mine = failed;
    if (!mine) return;
    const found = await context.engine.failure(context.view, mine.op, mine.fetches, mine.feeds);
    if (mine !== failed) return;
    at = found.at;
    onPath = new Set(found.path);
    context.repaint();
  }

  function line({ op, name, kind, text, fix, created }: Failure): HTMLElement {
    const more = [fix && __("Fix: %1", fix), created && __("made in %1", created)]
      .filter(Boolean)
      .join(" · ");
    const go = async () => {
      const { path } = await context.engine.where(context.view, op);
      await context.go(path[path.length - 1] ?? at);
    };
    const facts = [
      html("span", {}, html("strong", {}, kind), ` ${__("in")} `, html("code", {}, name), `: ${text}`),
      ...(more ? [html("div", {}, more)] : []),
    ];
    return alertLine(__("The run failed"), facts, { text: __("Show it"), act: () => void go() }, clear);
  }

  function nodePaint({ path, open }: SceneNode): NodePaint | undefined {
    if (!failed) return undefined;
    if (path === at) return { marks: ["failed"], badge: __("failed here"), title: failed.text };
    return onPath.has(path) && !open ? { marks: ["on-path"] } : undefined;
  }

  function edgePaint({ from, to }: SceneEdge): EdgePaint | undefined {
    return failed && onPath.has(bare(from)) && onPath.has(bare(to)) ? { color: "var(--failed)" } : undefined;
  }

  return {
    layer: { node: nodePaint, edge: edgePaint },
    messages: {
      error(content) {
        if (typeof content.op === "number") return show(content as unknown as Failure);
        return clear();
      },
    },
    scene: () => void update(),
  };
};
