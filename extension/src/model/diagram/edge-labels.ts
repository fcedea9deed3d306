/** The label of an edge, its tooltip and its width. */

import { __ } from "../../words.ts";
import type { Graph } from "../graph/graph.ts";
import { count, grouped, shapeText, tensorText } from "../text/format.ts";
import { type Bundle, tensorOf } from "./content.ts";

export interface EdgeLabel {
  label: string;
  /** All its tensors, for the tooltip. */
  title: string;
  width: number;
}

const known = new WeakMap<Bundle, EdgeLabel>();

/** Cached for each bundle, which may have ten thousand tensors. */
export function edgeLabel(graph: Graph, bundle: Bundle): EdgeLabel {
  let label = known.get(bundle);
  if (!label) {
    label = { label: labelText(bundle), title: edgeTitle(graph, bundle), width: edgeWidth(bundle) };
    known.set(bundle, label);
  }
  return label;
}

/** Which branch of a cond an edge leads from to the Merge, or that it is the predicate. */
export function branchText({ branches }: Bundle): string {
  return { 1: "false", 2: "true", 4: "predicate" }[branches] ?? "";
}

function labelText({ kind, tensors }: Bundle): string {
  if (kind !== "data" || tensors.size === 0) return "";
  const [first, ...others] = tensors.values();
  const shape = shapeText(first.shape);
  if (!others.length) return shape;
  const isSame = shape && others.every((other) => other.shape === first.shape);
  if (isSame && first.shape === "") return count(tensors.size, "scalar");
  const bracketed = shape.includes("×") ? `[${shape}]` : shape;
  return isSame ? `${grouped(tensors.size)} × ${bracketed}` : count(tensors.size, "tensor");
}

function edgeTitle(graph: Graph, { tensors, count: edges }: Bundle): string {
  const lines = [...tensors].slice(0, 8).map(([key, output]) => {
    const [op, index] = tensorOf(key);
    return `${graph.name(op)}:${index}  ${tensorText(output)}`;
  });
  if (tensors.size > 8) lines.push(__("and %1 more", tensors.size - 8));
  return (
    lines.join("\n") ||
    (edges === 1 ? __("1 control dependency") : __("%1 control dependencies", grouped(edges)))
  );
}

/** Pixels: a larger tensor makes a wider line, on a log scale: 1 for a scalar, 2 for 200 numbers, 4 for 5 million. */
function edgeWidth({ kind, tensors }: Bundle): number {
  if (kind !== "data") return 1;
  let numbers = 0;
  for (const { shape } of tensors.values())
    numbers +=
      shape === "*" ? 1 : shape.split(",").reduce((product, size) => product * (Number(size) || 1), 1);
  return 1 + Math.min(3.5, Math.log10(Math.max(1, numbers)) * 0.45);
}
