/** Errors in the picture: a run that failed in a cell marks the operation that failed, and the way through it. */

import { html } from "../dom.ts";
import type { SceneEdge, SceneNode } from "../model/diagram/scene.ts";
import type { TensorId } from "../model/queries/prune.ts";
import { alertLine } from "../panels/alert.ts";
import { bare } from "../scene/continuations.ts";
import type { EdgePaint, NodePaint } from "../scene/drawing/paint.ts";
import type { MakeFeature } from "./feature.ts";

/** What graphlab/viz/failures.py tells. */
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

export const failure: MakeFeature = (desk) => {
  let failed: Failure | undefined;
  let at = "";
  let way = new Set<string>();

  function clear(): void {
    if (!failed) return;
    failed = undefined;
    way = new Set();
    desk.line();
    desk.repaint();
  }

  async function show(told: Failure): Promise<void> {
    failed = told;
    await update();
    desk.line(line(told));
  }

  async function update(): Promise<void> {
    const mine = failed;
    if (!mine) return;
    const found = await desk.engine.failure(desk.view, mine.op, mine.fetches, mine.feeds);
    if (mine !== failed) return;
    at = found.at;
    way = new Set(found.way);
    desk.repaint();
  }

  function line({ op, name, kind, text, fix, created }: Failure): HTMLElement {
    const more = [fix && `Fix: ${fix}`, created && `made in ${created}`].filter(Boolean).join(" · ");
    const go = async () => {
      const { way } = await desk.engine.where(desk.view, op);
      await desk.go(way[way.length - 1] ?? at);
    };
    const facts = [
      html("span", {}, html("strong", {}, kind), " in ", html("code", {}, name), `: ${text}`),
      ...(more ? [html("div", {}, more)] : []),
    ];
    return alertLine("The run failed", facts, { text: "Show it", act: () => void go() }, clear);
  }

  function nodePaint({ path, open }: SceneNode): NodePaint | undefined {
    if (!failed) return undefined;
    if (path === at) return { marks: ["failed"], badge: "failed here", title: failed.text };
    return way.has(path) && !open ? { marks: ["onway"] } : undefined;
  }

  function edgePaint({ from, to }: SceneEdge): EdgePaint | undefined {
    return failed && way.has(bare(from)) && way.has(bare(to)) ? { color: "var(--failed)" } : undefined;
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
