/** The cell or file that created an operation. */
import type { Overlay } from "../model/overlays/overlay.ts";
import { categories, overlayInfo } from "../model/overlays/values.ts";

const INFO = overlayInfo("cell", "Created by", "The cell or file whose code made each operation.");

export const cell: Overlay = {
  info: INFO,
  values: (graph) =>
    categories(INFO, graph.count, (id) => {
      const { cell, file } = graph.source(id);
      return cell >= 0 ? `cell [${cell}]` : file.slice(file.search(/[^/\\]*$/));
    }),
};
