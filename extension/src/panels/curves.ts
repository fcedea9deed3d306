/** A chart of one metric over the steps: its curve, that of another recording, and the step that is shown. */
import { html, set, svg } from "../dom.ts";
import { curve, numberText, scaleOf, smoothed, ticks } from "../model/runs/curves.ts";
import type { NumberLine } from "../model/runs/recording.ts";
import { countUpTo } from "../model/runs/sorted.ts";
import { __ } from "../words.ts";

const SIZE = { width: 300, height: 120 };
const FRAME = { left: 42, right: 6, top: 6, bottom: 18 };
const BOX = {
  width: SIZE.width - FRAME.left - FRAME.right,
  height: SIZE.height - FRAME.top - FRAME.bottom,
};
const WEIGHT = 0.9; // of a smoothed line, of what was before

export interface ChartContent {
  own: NumberLine;
  other?: NumberLine;
  /** The step that is shown; undefined for the last. */
  position?: number;
  range: [first: number, last: number];
  smooth: boolean;
}

export class Chart {
  readonly element = html("section", { class: "chart" });
  private readonly title = html("strong");
  private readonly now = html("span", { class: "now" });
  private readonly axes = svg("g");
  private readonly raw = svg("path", { class: "raw" });
  private readonly line = svg("path", { class: "line" });
  private readonly other = svg("path", { class: "line other" });
  private readonly cursor = svg("path", { class: "cursor" });
  private readonly drawing: SVGSVGElement;
  private readonly last = { axes: "" };

  constructor(name: string) {
    this.title.textContent = name;
    const plot = svg(
      "g",
      { transform: `translate(${FRAME.left} ${FRAME.top})` },
      this.raw,
      this.other,
      this.line,
      this.cursor,
    );
    this.drawing = svg("svg", { viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, role: "img" }, this.axes, plot);
    this.element.append(html("header", { role: "none" }, this.title, this.now), this.drawing);
  }

  show({ own, other, position, range, smooth }: ChartContent): void {
    const along = { low: range[0], high: Math.max(range[1], range[0] + 1) };
    const up = scaleOf(other ? [own, other] : [own]);
    const shown = smooth ? smoothed(own, WEIGHT) : own;
    set(this.line, { d: curve(shown, BOX, along, up) });
    set(this.raw, { d: smooth ? curve(own, BOX, along, up) : "" });
    set(this.other, {
      d: other ? curve(smooth ? smoothed(other, WEIGHT) : other, BOX, along, up) : "",
    });
    const x =
      position === undefined ? undefined : ((position - along.low) / (along.high - along.low)) * BOX.width;
    set(this.cursor, { d: x === undefined ? "" : `M${x.toFixed(1)} 0V${BOX.height}` });
    const value = valueAt(own, position);
    const rival = other && valueAt(other, position);
    this.now.textContent =
      rival === undefined ? numberText(value) : `${numberText(value)} · ${numberText(rival)}`;
    set(this.drawing, {
      "aria-label": __("%1: %2 at step %3", own.name, numberText(value), position ?? own.steps.at(-1) ?? 0),
    });
    this.drawAxes(along, up);
  }

  private drawAxes(along: { low: number; high: number }, up: { low: number; high: number }): void {
    const across = ticks(along, 5).filter(Number.isInteger);
    const high = ticks(up, 4);
    const key = `${across} ${high} ${along.low} ${along.high} ${up.low} ${up.high}`;
    if (key === this.last.axes) return;
    this.last.axes = key;
    const bottom = FRAME.top + BOX.height;
    const parts: SVGElement[] = [];
    for (const value of high) {
      const y = (bottom - ((value - up.low) / (up.high - up.low)) * BOX.height).toFixed(1);
      parts.push(svg("path", { class: "grid", d: `M${FRAME.left} ${y}H${SIZE.width - FRAME.right}` }));
      parts.push(svg("text", { class: "y", x: FRAME.left - 5, y: Number(y) + 3.5 }, numberText(value)));
    }
    for (const step of across) {
      const x = FRAME.left + ((step - along.low) / (along.high - along.low)) * BOX.width;
      const edge = x > SIZE.width - FRAME.right - 14 ? "end" : "middle";
      parts.push(
        svg(
          "text",
          { class: "x", x: x.toFixed(1), y: SIZE.height - 4, "text-anchor": edge },
          numberText(step),
        ),
      );
    }
    parts.push(svg("path", { class: "axis", d: `M${FRAME.left} ${bottom}H${SIZE.width - FRAME.right}` }));
    this.axes.replaceChildren(...parts);
  }
}

function valueAt({ steps, values }: NumberLine, position?: number): number | null {
  const at = position === undefined ? steps.length : countUpTo(steps, position);
  return values[Math.max(0, at - 1)] ?? null;
}
