/** Where values come from and where they go: what lies above an operation, beneath it, between two. */
import type { Graph } from "../graph/graph.ts";
import { IN_GRADIENTS, writes } from "../graph/op-types.ts";

export type Direction = "upstream" | "downstream";

export interface ReachOptions {
  /** How many steps to go at most. */
  steps?: number;
  /** Whether waiting counts as well as values. */
  controls: boolean;
  /** Whether to go on into gradients and updates from the model itself. */
  training: boolean;
}

/** The operations that are reached from `starts`, those among them; `cut` counts what training would have added first. */
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

/** All operations that lie on some way from `from` to `to`, both among them; none when there is no way. */
export function between(graph: Graph, from: number, to: number, controls: boolean): Set<number> {
  const way = { controls, training: true };
  const below = reach(graph, [from], "downstream", way).ops;
  if (!below.has(to)) return new Set();
  // Upwards only within what is below: a small part of the graph, when the two are near each other.
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

/** A shortest way from `from` to `to`, ends included; [] when there is none. */
export function shortest(graph: Graph, from: number, to: number, controls: boolean): number[] {
  const before = new Map<number, number>([[from, -1]]);
  const waiting = [from];
  for (let at = 0; at < waiting.length && !before.has(to); at++)
    for (const other of neighbours(graph, waiting[at], "downstream", controls))
      if (!before.has(other)) {
        before.set(other, waiting[at]);
        waiting.push(other);
      }
  const way: number[] = [];
  if (before.has(to)) for (let id = to; id >= 0; id = before.get(id) as number) way.unshift(id);
  return way;
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
