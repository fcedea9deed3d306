/** Watched tensors over runs. graphlab/_src/viz/watch.py defines the messages. */
import { __ } from "../../words.ts";

/** Mean, minimum, maximum of the finite elements of one run; null if there is none. */
export type Point = [mean: number | null, least: number | null, most: number | null];

export interface Watched {
  op: number;
  name: string;
  runs: number;
  /** How many runs since it was last computed did not need it. */
  missed: number;
  /** Whether it is computed after these, and why that failed; "" if it did not. */
  always: boolean;
  why: string;
  health: string;
  /** The number of the run before the first of `points`. */
  since: number;
  points: Point[];
  /** The last value in a few characters. */
  text?: string;
}

const MOST_RUNS = 200; // runs

/** Appends an update from the kernel, which has only what is new since the last one. */
export function extended(known: Watched[], updates: Watched[]): Watched[] {
  return updates.map((now) => {
    const before = known.find(({ op, name }) => op === now.op && name === now.name);
    const old = before && now.since ? before.points : [];
    return { ...now, points: [...old, ...now.points].slice(-MOST_RUNS) };
  });
}

/** What the last runs did without it; "" if the last one computed it. */
export function missedText({ missed, why }: Watched): string {
  if (why) return `${__("It could not be computed after the last run:")} ${why}`;
  if (!missed) return "";
  return missed === 1
    ? __("The last run did not need it.")
    : __("The last %1 runs did not need it.", missed.toLocaleString("en"));
}

/** A line through the means, and the band between minimum and maximum, as SVG paths in a box of this size. */
export function sparkline(points: Point[], width: number, height: number): { line: string; band: string } {
  const numbers = points.flat().filter((value): value is number => value !== null);
  if (!numbers.length) return { line: "", band: "" };
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const x = (i: number) => round(points.length > 1 ? (i / (points.length - 1)) * width : width);
  const y = (value: number) =>
    round(high > low ? height - ((value - low) / (high - low)) * height : height / 2);
  let line = "";
  let pen = "M"; // a run without numbers leaves a gap
  const upper: string[] = [];
  const lower: string[] = [];
  points.forEach(([mean, least, most], i) => {
    if (mean === null) pen = "M";
    else {
      line += `${pen}${x(i)} ${y(mean)}`;
      pen = "L";
    }
    if (least === null || most === null) return;
    upper.push(`${x(i)} ${y(most)}`);
    lower.unshift(`${x(i)} ${y(least)}`);
  });
  return { line, band: upper.length > 1 ? `M${[...upper, ...lower].join("L")}Z` : "" };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
