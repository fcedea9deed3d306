/** The details of a scope or stack, for the card: what enters and leaves it, its parameters, its memory and cost. */
import { floatingPointOperations } from "../graph/cost.ts";
import type { Graph } from "../graph/graph.ts";
import { isVariable, PLAIN } from "../graph/op-types.ts";
import { bytesOf, elementsOf } from "../graph/tensor-size.ts";
import { heldBy } from "../graph/variables.ts";
import { type Node, operationsIn } from "../hierarchy/hierarchy.ts";
import type { Model } from "../hierarchy/model.ts";
import { tensorText } from "../text/format.ts";
import type { TensorLine } from "./details.ts";

const MOST = 200; // lines that a card may show

export interface ScopeDetails {
  path: string;
  /** Operations in it, and how many of each type, without initializers: the most frequent first, those that only hold values last. */
  operations: number;
  types: [type: string, count: number][];
  /** What enters from outside. */
  inputs: TensorLine[];
  /** What the model consumes outside, else the ends of the graph in it. */
  outputs: TensorLine[];
  /** How many further tensors only auxiliary operations outside consume. */
  auxiliaryOutputs: number;
  variables: TensorLine[];
  /** Numbers in the variables, without those that optimizers store beside them, and the bytes of both. */
  parameters: number;
  parameterBytes: number;
  slotBytes: number;
  /** Bytes of all other outputs, and floating point operations, without initializers. */
  outputBytes: number;
  cost: number;
  /** Whether some sizes are unknown, and count as one. */
  isOpen: boolean;
}

export function scopeDetails(model: Model, node: Node): ScopeDetails {
  const { graph } = model;
  const operations = operationsIn(node);
  const inside = new Uint8Array(graph.count);
  for (const id of operations) inside[id] = 1;
  const found: ScopeDetails = {
    path: node.path,
    operations: node.size,
    types: [],
    inputs: [],
    outputs: [],
    auxiliaryOutputs: 0,
    variables: [],
    parameters: 0,
    parameterBytes: 0,
    slotBytes: 0,
    outputBytes: 0,
    cost: 0,
    isOpen: false,
  };
  const types = new Map<string, number>();
  const entering = new Set<string>();
  const line = lines(model);
  const isApart = model.isOutsideModel(node);
  for (const id of operations) {
    const type = graph.type(id);
    if (isVariable(type)) addVariable(model, found, line, id);
    // Initializers and the like, unless the scope consists of such.
    if (!isApart && model.isOutside(id)) continue;
    types.set(type, (types.get(type) ?? 0) + 1);
    if (!isVariable(type)) addAmounts(graph, found, id);
    const inputs = graph.inputs(id);
    for (let i = 0; i < inputs.length; i += 2) {
      const key = `${inputs[i]}:${inputs[i + 1]}`;
      if (inside[inputs[i]] || entering.has(key)) continue;
      entering.add(key);
      if (found.inputs.length < MOST) found.inputs.push(line(inputs[i], inputs[i + 1]));
    }
    addOutputs(model, found, line, id, inside);
  }
  if (!found.outputs.length) found.outputs = ends(model, operations, line);
  const rank = (type: string) => (PLAIN.test(type) ? 1 : 0);
  found.types = [...types].sort(([a, m], [b, n]) => rank(a) - rank(b) || n - m);
  return found;
}

type Line = (id: number, output: number) => TensorLine;

function lines({ graph, hierarchy }: Model): Line {
  return (id, output) => ({
    op: id,
    name: `${graph.name(id)}:${output}`,
    path: hierarchy.leaf(id).path,
    tensor: tensorText(graph.outputs(id)[output] ?? { dtype: "", shape: "*" }),
  });
}

/** Variables beneath a variable are an optimizer's, `kernel/Adam`. */
function addVariable({ graph, hierarchy }: Model, found: ScopeDetails, line: Line, id: number): void {
  const held = heldBy(graph, id);
  const bytes = held ? bytesOf(held) : 0;
  const parts = graph.name(id).split("/");
  const isSlot = parts.some((_, i) => {
    const around = i > 0 && graph.find(parts.slice(0, i).join("/"));
    return around !== false && around >= 0 && isVariable(graph.type(around));
  });
  if (isSlot) {
    found.slotBytes += bytes;
    return;
  }
  if (!bytes) found.isOpen = true;
  found.parameters += held ? elementsOf(held.shape) : 0;
  found.parameterBytes += bytes;
  if (found.variables.length < MOST)
    found.variables.push({
      ...line(id, 0),
      name: graph.name(id),
      path: hierarchy.leaf(id).path,
      tensor: held ? tensorText(held) : "",
    });
}

function addAmounts(graph: Graph, found: ScopeDetails, id: number): void {
  for (const output of graph.outputs(id)) {
    // Reading a variable copies nothing.
    if (output.dtype.endsWith("_ref") || output.dtype === "resource") continue;
    if (/[?*]/.test(output.shape)) found.isOpen = true;
    found.outputBytes += bytesOf(output);
  }
  found.cost += floatingPointOperations(graph, id);
}

function addOutputs(model: Model, found: ScopeDetails, line: Line, id: number, inside: Uint8Array): void {
  const { graph } = model;
  const consumed = new Map<number, boolean>();
  for (const user of new Set(graph.consumers(id))) {
    if (inside[user]) continue;
    const isModel = !model.isOutside(user);
    const inputs = graph.inputs(user);
    for (let i = 0; i < inputs.length; i += 2)
      if (inputs[i] === id) consumed.set(inputs[i + 1], (consumed.get(inputs[i + 1]) ?? false) || isModel);
  }
  for (const [output, isModel] of consumed)
    if (!isModel) found.auxiliaryOutputs++;
    else if (found.outputs.length < MOST) found.outputs.push(line(id, output));
}

/** What no operation consumes, except what only holds or initializes something. */
function ends(model: Model, operations: Int32Array, line: Line): TensorLine[] {
  const { graph } = model;
  return [...operations]
    .filter((id) => graph.uses(id) === 0 && graph.outputs(id).length > 0 && !model.isOutside(id))
    .slice(0, MOST)
    .map((id) => line(id, 0));
}
