/**
 * Composes the scene from the layouts of the open scopes: every visible node and edge at its place in the whole
 * diagram.
 */
import { type Direction, transposedPath, transposedPoint, transposedSize } from "../../layout/direction.ts";
import type { Point } from "../../layout/types.ts";
import { __ } from "../../words.ts";
import type { FoldedHierarchy } from "../folding/folded-hierarchy.ts";
import { isScope, type Node } from "../hierarchy/hierarchy.ts";
import { kindOf } from "../hierarchy/kinds.ts";
import type { Model } from "../hierarchy/model.ts";
import type { Metrics } from "../text/metrics.ts";
import type { Arrangement, Region } from "./arrangement.ts";
import { type End, endKey, tensorOf } from "./content.ts";
import { edgeLabel } from "./edge-labels.ts";
import { nodeLabel } from "./node-labels.ts";
import type { Scene, SceneEdge, SceneNode } from "./scene.ts";
import { PLUMBING, SLANT, wordWidths } from "./sizes.ts";
import { measureSpace } from "./space.ts";

const MOST_NAMED = 4; // names in the tooltip

/** Also notes in `carried` the tensors that each edge represents, by its id. */
export function compose(
  model: Model,
  folding: FoldedHierarchy,
  arrangement: Arrangement,
  metrics: Metrics,
  direction: Direction,
  carried = new Map<string, number[]>(),
): Scene {
  const { graph, hierarchy, added } = model;
  const scene: Scene = {
    width: arrangement.width,
    height: arrangement.height,
    direction,
    nodes: [],
    edges: [],
    auxiliaryAreas: [],
    cursor: graph.cursor,
    operations: graph.count,
    added: added.size,
  };
  addScope(hierarchy.root, arrangement, { x: 0, y: 0 });
  measureSpace(scene);
  return scene;

  function addScope(scope: Node, all: Arrangement, at: Point): void {
    const { area, mainAt, auxiliaryAt } = all;
    addRegion(scope, all, all.main, sum(at, mainAt), false);
    addPlumbing(scope, all, at);
    if (!area) return;
    scene.auxiliaryAreas.push({ ...area, ...sum(at, area), captionAt: sum(at, area.captionAt) });
    addRegion(scope, all, all.auxiliary, sum(at, auxiliaryAt), true);
  }

  function addPlumbing(scope: Node, all: Arrangement, { x, y }: Point): void {
    const { plumbing, content } = all;
    if (!plumbing || !content.plumbing) return;
    const at = scope.parent
      ? { x: x + all.width - plumbing.width - PLUMBING.side, y: y + PLUMBING.top }
      : { x: x + all.mainAt.x, y: y + all.height - plumbing.height };
    const base = sceneNode(scope, content.plumbing, false);
    // It has no edges, as what is auxiliary has none.
    scene.nodes.push({
      ...base,
      ...at,
      ...plumbing,
      titleX: 0,
      textWidth: wordWidths(base.kind, base.name, base.note, metrics),
      auxiliary: true,
      direction,
      stubs: [],
    });
  }

  function addRegion(scope: Node, all: Arrangement, region: Region, origin: Point, auxiliary: boolean): void {
    region.nodes.forEach((node, i) => {
      const at = sum(origin, transposedPoint(region.placed.boxes[i], direction));
      const open = all.inner.get(node);
      const size = transposedSize(region.spec.boxes[i], direction);
      const stubs = all.stubs.get(node) ?? [];
      const base = sceneNode(scope, node, open !== undefined);
      const hint = auxiliary
        ? `${__("Auxiliary: %1.", folding.auxiliaryReason(node))} ${base.hint}`.trim()
        : base.hint || duplicatesText(folding.duplicates(node));
      const titleX = open?.titleX ?? 0;
      const textWidth = wordWidths(base.kind, base.name, base.note, metrics);
      scene.nodes.push({ ...base, hint, ...at, ...size, titleX, textWidth, auxiliary, direction, stubs });
      if (open) addScope(node, open, at);
    });
    region.bundles.forEach((_, i) => {
      scene.edges.push(sceneEdge(scope, all, region, i, origin));
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

  function sceneEdge(scope: Node, all: Arrangement, region: Region, i: number, origin: Point): SceneEdge {
    const bundle = region.bundles[i];
    const words = edgeLabel(graph, bundle);
    const { from, to, kind, tensors } = bundle;
    const path = [...region.placed.paths[i]];
    // An edge from a port begins at the scope's border, one to a port ends at the border.
    const before = transposedPoint(all.mainAt, direction).y;
    if (from.port) path.unshift(...line(path[0], path[1] - before, path[1]).slice(0, 6));
    if (to.port) {
      const [endX, endY] = path.slice(-2);
      const beyond = transposedSize(all, direction).height - before - region.placed.height;
      path.push(...line(endX, endY, endY + beyond).slice(2));
    }
    if (direction === "right") {
      // A placeholder's sides lean: in their middle they are within its box.
      const leans = ({ node, port }: End) => !port && kindOf(graph, node) === "placeholder";
      if (leans(from)) path[1] -= SLANT / 2;
      if (leans(to)) path[path.length - 1] += SLANT / 2;
    }
    const labelAt = region.placed.labels[i];
    const id = `${scope.path}|${region.spec.links[i].id}`;
    const keys = [...tensors.keys()];
    carried.set(id, keys);
    const goesOn = to.port || all.inner.get(to.node)?.ports.has(endKey({ node: from.node, port: "top" }));
    return {
      id,
      from: endKey(from),
      to: endKey(to),
      kind,
      path: transposedPath(path, direction).map((value, k) => value + (k % 2 ? origin.y : origin.x)),
      arrow: !goesOn,
      added: added.size > 0 && keys.some((key) => added.has(tensorOf(key)[0])),
      label: region.labels[i],
      labelAt: labelAt && sum(origin, transposedPoint(labelAt, direction)),
      title: words.title,
      width: words.width,
    };
  }
}

function sum(a: Point, b: Point): Point {
  return { x: a.x + b.x, y: a.y + b.y };
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
  const third = (bottom - top) / 3;
  return [x, top, x, top + third, x, bottom - third, x, bottom];
}
