/** Sizes of the operations' outputs, from their shapes. */
import type { Output } from "../model/graph/graph.ts";
import { bytesOf } from "../model/graph/tensor-size.ts";
import type { Overlay } from "../model/overlays/overlay.ts";
import { overlayInfo } from "../model/overlays/values.ts";
import { __ } from "../words.ts";

const info = () =>
  overlayInfo(
    "size",
    __("Size"),
    __("The bytes of each operation's outputs, for a batch of one; a scope shows the largest."),
    {
      kind: "sequential",
      unit: "bytes",
      scale: "log",
      sums: "max",
    },
  );

export const size: Overlay = {
  get info() {
    return info();
  },
  values: (graph) => {
    const known = new Map<readonly Output[], number>();
    const of = Float32Array.from({ length: graph.count }, (_, id) => {
      const outputs = graph.outputs(id);
      let bytes = known.get(outputs);
      if (bytes === undefined) {
        bytes = outputs.reduce((sum, output) => sum + bytesOf(output), 0);
        known.set(outputs, bytes);
      }
      return bytes || Number.NaN;
    });
    return { info: info(), of };
  },
};
