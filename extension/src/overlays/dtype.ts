/** Data types of the operations' outputs. */
import type { Overlay } from "../model/overlays/overlay.ts";
import { about, categories } from "../model/overlays/values.ts";

const ABOUT = about("dtype", "Data type", "The type of each operation's first output.");

export const dtype: Overlay = {
  about: ABOUT,
  values: (graph) =>
    categories(ABOUT, graph.count, (id) => graph.outputs(id)[0]?.dtype.replace(/_ref$/, "") ?? ""),
};
