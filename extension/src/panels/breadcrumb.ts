/** The line above the picture of a graph inside an operation: where one is, and the way back. */

import { html } from "../dom.ts";
import type { SubgraphPath } from "../hub.ts";
import { icon } from "./icons.ts";

export function breadcrumb({ name, rooms, room, enter, leave }: SubgraphPath): HTMLElement {
  const back = html(
    "button",
    { class: "back", title: "Back to the graph around it (Esc)" },
    icon("back"),
    "Back",
  );
  back.onclick = leave;
  const line = html(
    "nav",
    { class: "breadcrumb", "aria-label": "Inside an operation" },
    back,
    html("span", { class: "what" }, "inside"),
    html("code", {}, name),
  );
  if (rooms.length === 1) line.append(html("span", { class: "what" }, room));
  else
    for (const other of rooms) {
      const button = html("button", { "aria-pressed": String(other === room) }, other);
      button.onclick = () => enter(other);
      line.append(button);
    }
  return line;
}
