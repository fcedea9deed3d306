/** The text of compiled code, and which operations it was compiled from. */
import { html } from "../dom.ts";
import { count } from "../model/text/format.ts";
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

const STAGES = { optimized: "Optimized HLO", stablehlo: "StableHLO" } as const;
const TITLES = {
  optimized: "What XLA compiled for the device",
  stablehlo: "What JAX passed to XLA",
} as const;

export function hloPanel(
  code: Code,
  actions: { stage(stage: Code["stage"]): void; copy(): void },
): HTMLElement {
  const { fetches, device, segment, segments, operations, stage, text, characters } = code;
  const row = html("div", { class: "stages" });
  for (const key of ["optimized", "stablehlo"] as const) {
    const button = html("button", { title: TITLES[key], "aria-pressed": String(key === stage) }, STAGES[key]);
    button.onclick = () => actions.stage(key);
    row.append(button);
  }
  const copy = html(
    "button",
    { class: "icon", title: "Copy the code", "aria-label": "Copy the code" },
    icon("copy"),
  );
  copy.onclick = () => actions.copy();
  row.append(copy);
  const one = segments === 1 ? "the only segment" : `segment ${segment} of ${segments}`;
  const facts = `${count(operations.length, "operation")} on ${device}: ${one} of the plan for ${fetches.join(", ")}`;
  const cut =
    characters > text.length
      ? `The first ${text.length.toLocaleString("en")} of ${characters.toLocaleString("en")} characters; session.plan(fetches, feeds).hlo(op) returns all of it.`
      : "";
  return html(
    "div",
    { class: "code" },
    html("p", {}, facts),
    row,
    html("pre", { tabindex: 0, "aria-label": STAGES[stage] }, text),
    ...(cut ? [html("p", {}, cut)] : []),
  );
}
