/** What an overlay that needs no kernel is: each is one file of src/overlays, listed in its index.ts. */
import type { Graph } from "../graph/graph.ts";
import type { Node } from "../hierarchy/hierarchy.ts";
import type { About, Values } from "./values.ts";

export interface Overlay {
  about: About;
  /** The value of each operation. */
  values?(graph: Graph): Values;
  /** In place of values: nodes of which this is the same have the same colour. */
  alike?(graph: Graph, node: Node): string;
}

/** The same function of a text, which is asked once for each: of many operations few texts are different. */
export function remembered(of: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    let answer = known.get(text);
    if (answer === undefined) {
      answer = of(text);
      known.set(text, answer);
    }
    return answer;
  };
}
