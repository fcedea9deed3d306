/** Requested devices: those of `with tf.device(…)`. */
import type { Overlay } from "../model/overlays/overlay.ts";
import { categories, overlayInfo } from "../model/overlays/values.ts";
import { memoize } from "../model/text/memoize.ts";
import { __ } from "../words.ts";

const info = () =>
  overlayInfo(
    "device",
    __("Requested device"),
    __("The device that each operation requests; most request none."),
  );

export const device: Overlay = {
  get info() {
    return info();
  },
  values(graph) {
    const deviceOf = memoize((name) => short(name) || __("none"));
    return categories(info(), graph.count, (id) => deviceOf(graph.device(id)));
  },
};

/** `/job:worker/replica:0/task:1/device:GPU:0` as `worker 1 GPU:0`. */
function short(name: string): string {
  const part = (key: string) => new RegExp(`/${key}:([^/]+)`, "i").exec(name)?.[1] ?? "";
  const job = part("job");
  const words = [job === "localhost" ? "" : job, job && job !== "localhost" ? part("task") : ""];
  return [...words, part("device").replace(/^\/?device:/, "") || bare(name)].filter(Boolean).join(" ");
}

/** The old syntax: `/gpu:0`. */
function bare(name: string): string {
  const found = /\/(cpu|gpu|tpu):(\d+|\*)/i.exec(name);
  return found ? `${found[1].toUpperCase()}:${found[2]}` : "";
}
