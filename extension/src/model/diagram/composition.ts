/** Makes a scene of arranged scopes: everything visible, at its place in the whole picture. */

import type { Shown } from "../folding/folded-hierarchy.ts";
import { isScope, type Node } from "../hierarchy/hierarchy.ts";
import type { Model } from "../hierarchy/model.ts";
import type { Arrangement, Side } from "./arrangement.ts";
import { endKey, tensorOf } from "./content.ts";
import { edgeWords } from "./edge-labels.ts";
import { wordsFor } from "./node-labels.ts";
import type { Scene, SceneEdge, SceneNode } from "./scene.ts";
import { ASIDE } from "./sizes.ts";

const MOST_LIKE = 4; // names that are told

interface Place {
  x: number;
  y: number;
}

export function compose(model: Model, shown: Shown, arrangement: Arrangement): Scene {
  const { graph, hierarchy, added } = model;
  const scene: Scene = {
    width: arrangement.width,
    height: arrangement.height,
    nodes: [],
    edges: [],
    asides: [],
    cursor: graph.cursor,
    operations: graph.count,
    added: added.size,
  };
  addScope(hierarchy.root, arrangement, { x: 0, y: 0 });
  return scene;

  function addScope(scope: Node, all: Arrangement, { x, y }: Place): void {
    addSide(scope, all, all.main, { x: x + all.mainX, y: y + all.top }, false);
    if (!all.aside.nodes.length) return;
    const side = { x: x + all.asideX, y: y + all.top + ASIDE.caption };
    scene.asides.push({
      caption: ASIDE.words,
      x: side.x - ASIDE.gap / 2,
      y: y + all.top,
      height: all.height - all.top,
    });
    addSide(scope, all, all.aside, side, true);
  }

  function addSide(scope: Node, all: Arrangement, side: Side, { x, y }: Place, aside: boolean): void {
    side.nodes.forEach((node, i) => {
      const at = { x: x + side.placed.boxes[i].x, y: y + side.placed.boxes[i].y };
      const open = all.inner.get(node);
      const { width, height } = side.spec.boxes[i];
      const stubs = all.stubs.get(node) ?? [];
      const told = sceneNode(scope, node, open !== undefined);
      const hint = aside
        ? `Set aside: ${shown.why(node)}. ${told.hint}`.trim()
        : told.hint || likeText(shown.like(node));
      scene.nodes.push({ ...told, hint, ...at, width, height, aside, stubs });
      if (open) addScope(node, open, at);
    });
    side.bundles.forEach((_, i) => {
      scene.edges.push(sceneEdge(scope, all, side, i, { x, y }));
    });
  }

  function sceneNode(scope: Node, node: Node, open: boolean) {
    return {
      path: node.path,
      parent: scope.path,
      ...wordsFor(graph, node, shown.name(node), open),
      size: node.size,
      opens: isScope(node),
      open,
      added: model.addedIn(node),
    } satisfies Partial<SceneNode>;
  }

  function sceneEdge(scope: Node, all: Arrangement, side: Side, i: number, { x, y }: Place): SceneEdge {
    const bundle = side.bundles[i];
    const words = edgeWords(graph, bundle);
    const { from, to, kind, tensors } = bundle;
    const path = side.placed.paths[i].map((value, k) => value + (k % 2 ? y : x));
    // What comes from a port begins at the scope's border, above its title; what leaves ends at the border below.
    if (from.port) path.unshift(...line(path[0], path[1] - all.top, path[1]).slice(0, 6));
    if (to.port) {
      const [endX, endY] = path.slice(-2);
      path.push(...line(endX, endY, endY + all.height - all.top - side.placed.height).slice(2));
    }
    const labelAt = side.placed.labels[i];
    const goesOn = to.port || all.inner.get(to.node)?.ports.has(endKey({ node: from.node, port: "top" }));
    return {
      id: `${scope.path}|${side.spec.links[i].id}`,
      from: endKey(from),
      to: endKey(to),
      kind,
      path,
      arrow: !goesOn,
      added: added.size > 0 && [...tensors.keys()].some((key) => added.has(tensorOf(key)[0])),
      label: side.labels[i],
      labelAt: labelAt && { x: labelAt.x + x, y: labelAt.y + y },
      title: words.title,
      width: words.width,
    };
  }
}

/** Which siblings are built like a scope. */
function likeText(names: string[]): string {
  if (!names.length) return "";
  const shown = names.slice(0, MOST_LIKE);
  const more = names.length - shown.length;
  return `Built like ${shown.join(", ")}${more ? ` and ${more} more` : ""}.`;
}

/** A vertical line as a path of one curve. */
function line(x: number, top: number, bottom: number): number[] {
  return [x, top, x, top, x, bottom, x, bottom];
}
