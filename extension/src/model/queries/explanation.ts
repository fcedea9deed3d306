/** What the graph alone says of a selection: its shapes, parameters and cost, what it needs, and where its data flows. */

import { batchTensors } from "../graph/batch.ts";
import { floatingPointOperations } from "../graph/cost.ts";
import type { Graph, TensorId } from "../graph/graph.ts";
import { isVariable } from "../graph/op-types.ts";
import { bytesOf, elementsOf } from "../graph/tensor-size.ts";
import { heldBy } from "../graph/variables.ts";
import { type Node, operationsIn } from "../hierarchy/hierarchy.ts";
import type { Model } from "../hierarchy/model.ts";
import { tensorText } from "../text/format.ts";
import type { TensorLine } from "./details.ts";
import { prune } from "./prune.ts";
import { reach } from "./reach.ts";
import { scopeDetails } from "./scope-details.ts";
import { found, type OperationSummary } from "./summary.ts";

const MOST = 200; // of a list
const HOLDS = /^(Identity|ReadVariableOp)$/;

export interface Explanation {
  /** What it is called. */
  name: string;
  /** The operations that are explained. */
  ops: number[];
  inputs: TensorLine[];
  outputs: TensorLine[];
  variables: TensorLine[];
  parameters: number;
  parameterBytes: number;
  slotBytes: number;
  /** Floating point operations for each example of a batch, and those of a run whatever the batch. */
  perExample: number;
  perRun: number;
  /** Whether some sizes are open, and not the batch's: they count as one. */
  isOpen: boolean;
  /** What a run needs to compute it. */
  mustBeFed: OperationSummary[];
  read: OperationSummary[];
  /** The operations that its values come from, and those that they go to, without gradients and updates. */
  upstream: number[];
  downstream: number[];
}

export function explanation(model: Model, nodes: readonly Node[]): Explanation {
  const { graph, hierarchy } = model;
  const ops = [...new Set(nodes.flatMap((node) => [...operationsIn(node)]))].sort((a, b) => a - b);
  const isAlone = nodes.length === 1 && nodes[0].leaf;
  const parts = isAlone ? ofOperation(model, ops[0]) : ofNodes(model, nodes, new Set(ops));
  const inModel = ops.filter((id) => !model.isOutside(id));
  const computing = inModel.length ? inModel : ops;
  const flow = { controls: false, training: !inModel.length };
  const upstream = [...reach(graph, computing, "upstream", flow).ops].sort((a, b) => a - b);
  const batch = batchTensors(graph, upstream);
  const named = (lines: TensorLine[]) => lines.map((line) => withBatch(line, batch));
  const counts = costs(graph, isAlone ? ops : computing, batch);
  const targets: TensorId[] = parts.outputs.length
    ? parts.outputs.map(({ op }) => [op, -1])
    : computing.map((op) => [op, -1]);
  const run = prune(graph, targets, []);
  const summaries = (list: number[]) =>
    list.slice(0, MOST).map((op) => withBatch(found(graph, hierarchy, op), batch));
  return {
    ...parts,
    ...counts,
    inputs: named(parts.inputs),
    outputs: named(parts.outputs),
    name: nodes.map((node) => nameOf(graph, node)).join(", "),
    ops,
    mustBeFed: summaries(run.mustBeFed),
    read: summaries(run.read),
    upstream,
    downstream: [...reach(graph, computing, "downstream", flow).ops],
  };
}

function nameOf(graph: Graph, node: Node): string {
  if (node.leaf) return graph.name(node.op);
  return node.path.includes(" ") ? node.name : node.path;
}

type Parts = Pick<
  Explanation,
  "inputs" | "outputs" | "variables" | "parameters" | "parameterBytes" | "slotBytes"
>;

function ofOperation({ graph, hierarchy }: Model, id: number): Parts {
  const line = (op: number, output: number): TensorLine => ({
    op,
    name: `${graph.name(op)}:${output}`,
    path: hierarchy.leaf(op).path,
    tensor: tensorText(graph.outputs(op)[output] ?? { dtype: "", shape: "*" }),
  });
  const flat = graph.inputs(id);
  const producers = Array.from({ length: flat.length / 2 }, (_, i): [number, number] => [
    flat[2 * i],
    flat[2 * i + 1],
  ]);
  const held = new Set(producers.map(([op]) => variableBehind(graph, op)).filter((op) => op >= 0));
  if (isVariable(graph.type(id))) held.add(id);
  const amounts = [...held].map((op) => heldBy(graph, op));
  return {
    inputs: producers.slice(0, MOST).map(([op, output]) => line(op, output)),
    outputs: graph.outputs(id).map((_, output) => line(id, output)),
    variables: [...held].map((op, i) => ({
      ...line(op, 0),
      name: graph.name(op),
      tensor: amounts[i] ? tensorText(amounts[i]) : "",
    })),
    parameters: amounts.reduce((sum, value) => sum + (value ? elementsOf(value.shape) : 0), 0),
    parameterBytes: amounts.reduce((sum, value) => sum + (value ? bytesOf(value) : 0), 0),
    slotBytes: 0,
  };
}

/** The variable whose value an operation is, or -1. */
function variableBehind(graph: Graph, op: number): number {
  let at = op;
  while (HOLDS.test(graph.type(at)) && graph.inputs(at).length) at = graph.inputs(at)[0];
  return isVariable(graph.type(at)) ? at : -1;
}

/** A variable from outside. */
function ofVariable(model: Model, id: number): Parts {
  return { ...ofOperation(model, id), inputs: [], outputs: [] };
}

/** `inside`: the operations in the nodes. */
function ofNodes(model: Model, nodes: readonly Node[], inside: ReadonlySet<number>): Parts {
  const all = nodes.map((node) => (node.leaf ? ofOperation(model, node.op) : scopeDetails(model, node)));
  const inputs = unique(all.flatMap((one) => one.inputs)).filter(({ op }) => !inside.has(op));
  // What a layer shares with others, but not what an optimizer updates.
  const shared = nodes.every((node) => model.isOutsideModel(node)) ? [] : inputs;
  for (const op of new Set(shared.map((line) => variableBehind(model.graph, line.op))))
    if (op >= 0 && !inside.has(op)) all.push(ofVariable(model, op));
  const variables = unique(all.flatMap((one) => one.variables));
  const leaves = ({ op }: TensorLine) => {
    const users = model.graph.consumers(op);
    return !users.length || users.some((user) => !inside.has(user));
  };
  const sum = (of: (one: Parts) => number) => all.reduce((total, one) => total + of(one), 0);
  return {
    inputs,
    outputs: unique(all.flatMap(({ outputs }) => outputs)).filter(leaves),
    variables,
    parameters: sum(({ parameters }) => parameters),
    parameterBytes: sum(({ parameterBytes }) => parameterBytes),
    slotBytes: sum(({ slotBytes }) => slotBytes),
  };
}

function unique(lines: TensorLine[]): TensorLine[] {
  return [...new Map(lines.map((line) => [line.name, line])).values()];
}

/** Writes N for the size of the batch. */
function withBatch<Line extends { op: number; name: string; tensor: string }>(
  line: Line,
  batch: ReadonlySet<string>,
): Line {
  const output = /:(\d+)$/.exec(line.name)?.[1] ?? "0";
  if (!batch.has(`${line.op}:${output}`)) return line;
  return { ...line, tensor: line.tensor.replace("?", "N") };
}

/** What an operation costs goes with the number of examples if it reads or writes a batch. */
function costs(
  graph: Graph,
  ops: readonly number[],
  batch: ReadonlySet<string>,
): Pick<Explanation, "perExample" | "perRun" | "isOpen"> {
  const sums = { perExample: 0, perRun: 0, isOpen: false };
  for (const id of ops) {
    const cost = floatingPointOperations(graph, id);
    if (!cost) continue;
    const flat = graph.inputs(id);
    const tensors = graph.outputs(id).map((_, output) => [id, output]);
    for (let i = 0; i < flat.length; i += 2) tensors.push([flat[i], flat[i + 1]]);
    const ofBatch = tensors.some(([op, output]) => batch.has(`${op}:${output}`));
    if (ofBatch) sums.perExample += cost;
    else sums.perRun += cost;
    const isOpen = ([op, output]: number[]) =>
      (graph.outputs(op)[output]?.shape ?? "*").includes("?") && !batch.has(`${op}:${output}`);
    if (graph.outputs(id)[0]?.shape === "*" || tensors.some(isOpen)) sums.isOpen = true;
  }
  return sums;
}
