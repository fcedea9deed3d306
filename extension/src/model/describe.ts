/** The words on a node, an edge and a stub. */
import { type Bundle, tensorOf } from "./content.ts";
import type { Graph } from "./graph.ts";
import { isScope, type Node } from "./hierarchy.ts";
import { type Kind, kindOf } from "./kinds.ts";
import { LONGEST_NAME } from "./sizes.ts";
import { asStack, memberAt, type Stack, shownName } from "./stack.ts";
import { count, shapeText, shorten, tensorText } from "./text.ts";

export interface Words {
  kind: Kind;
  name: string;
  note: string;
  spoken: string;
  /** What the picture did here of itself, and how to undo it; "" where it did nothing. */
  hint: string;
}

const LONGEST_VALUE = 14; // characters
const LONGEST_END = 16; // characters of each end of a stack's name

const SPOKEN: Record<Kind, string> = {
  placeholder: "placeholder",
  variable: "variable",
  constant: "constant",
  group: "group",
  op: "operation",
  scope: "scope",
  stack: "stack",
  rest: "rest of a list",
};

/** `name`: how the node is called where it is shown. */
export function wordsFor(graph: Graph, node: Node, name: string, open: boolean): Words {
  const stack = asStack(node);
  if (stack) return stackWords(graph, stack, open);
  const kind = kindOf(graph, node);
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
  const spoken = `${SPOKEN[kind]} ${name}${typed}${shape}${state}`;
  return { kind, name: shorten(name, LONGEST_NAME), note, spoken, hint: "" };
}

function stackWords(graph: Graph, stack: Stack, open: boolean): Words {
  const members = [...stack.children.values()];
  const kind = kindOf(graph, stack);
  const many = members.length.toLocaleString("en");
  if (stack.sort === "rest")
    return {
      kind,
      name: `… ${many} more`,
      note: "",
      spoken: `${many} more, not shown`,
      hint: `${many} more of this list: a click shows the next of them`,
    };
  const name = stackName(stack, members);
  const click = open ? "a click folds them into one" : "a click unfolds them";
  if (stack.sort !== "alike") {
    const what =
      stack.sort === "block" ? `block of ${many} that repeats` : `${many} neighbours of a long row`;
    return {
      kind,
      name,
      note: stack.sort === "block" ? `block of ${many}` : count(stack.size, "operation"),
      spoken: `${what}, ${stack.name}, ${count(stack.size, "operation")}, ${open ? "open" : "closed"}`,
      hint: `${what}, ${stack.name}: ${click}`,
    };
  }
  const inner = kindOf(graph, members[0]);
  const things = inner === "op" ? graph.type(members[0].op) : inner === "stack" ? "block" : SPOKEN[inner];
  const each = inner === "scope" || inner === "stack" ? ` · ${count(members[0].size, "operation")} each` : "";
  const typed = inner === "op" && !namedAfterType(members[0].name, things) ? ` ${things}` : "";
  return {
    kind,
    name: open ? `${name} ×${many}` : name,
    note: `×${many}${typed}${each}`,
    spoken: `stack of ${count(members.length, things)} alike, ${stack.name}, ${open ? "open" : "closed"}`,
    hint: `${count(members.length, things)} alike, ${stack.name}: ${click}`,
  };
}

/** `layer_0 … layer_11`, with the ends shortened rather than the middle. */
function stackName(stack: Stack, members: Node[]): string {
  const end = (at: 0 | -1) => shorten(shownName(memberAt(members, at), stack.scope), LONGEST_END);
  return `${end(0)} … ${end(-1)}`;
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
  const lines = [...tensors].slice(0, 8).map(([key, output]) => {
    const [op, index] = tensorOf(key);
    return `${graph.name(op)}:${index}  ${tensorText(output)}`;
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
