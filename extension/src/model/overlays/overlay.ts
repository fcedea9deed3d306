/** An overlay that needs no kernel: each is one file of src/overlays, listed in its index.ts. */
import type { Graph } from "../graph/graph.ts";
import type { Node } from "../hierarchy/hierarchy.ts";
import type { OverlayInfo, Values } from "./values.ts";

export interface Overlay {
  info: OverlayInfo;
  /** The value of each operation. */
  values?(graph: Graph): Values;
  /** Instead of values: nodes with the same key have the same colour. */
  structureKey?(graph: Graph, node: Node): string;
}
