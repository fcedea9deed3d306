/** The cell or file that created an operation. */
import type { Overlay } from "../model/overlays/overlay.ts";
import { categories, overlayInfo } from "../model/overlays/values.ts";
import { __ } from "../words.ts";

const info = () =>
  overlayInfo("cell", __("Created by"), __("The cell or file whose code made each operation."));

export const cell: Overlay = {
  get info() {
    return info();
  },
  values: (graph) =>
    categories(info(), graph.count, (id) => {
      const { cell, file } = graph.source(id);
      return cell >= 0 ? __("cell [%1]", cell) : file.slice(file.search(/[^/\\]*$/));
    }),
};
