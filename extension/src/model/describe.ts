/** The words on a node, an edge and a stub. */
import type { Bundle } from "./content.ts";
import type { Graph } from "./graph.ts";
import { isScope, type Node } from "./hierarchy.ts";
import { type Kind, kindOf } from "./kinds.ts";
import { LONGEST_NAME } from "./sizes.ts";
import { count, shapeText, shorten, tensorText } from "./text.ts";

export interface Words {
  kind: Kind;
  name: string;
  note: string;
  spoken: string;
}

const LONGEST_VALUE = 14; // characters

const SPOKEN: Record<Kind, string> = {
  placeholder: "placeholder",
  variable: "variable",
  constant: "constant",
  group: "group",
  op: "operation",
  scope: "scope",
};

export function wordsFor(graph: Graph, node: Node, open: boolean): Words {
  const kind = kindOf(graph, node);
  const name = shorten(node.name, LONGEST_NAME);
  const type = node.op < 0 ? "" : graph.type(node.op);
  const output = node.op < 0 ? undefined : graph.outputs(node.op)[0];
  let note = "";
  if (kind === "scope") note = count(node.size, "operation");
  else if (output && (kind === "placeholder" || kind === "variable")) note = tensorText(output);
  else if (kind === "constant") note = constantText(graph.attributes(node.op));
  else if (type === "XlaCallModule") note = graph.inside(node.op) ? "JAX function" : "";
  else if (kind === "op" && !namedAfterType(node.name, type)) note = type;
  const state = isScope(node) ? `, ${count(node.size, "operation")}, ${open ? "open" : "closed"}` : "";
  const typed = kind === "op" ? `, ${type}` : "";
  const shape = output ? `, ${tensorText(output)}` : "";
  return { kind, name, note, spoken: `${SPOKEN[kind]} ${node.name}${typed}${shape}${state}` };
}

/** The value of a small constant, from an attribute like `float32 () = 3.0`. */
function constantText(attributes: readonly string[] = []): string {
  const value = attributes[attributes.indexOf("value") + 1] ?? "";
  const text = value.slice(value.indexOf(" = ") + 3);
  return value.includes(" = ") && text.length <= LONGEST_VALUE ? text : "";
}

/** `MatMul_1` and `(MatMul)` already say that they are MatMuls. */
function namedAfterType(name: string, type: string): boolean {
  const stem = name.replace(/^\(|\)$/g, "").replace(/_\d+$/, "");
  const plain = (text: string) => text.toLowerCase().replace(/v\d+$/, "");
  return plain(stem) === plain(type);
}

export function edgeLabel({ kind, tensors }: Bundle): string {
  if (kind !== "data" || tensors.size === 0) return "";
  if (tensors.size > 1) return count(tensors.size, "tensor");
  return shapeText([...tensors.values()][0].shape);
}

export function edgeTitle(graph: Graph, { tensors, count: edges }: Bundle): string {
  const lines = [...tensors].slice(0, 8).map(([id, output]) => {
    const [op, index] = id.split(":");
    return `${graph.name(Number(op))}:${index}  ${tensorText(output)}`;
  });
  if (tensors.size > 8) lines.push(`and ${tensors.size - 8} more`);
  return lines.join("\n") || count(edges, "control dependency").replace(/dependencys$/, "dependencies");
}

/** Pixels: a larger tensor makes a wider line, on a log scale. */
export function edgeWidth({ kind, tensors }: Bundle): number {
  if (kind !== "data") return 1;
  let numbers = 0;
  for (const { shape } of tensors.values())
    numbers +=
      shape === "*" ? 1 : shape.split(",").reduce((product, size) => product * (Number(size) || 1), 1);
  return 1.1 + Math.min(1.9, Math.log10(numbers + 1) * 0.28);
}
