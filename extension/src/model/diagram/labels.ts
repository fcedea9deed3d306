/** What the labels of all kinds of nodes have in common. */

import { __ } from "../../words.ts";
import type { Kind } from "../hierarchy/kinds.ts";

export interface NodeLabel {
  kind: Kind;
  name: string;
  note: string;
  ariaLabel: string;
  /** What the diagram decided here, and how to undo it; "" where it decided nothing. */
  hint: string;
}

export function kindName(kind: Kind): string {
  return {
    placeholder: __("placeholder"),
    variable: __("variable"),
    constant: __("constant"),
    group: __("group"),
    op: __("operation"),
    scope: __("scope"),
    stack: __("stack"),
    rest: __("rest of a list"),
  }[kind];
}

/** The same for several. */
export function kindNames(kind: Kind): string {
  return {
    placeholder: __("placeholders"),
    variable: __("variables"),
    constant: __("constants"),
    group: __("groups"),
    op: __("operations"),
    scope: __("scopes"),
    stack: __("blocks"),
    rest: __("rests of lists"),
  }[kind];
}

/** What is above the auxiliary nodes. */
export const auxiliaryCaption = () => __("auxiliary: serves the model");

/** `MatMul_1` and `(MatMul)` already show that the type is MatMul. */
export function namedAfterType(name: string, type: string): boolean {
  const stem = name.replace(/^\(|\)$/g, "").replace(/_\d+$/, "");
  const plain = (text: string) => text.toLowerCase().replace(/v\d+$/, "");
  return plain(stem) === plain(type);
}
