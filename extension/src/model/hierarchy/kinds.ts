/** The kind of a node, which decides its shape and colour. */
import type { Graph } from "../graph/graph.ts";
import { isVariable } from "../graph/op-types.ts";
import { dictionary } from "../text/dictionary.ts";
import { isScope, type Node, operationsIn } from "./hierarchy.ts";
import { asStack, isNameless } from "./stack.ts";

/** A stack represents several siblings; a rest represents those of a long list that are not drawn. */
export type Kind = "placeholder" | "variable" | "constant" | "group" | "op" | "scope" | "stack" | "rest";

const MOST_PARAMETERS = 6;

const KINDS = dictionary<Kind>({
  Const: "constant",
  NoOp: "group",
  Placeholder: "placeholder",
  PlaceholderV2: "placeholder",
  PlaceholderWithDefault: "placeholder",
});

export function kindOf(graph: Graph, node: Node): Kind {
  const stack = asStack(node);
  if (stack) return isNameless(stack.stackKind) ? "rest" : "stack";
  const kind = node.op < 0 ? "scope" : kindOfType(graph.type(node.op));
  // A variable's scope holds its initializer and its reads; it is drawn as the variable. So is an
  // operation with constants for its parameters, `Reshape` with `Reshape/shape`.
  return isScope(node) &&
    kind !== "variable" &&
    !((kind === "op" || kind === "placeholder") && isWithParameters(graph, node))
    ? "scope"
    : kind;
}

const PARAMETERS = /^(Const|Enter|ReadVariableOp|Switch)$/;

/** Whether a node is a single operation with constants, and reads of variables, beneath its name. */
function isWithParameters(graph: Graph, node: Node): boolean {
  if (node.size > MOST_PARAMETERS + 1) return false;
  return operationsIn(node).every((op) => op === node.op || PARAMETERS.test(graph.type(op)));
}

/** Whether Enter opens a node of this kind; an operation that is a scope too opens by its chevron. */
export function opensByEnter(kind: Kind): boolean {
  return kind === "scope" || kind === "stack" || kind === "rest";
}

function kindOfType(type: string): Kind {
  return isVariable(type) ? "variable" : (KINDS[type] ?? "op");
}
