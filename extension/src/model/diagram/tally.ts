/** Counts how many operations of a set each visible node contains. */
import type { Graph } from "../graph/graph.ts";
import { tally as sum } from "../hierarchy/hierarchy.ts";
import type { Diagram } from "./diagram.ts";

/** For each visible path, open scopes included, the number of operations of each set in it. */
export type Tally = [path: string, counts: number[]][];

export function tally(diagram: Diagram, graph: Graph, sets: Iterable<number>[]): Tally {
  const known = sets.map((set) => {
    const has = new Uint8Array(graph.count);
    for (const id of set) has[id] = 1;
    return { has, perScope: graph.names.sums(set) };
  });
  return diagram.nodes().flatMap((node) => {
    const counts = known.map(({ has, perScope }) => sum(node, perScope, (id) => has[id]));
    return counts.some((count) => count > 0) ? [[node.path, counts]] : [];
  });
}

/** The counts of a single set, by path. */
export function countsOf(tally: Tally): Map<string, number> {
  return new Map(tally.map(([path, [count]]) => [path, count]));
}
