/** The line of a preview: what a run of the chosen fetches would do. */
import { html } from "../dom.ts";
import type { Preview } from "../engine/engine.ts";
import type { OperationSummary } from "../model/queries/summary.ts";
import { __ } from "../words.ts";
import { icon } from "./icons.ts";

export interface PreviewActions {
  clear(): void;
  /** Goes to an operation. */
  go(op: number): void;
  dropFetch(op: number): void;
  dropFeed(op: number): void;
  /** Feeds these as well. */
  feed(ops: number[]): void;
}

const MOST_CHIPS = 6;
const state = () =>
  __("Variables keep their values between runs: they are read as they are, their initializers do not run.");

export function previewLine(preview: Preview, actions: PreviewActions): HTMLElement {
  const { runs, of, fetches, feeds, mustBeFed, read, assigned } = preview;
  const facts = html("div", { class: "facts" });
  facts.append(
    group(
      __("fetch"),
      fetches.map((found) => removable(found, "fetch", actions.dropFetch)),
    ),
  );
  if (feeds.length)
    facts.append(
      group(
        __("feed"),
        feeds.map((found) => removable(found, "feed", actions.dropFeed)),
      ),
    );
  facts.append(
    html(
      "strong",
      { class: "count" },
      __("runs %1 of %2", runs.toLocaleString("en"), of.toLocaleString("en")),
    ),
  );
  if (mustBeFed.length)
    facts.append(
      group(__("must be fed"), [...chips(mustBeFed, "must-be-fed", actions), feedAll(mustBeFed, actions)]),
    );
  if (read.length) facts.append(group(__("already there"), chips(read, "read", actions), state()));
  if (assigned.length) facts.append(group(__("assigns"), chips(assigned, "read", actions)));
  const clear = html("button", { class: "clear", title: __("Show the whole graph again") }, __("Clear"));
  clear.onclick = () => actions.clear();
  return html("div", { class: "preview", role: "status" }, facts, clear);
}

function feedAll(mustBeFed: OperationSummary[], actions: PreviewActions): HTMLElement {
  const text = mustBeFed.length === 1 ? __("Feed it") : __("Feed them");
  const made = html("button", { class: "more", title: __("Show what runs when they have a value") }, text);
  made.onclick = () => actions.feed(mustBeFed.map(({ op }) => op));
  return made;
}

function group(what: string, content: HTMLElement[], title?: string): HTMLElement {
  return html("span", { class: "group", title }, html("span", { class: "what" }, what), ...content);
}

function chips(found: OperationSummary[], kind: string, actions: PreviewActions): HTMLElement[] {
  const shown = found.slice(0, MOST_CHIPS).map(({ name, op }) => {
    const chip = html("button", { class: `chip ${kind}`, title: name }, html("span", {}, name));
    chip.onclick = () => actions.go(op);
    return chip as HTMLElement;
  });
  if (found.length > shown.length)
    shown.push(html("span", { class: "what" }, `+${found.length - shown.length}`));
  return shown;
}

function removable({ name, op }: OperationSummary, kind: string, remove: (op: number) => void): HTMLElement {
  const chip = html(
    "button",
    { class: `chip ${kind}`, title: __("%1: click to remove it", name), "aria-label": __("Remove %1", name) },
    html("span", {}, name),
    icon("close"),
  );
  chip.onclick = () => remove(op);
  return chip;
}
