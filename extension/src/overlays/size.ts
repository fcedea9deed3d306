/** Sizes of the operations' outputs, from their shapes. */
import type { Output } from "../model/graph/graph.ts";
import type { Overlay } from "../model/overlays/overlay.ts";
import { overlayInfo } from "../model/overlays/values.ts";
import { dictionary } from "../model/text/dictionary.ts";

const INFO = overlayInfo(
  "size",
  "Size",
  "The bytes of each operation's outputs, for a batch of one; a scope shows the largest.",
  {
    kind: "sequential",
    unit: "bytes",
    scale: "log",
    sums: "max",
  },
);

const WIDTHS = dictionary({
  bool: 1,
  half: 2,
  complex64: 8,
  complex128: 16,
  double: 8,
  float: 4,
});

export const size: Overlay = {
  info: INFO,
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
    return { info: INFO, of };
  },
};

/** 0 where the rank or the element width is unknown; an unknown size counts as one. */
function bytesOf({ dtype, shape }: Output): number {
  const type = dtype.replace(/_ref$/, "");
  const width = WIDTHS[type] ?? Number(/(\d+)$/.exec(type)?.[1] ?? 0) / 8;
  if (shape === "*" || !width) return 0;
  return shape.split(",").reduce((product, side) => product * (Number(side) || 1), Math.ceil(width));
}
