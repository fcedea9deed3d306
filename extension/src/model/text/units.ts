/** Numbers with their units, short enough for a node; graphlab/_src/base/units.py writes the same. */
import { __ } from "../../words.ts";

const TIMES: [number, string][] = [
  [1, "s"],
  [1e-3, "ms"],
  [1e-6, "µs"],
  [1e-9, "ns"],
];
const SIZES: [number, string][] = [
  [1e12, "TB"],
  [1e9, "GB"],
  [1e6, "MB"],
  [1e3, "kB"],
  [1, "B"],
];
const ROUNDS_UP = 0.9995; // 999.9 B is 1 kB

/** `12.3 ms` for 0.0123 of unit "s", `3 MB` for 3e6 of "bytes", `1.5 kg` for any other unit. */
export function written(value: number, unit = ""): string {
  if (!Number.isFinite(value)) return value === Number.POSITIVE_INFINITY ? __("not finite") : "";
  const steps = unit === "s" ? TIMES : unit === "bytes" ? SIZES : undefined;
  if (!steps) return `${digits(value)} ${unit}`.trimEnd();
  if (!value) return `0 ${unit === "s" ? "s" : "B"}`;
  const [size, name] = steps.find(([size]) => Math.abs(value) >= size * ROUNDS_UP) ?? steps[steps.length - 1];
  return `${digits(value / size)} ${name}`;
}

const PREFIXES: [number, string][] = [
  [1e12, "T"],
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
  [1, ""],
];

/** `21.3 MFLOP` for 21,300,000 of unit "FLOP". */
export function prefixed(value: number, unit: string): string {
  const [size, prefix] = PREFIXES.find(([size]) => value >= size * ROUNDS_UP) ?? [1, ""];
  return `${digits(value / size)} ${prefix}${unit}`;
}

/** `33 %` */
export function share(part: number, total: number): string {
  const percent = total ? (100 * part) / total : 0;
  return `${percent > 0 && percent < 0.95 ? percent.toFixed(1) : Math.round(percent)} %`;
}

function digits(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e6 || (size > 0 && size < 1e-4))
    return value.toExponential(1).replace("e+", "e").replace(".0e", "e");
  return size >= 999.5 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
