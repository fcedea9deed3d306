/** Counts how many operations of a set each visible node contains, and each edge represents. */
import type { Graph } from "../graph/graph.ts";
import { tally as sum } from "../hierarchy/hierarchy.ts";
import { tensorOf } from "./content.ts";
import type { Diagram } from "./diagram.ts";

/**
 * For each visible path, open scopes included, the number of operations of each set in it; for each edge's id, of those
 * whose tensors it represents.
 */
export type Tally = [path: string, counts: number[]][];

export function tally(diagram: Diagram, graph: Graph, sets: Iterable<number>[]): Tally {
  const known = sets.map((set) => {
    const has = new Uint8Array(graph.count);
    for (const id of set) has[id] = 1;
    return { has, perScope: graph.names.sums(set) };
  });
  const nodes = diagram.nodes().map((node): [string, number[]] => {
    return [node.path, known.map(({ has, perScope }) => sum(node, perScope, (id) => has[id]))];
  });
  const edges = [...diagram.carried].map(([edge, tensors]): [string, number[]] => {
    return [edge, known.map(({ has }) => tensors.filter((key) => has[tensorOf(key)[0]]).length)];
  });
  return [...nodes, ...edges].filter(([, counts]) => counts.some((count) => count > 0));
}

/** The counts of a single set, by path. */
export function countsOf(tally: Tally): Map<string, number> {
  return new Map(tally.map(([path, [count]]) => [path, count]));
}
