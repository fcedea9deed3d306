/** The line that says what a run of the chosen fetches would do. */
import type { Preview } from "../engine/engine.ts";
import type { Found } from "../model/details.ts";
import { html } from "../scene/dom.ts";
import { icon } from "./icons.ts";

export interface PreviewActions {
  clear(): void;
  go(path: string): void;
  dropFetch(op: number): void;
  dropFeed(op: number): void;
}

const MOST_CHIPS = 6;

export function previewLine(preview: Preview, actions: PreviewActions): HTMLElement {
  const line = html("div", { class: "preview", role: "status" });
  line.append(
    group(
      "fetch",
      preview.fetches.map((chosen) => removable(chosen, "fetch", () => actions.dropFetch(chosen.op))),
    ),
  );
  if (preview.feeds.length)
    line.append(
      group(
        "feed",
        preview.feeds.map((chosen) => removable(chosen, "feed", () => actions.dropFeed(chosen.op))),
      ),
    );
  line.append(html("strong", { class: "count" }, `runs ${preview.runs} of ${preview.of}`));
  if (preview.needs.length) line.append(group("needs a feed for", chips(preview.needs, "needs", actions)));
  if (preview.state.length) {
    const state = group("already there", chips(preview.state, "state", actions));
    state.title =
      "Variables keep their values between runs: they are read as they are, and their initializers do not run.";
    line.append(state);
  }
  const clear = html("button", { class: "clear", title: "Show the whole graph again" }, "Clear");
  clear.onclick = () => actions.clear();
  line.append(html("span", { class: "space", style: "flex:1" }), clear);
  return line;
}

function group(what: string, content: HTMLElement[]): HTMLElement {
  return html("span", { class: "group" }, html("span", { class: "what" }, what), ...content);
}

function chips(found: Found[], kind: string, actions: PreviewActions): HTMLElement[] {
  const shown = found.slice(0, MOST_CHIPS).map(({ name, path }) => {
    const chip = html("button", { class: `chip ${kind}`, title: name }, html("span", {}, name));
    chip.onclick = () => actions.go(path);
    return chip as HTMLElement;
  });
  if (found.length > shown.length)
    shown.push(html("span", { class: "what" }, `+${found.length - shown.length}`));
  return shown;
}

function removable({ name }: Found, kind: string, remove: () => void): HTMLElement {
  const chip = html(
    "button",
    { class: `chip ${kind}`, title: `${name}: click to take it out`, "aria-label": `Take out ${name}` },
    html("span", {}, name),
  );
  const cross = icon("close");
  cross.setAttribute("style", "width:9px;height:9px;stroke:currentColor;stroke-width:2;fill:none");
  chip.append(cross);
  chip.onclick = remove;
  return chip;
}
