/** Maps values to names of colours, which scene/drawing/palette.ts defines for light and dark. */
import type { OverlayInfo } from "./values.ts";

export const STEPS = 10; // of a sequential scale
export const SIDE = 5; // steps of a diverging scale to each side of the middle
export const CATEGORIES = 9; // that have a colour of their own

/** The range of values that the colours span. */
export interface Domain {
  low: number;
  high: number;
}

/** "c3" for the fourth category, "cx" for those beyond the ninth, "good", "warn" or "bad" for those with a tone. */
export function categoryTint(info: OverlayInfo, place: number): string {
  let tints = tintsOf.get(info);
  if (!tints) {
    tints = categoryTints(info);
    tintsOf.set(info, tints);
  }
  return tints[place];
}

const tintsOf = new WeakMap<OverlayInfo, string[]>();

function categoryTints({ categories, tones }: OverlayInfo): string[] {
  let next = 0;
  return categories.map((category) => {
    if (Object.hasOwn(tones, category)) return tones[category];
    return next < CATEGORIES ? `c${next++}` : "cx";
  });
}

/** "s0" (low) to "s9" (high), or "d0" to "d10" around "d5" for zero; "bad" for what isn't finite. */
export function numberTint(info: OverlayInfo, { low, high }: Domain, value: number): string {
  if (!Number.isFinite(value)) return "bad";
  if (info.kind === "diverging") {
    const most = Math.max(Math.abs(low), Math.abs(high)) || 1;
    return `d${SIDE + Math.round(Math.max(-1, Math.min(1, value / most)) * SIDE)}`;
  }
  return `s${Math.min(STEPS - 1, Math.max(0, Math.floor(place(info, { low, high }, value) * STEPS)))}`;
}

/** The position of a value between low (0) and high (1). */
function place({ scale }: OverlayInfo, { low, high }: Domain, value: number): number {
  if (scale === "log") {
    if (value <= 0) return 0;
    const [from, to] = [Math.log(low), Math.log(high)];
    return to > from ? (Math.log(value) - from) / (to - from) : 1;
  }
  return high > low ? (value - low) / (high - low) : 1;
}

/** The domain of some values: from zero for amounts, from the least positive value on a log scale. */
export function domainOf(info: OverlayInfo, values: Iterable<number>): Domain {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (!Number.isFinite(value) || (info.scale === "log" && value <= 0)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return { low: 0, high: 0 };
  return { low: info.kind === "sequential" && info.scale === "linear" ? Math.min(0, low) : low, high };
}
