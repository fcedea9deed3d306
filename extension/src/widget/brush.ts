/** A soft round brush on an array of bytes. */

export interface Brush {
  /** Pixels. */
  radius: number;
  /** A byte for each channel; undefined erases. */
  ink?: number[];
}

export interface Size {
  width: number;
  height: number;
  channels: number;
}

const SOFT = 0.5; // pixels of the edge

/** Paints at a point, of which whole numbers are the middle of a pixel. */
export function stroke(
  pixels: Uint8Array,
  { width, height, channels }: Size,
  [x, y]: [number, number],
  { radius, ink }: Brush,
): void {
  const reach = Math.ceil(radius + SOFT);
  for (
    let row = Math.max(0, Math.round(y) - reach);
    row <= Math.min(height - 1, Math.round(y) + reach);
    row++
  )
    for (
      let column = Math.max(0, Math.round(x) - reach);
      column <= Math.min(width - 1, Math.round(x) + reach);
      column++
    ) {
      const strength = Math.min(1, Math.max(0, radius + SOFT - Math.hypot(column - x, row - y)));
      if (!strength) continue;
      const at = (row * width + column) * channels;
      for (let c = 0; c < channels; c++) {
        const before = pixels[at + c];
        if (!ink) pixels[at + c] = Math.round(before * (1 - strength));
        // White is only added; a colour covers.
        else if (channels === 1) pixels[at + c] = Math.max(before, Math.round(ink[c] * strength));
        else pixels[at + c] = Math.round(before + (ink[c] - before) * strength);
      }
    }
}

/** Points from one to another, half a pixel apart at most; the first one only where both are the same. */
export function line(from: [number, number], to: [number, number]): [number, number][] {
  const steps = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) * 2));
  return Array.from({ length: steps }, (_, i) => {
    const t = (i + 1) / steps;
    return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t];
  });
}
