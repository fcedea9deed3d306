/** Numbers in a small box: a few as bars from zero, more as a line. */

import type { Thumbnail } from "../../model/diagram/thumbnail.ts";

const BARS = 24; // numbers at most
const SPACE = 0.2; // of a bar's width, between two
const THIN = 1; // px of a bar that is zero

export type Plot = { kind: "bars" | "trace"; d: string };

/** The path of a thumbnail's numbers; null leaves a gap. */
export function plot({ points = [], width, height }: Thumbnail): Plot {
  const numbers = points.filter((point) => point !== null);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const isFew = points.length <= BARS;
  // Bars are about zero, lines about what is between the smallest and the largest.
  const [bottom, top] = isFew ? [Math.min(0, low), Math.max(0, high)] : [low, high];
  const at = (value: number) =>
    round(top > bottom ? height - ((value - bottom) / (top - bottom)) * height : isFew ? height : height / 2);
  let d = "";
  if (isFew) {
    const step = width / points.length;
    const space = step * SPACE;
    points.forEach((point, i) => {
      if (point === null) return;
      const [from, to] = [Math.min(at(0), at(point)), Math.max(at(0), at(point))];
      const [y, bar] = [Math.min(from, height - THIN), Math.max(THIN, round(to - from))];
      d += `M${round(i * step + space / 2)} ${y}h${round(step - space)}v${bar}h${round(space - step)}Z`;
    });
    return { kind: "bars", d };
  }
  let pen = "M";
  points.forEach((point, i) => {
    if (point === null) pen = "M";
    else {
      d += `${pen}${round((i / (points.length - 1)) * width)} ${at(point)}`;
      pen = "L";
    }
  });
  return { kind: "trace", d };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
