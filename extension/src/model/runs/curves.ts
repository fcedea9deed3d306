/** Curves: numbers over steps as SVG paths in a box, with round numbers along its sides. */
import type { NumberLine } from "./recording.ts";

export interface Box {
  width: number;
  height: number;
}

export interface Scale {
  low: number;
  high: number;
}

const MARGIN = 0.06; // of the range, above and below a curve
const COLUMN = 1; // px: of more points in one only the lowest and the highest are drawn

/** The range of all finite numbers of some lines, with a margin; of equal ones around them. */
export function scaleOf(lines: NumberLine[]): Scale {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { values } of lines)
    for (const value of values) {
      if (value === null) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  if (low > high) return { low: 0, high: 1 };
  if (low === high) {
    const around = Math.abs(low) / 2 || 1;
    return { low: low - around, high: high + around };
  }
  const margin = (high - low) * MARGIN;
  return { low: low - margin, high: high + margin };
}

/** A line through the numbers; where there is none, a gap. */
export function curve({ steps, values }: NumberLine, box: Box, along: Scale, up: Scale): string {
  const xOf = (step: number) => ((step - along.low) / (along.high - along.low || 1)) * box.width;
  const yOf = (value: number) => round(box.height - ((value - up.low) / (up.high - up.low)) * box.height);
  let path = "";
  let pen = "M";
  const add = (x: number, value: number) => {
    path += `${pen}${round(x)} ${yOf(value)}`;
    pen = "L";
  };
  for (let i = 0; i < steps.length; ) {
    const value = values[i];
    const x = xOf(steps[i]);
    if (value === null) {
      pen = "M";
      i++;
      continue;
    }
    // All points in one column of pixels: the first, the extremes, the last.
    let [low, high, last] = [value, value, value];
    let end = i + 1;
    for (; end < steps.length && xOf(steps[end]) < x + COLUMN; end++) {
      const next = values[end];
      if (next === null) break;
      if (next < low) low = next;
      if (next > high) high = next;
      last = next;
    }
    add(x, value);
    if (low !== value && low !== last) add(x, low);
    if (high !== value && high !== last) add(x, high);
    if (end > i + 1) add(xOf(steps[end - 1]), last);
    i = end;
  }
  return path;
}

/** The mean so far, in which older numbers count less; the first ones are not drawn towards zero. */
export function smoothed(line: NumberLine, weight: number): NumberLine {
  let [mean, sum] = [0, 0];
  const values = line.values.map((value) => {
    if (value === null) return null;
    mean = mean * weight + value * (1 - weight);
    sum = sum * weight + (1 - weight);
    return mean / sum;
  });
  return { ...line, values };
}

/** Round numbers in a range, at most so many: multiples of 1, 2 or 5 times a power of ten. */
export function ticks({ low, high }: Scale, most: number): number[] {
  if (!(high > low)) return [low];
  const rough = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step =
    [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough * (1 - 1e-9)) ?? rough;
  const [first, last] = [Math.ceil(low / step - 1e-9), Math.floor(high / step + 1e-9)];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * step);
}

/** A number as people read it, with four digits: `0.0731`, `1.5e-8`, `12,000`. */
export function numberText(value: number | null): string {
  if (value === null) return "NaN";
  const size = Math.abs(value);
  if (value === 0) return "0";
  const text =
    size >= 1e6 || size < 1e-4
      ? value
          .toExponential(3)
          .replace(/\.?0+e/, "e")
          .replace("e+", "e")
      : size >= 1000
        ? Math.round(value)
            .toString()
            .replace(/\B(?=(\d{3})+$)/g, ",")
        : String(Number(value.toPrecision(4)));
  return text.replace(/-/g, "−");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
