/** Places the text of each link: on its curve, clear of every other text and box, or nowhere. */
import { gather } from "../gather.ts";
import { fullHeight } from "./route.ts";
import type { Box, Link, Point } from "./types.ts";

interface Rect {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

const CANDIDATES = [0.5, 0.38, 0.62, 0.28, 0.72];
const DIRECT = 20; // numbers in the path of a link that passes no layer, at most
const CELL = 64; // px of the grid that finds neighbours

export function placeLabels(
  links: Link[],
  paths: number[][],
  boxes: Box[],
  places: Point[],
): (Point | undefined)[] {
  const taken = new Grid();
  places.forEach(({ x, y }, i) => {
    const { width, height, left = 0, right = 0, port } = boxes[i];
    const over = (fullHeight(boxes[i]) - height) / 2;
    if (!port) taken.add({ x0: x - left, y0: y - over, x1: x + width + right, y1: y + height + over });
  });
  const written = new Set<string>();
  const shared = sharedCurves(links, paths);
  return links.map((link, i) => {
    if (!link.label) return undefined;
    const { width, height, text } = link.label;
    // Links that leave a box together share a trunk, which has the label once.
    const trunk = `${link.from} ${link.fromOffset ?? 0} ${text}`;
    if (paths[i].length > DIRECT && written.has(trunk)) return undefined;
    written.add(trunk);
    for (const { x, y } of spots(paths[i], shared[i])) {
      const rect = { x0: x - width / 2 - 3, y0: y - height / 2, x1: x + width / 2 + 3, y1: y + height / 2 };
      if (taken.hits(rect)) continue;
      taken.add(rect);
      return { x, y };
    }
    return undefined;
  });
}

/**
 * For each link how much of its path it shares with links that have another label: there a label would be ambiguous.
 * Counted in numbers of the path.
 */
function sharedCurves(links: Link[], paths: number[][]): number[] {
  const texts = new Map<string, string | undefined>();
  const key = (i: number, at: number) =>
    `${links[i].from} ${at} ${paths[i]
      .slice(at, at + 8)
      .map(Math.round)
      .join(" ")}`;
  const curves = (i: number) => (paths[i].length > DIRECT ? Math.floor((paths[i].length - 2) / 6) : 0);
  links.forEach(({ label }, i) => {
    for (let k = 0; k < curves(i); k++) {
      const curve = key(i, 6 * k);
      const known = texts.has(curve) && texts.get(curve) !== label?.text;
      texts.set(curve, known ? undefined : label?.text);
    }
  });
  return links.map(({ label }, i) => {
    let k = 0;
    while (label && k < curves(i) && texts.get(key(i, 6 * k)) === undefined) k++;
    return 6 * k;
  });
}

/** Good places along a path from `start` on, best first: the middles of its bends. */
function* spots(path: number[], start: number): Iterable<Point> {
  for (const t of CANDIDATES)
    for (let at = start; at + 7 < path.length; at += 6)
      if (path[at + 7] - path[at + 1] > 14 || path[at + 7] < path[at + 1]) yield pointOn(path, at, t);
}

/** The point at `t` of the curve that starts at index `at`. */
export function pointOn(path: number[], at: number, t: number): Point {
  const s = 1 - t;
  const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
  return {
    x: a * path[at] + b * path[at + 2] + c * path[at + 4] + d * path[at + 6],
    y: a * path[at + 1] + b * path[at + 3] + c * path[at + 5] + d * path[at + 7],
  };
}

class Grid {
  private readonly cells = new Map<string, Rect[]>();

  add(rect: Rect): void {
    for (const key of this.keys(rect)) gather(this.cells, key, rect);
  }

  hits(rect: Rect): boolean {
    for (const key of this.keys(rect))
      for (const other of this.cells.get(key) ?? [])
        if (rect.x0 < other.x1 && other.x0 < rect.x1 && rect.y0 < other.y1 && other.y0 < rect.y1) return true;
    return false;
  }

  private *keys({ x0, y0, x1, y1 }: Rect): Iterable<string> {
    for (let x = Math.floor(x0 / CELL); x <= Math.floor(x1 / CELL); x++)
      for (let y = Math.floor(y0 / CELL); y <= Math.floor(y1 / CELL); y++) yield `${x},${y}`;
  }
}
