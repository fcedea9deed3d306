/** Structure: what is built alike. */
import { type Node, operationsIn } from "../model/hierarchy.ts";
import { about } from "../model/values.ts";
import type { Overlay } from "./kinds.ts";

const ABOUT = about(
  "structure",
  "Structure",
  "Scopes that are built of the same operations have the same colour.",
);

export const structure: Overlay = {
  about: ABOUT,
  alike(graph, node) {
    if (node.leaf) return "";
    const counts = new Map<number, number>();
    for (const id of operationsIn(node)) counts.set(graph.types[id], (counts.get(graph.types[id]) ?? 0) + 1);
    return countsText(counts, node);
  },
};

function countsText(counts: Map<number, number>, { size }: Node): string {
  return `${size}: ${[...counts]
    .sort((a, b) => a[0] - b[0])
    .map(([type, count]) => `${type}×${count}`)
    .join(" ")}`;
}
