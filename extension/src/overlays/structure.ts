/** Structure: which scopes have the same types of operations. */
import { operationsIn } from "../model/hierarchy/hierarchy.ts";
import type { Overlay } from "../model/overlays/overlay.ts";
import { overlayInfo } from "../model/overlays/values.ts";
import { __ } from "../words.ts";

const info = () =>
  overlayInfo(
    "structure",
    __("Structure"),
    __("Scopes with the same types of operations have the same colour."),
  );

export const structure: Overlay = {
  get info() {
    return info();
  },
  structureKey(graph, node) {
    if (node.leaf) return "";
    const types = new Set<number>();
    for (const id of operationsIn(node)) types.add(graph.types[id]);
    return [...types].sort((a, b) => a - b).join(" ");
  },
};
