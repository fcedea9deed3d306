/** The controls of a training: play, pause, one step, stop, speed, the step that is shown, and fed values on sliders. */
import { html, set } from "../dom.ts";
import { numberText } from "../model/runs/curves.ts";
import {
  type FedSlider,
  isOver,
  POSITIONS,
  positionOf,
  type TrainingState,
  valueAt,
} from "../model/runs/training.ts";
import { grouped } from "../model/text/format.ts";
import { __ } from "../words.ts";
import { BarButtons } from "./bar-buttons.ts";

export interface TrainingActions {
  play(): void;
  step(): void;
  stop(): void;
  speed(stepsPerSecond: number | null): void;
  slide(name: string, value: number | boolean): void;
  /** Shows the recording at a step. */
  look(step: number): void;
  /** Shows the last step, and those that follow. */
  follow(): void;
  charts(): void;
}

/** What the bar shows beside the state. */
export interface TrainingShown {
  /** The step that is shown; undefined for the last. */
  position?: number;
  range: [first: number, last: number];
  numbers: [name: string, value: number | null][];
  /** Whether the kernel trains, or can; false where there is the recording alone. */
  live: boolean;
  replays: boolean;
  charts: boolean;
}

const SPEEDS: (number | null)[] = [null, 100, 30, 10, 3, 1];

export class TrainingBar {
  readonly element = html("div", {
    class: "step-bar train-bar",
    role: "group",
    "aria-label": __("Training"),
  });
  private readonly buttons = new BarButtons();
  private readonly where = html("span", { class: "position" });
  private readonly numbers = html("span", { class: "numbers" });
  private readonly slider = html("input", { type: "range", min: 0, "aria-label": __("Step that is shown") });
  private readonly speeds = html("select", { "aria-label": __("Speed"), title: __("Speed") });
  private readonly fed = html("div", { class: "fed-sliders", hidden: true });
  private readonly rows = new Map<string, SliderRow>();
  private readonly trouble = html("div", { class: "trouble", role: "status", hidden: true });

  constructor(private readonly actions: TrainingActions) {
    for (const speed of SPEEDS) {
      const text = speed === null ? __("full speed") : __("%1 steps/s", speed);
      this.speeds.append(html("option", { value: speed ?? "" }, text));
    }
    this.speeds.onchange = () => actions.speed(this.speeds.value ? Number(this.speeds.value) : null);
    this.slider.oninput = () => actions.look(Number(this.slider.value));
    const row = html("div", { class: "controls" });
    row.append(
      this.buttons.icon("play", __("Play"), () => actions.play()),
      this.buttons.icon("next", __("One step"), () => actions.step()),
      this.buttons.icon("stop", __("Stop"), () => actions.stop()),
      this.where,
      this.slider,
      this.buttons.word("follow", __("Newest"), __("Show the newest step, and those that follow"), () =>
        actions.follow(),
      ),
      this.speeds,
      html("span", { class: "space" }),
      this.buttons.word("charts", __("Charts"), __("Show curves, predictions and histograms"), () =>
        actions.charts(),
      ),
    );
    this.element.append(row, html("div", { class: "facts" }, this.numbers, this.fed), this.trouble);
  }

  show(state: TrainingState, shown: TrainingShown): void {
    const { position, range, live, replays } = shown;
    const over = isOver(state) || !live;
    const step = position ?? (live ? state.step : range[1]);
    const total = state.steps ?? (over ? state.step : null);
    this.where.textContent =
      total === null ? __("step %1", grouped(step)) : __("step %1 of %2", grouped(step), grouped(total));
    const [first, last] = range;
    set(this.slider, { min: first, max: Math.max(last, first + 1) });
    if (Number(this.slider.value) !== step) this.slider.value = String(step);
    const words = shown.numbers.map(([name, value]) => `${name} ${numberText(value)}`);
    set(this.slider, { "aria-valuetext": [__("step %1", grouped(step)), ...words].join(", ") });
    const rate = live && state.state === "playing" && position === undefined && state.rate;
    this.numbers.textContent = [
      ...words,
      ...(rate ? [__("%1 steps/s", numberText(Number(rate.toPrecision(2))))] : []),
    ].join(" · ");
    this.numbers.title = this.numbers.textContent;
    const playing = over ? replays : state.state === "playing";
    const { buttons } = this;
    buttons.showPlaying(playing, over ? __("Play the recording") : __("Play"));
    buttons.disabled = this.speeds.disabled = false;
    buttons.get("next").hidden = buttons.get("stop").hidden = this.speeds.hidden = over;
    buttons.get("play").disabled = over && range[1] <= range[0];
    this.speeds.value =
      state.speed === null
        ? ""
        : String(SPEEDS.find((one) => one !== null && one <= (state.speed ?? 0)) ?? 1);
    this.slider.disabled = range[1] <= range[0];
    buttons.press("follow", position === undefined);
    buttons.press("charts", shown.charts);
    this.showSliders(state.sliders, over);
    this.report(statusOf(state, live), state.state === "failed");
  }

  /** Shows a message: in red if it is `wrong`. */
  report(text: string, wrong = false): void {
    if (this.trouble.textContent !== text) this.trouble.textContent = text;
    this.trouble.hidden = !text;
    this.trouble.classList.toggle("wrong", wrong);
  }

  /** Disables the controls: there is nothing to play. */
  end(text: string): void {
    this.buttons.disabled = this.slider.disabled = this.speeds.disabled = true;
    for (const row of this.rows.values()) row.disable(true);
    this.report(text);
  }

  private showSliders(sliders: FedSlider[], over: boolean): void {
    const moved = sliders.filter(({ kind }) => kind !== "other");
    this.fed.hidden = !moved.length;
    if (moved.length !== this.rows.size || moved.some(({ name }) => !this.rows.has(name))) {
      this.rows.clear();
      for (const slider of moved)
        this.rows.set(slider.name, new SliderRow(slider, (value) => this.actions.slide(slider.name, value)));
      this.fed.replaceChildren(...[...this.rows.values()].map(({ element }) => element));
    }
    for (const slider of moved) {
      this.rows.get(slider.name)?.show(slider);
      this.rows.get(slider.name)?.disable(over);
    }
  }
}

/** What there is to say about a training beside its numbers. */
function statusOf({ state, why, awaited }: TrainingState, live: boolean): string {
  if (why) return why;
  if (!live) return "";
  const waits = awaited ? __("A cell that was sent before waits for the end of the training.") : "";
  return [state === "paused" ? __("Paused.") : "", waits].filter(Boolean).join(" ");
}

/** A fed value: its name, a slider or a check box, and the value as text. */
class SliderRow {
  readonly element = html("label", { class: "fed-slider" });
  private readonly input: HTMLInputElement;
  private readonly text = html("output");
  private slider: FedSlider;

  constructor(slider: FedSlider, slide: (value: number | boolean) => void) {
    this.slider = slider;
    const check = slider.kind === "check";
    this.input = html("input", check ? { type: "checkbox" } : { type: "range", min: 0, max: POSITIONS });
    this.input.oninput = () => {
      const value = check ? this.input.checked : valueAt(this.slider, Number(this.input.value));
      this.write(Number(value));
      slide(value);
    };
    this.element.append(
      html("span", { class: "path" }, slider.name),
      this.input,
      ...(check ? [] : [this.text]),
    );
  }

  show(slider: FedSlider): void {
    this.slider = slider;
    if (this.input.matches(":active")) return; // while the reader moves it
    if (slider.kind === "check") this.input.checked = Boolean(slider.value);
    else {
      const position = positionOf(slider);
      // A position of the reader's own stays as it is: the kernel's answer is rounded.
      if (valueAt(slider, Number(this.input.value)) !== slider.value) this.input.value = String(position);
      this.write(slider.value);
    }
  }

  disable(disabled: boolean): void {
    this.input.disabled = disabled;
  }

  private write(value: number | null): void {
    this.text.textContent = numberText(value);
    set(this.input, { "aria-valuetext": numberText(value) });
  }
}
