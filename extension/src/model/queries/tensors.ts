/** The tensors that a node outputs or an edge carries, to be selected. */
import type { Graph, Output, Source } from "../graph/graph.ts";
import { isVariable } from "../graph/op-types.ts";
import { heldBy } from "../graph/variables.ts";
import { isScope, type Node } from "../hierarchy/hierarchy.ts";
import type { Model } from "../hierarchy/model.ts";
import { tensorText } from "../text/format.ts";
import type { TensorId } from "./prune.ts";
import { scopeDetails } from "./scope-details.ts";

export interface SelectedTensor {
  op: number;
  output: number;
  /** `hidden/Relu:0`; of the only output `hidden/Relu`. */
  name: string;
  /** `float32 ?×784` */
  tensor: string;
  /** Where its operation was made. */
  made: Source;
}

/** The outputs of an operation; of a scope those that the model consumes, else the ends of the graph in it. */
export function outputsOf(model: Model, node: Node): SelectedTensor[] {
  const { graph } = model;
  if (node.op >= 0) {
    const outputs = isVariable(graph.type(node.op)) ? [0] : graph.outputs(node.op).map((_, i) => i);
    return outputs.map((output) => selected(graph, [node.op, output]));
  }
  if (!isScope(node)) return [];
  const seen = new Set<string>();
  return scopeDetails(model, node).outputs.flatMap(({ op, name }) => {
    if (seen.has(name)) return [];
    seen.add(name);
    return [selected(graph, [op, Number(name.slice(name.lastIndexOf(":") + 1))])];
  });
}

export function selected(graph: Graph, [op, output]: TensorId): SelectedTensor {
  const outputs = graph.outputs(op);
  const value: Output | undefined = isVariable(graph.type(op)) ? heldBy(graph, op) : outputs[output];
  const name = graph.name(op);
  return {
    op,
    output,
    name: outputs.length > 1 ? `${name}:${output}` : name,
    tensor: value ? tensorText(value) : "",
    made: graph.source(op),
  };
}

/**
 * The tensors that a new line made: the outputs of operations from number `from` on that no other operation consumes
 * and that have these types and shapes, the last first; the last ones when none has.
 */
export function made(model: Model, from: number, texts: string[]): SelectedTensor[] {
  const { graph } = model;
  const free: SelectedTensor[] = [];
  const variables: SelectedTensor[] = [];
  for (let op = graph.count - 1; op >= from; op--) {
    if (model.isOutside(op)) continue;
    if (isVariable(graph.type(op))) variables.push(selected(graph, [op, 0]));
    else
      graph.outputs(op).forEach((_, output) => {
        const isConsumed = graph
          .consumers(op)
          .some((user) => !model.isOutside(user) && consumes(graph, user, op, output));
        if (!isConsumed) free.push(selected(graph, [op, output]));
      });
  }
  const found: SelectedTensor[] = [];
  const names = new Set<string>();
  for (const text of texts) {
    const next = [...free, ...variables].find(({ tensor, name }) => tensor === text && !names.has(name));
    if (!next) continue;
    found.push(next);
    names.add(next.name);
  }
  return found.length ? found : free.slice(0, Math.max(1, texts.length));
}

function consumes(graph: Graph, user: number, op: number, output: number): boolean {
  const inputs = graph.inputs(user);
  for (let i = 0; i < inputs.length; i += 2) if (inputs[i] === op && inputs[i + 1] === output) return true;
  return false;
}

/** The selection with these tensors, or without them if it has all of them. */
export function toggled(
  selection: readonly SelectedTensor[],
  tensors: readonly SelectedTensor[],
): SelectedTensor[] {
  const key = ({ op, output }: SelectedTensor) => `${op}:${output}`;
  const known = new Set(selection.map(key));
  const added = tensors.filter((tensor) => !known.has(key(tensor)));
  if (added.length) return [...selection, ...added];
  const gone = new Set(tensors.map(key));
  return selection.filter((tensor) => !gone.has(key(tensor)));
}
