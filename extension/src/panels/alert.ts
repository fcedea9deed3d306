/** An alert line: facts, an action, and a button that closes it. */
import { html } from "../dom.ts";
import { __ } from "../words.ts";
import { icon } from "./icons.ts";

export function alertLine(
  label: string,
  facts: HTMLElement[],
  look: { text: string; act: () => void },
  close: () => void,
  kind = "",
): HTMLElement {
  const shows = html("button", {}, look.text);
  shows.onclick = look.act;
  const closes = html(
    "button",
    { class: "icon", title: __("Close"), "aria-label": __("Close: %1", label) },
    icon("close"),
  );
  closes.onclick = close;
  return html(
    "div",
    { class: `alert ${kind}`.trim(), role: "alert", "aria-label": label },
    html("div", { class: "facts" }, ...facts),
    shows,
    closes,
  );
}
