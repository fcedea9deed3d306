/** The breadcrumb above a subgraph: its operation, its other subgraphs, and the way back. */
import { html } from "../dom.ts";
import type { SubgraphPath } from "../hub.ts";
import { __ } from "../words.ts";
import { icon } from "./icons.ts";

export function breadcrumb({ name, subgraphs, subgraph, enter, leave }: SubgraphPath): HTMLElement {
  const back = html(
    "button",
    { class: "back", title: __("Back to the graph around it (Esc)") },
    icon("back"),
    __("Back"),
  );
  back.onclick = leave;
  const line = html(
    "nav",
    { class: "breadcrumb", "aria-label": __("Inside an operation") },
    back,
    html("span", { class: "what" }, __("inside")),
    html("code", {}, name),
  );
  if (subgraphs.length === 1) line.append(html("span", { class: "what" }, subgraph));
  else
    for (const other of subgraphs) {
      const button = html("button", { "aria-pressed": String(other === subgraph) }, other);
      button.onclick = () => enter(other);
      line.append(button);
    }
  return line;
}
