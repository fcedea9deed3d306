/** Why a node is set aside, in words: what it does for the model, or how many it would tie together. */
import type { Graph } from "../graph/graph.ts";
import { type Node, operationsIn } from "./hierarchy.ts";

const MOST = 300; // operations that are looked at
const GRADIENT = /(^|\/)gradients(_\d+)?\//;
// What tells most comes first: a training step computes gradients and writes variables, too.
const SERVICES: [type: RegExp, text: string][] = [
  [/^(Resource)?(Sparse)?Apply/, "updates the variables"],
  [/^(Save|Restore|MergeV2Checkpoints)/, "saves and restores variables"],
  [/Summary(V2)?$/, "writes summaries"],
  [/^(IsVariableInitialized|VarIsInitializedOp)$/, "looks whether variables have values"],
  [/^(Print|Assert)/, "checks and prints"],
  [/^(Assign|NoOp)/, "gives variables their values"],
];

export function service(graph: Graph, node: Node): string {
  let best = SERVICES.length;
  let gradients = false;
  let looked = 0;
  for (const id of operationsIn(node)) {
    if (++looked > MOST) break;
    if (GRADIENT.test(graph.name(id))) gradients = true;
    const type = graph.type(id);
    best = Math.min(best, orLast(SERVICES.findIndex(([test]) => test.test(type))));
  }
  if (gradients) return best === 0 ? "computes gradients and updates the variables" : "computes gradients";
  return SERVICES[best]?.[1] ?? "is used only by what is set aside";
}

function orLast(index: number): number {
  return index < 0 ? SERVICES.length : index;
}
