/** The predictions view: what a model says over the plane of its inputs, with the data points on it. */
import { html, set, svg } from "../dom.ts";
import { numberText } from "../model/runs/curves.ts";
import type { PointsData, SurfaceData } from "../model/runs/recording.ts";
import { fromBase64 } from "../protocol.ts";
import { __ } from "../words.ts";

const SIDE = 280; // px
const RADIUS = 2.6; // px of a point
/** The colours of classes in light and dark, distinguishable for all colour visions. */
const CLASSES: [number, number, number][] = [
  [33, 102, 172],
  [224, 122, 31],
  [0, 143, 107],
  [190, 80, 160],
  [150, 130, 0],
  [86, 101, 122],
];
const FAINT = 0.12; // opacity where a prediction says nothing
const STRONG = 0.72; // where it is sure

export class SurfaceView {
  readonly element = html("section", { class: "surface" });
  private readonly canvas = html("canvas", { "aria-hidden": "true" });
  private readonly points = svg("svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, role: "img" });
  private readonly ranges = html("div", { class: "ranges" });
  private shown?: SurfaceData;
  private drawnPoints?: PointsData;
  private region = "";

  constructor() {
    const plane = html("div", { class: "plane" }, this.canvas, this.points);
    this.element.append(
      html("header", { role: "none" }, html("strong", {}, __("Predictions"))),
      plane,
      this.ranges,
    );
  }

  show(surface: SurfaceData, points: PointsData | undefined): void {
    const region = surface.region.join(" ");
    if (surface !== this.shown) this.paint(surface);
    if (points && (points !== this.drawnPoints || region !== this.region)) this.drawPoints(surface, points);
    this.shown = surface;
    this.drawnPoints = points;
    this.region = region;
    const [left, right, bottom, top] = surface.region.map(numberText);
    // A text of JupyterLab's catalogue may have three values.
    this.ranges.textContent = `${__("%1 to %2 across", left, right)}, ${__("%1 to %2 up", bottom, top)}`;
    set(this.points, { "aria-label": __("Predictions over the plane of the inputs, with the data points") });
  }

  private paint({ levels, classes }: SurfaceData): void {
    const strength = fromBase64(levels);
    const kinds = classes ? fromBase64(classes) : undefined;
    const size = Math.floor(Math.sqrt(strength.length));
    if (!size) return;
    set(this.canvas, { width: size, height: size });
    const pen = this.canvas.getContext("2d");
    if (!pen) return;
    const image = pen.createImageData(size, size);
    for (let i = 0; i < size * size; i++) {
      const level = strength[i] / 255;
      // A single number leads from the first colour to the second.
      const kind = kinds ? kinds[i] : level < 0.5 ? 0 : 1;
      const sure = kinds ? level : Math.abs(level - 0.5) * 2;
      const opacity = FAINT + (STRONG - FAINT) * sure;
      image.data.set([...CLASSES[kind % CLASSES.length], Math.round(opacity * 255)], i * 4);
    }
    pen.putImageData(image, 0, 0);
  }

  private drawPoints({ region }: SurfaceData, { x, y, labels }: PointsData): void {
    const [left, right, bottom, top] = region;
    const colourOf = colours(labels);
    this.points.replaceChildren(
      ...x.flatMap((across, i) => {
        const up = y[i];
        if (across === null || up === null) return [];
        return svg("circle", {
          cx: (((across - left) / (right - left)) * SIDE).toFixed(1),
          cy: (SIDE - ((up - bottom) / (top - bottom)) * SIDE).toFixed(1),
          r: RADIUS,
          fill: `rgb(${colourOf(labels[i])})`,
        });
      }),
    );
  }
}

/** The colour of a label: whole numbers from 0 on are classes; two others the first and the second; more are shades between. */
function colours(labels: (number | null)[]): (label: number | null) => string {
  const known = [...new Set(labels.filter((label) => label !== null))].sort((a, b) => a - b);
  const areClasses = known.every((label) => Number.isInteger(label) && label >= 0 && label < 64);
  const [low, high] = [known[0] ?? 0, known.at(-1) ?? 1];
  return (label) => {
    if (label === null) return "128, 128, 128";
    if (areClasses) return CLASSES[label % CLASSES.length].join(", ");
    const share = high > low ? (label - low) / (high - low) : 0;
    return CLASSES[0].map((from, i) => Math.round(from + (CLASSES[1][i] - from) * share)).join(", ");
  };
}
