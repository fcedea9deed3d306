/** The text of compiled code, and which operations it was compiled from. */
import { html } from "../dom.ts";
import { count } from "../model/text/format.ts";
import { __ } from "../words.ts";
import { icon } from "./icons.ts";

/** The kernel's description of the code; graphlab/_src/viz/hlo.py sends it. */
export interface Compiled {
  op: number;
  /** Why there is none. */
  why?: string;
  fetches: string[];
  device: string;
  segment: number;
  segments: number;
  operations: number[];
}

export interface Code extends Compiled {
  stage: "optimized" | "stablehlo";
  text: string;
  /** The length of the whole text; `text` may be its beginning. */
  characters: number;
}

const stages = () => ({ optimized: __("Optimized HLO"), stablehlo: "StableHLO" });
const titles = () => ({
  optimized: __("What XLA compiled for the device"),
  stablehlo: __("What JAX passed to XLA"),
});

export function hloPanel(
  code: Code,
  actions: { stage(stage: Code["stage"]): void; copy(): void },
): HTMLElement {
  const { fetches, device, segment, segments, operations, stage, text, characters } = code;
  const row = html("div", { class: "stages" });
  for (const key of ["optimized", "stablehlo"] as const) {
    const button = html(
      "button",
      { title: titles()[key], "aria-pressed": String(key === stage) },
      stages()[key],
    );
    button.onclick = () => actions.stage(key);
    row.append(button);
  }
  const copy = html(
    "button",
    { class: "icon", title: __("Copy the code"), "aria-label": __("Copy the code") },
    icon("copy"),
  );
  copy.onclick = () => actions.copy();
  row.append(copy);
  const one = segments === 1 ? __("the only segment") : __("segment %1 of %2", segment, segments);
  const facts = __(
    "%1 on %2: %3 of the plan for %4",
    count(operations.length, "operation"),
    device,
    one,
    fetches.join(", "),
  );
  const cut =
    characters > text.length
      ? __(
          "The first %1 of %2 characters; session.plan(fetches, feeds).hlo(op) returns all of it.",
          text.length.toLocaleString("en"),
          characters.toLocaleString("en"),
        )
      : "";
  return html(
    "div",
    { class: "code" },
    html("p", {}, facts),
    row,
    html("pre", { tabindex: 0, "aria-label": stages()[stage] }, text),
    ...(cut ? [html("p", {}, cut)] : []),
  );
}
