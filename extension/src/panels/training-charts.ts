/** The panel of a training: curves, the predictions view, histograms, and another recording to compare with. */
import { html, set } from "../dom.ts";
import type { Figure, NumberLine, Recording } from "../model/runs/recording.ts";
import { __ } from "../words.ts";
import { Chart } from "./curves.ts";
import { TensorList } from "./recorded-tensors.ts";
import { SurfaceView } from "./surface.ts";

export interface ChartActions {
  go(op: number): void;
  /** Requests the recordings that one can compare with. */
  others(): void;
  compare(recording: number | undefined): void;
}

export class TrainingCharts {
  readonly element = html("div", { class: "charts" });
  private readonly charts = new Map<string, Chart>();
  private readonly surface = new SurfaceView();
  private readonly tensors: TensorList;
  private readonly curves = html("div");
  private readonly sliders = html("div");
  private readonly notes = html("div", { class: "notes" });
  private readonly smooth = html("button", { "aria-pressed": "false" }, __("Smooth"));
  private readonly choice = html("select", { "aria-label": __("Compare with") });
  private readonly legend = html("div", { class: "compared", hidden: true });
  private others: [number: number, name: string][] = [];
  private isSmooth = false;
  private hasKernel = false;
  private again = () => {};

  constructor(actions: ChartActions) {
    this.tensors = new TensorList((op) => actions.go(op));
    this.smooth.title = __("Draw the mean of the last numbers");
    this.smooth.onclick = () => {
      this.isSmooth = !this.isSmooth;
      set(this.smooth, { "aria-pressed": String(this.isSmooth) });
      this.again();
    };
    this.choice.onfocus = () => actions.others();
    this.choice.onpointerenter = () => actions.others();
    this.choice.onchange = () => actions.compare(this.choice.value ? Number(this.choice.value) : undefined);
    this.offer([]);
    const row = html("div", { class: "switch" }, this.choice, this.smooth);
    this.element.append(
      row,
      this.legend,
      this.curves,
      this.surface.element,
      this.sliders,
      this.tensors.element,
      this.notes,
    );
  }

  /** The recordings that can be compared with. */
  offer(others: [number: number, name: string][], chosen?: number): void {
    const known = new Map([...this.others, ...others]);
    this.others = [...known];
    const value = chosen === undefined ? this.choice.value : String(chosen);
    const options = [html("option", { value: "" }, __("Compare with …"))];
    for (const [number, name] of this.others) options.push(html("option", { value: number }, name));
    if (options.length !== this.choice.options.length) this.choice.replaceChildren(...options);
    this.choice.value = value;
    this.choice.hidden = !this.others.length && !this.hasKernel;
  }

  /** Whether a kernel knows of others. */
  set live(live: boolean) {
    if (live === this.hasKernel) return;
    this.hasKernel = live;
    this.offer([]);
  }

  /** `position`: the step that is shown; undefined for the last. */
  show(own: Recording, other: Recording | undefined, position: number | undefined): void {
    this.again = () => this.show(own, other, position);
    const range: [number, number] = other
      ? [Math.min(own.range[0], other.range[0]), Math.max(own.range[1], other.range[1])]
      : own.range;
    this.arrange(own, other);
    for (const [name, chart] of this.charts) {
      const line = own.line(name);
      if (line) chart.show({ own: line, other: other?.line(name), position, range, smooth: this.isSmooth });
    }
    this.legend.hidden = !other;
    if (other)
      this.legend.replaceChildren(
        html("span", { class: "own" }, own.name),
        html("span", { class: "other" }, other.name),
      );
    const step = position ?? Number.POSITIVE_INFINITY;
    const snapshot = own.snapshotAt(step);
    const { surface } = snapshot ?? {};
    this.surface.element.hidden = !surface;
    if (surface) this.surface.show(surface, own.points);
    this.tensors.element.hidden = !snapshot?.figures.length;
    if (snapshot) this.tensors.show(own.tensors, snapshot.figures, figuresOf(other, step));
    this.notes.textContent = own.notes.join("\n");
  }

  /** A chart for each metric, and for each slider that was moved, or that the other recording has elsewhere. */
  private arrange(own: Recording, other: Recording | undefined): void {
    const moved = own.sliders.filter((name) => differ([own.line(name), other?.line(name)]));
    const names = [...own.metrics, ...moved];
    if ([...this.charts.keys()].join("\n") === names.join("\n")) return;
    this.charts.clear();
    for (const name of names) this.charts.set(name, new Chart(name));
    const elements = (these: string[]) => these.flatMap((name) => this.charts.get(name)?.element ?? []);
    this.curves.replaceChildren(...elements(own.metrics));
    this.sliders.replaceChildren(...elements(moved));
  }
}

/** Whether the numbers of lines differ. */
function differ(lines: (NumberLine | undefined)[]): boolean {
  const known = lines.flatMap((line) => (line?.values.length ? [line.values] : []));
  return known.some((values) => values.some((value) => value !== known[0][0]));
}

/** The figures of a recording after a step, by the names of the tensors. */
function figuresOf(recording: Recording | undefined, step: number): Map<string, Figure> {
  const figures = recording?.snapshotAt(step)?.figures ?? [];
  return new Map(recording?.tensors.flatMap(([, , , name], i) => (figures[i] ? [[name, figures[i]]] : [])));
}
