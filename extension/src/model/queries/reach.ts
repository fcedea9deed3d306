/** Reachability: the operations upstream and downstream of an operation, and between two. */
import type { Graph } from "../graph/graph.ts";
import { IN_GRADIENTS, writes } from "../graph/op-types.ts";

export type Direction = "upstream" | "downstream";

export interface ReachOptions {
  /** The maximal number of edges to follow. */
  steps?: number;
  /** Whether to follow control dependencies. */
  controls: boolean;
  /** Whether to continue from the model into gradients and updates. */
  training: boolean;
}

/**
 * Returns the operations that are reachable from `starts`, these included; `cut` counts the first ones that were
 * excluded as training.
 */
export function reach(
  graph: Graph,
  starts: readonly number[],
  direction: Direction,
  { steps = Number.POSITIVE_INFINITY, controls, training }: ReachOptions,
): { ops: Set<number>; cut: number } {
  const ops = new Set(starts);
  const cut = new Set<number>();
  const everywhere = training || starts.some((id) => trains(graph, id));
  let front = [...ops];
  for (let step = 0; step < steps && front.length; step++) {
    const next: number[] = [];
    for (const id of front)
      for (const other of neighbours(graph, id, direction, controls)) {
        if (ops.has(other)) continue;
        if (!everywhere && trains(graph, other)) {
          cut.add(other);
          continue;
        }
        ops.add(other);
        next.push(other);
      }
    front = next;
  }
  return { ops, cut: cut.size };
}

/** All operations on any path from `from` to `to`, ends included; none when there is no path. */
export function between(graph: Graph, from: number, to: number, controls: boolean): Set<number> {
  const options = { controls, training: true };
  const below = reach(graph, [from], "downstream", options).ops;
  if (!below.has(to)) return new Set();
  // Upstream only within what is downstream: a small part of the graph if the two are close.
  const found = new Set([to]);
  const waiting = [to];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop())
    for (const other of neighbours(graph, id, "upstream", controls))
      if (below.has(other) && !found.has(other)) {
        found.add(other);
        waiting.push(other);
      }
  return found;
}

/** A shortest path from `from` to `to`, ends included; [] when there is none. */
export function shortest(graph: Graph, from: number, to: number, controls: boolean): number[] {
  const before = new Map<number, number>([[from, -1]]);
  const waiting = [from];
  for (let at = 0; at < waiting.length && !before.has(to); at++)
    for (const other of neighbours(graph, waiting[at], "downstream", controls))
      if (!before.has(other)) {
        before.set(other, waiting[at]);
        waiting.push(other);
      }
  const path: number[] = [];
  if (before.has(to)) for (let id = to; id >= 0; id = before.get(id) as number) path.unshift(id);
  return path;
}

function neighbours(graph: Graph, id: number, direction: Direction, controls: boolean): readonly number[] {
  if (direction === "upstream")
    return controls ? graph.producers(id) : graph.inputs(id).filter((_, i) => i % 2 === 0);
  const users = graph.consumers(id);
  return controls ? users : users.filter((user) => hasInput(graph.inputs(user), id));
}

function hasInput(inputs: readonly number[], id: number): boolean {
  for (let i = 0; i < inputs.length; i += 2) if (inputs[i] === id) return true;
  return false;
}

function trains(graph: Graph, id: number): boolean {
  return writes(graph.type(id)) || IN_GRADIENTS.test(graph.name(id));
}
