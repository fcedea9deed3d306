/** The legend of the current overlay. */
import { html } from "../dom.ts";
import type { Entry, Legend } from "../model/overlays/coloring.ts";
import { __ } from "../words.ts";

export interface LegendActions {
  /** Highlights the nodes of a category. */
  highlight(entry: Entry): void;
  table?(): void;
  clear(): void;
}

const MOST_ENTRIES = 14;

export function legendLine(
  legend: Legend,
  highlighted: string | undefined,
  actions: LegendActions,
): HTMLElement {
  const { info, entries, steps, low, high, total, count } = legend;
  const facts = html("div", { class: "facts" }, html("strong", { title: info.about }, info.title));
  if (info.source) facts.append(html("span", { class: "what" }, info.source));
  if (steps.length)
    facts.append(
      html(
        "span",
        { class: "scale", role: "img", "aria-label": __("from %1 to %2", low, high) },
        html("span", { class: "number" }, low),
        html("span", { class: "bar" }, ...steps.map((tint) => html("i", { class: `tint-${tint}` }))),
        html("span", { class: "number" }, high),
      ),
    );
  if (total) facts.append(html("span", { class: "what" }, __("%1 in total", total)));
  for (const entry of entries.slice(0, MOST_ENTRIES)) facts.append(entryButton(entry, highlighted, actions));
  const rest = entries.length - MOST_ENTRIES;
  if (rest > 0) facts.append(html("span", { class: "what" }, __("and %1 more", rest.toLocaleString("en"))));
  if (!count) facts.append(html("span", { class: "what" }, __("nothing in sight")));
  const line = html(
    "div",
    { class: "meaning", role: "group", "aria-label": __("What the colours mean") },
    facts,
  );
  if (actions.table) line.append(button(__("Table"), __("The highest values first"), actions.table));
  line.append(button(__("Clear"), __("Show the diagram without these colours"), actions.clear));
  return line;
}

function entryButton(entry: Entry, highlighted: string | undefined, actions: LegendActions): HTMLElement {
  const { name, count, tint } = entry;
  const made = html(
    "button",
    { class: "entry", "aria-pressed": String(name === highlighted), title: __("%1: show only these", name) },
    html("span", { class: `swatch tint-${tint}` }),
    html("span", {}, name),
    html("span", { class: "number" }, count.toLocaleString("en")),
  );
  made.onclick = () => actions.highlight(entry);
  return made;
}

function button(text: string, title: string, act: () => void): HTMLElement {
  const made = html("button", { title }, text);
  made.onclick = act;
  return made;
}
