/** The details of one operation, for the card. */

import { __ } from "../../words.ts";
import type { Graph, Source } from "../graph/graph.ts";
import type { Hierarchy } from "../hierarchy/hierarchy.ts";
import { tensorText } from "../text/format.ts";

export interface TensorLine {
  op: number;
  /** `scope/MatMul:0`, or `^scope/init` for a control input. */
  name: string;
  /** Path of its node. */
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
  /** The same, as a link's target. */
  made: Source;
  inputs: TensorLine[];
  outputs: { name: string; tensor: string; users: TensorLine[] }[];
  /** The operations with a control dependency on it. */
  waiting: TensorLine[];
  /** undefined while only the kernel has them. */
  attributes?: [name: string, text: string][];
  /** Whether it has a subgraph. */
  hasSubgraph: boolean;
}

export function details(graph: Graph, hierarchy: Hierarchy, id: number): Details {
  const line = (other: number, output: number): TensorLine => ({
    op: other,
    name: output < 0 ? `^${graph.name(other)}` : tensorName(graph.name(other), output),
    path: hierarchy.leaf(other).path,
    tensor: output < 0 ? "control" : tensorText(graph.outputs(other)[output] ?? { dtype: "", shape: "*" }),
  });
  const inputs: TensorLine[] = [];
  const flat = graph.inputs(id);
  for (let i = 0; i < flat.length; i += 2) inputs.push(line(flat[i], flat[i + 1]));
  for (const other of graph.controls(id)) inputs.push(line(other, -1));
  const name = graph.name(id);
  const attributes = graph.attributes(id);
  const users = [...new Set(graph.consumers(id))];
  return {
    path: hierarchy.leaf(id).path,
    op: id,
    name,
    type: graph.type(id),
    device: graph.device(id),
    source: sourceText(graph.source(id)),
    made: graph.source(id),
    inputs,
    outputs: graph.outputs(id).map((output, index) => ({
      name: tensorName(name, index),
      tensor: tensorText(output),
      users: users
        .filter((user) => hasInput(graph.inputs(user), id, index))
        .map((user) => ({ ...line(user, -1), name: graph.name(user), tensor: graph.type(user) })),
    })),
    waiting: users.filter((user) => graph.controls(user).includes(id)).map((user) => line(user, -1)),
    attributes: attributes && pairs(attributes),
    hasSubgraph: graph.hasSubgraph(id),
  };
}

function tensorName(name: string, output: number): string {
  return `${name}:${output}`;
}

function hasInput(inputs: readonly number[], producer: number, output: number): boolean {
  return inputs.some((other, i) => i % 2 === 0 && other === producer && inputs[i + 1] === output);
}

function sourceText({ cell, file, line }: Source): string {
  if (cell >= 0) return __("cell [%1], line %2", cell, line);
  return file ? `${file.slice(Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\")) + 1)}:${line}` : "";
}

function pairs(flat: readonly string[]): [string, string][] {
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);
}
