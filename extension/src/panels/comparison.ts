/** The line of a comparison: the number of differences of each kind, steps between them, merged or side by side. */
import { html } from "../dom.ts";
import { __ } from "../words.ts";
import { iconButton } from "./icons.ts";

export interface Comparison {
  parts: { sign: string; color: string; text: string; act: () => void }[];
  place: string;
  steps?: (by: number) => void;
  sides: { on: boolean; toggle: () => void };
}

export function comparisonLine({ parts, place, steps, sides }: Comparison): HTMLElement {
  const facts = html("div", { class: "facts" });
  for (const { sign, color, text, act } of parts) {
    const chip = html(
      "button",
      { class: "chip kind", title: __("List: %1", text), style: `--fill: ${color}` },
      html("b", {}, sign),
      html("span", {}, text),
    );
    chip.onclick = act;
    facts.append(chip);
  }
  const row = html("div", { class: "preview compare", role: "group", "aria-label": __("Comparison") }, facts);
  row.append(html("span", { class: "what", role: "status" }, place));
  const button = (name: "up" | "down", label: string, by: number) => {
    const made = iconButton(name, label, () => steps?.(by));
    made.disabled = !steps;
    return made;
  };
  const both = html(
    "button",
    {
      class: "clear",
      "aria-pressed": String(sides.on),
      title: __("Show the two graphs by themselves, linked"),
    },
    __("Side by side"),
  );
  both.onclick = sides.toggle;
  row.append(button("up", __("Previous difference"), -1), button("down", __("Next difference"), 1), both);
  return row;
}
