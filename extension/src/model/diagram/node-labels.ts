/** The label of a node: its name, a note, and its description for screen readers. */

import { __ } from "../../words.ts";
import type { Graph, Output } from "../graph/graph.ts";
import { heldBy } from "../graph/variables.ts";
import { isScope, type Node } from "../hierarchy/hierarchy.ts";
import { kindOf } from "../hierarchy/kinds.ts";
import { asStack } from "../hierarchy/stack.ts";
import { count, shapeText, shorten, tensorText } from "../text/format.ts";
import { kindName, type NodeLabel, namedAfterType } from "./labels.ts";
import { LONGEST_NAME } from "./sizes.ts";
import { stackLabel } from "./stack-labels.ts";

const LONGEST_VALUE = 14; // characters
const LONGEST_NOTE = 34; // characters

/** `name`: the node's name where it is shown. */
export function nodeLabel(graph: Graph, node: Node, name: string, open: boolean): NodeLabel {
  const stack = asStack(node);
  if (stack) return stackLabel(graph, stack, open);
  const kind = kindOf(graph, node);
  const type = node.op < 0 ? "" : graph.type(node.op);
  const output = kind === "variable" ? heldBy(graph, node.op) : outputOf(graph, node);
  let note = "";
  if (kind === "scope") note = parametersText(graph, node) || count(node.size, "operation");
  else if (output && (kind === "placeholder" || kind === "variable")) note = tensorText(output);
  else if (kind === "constant") note = constantText(graph.attributes(node.op));
  else if (type === "XlaCallModule") note = graph.hasSubgraph(node.op) ? __("JAX function") : "";
  else if (kind === "op" && !namedAfterType(node.name, type)) note = type;
  const state = isScope(node)
    ? `, ${count(node.size, "operation")}, ${open ? __("open") : __("closed")}`
    : "";
  const typed = kind === "op" ? `, ${type}` : "";
  const shape = output ? `, ${tensorText(output)}` : "";
  const ariaLabel = `${kindName(kind)} ${name}${typed}${shape}${state}`;
  return { kind, name: shorten(name, LONGEST_NAME), note, ariaLabel, hint: "" };
}

function outputOf(graph: Graph, node: Node): Output | undefined {
  return node.op < 0 ? undefined : graph.outputs(node.op)[0];
}

/** `kernel 784×256 · bias 256` for a layer with one or two variables. */
function parametersText(graph: Graph, scope: Node): string {
  const parts: string[] = [];
  for (const child of scope.children.values()) {
    if (kindOf(graph, child) !== "variable") continue;
    const shape = heldBy(graph, child.op)?.shape ?? "*";
    if (parts.length === 2 || shape === "*") return "";
    parts.push(`${child.name} ${shapeText(shape)}`);
  }
  const text = parts.join(" · ");
  return text.length > LONGEST_NOTE ? "" : text;
}

/** The value of a small constant, rounded where it is a long number, from an attribute like `float32 () = 3.0`. */
function constantText(attributes: readonly string[] = []): string {
  const value = attributes[attributes.indexOf("value") + 1] ?? "";
  const text = value.slice(value.indexOf(" = ") + 3);
  if (!value.includes(" = ")) return "";
  if (text.length <= LONGEST_VALUE) return text;
  return text && Number.isFinite(Number(text)) ? `≈ ${Number(Number(text).toPrecision(4))}` : "";
}
