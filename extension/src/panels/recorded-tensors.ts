/** The list of weights and gradients: a histogram of each, beside that of another recording. */
import { html, set, svg } from "../dom.ts";
import { numberText } from "../model/runs/curves.ts";
import { type Figure, onOneScale, type RecordedTensor } from "../model/runs/recording.ts";
import { dictionary } from "../model/text/dictionary.ts";
import { __ } from "../words.ts";

const BARS = { width: 120, height: 26 };
const healths = () =>
  dictionary({
    ok: "",
    nan: "NaN",
    inf: "Inf",
    zero: __("all zero"),
    exploding: __("exploding"),
    vanishing: __("vanishing"),
  });

export class TensorList {
  readonly element = html("section", { class: "recorded" });
  private readonly rows = new Map<string, Row>();
  private readonly heading = html(
    "header",
    { role: "none" },
    html("strong", {}, __("Weights and gradients")),
  );

  constructor(private readonly go: (op: number) => void) {
    this.element.append(this.heading);
  }

  /** `others`: the figures of another recording, by the tensor's name. */
  show(tensors: RecordedTensor[], figures: Figure[], others: Map<string, Figure>): void {
    if (tensors.length !== this.rows.size || tensors.some(([, , , name]) => !this.rows.has(name))) {
      this.rows.clear();
      for (const tensor of tensors) this.rows.set(tensor[3], new Row(tensor, () => this.go(tensor[0])));
      this.element.replaceChildren(this.heading, ...[...this.rows.values()].map((row) => row.element));
    }
    tensors.forEach(([, , , name], i) => {
      if (figures[i]) this.rows.get(name)?.show(figures[i], others.get(name));
    });
  }
}

class Row {
  readonly element = html("div", { class: "tensor-row" });
  private readonly bars = svg("path", { class: "bars" });
  private readonly outline = svg("path", { class: "outline" });
  private readonly drawing: SVGSVGElement;
  private readonly words = html("span", { class: "tensor" });
  private readonly health = html("span", { class: "health" });
  private readonly name: string;
  private shown: (Figure | undefined)[] = [];

  constructor([, , kind, name]: RecordedTensor, go: () => void) {
    this.name = name;
    const button = html("button", { class: "link path", title: __("Show %1", name) }, short(name, kind));
    button.onclick = go;
    this.drawing = svg(
      "svg",
      { viewBox: `0 0 ${BARS.width} ${BARS.height}`, preserveAspectRatio: "none", role: "img" },
      this.bars,
      this.outline,
    );
    const text = html("div", { class: "facts" }, this.words, this.health);
    this.element.append(button, this.drawing, text);
  }

  show(figure: Figure, other?: Figure): void {
    if (this.shown[0] === figure && this.shown[1] === other) return; // until the next snapshot
    this.shown = [figure, other];
    const { low, high, shares } = onOneScale(other ? [figure, other] : [figure]);
    const most = Math.max(...shares.flat(), 1e-9);
    set(this.bars, { d: barsOf(shares[0], most) });
    set(this.outline, { d: shares[1] ? outlineOf(shares[1], most) : "" });
    const range = __("%1 to %2", numberText(low), numberText(high));
    const means = other ? `${numberText(figure.mean)} · ${numberText(other.mean)}` : numberText(figure.mean);
    this.words.textContent = `${range}, ${__("mean %1", means)}`;
    this.health.textContent = healths()[figure.health] ?? "";
    set(this.element, { "data-health": figure.health });
    set(this.drawing, {
      "aria-label": __("Histogram of %1 from %2 to %3", this.name, numberText(low), numberText(high)),
    });
  }
}

/** The end of a long name says which gradient it is. */
function short(name: string, kind: string): string {
  if (kind !== "gradient") return name;
  const layer = name.replace(/:\d+$/, "").match(/^(?:[^/]*gradients[^/]*\/)(.*?)_grad(?:\/|$)/);
  return layer ? `∇ ${layer[1]}` : `∇ ${name}`;
}

function barsOf(shares: number[], most: number): string {
  const width = BARS.width / shares.length;
  return shares
    .map((share, i) => {
      const height = share ? Math.max(1, (share / most) * BARS.height) : 0;
      return height
        ? `M${(i * width).toFixed(1)} ${BARS.height}v${(-height).toFixed(1)}h${(width - 0.8).toFixed(1)}v${height.toFixed(1)}Z`
        : "";
    })
    .join("");
}

function outlineOf(shares: number[], most: number): string {
  const width = BARS.width / shares.length;
  const points = shares.map((share, i) => {
    const y = (BARS.height - (share / most) * BARS.height).toFixed(1);
    return `${(i * width).toFixed(1)} ${y}H${((i + 1) * width).toFixed(1)}`;
  });
  return `M${points.join("L")}`;
}
