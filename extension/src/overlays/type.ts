/** Operation types: MatMul, Conv2D, Relu, … */
import { PLAIN } from "../model/graph/op-types.ts";
import type { Overlay } from "../model/overlays/overlay.ts";
import { categories, overlayInfo } from "../model/overlays/values.ts";
import { memoize } from "../model/text/memoize.ts";
import { __ } from "../words.ts";

const info = () =>
  overlayInfo(
    "type",
    __("Operation type"),
    __(
      "The type of each operation; a scope shows its most frequent one. What only holds or passes on values stays plain.",
    ),
  );

export const type: Overlay = {
  get info() {
    return info();
  },
  values(graph) {
    const typeOf = memoize((type) => (PLAIN.test(type) ? "" : type));
    return categories(info(), graph.count, (id) => typeOf(graph.type(id)));
  },
};
