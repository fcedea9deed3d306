/** Data types of the operations' outputs. */
import type { Overlay } from "../model/overlays/overlay.ts";
import { categories, overlayInfo } from "../model/overlays/values.ts";
import { __ } from "../words.ts";

const info = () => overlayInfo("dtype", __("Data type"), __("The type of each operation's first output."));

export const dtype: Overlay = {
  get info() {
    return info();
  },
  values: (graph) =>
    categories(info(), graph.count, (id) => graph.outputs(id)[0]?.dtype.replace(/_ref$/, "") ?? ""),
};
