/**
 * The direction in which data flows in a diagram. A layout's flows down: for a diagram whose flows to the right its x
 * and y, widths and heights are exchanged, on the way in and on the way out.
 */
export type Direction = "down" | "right";

interface Size {
  width: number;
  height: number;
}

export function transposedSize({ width, height }: Size, direction: Direction): Size {
  return direction === "right" ? { width: height, height: width } : { width, height };
}

export function transposedPoint<Point extends { x: number; y: number }>(
  { x, y }: Point,
  direction: Direction,
) {
  return direction === "right" ? { x: y, y: x } : { x, y };
}

/** Of a path's numbers, x and y by turns. */
export function transposedPath(path: number[], direction: Direction): number[] {
  return direction === "right" ? path.map((_, i) => path[i ^ 1]) : path;
}
