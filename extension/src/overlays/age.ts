/** Age: which operations are new. */
import type { Graph } from "../model/graph/graph.ts";
import type { Overlay } from "../model/overlays/overlay.ts";
import { about } from "../model/overlays/values.ts";

const ABOUT = about(
  "age",
  "Age",
  "The newest operations are strongest: by cell in a notebook, else in the order of creation.",
  { kind: "sequential", sums: "max" },
);

export const age: Overlay = {
  about: ABOUT,
  values(graph) {
    const cells = [...new Set(sources(graph))].sort((a, b) => a - b);
    if (cells.length < 2) {
      return {
        about: { ...ABOUT, told: "by order of creation" },
        of: Float32Array.from({ length: graph.count }, (_, id) => id + 1),
      };
    }
    const rank = new Map(cells.map((cell, i) => [cell, i]));
    return {
      about: {
        ...ABOUT,
        unit: "cells after the first",
        told: `the last is cell [${cells[cells.length - 1]}]`,
      },
      of: Float32Array.from(sources(graph), (cell) => rank.get(cell) as number),
    };
  },
};

function sources(graph: Graph): number[] {
  return Array.from({ length: graph.count }, (_, id) => graph.source(id).cell);
}
