/** The tensors that a node outputs or an edge carries, to be selected. */

import { __ } from "../../words.ts";
import type { Graph, Output, Source, TensorId } from "../graph/graph.ts";
import { isVariable } from "../graph/op-types.ts";
import { heldBy } from "../graph/variables.ts";
import { isScope, type Node } from "../hierarchy/hierarchy.ts";
import type { Model } from "../hierarchy/model.ts";
import { tensorText } from "../text/format.ts";
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
    // A run may fetch an operation without outputs too.
    const hasOne = isVariable(graph.type(node.op)) || !graph.outputs(node.op).length;
    const outputs = hasOne ? [0] : graph.outputs(node.op).map((_, i) => i);
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
    tensor: value ? tensorText(value) : __("operation"),
    made: graph.source(op),
  };
}

/**
 * The tensors that a new line made: the outputs of operations from number `from` on that no other of these consumes and
 * that have these types and shapes, the last first; of the model before initializers, gradients and the like.
 */
export function made(model: Model, from: number, texts: string[]): SelectedTensor[] {
  const { graph } = model;
  const free = ends(model, from);
  const found: SelectedTensor[] = [];
  for (const text of texts) {
    if (text === OPERATION) found.push(...lastOperation(graph, from));
    const next = free.find((one) => one.tensor === text && !found.includes(one));
    if (next) found.push(next);
  }
  return found;
}

const OPERATION = "operation"; // how the kernel describes one without outputs

/** The last operation without outputs that no other waits for. */
function lastOperation(graph: Graph, from: number): SelectedTensor[] {
  for (let op = graph.count - 1; op >= from; op--)
    if (!graph.outputs(op).length && !graph.uses(op)) return [selected(graph, [op, 0])];
  return [];
}

function ends(model: Model, from: number): SelectedTensor[] {
  const { graph } = model;
  const tensors: SelectedTensor[] = [];
  const variables: SelectedTensor[] = [];
  const others: SelectedTensor[] = [];
  for (let op = graph.count - 1; op >= from; op--) {
    const isOutside = model.isOutside(op);
    if (isVariable(graph.type(op))) variables.push(selected(graph, [op, 0]));
    else if (!isRead(graph, op))
      graph.outputs(op).forEach((_, output) => {
        const users = graph.consumers(op).filter((user) => isOutside || !model.isOutside(user));
        if (!users.some((user) => consumes(graph, user, op, output)))
          (isOutside ? others : tensors).push(selected(graph, [op, output]));
      });
  }
  return [...tensors, ...variables, ...others];
}

/** Whether it only reads a variable, which is there itself. */
function isRead(graph: Graph, op: number): boolean {
  const [producer] = graph.inputs(op);
  if (producer === undefined || !isVariable(graph.type(producer))) return false;
  return /^(Identity|ReadVariableOp)$/.test(graph.type(op));
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
