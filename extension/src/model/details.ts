/** What the panels say: all about one node, and what can be fetched. */
import type { Graph, Operation } from "./graph.ts";
import type { Node } from "./hierarchy.ts";
import { tensorText } from "./text.ts";

export interface TensorLine {
  op: number;
  /** `scope/MatMul:0`, or `^scope/init` for a control input. */
  name: string;
  /** Path of the node to show for it. */
  path: string;
  tensor: string;
}

export interface Details {
  path: string;
  op: number;
  name: string;
  type: string;
  device: string;
  source: string;
  inputs: TensorLine[];
  outputs: { name: string; tensor: string; users: TensorLine[] }[];
  /** The operations that wait for this one. */
  waiting: TensorLine[];
  /** undefined while the kernel keeps them. */
  attributes?: [name: string, text: string][];
  /** Whether it can be looked into. */
  inside: boolean;
}

export interface Found {
  op: number;
  name: string;
  type: string;
  path: string;
}

export function details(graph: Graph, places: Node[], id: number): Details {
  const op = graph.ops[id];
  const line = (other: number, output: number): TensorLine => ({
    op: other,
    name: output < 0 ? `^${graph.ops[other].name}` : tensorName(graph.ops[other], output),
    path: places[other].path,
    tensor:
      output < 0 ? "control" : tensorText(graph.ops[other].outputs[output] ?? { dtype: "", shape: "*" }),
  });
  const inputs: TensorLine[] = [];
  for (let i = 0; i < op.inputs.length; i += 2) inputs.push(line(op.inputs[i], op.inputs[i + 1]));
  for (const other of op.controls) inputs.push(line(other, -1));
  const users = [...new Set(graph.consumers[id])];
  return {
    path: places[id].path,
    op: id,
    name: op.name,
    type: op.type,
    device: op.device,
    source: sourceText(op),
    inputs,
    outputs: op.outputs.map((output, index) => ({
      name: tensorName(op, index),
      tensor: tensorText(output),
      users: users
        .filter((user) => takes(graph.ops[user], id, index))
        .map((user) => ({ ...line(user, -1), name: graph.ops[user].name, tensor: graph.ops[user].type })),
    })),
    waiting: users.filter((user) => graph.ops[user].controls.includes(id)).map((user) => line(user, -1)),
    attributes: op.attributes && pairs(op.attributes),
    inside: op.inside,
  };
}

/** Operations whose name or type holds every word of `query`; the best first. */
export function find(graph: Graph, places: Node[], query: string, most: number): Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const hits: { rank: number; op: Operation }[] = [];
  for (const op of graph.ops) {
    const name = op.name.toLowerCase();
    if (!words.every((word) => name.includes(word) || op.type.toLowerCase().includes(word))) continue;
    hits.push({ rank: rank(graph, op, words), op });
  }
  hits.sort((a, b) => a.rank - b.rank || a.op.id - b.op.id);
  return hits
    .slice(0, most)
    .map(({ op }) => ({ op: op.id, name: op.name, type: op.type, path: places[op.id].path }));
}

/** What people fetch comes first: ends of the graph, then shallow names; gradients and constants last. */
function rank(graph: Graph, op: Operation, words: string[]): number {
  const leaf = op.name.slice(op.name.lastIndexOf("/") + 1).toLowerCase();
  let rank = op.name.split("/").length;
  if (words.some((word) => leaf.startsWith(word))) rank -= 4;
  if (graph.consumers[op.id].length === 0) rank -= 1.5;
  if (/(^|\/)gradients(_\d+)?\//.test(op.name)) rank += 8;
  if (/^(Const|Shape|Identity|Assign)$/.test(op.type)) rank += 2;
  return rank;
}

function tensorName(op: Operation, output: number): string {
  return `${op.name}:${output}`;
}

function takes(op: Operation, producer: number, output: number): boolean {
  return op.inputs.some((other, i) => i % 2 === 0 && other === producer && op.inputs[i + 1] === output);
}

function sourceText({ cell, file, line }: Operation): string {
  if (cell >= 0) return `cell [${cell}], line ${line}`;
  return file ? `${file.slice(Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\")) + 1)}:${line}` : "";
}

function pairs(flat: string[]): [string, string][] {
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);
}
