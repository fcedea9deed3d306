/** Data types of the operations' outputs. */
import type { Overlay } from "../model/overlays/overlay.ts";
import { categories, overlayInfo } from "../model/overlays/values.ts";

const INFO = overlayInfo("dtype", "Data type", "The type of each operation's first output.");

export const dtype: Overlay = {
  info: INFO,
  values: (graph) =>
    categories(INFO, graph.count, (id) => graph.outputs(id)[0]?.dtype.replace(/_ref$/, "") ?? ""),
};
