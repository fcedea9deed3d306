/** The cell or file that created an operation. */
import type { Overlay } from "../model/overlays/overlay.ts";
import { about, categories } from "../model/overlays/values.ts";

const ABOUT = about("cell", "Created by", "The cell or file whose code made each operation.");

export const cell: Overlay = {
  about: ABOUT,
  values: (graph) =>
    categories(ABOUT, graph.count, (id) => {
      const { cell, file } = graph.source(id);
      return cell >= 0 ? `cell [${cell}]` : file.slice(file.search(/[^/\\]*$/));
    }),
};
