/** Describes what an auxiliary node does for the model. */

import { __ } from "../../words.ts";
import type { Graph } from "../graph/graph.ts";
import { IN_GRADIENTS } from "../graph/op-types.ts";
import { type Node, operationsIn } from "./hierarchy.ts";

const MOST = 300; // operations that are examined
// The most specific comes first: a training step computes gradients and writes variables, too.
const PURPOSES: [type: RegExp, text: () => string][] = [
  [/^(Resource)?(Sparse)?Apply/, () => __("updates the variables")],
  [/^(Save|Restore|MergeV2Checkpoints)/, () => __("saves and restores variables")],
  [/Summary(V2)?$/, () => __("writes summaries")],
  [/^(IsVariableInitialized|VarIsInitializedOp)$/, () => __("checks whether variables are initialized")],
  [/^(Print|Assert)/, () => __("checks and prints")],
  [/^(Assign|NoOp)/, () => __("initializes or assigns variables")],
];

export function purpose(graph: Graph, node: Node): string {
  let best = PURPOSES.length;
  let gradients = false;
  let looked = 0;
  for (const id of operationsIn(node)) {
    if (++looked > MOST) break;
    if (IN_GRADIENTS.test(graph.name(id))) gradients = true;
    const type = graph.type(id);
    best = Math.min(best, orLast(PURPOSES.findIndex(([test]) => test.test(type))));
  }
  if (gradients)
    return best === 0 ? __("computes gradients and updates the variables") : __("computes gradients");
  return PURPOSES[best]?.[1]() ?? __("is consumed only by auxiliary nodes");
}

function orLast(index: number): number {
  return index < 0 ? PURPOSES.length : index;
}
