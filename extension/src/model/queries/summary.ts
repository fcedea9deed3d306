/** The summary of an operation, for lists. */

import { __ } from "../../words.ts";
import type { Graph } from "../graph/graph.ts";
import type { Hierarchy } from "../hierarchy/hierarchy.ts";
import { tensorText } from "../text/format.ts";

export interface OperationSummary {
  op: number;
  name: string;
  type: string;
  /** Path of its node. */
  path: string;
  /** Type and shape of its first output; "" when it has none. */
  tensor: string;
}

export function found(graph: Graph, hierarchy: Hierarchy, op: number): OperationSummary {
  // A message may name an operation that the graph does not have, or not yet.
  if (op >= graph.count) return { op, name: __("operation %1", op), type: "", path: "", tensor: "" };
  const [output] = graph.outputs(op);
  return {
    op,
    name: graph.name(op),
    type: graph.type(op),
    path: hierarchy.leaf(op).path,
    tensor: output ? tensorText(output) : "",
  };
}
