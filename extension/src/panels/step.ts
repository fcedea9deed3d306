/** The controls for stepping through a run, and the card of an executed operation. */
import { html } from "../dom.ts";
import type { StepState } from "../model/runs/step.ts";
import { dictionary } from "../model/text/dictionary.ts";
import { __ } from "../words.ts";
import { BarButtons } from "./bar-buttons.ts";
import { type Value, valueCard } from "./value.ts";

export interface StepActions {
  to(position: number, stop?: "nan" | "breakpoint"): void;
  play(): void;
  follow(): void;
  look(): void;
}

/** The kernel's message about one operation; graphlab/_src/viz/step_messages.py sends it. */
export interface Card {
  op: number;
  name: string;
  kind: string;
  state: string;
  within?: string;
  outputs: Value[];
  inputs?: { op: number; name: string; text: string }[];
  changes: { name: string; op: number; before?: Value; after?: Value; difference?: string }[];
}

const signs = () => [
  ["pending", __("to come")],
  ["running", __("just done")],
  ["done", __("done")],
  ["reused", __("already there")],
  ["fed", __("fed")],
];
const states = () =>
  dictionary({
    pending: __("has not run yet"),
    running: __("has just run"),
    done: __("has run"),
    reused: __("already there: nothing runs for it"),
    fed: __("fed: its producer does not run"),
    failed: __("has failed"),
    pruned: __("this run does not need it"),
  });

export class StepBar {
  readonly element = html("div", {
    class: "step-bar",
    role: "group",
    "aria-label": __("Step through a run"),
  });
  private readonly where = html("span", { class: "position", role: "status" });
  private readonly what = html("span", { class: "what", role: "status" });
  private readonly slider = html("input", {
    type: "range",
    min: 0,
    "aria-label": __("Step"),
  }) as HTMLInputElement;
  private readonly buttons = new BarButtons();
  private readonly trouble = html("div", { class: "trouble", role: "alert", hidden: true });
  private state?: StepState;

  constructor(actions: StepActions) {
    const at = () => this.state?.position ?? 0;
    const end = () => this.state?.total ?? 0;
    const row = html("div", { class: "controls" });
    row.append(
      this.buttons.icon("first", __("To the beginning"), () => actions.to(0)),
      this.buttons.icon("left", __("One step back (,)"), () => actions.to(Math.max(0, at() - 1))),
      this.buttons.icon("play", __("Play"), () => actions.play()),
      this.buttons.icon("right", __("One step on (.)"), () => actions.to(Math.min(end(), at() + 1))),
      this.buttons.icon("last", __("To the next breakpoint, or to the end"), () =>
        actions.to(end(), "breakpoint"),
      ),
      this.buttons.word("NaN", "NaN", __("To the first NaN from here, or to the end"), () =>
        actions.to(end(), "nan"),
      ),
      this.where,
      this.slider,
      this.what,
      html("span", { class: "space" }),
      this.buttons.word("Value", __("Value"), __("Show the outputs of the last step"), () => actions.look()),
      this.buttons.word("Follow", __("Follow"), __("Open the scopes that the steps lie in"), () =>
        actions.follow(),
      ),
    );
    this.slider.oninput = () => actions.to(Number(this.slider.value));
    this.element.append(row, legend(), this.trouble);
  }

  show(state: StepState, playing: boolean, follows: boolean, showsValues: boolean): void {
    this.state = state;
    const { position, total, name, over, applied } = state;
    this.where.textContent = __("step %1 of %2", position, total);
    this.what.textContent = position ? name : __("next: %1", state.next);
    this.what.title = this.what.textContent;
    this.slider.max = String(total);
    this.slider.value = String(position);
    this.slider.disabled = false;
    this.enable({ first: position > 0, left: position > 0, Value: true, Follow: true });
    const ahead = position < total;
    this.enable({ right: ahead, last: ahead, NaN: ahead, play: ahead || playing });
    this.buttons.showPlaying(playing);
    this.buttons.press("Follow", follows);
    this.buttons.press("Value", showsValues);
    const { failed } = state;
    this.report(
      failed
        ? failed.name
          ? __("%1 failed: %2", failed.name, failed.text)
          : failed.text
        : over && position === total
          ? applied
            ? __("The run is over; the session has what it did to variables.")
            : __("The run is over; the session's variables are as they were.")
          : "",
      failed !== undefined,
    );
  }

  /** Shows a message: in red if it is `wrong`. */
  report(text: string, wrong = true): void {
    this.trouble.hidden = !text;
    this.trouble.textContent = text;
    this.trouble.classList.toggle("wrong", wrong);
  }

  /** Disables the controls: there is nothing to step through. */
  end(text: string): void {
    this.buttons.disabled = this.slider.disabled = true;
    this.report(text, false);
  }

  private enable(which: Record<string, boolean>): void {
    for (const [name, enabled] of Object.entries(which)) this.buttons.get(name).disabled = !enabled;
  }
}

function legend(): HTMLElement {
  const made = signs().map(([mark, text]) =>
    html("span", { class: "sign" }, html("i", { class: mark }), text),
  );
  return html("div", { class: "legend", "aria-hidden": "true" }, ...made);
}

/** The card of one operation: its outputs, its inputs, the variables it wrote, and its breakpoint. */
export function stepCard(
  card: Card,
  stops: boolean,
  actions: { stop(op: number, on: boolean): void; go(op: number): void },
): HTMLElement {
  const element = html("div", { class: "step-card" });
  const what = html("div", { class: "tensor" }, `${card.kind} · ${states()[card.state] ?? card.state}`);
  element.append(what);
  if (card.within) element.append(html("div", { class: "tensor" }, __("in %1", card.within)));
  if (card.state === "pending" || card.state === "done" || card.state === "running") {
    const button = html(
      "button",
      { class: "stop", "aria-pressed": String(stops), title: __("Stop after this operation") },
      `${stops ? "●" : "○"} ${__("Breakpoint")}`,
    );
    button.onclick = () => actions.stop(card.op, !stops);
    element.append(button);
  }
  for (const value of card.outputs) element.append(valueCard(value));
  for (const { name, op, before, after, difference } of card.changes) {
    element.append(
      html(
        "h4",
        {},
        `${__("Variable")} `,
        link(name, () => actions.go(op)),
      ),
    );
    if (difference) element.append(html("div", { class: "difference" }, difference));
    const sides = html("div", { class: "sides" });
    if (before) sides.append(side(__("before"), before));
    if (after) sides.append(side(__("after"), after));
    element.append(sides);
  }
  if (card.inputs?.length) {
    element.append(html("h4", {}, __("Inputs")));
    for (const { name, op, text } of card.inputs)
      element.append(
        html(
          "div",
          { class: "input" },
          link(name, () => actions.go(op)),
          html("span", {}, text),
        ),
      );
  }
  return element;
}

function side(title: string, value: Value): HTMLElement {
  return html("div", { class: "side" }, html("div", { class: "what" }, title), valueCard(value));
}

function link(name: string, act: () => void): HTMLElement {
  const button = html("button", { class: "link path", title: __("Show %1", name) }, name);
  button.onclick = act;
  return button;
}
