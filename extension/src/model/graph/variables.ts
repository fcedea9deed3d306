/** The value behind a variable. */
import type { Graph, Output } from "./graph.ts";

/** The value of a variable: its output, or what ReadVariableOp returns if that is only a handle. */
export function heldBy(graph: Graph, op: number): Output | undefined {
  const own = graph.outputs(op)[0];
  if (own?.dtype !== "resource") return own;
  const read = graph.consumers(op).find((user) => graph.type(user) === "ReadVariableOp");
  return read === undefined ? own : graph.outputs(read)[0];
}
