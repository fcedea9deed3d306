/** Age: which operations are new. */
import type { Graph } from "../model/graph/graph.ts";
import type { Overlay } from "../model/overlays/overlay.ts";
import { overlayInfo } from "../model/overlays/values.ts";
import { __ } from "../words.ts";

const info = () =>
  overlayInfo(
    "age",
    __("Age"),
    __("The newest operations are strongest: by cell in a notebook, else in the order of creation."),
    { kind: "sequential", sums: "max" },
  );

export const age: Overlay = {
  get info() {
    return info();
  },
  values(graph) {
    const cells = [...new Set(sources(graph))].sort((a, b) => a - b);
    if (cells.length < 2) {
      return {
        info: { ...info(), source: __("by order of creation") },
        of: Float32Array.from({ length: graph.count }, (_, id) => id + 1),
      };
    }
    const rank = new Map(cells.map((cell, i) => [cell, i]));
    return {
      info: {
        ...info(),
        unit: __("cells after the first"),
        source: __("the last is cell [%1]", cells[cells.length - 1]),
      },
      of: Float32Array.from(sources(graph), (cell) => rank.get(cell) as number),
    };
  },
};

function sources(graph: Graph): number[] {
  return Array.from({ length: graph.count }, (_, id) => graph.source(id).cell);
}
