/** What an overlay that needs no kernel is: each is one file of this folder, listed in index.ts. */
import type { Graph } from "../model/graph.ts";
import type { Node } from "../model/hierarchy.ts";
import type { About, Values } from "../model/values.ts";

export interface Overlay {
  about: About;
  /** The value of each operation. */
  values?(graph: Graph): Values;
  /** In place of values: nodes of which this is the same have the same colour. */
  alike?(graph: Graph, node: Node): string;
}
