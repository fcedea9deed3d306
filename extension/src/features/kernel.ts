/** The end of the kernel: a diagram that was live and no longer is says so; in a panel, which says so itself, it does not. */
import { html } from "../dom.ts";
import { __ } from "../words.ts";
import type { MakeFeature } from "./feature.ts";

export const kernel: MakeFeature = (context) => {
  let wasLive = false;
  return {
    live(live) {
      const text = __("The kernel no longer has this graph: run the cell again to make it live.");
      context.line(
        wasLive && !live ? html("div", { class: "preview ended", role: "status" }, text) : undefined,
      );
      wasLive ||= live;
    },
  };
};
