/**
 * Composes the scene from the layouts of the open scopes: every visible node and edge at its place in the whole
 * diagram.
 */

import { __ } from "../../words.ts";
import type { FoldedHierarchy } from "../folding/folded-hierarchy.ts";
import { isScope, type Node } from "../hierarchy/hierarchy.ts";
import type { Model } from "../hierarchy/model.ts";
import type { Metrics } from "../text/metrics.ts";
import type { Arrangement, Region } from "./arrangement.ts";
import { endKey, tensorOf } from "./content.ts";
import { edgeLabel } from "./edge-labels.ts";
import { auxiliaryCaption } from "./labels.ts";
import { nodeLabel } from "./node-labels.ts";
import type { Scene, SceneEdge, SceneNode } from "./scene.ts";
import { AUXILIARY, PLUMBING, wordWidths } from "./sizes.ts";

const MOST_NAMED = 4; // names in the tooltip

interface Place {
  x: number;
  y: number;
}

export function compose(
  model: Model,
  folding: FoldedHierarchy,
  arrangement: Arrangement,
  metrics: Metrics,
): Scene {
  const { graph, hierarchy, added } = model;
  const scene: Scene = {
    width: arrangement.width,
    height: arrangement.height,
    nodes: [],
    edges: [],
    auxiliaryAreas: [],
    cursor: graph.cursor,
    operations: graph.count,
    added: added.size,
  };
  addScope(hierarchy.root, arrangement, { x: 0, y: 0 });
  return scene;

  function addScope(scope: Node, all: Arrangement, { x, y }: Place): void {
    addRegion(scope, all, all.main, { x: x + all.mainX, y: y + all.top }, false);
    addPlumbing(scope, all, { x, y });
    if (!all.auxiliary.nodes.length) return;
    const side = { x: x + all.auxiliaryX, y: y + all.top + AUXILIARY.caption };
    scene.auxiliaryAreas.push({
      caption: auxiliaryCaption(),
      x: side.x - AUXILIARY.gap / 2,
      y: y + all.top,
      height: all.height - all.top,
    });
    addRegion(scope, all, all.auxiliary, side, true);
  }

  function addPlumbing(scope: Node, all: Arrangement, { x, y }: Place): void {
    const { plumbing, content } = all;
    if (!plumbing || !content.plumbing) return;
    const at = scope.parent
      ? { x: x + all.width - plumbing.width - PLUMBING.side, y: y + PLUMBING.top }
      : { x: x + all.mainX, y: y + all.height - plumbing.height };
    const base = sceneNode(scope, content.plumbing, false);
    // It has no edges, as what is auxiliary has none.
    scene.nodes.push({
      ...base,
      ...at,
      ...plumbing,
      titleX: 0,
      textWidth: wordWidths(base.kind, base.name, base.note, metrics),
      auxiliary: true,
      stubs: [],
    });
  }

  function addRegion(
    scope: Node,
    all: Arrangement,
    region: Region,
    { x, y }: Place,
    auxiliary: boolean,
  ): void {
    region.nodes.forEach((node, i) => {
      const at = { x: x + region.placed.boxes[i].x, y: y + region.placed.boxes[i].y };
      const open = all.inner.get(node);
      const { width, height } = region.spec.boxes[i];
      const stubs = all.stubs.get(node) ?? [];
      const base = sceneNode(scope, node, open !== undefined);
      const hint = auxiliary
        ? `${__("Auxiliary: %1.", folding.auxiliaryReason(node))} ${base.hint}`.trim()
        : base.hint || duplicatesText(folding.duplicates(node));
      const titleX = open?.titleX ?? 0;
      const textWidth = wordWidths(base.kind, base.name, base.note, metrics);
      scene.nodes.push({ ...base, hint, ...at, width, height, titleX, textWidth, auxiliary, stubs });
      if (open) addScope(node, open, at);
    });
    region.bundles.forEach((_, i) => {
      scene.edges.push(sceneEdge(scope, all, region, i, { x, y }));
    });
  }

  function sceneNode(scope: Node, node: Node, open: boolean) {
    return {
      path: node.path,
      parent: scope.path,
      ...nodeLabel(graph, node, folding.name(node), open),
      size: node.size,
      opens: isScope(node),
      open,
      added: model.addedIn(node),
    } satisfies Partial<SceneNode>;
  }

  function sceneEdge(scope: Node, all: Arrangement, region: Region, i: number, { x, y }: Place): SceneEdge {
    const bundle = region.bundles[i];
    const words = edgeLabel(graph, bundle);
    const { from, to, kind, tensors } = bundle;
    const path = region.placed.paths[i].map((value, k) => value + (k % 2 ? y : x));
    // An edge from a port begins at the scope's border, above its title; one to a port ends at the border below.
    if (from.port) path.unshift(...line(path[0], path[1] - all.top, path[1]).slice(0, 6));
    if (to.port) {
      const [endX, endY] = path.slice(-2);
      path.push(...line(endX, endY, endY + all.height - all.top - region.placed.height).slice(2));
    }
    const labelAt = region.placed.labels[i];
    const goesOn = to.port || all.inner.get(to.node)?.ports.has(endKey({ node: from.node, port: "top" }));
    return {
      id: `${scope.path}|${region.spec.links[i].id}`,
      from: endKey(from),
      to: endKey(to),
      kind,
      path,
      arrow: !goesOn,
      added: added.size > 0 && [...tensors.keys()].some((key) => added.has(tensorOf(key)[0])),
      label: region.labels[i],
      labelAt: labelAt && { x: labelAt.x + x, y: labelAt.y + y },
      title: words.title,
      width: words.width,
    };
  }
}

/** Names the isomorphic siblings of a scope. */
function duplicatesText(names: string[]): string {
  if (!names.length) return "";
  const shown = names.slice(0, MOST_NAMED);
  const more = names.length - shown.length;
  return more
    ? __("Same structure as %1 and %2 more.", shown.join(", "), more)
    : __("Same structure as %1.", shown.join(", "));
}

/** A vertical line as a path of one curve. */
function line(x: number, top: number, bottom: number): number[] {
  return [x, top, x, top, x, bottom, x, bottom];
}
