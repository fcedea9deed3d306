/** What the labels of all kinds of nodes have in common. */
import type { Kind } from "../hierarchy/kinds.ts";

export interface NodeLabel {
  kind: Kind;
  name: string;
  note: string;
  ariaLabel: string;
  /** What the diagram decided here, and how to undo it; "" where it decided nothing. */
  hint: string;
}

export const KIND_NAMES: Record<Kind, string> = {
  placeholder: "placeholder",
  variable: "variable",
  constant: "constant",
  group: "group",
  op: "operation",
  scope: "scope",
  stack: "stack",
  rest: "rest of a list",
};

/** `MatMul_1` and `(MatMul)` already show that the type is MatMul. */
export function namedAfterType(name: string, type: string): boolean {
  const stem = name.replace(/^\(|\)$/g, "").replace(/_\d+$/, "");
  const plain = (text: string) => text.toLowerCase().replace(/v\d+$/, "");
  return plain(stem) === plain(type);
}
