/** Answers what an operation depends on, what depends on it, and how two are connected. */
import type { Model } from "../hierarchy/model.ts";
import { between, type Direction, reach, shortest } from "./reach.ts";
import { found, type OperationSummary } from "./summary.ts";

export interface DependencyQuery {
  kind: Direction | "neighbours" | "path";
  from: number;
  /** The end of a path. */
  to?: number;
  /** Of a path: only one shortest path. */
  shortest?: boolean;
  /** Whether to follow control dependencies. */
  controls: boolean;
  /** Whether to continue into gradients and updates. */
  training: boolean;
}

export interface Dependencies {
  /** The operations, the start first. */
  ops: number[];
  /** How many operations were excluded as training. */
  cut: number;
  /** The first of them, for a list. */
  first: OperationSummary[];
}

const MOST_LISTED = 200;

export function findDependencies(model: Model, trace: DependencyQuery): Dependencies {
  const { ops, cut } = follow(model, trace);
  const first = ops.slice(0, MOST_LISTED).map((id) => found(model.graph, model.hierarchy, id));
  return { ops, cut, first };
}

function follow({ graph }: Model, trace: DependencyQuery): { ops: number[]; cut: number } {
  const { kind, from, to = from, controls } = trace;
  if (kind === "path") {
    if (trace.shortest) return { ops: shortest(graph, from, to, controls), cut: 0 };
    return { ops: [...between(graph, from, to, controls)].sort((a, b) => a - b), cut: 0 };
  }
  if (kind === "neighbours") {
    const next = { steps: 1, controls, training: true };
    const above = reach(graph, [from], "upstream", next).ops;
    return { ops: [...new Set([from, ...above, ...reach(graph, [from], "downstream", next).ops])], cut: 0 };
  }
  const { ops, cut } = reach(graph, [from], kind, trace);
  return { ops: [...ops], cut };
}
