/** Groups isomorphic siblings: names equal up to numbers, and the same operations inside. */
import { gather } from "../../gather.ts";
import type { Graph } from "../graph/graph.ts";
import { isScope, type Node } from "../hierarchy/hierarchy.ts";
import { relativeName } from "../hierarchy/stack.ts";

const DEEPEST = 3; // levels of a scope that are compared
const MOST = 240; // nodes of a scope that are compared

/** `layer_12` and `layer` are `layer`, `block3_conv` is `block#_conv`, an optimizer's `update_w` is `update`. */
export function stem(name: string): string {
  if (name.startsWith("update_")) return "update";
  return name.replace(/_\d+(?=\/|$)/g, "").replace(/\d+/g, "#");
}

/** A key that is equal for isomorphic nodes: their types and shapes, as deep as is cheap to read. */
export function structureKey(graph: Graph, node: Node): string {
  let left = MOST;
  return describe(node, 0);

  function describe(at: Node, depth: number): string {
    left--;
    const own = at.op < 0 ? "" : `${graph.type(at.op)}${depth ? graph.outputs(at.op)[0]?.shape : ""}`;
    if (!isScope(at)) return own;
    const parts = [`${own}${at.size}`];
    if (depth < DEEPEST)
      for (const child of at.children.values()) {
        if (left <= 0) break;
        parts.push(describe(child, depth + 1));
      }
    return `(${parts.join(" ")})`;
  }
}

/** A number for each node, equal for isomorphic ones; `ignoresShapes`: also for those that differ in shape alone. */
export function structureIds(graph: Graph, scope: Node, nodes: Node[], ignoresShapes: boolean): number[] {
  const numbers = new Map<string, number>();
  return nodes.map((node) => {
    const inner = isScope(node) ? structureKey(graph, node) : graph.outputs(node.op)[0]?.shape;
    const key = `${rough(graph, scope, node)} ${ignoresShapes ? node.size : inner}`;
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
}

/** The sets of isomorphic nodes, as indices into `nodes`, each in the order of `nodes`; `ignoresShapes` as above. */
export function isomorphicGroups(
  graph: Graph,
  scope: Node,
  nodes: Node[],
  ignoresShapes: boolean,
): number[][] {
  const roughly = sets(nodes.keys(), (i) => {
    return `${rough(graph, scope, nodes[i])} ${nodes[i].size}`;
  });
  return roughly.flatMap((set) =>
    set.length > 1 && isScope(nodes[set[0]]) && !ignoresShapes
      ? sets(set, (i) => structureKey(graph, nodes[i]))
      : [set],
  );
}

/** The name up to numbers, and the type. */
function rough(graph: Graph, scope: Node, node: Node): string {
  return `${stem(relativeName(node, scope))} ${node.op < 0 ? "" : graph.type(node.op)}`;
}

function sets(indices: Iterable<number>, key: (index: number) => string): number[][] {
  const byKey = new Map<string, number[]>();
  for (const index of indices) gather(byKey, key(index), index);
  return [...byKey.values()];
}
