/** What makes a drawing easy or hard to read, in figures; the same code measures ours and dot's. */
import { pointOn } from "../src/layout/labels.ts";
import type { Point, Spec } from "../src/layout/types.ts";

/** A drawing of a spec, of any algorithm: the top left corner of each box, and each link's curves. */
export interface Drawing {
  boxes: Point[];
  paths: number[][];
}

export interface Quality {
  /** How often the drawn curves cross; running along a shared trunk and meeting at an end is no crossing. */
  crossings: number;
  /** The length of all curves together, in pixels. */
  length: number;
  /** Pairs of boxes that lie on each other. */
  overlaps: number;
  /** Pairs of a curve and a box that it crosses. */
  hits: number;
  /** Width times height, in square pixels. */
  area: number;
}

const SAMPLES = 15; // straight pieces that approximate a curve; odd, for curves like to cross in their middles
const CELL = 40; // px of the grid that finds what is near

export function quality(spec: Spec, drawing: Drawing): Quality {
  const lines = drawing.paths.map(polyline);
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  const stretch = (x: number, y: number) => {
    x0 = Math.min(x0, x);
    y0 = Math.min(y0, y);
    x1 = Math.max(x1, x);
    y1 = Math.max(y1, y);
  };
  drawing.boxes.forEach(({ x, y }, i) => {
    stretch(x, y);
    stretch(x + spec.boxes[i].width, y + spec.boxes[i].height);
  });
  let length = 0;
  for (const line of lines)
    for (let i = 0; i < line.length; i += 2) {
      stretch(line[i], line[i + 1]);
      if (i) length += Math.hypot(line[i] - line[i - 2], line[i + 1] - line[i - 1]);
    }
  return {
    crossings: crossings(lines),
    length: Math.round(length),
    overlaps: overlaps(spec, drawing).length,
    hits: hits(spec, drawing).length,
    area: Math.round((x1 - x0) * (y1 - y0)),
  };
}

/** The pairs of boxes that lie on each other. */
export function overlaps({ boxes }: Spec, { boxes: places }: Drawing): [number, number][] {
  const found: [number, number][] = [];
  const order = boxes.flatMap((box, i) => (box.port ? [] : [i])).sort((a, b) => places[a].x - places[b].x);
  order.forEach((a, at) => {
    const right = places[a].x + boxes[a].width + (boxes[a].right ?? 0);
    for (let k = at + 1; k < order.length && places[order[k]].x < right - 0.1; k++) {
      const b = order[k];
      const [p, q] = [places[a].y, places[b].y];
      if (p + boxes[a].height > q + 0.1 && q + boxes[b].height > p + 0.1) found.push([a, b]);
    }
  });
  return found;
}

/** The links that pass over a box, their own ends aside. */
export function hits(
  { boxes, links }: Spec,
  { boxes: places, paths }: Drawing,
): [link: number, box: number][] {
  const grid = new Grid();
  boxes.forEach(({ port, width, height }, i) => {
    if (!port) grid.add(i, places[i].x, places[i].y, places[i].x + width, places[i].y + height);
  });
  const found: [number, number][] = [];
  links.forEach((link, l) => {
    const over = new Set<number>();
    const line = polyline(paths[l]);
    for (let i = 0; i + 3 < line.length; i += 2)
      for (const box of grid.near(line[i], line[i + 1], line[i + 2], line[i + 3])) {
        if (box === link.from || box === link.to || over.has(box)) continue;
        const { x, y } = places[box];
        const { width, height } = boxes[box];
        for (let t = 0; t <= 1; t += 0.2) {
          const [px, py] = [
            line[i] + t * (line[i + 2] - line[i]),
            line[i + 1] + t * (line[i + 3] - line[i + 1]),
          ];
          if (px > x + 0.5 && px < x + width - 0.5 && py > y + 0.5 && py < y + height - 0.5) over.add(box);
        }
      }
    for (const box of over) found.push([l, box]);
  });
  return found;
}

function crossings(lines: number[][]): number {
  const grid = new Grid();
  const pieces: [line: number, at: number][] = [];
  let count = 0;
  lines.forEach((line, l) => {
    for (let i = 0; i + 3 < line.length; i += 2)
      for (const piece of grid.near(line[i], line[i + 1], line[i + 2], line[i + 3])) {
        const [other, at] = pieces[piece];
        if (cross(line, i, lines[other], at)) count++;
      }
    // A line's own pieces join the grid after it was compared with the others.
    for (let i = 0; i + 3 < line.length; i += 2) {
      grid.add(pieces.length, line[i], line[i + 1], line[i + 2], line[i + 3]);
      pieces.push([l, i]);
    }
  });
  return count;
}

/** Whether two straight pieces cross. Where they meet at an end their lines part or come together, or run along. */
function cross(p: number[], i: number, q: number[], k: number): boolean {
  for (const a of [i, i + 2])
    for (const b of [k, k + 2]) if (Math.hypot(p[a] - q[b], p[a + 1] - q[b + 1]) < 1e-6) return false;
  const above = (a: number[], m: number, b: number[], n: number) =>
    (a[m + 2] - a[m]) * (b[n + 1] - a[m + 1]) - (a[m + 3] - a[m + 1]) * (b[n] - a[m]) >= 0;
  return above(p, i, q, k) !== above(p, i, q, k + 2) && above(q, k, p, i) !== above(q, k, p, i + 2);
}

function polyline(path: number[]): number[] {
  const line = path.slice(0, 2);
  for (let at = 0; at + 7 < path.length; at += 6) {
    const straight = path[at] === path[at + 2] && path[at + 4] === path[at + 6] && path[at] === path[at + 6];
    for (let i = straight ? SAMPLES : 1; i <= SAMPLES; i++) {
      const { x, y } = pointOn(path, at, i / SAMPLES);
      line.push(x, y);
    }
  }
  return line;
}

/** Finds what lies near a rectangle. */
class Grid {
  private readonly cells = new Map<number, number[]>();

  add(item: number, ax: number, ay: number, bx: number, by: number): void {
    for (const key of keys(ax, ay, bx, by)) {
      const cell = this.cells.get(key);
      if (cell) cell.push(item);
      else this.cells.set(key, [item]);
    }
  }

  near(ax: number, ay: number, bx: number, by: number): Set<number> {
    const found = new Set<number>();
    for (const key of keys(ax, ay, bx, by)) for (const item of this.cells.get(key) ?? []) found.add(item);
    return found;
  }
}

function keys(ax: number, ay: number, bx: number, by: number): number[] {
  const cell = (value: number) => Math.floor(value / CELL);
  const found: number[] = [];
  for (let x = cell(Math.min(ax, bx)); x <= cell(Math.max(ax, bx)); x++)
    for (let y = cell(Math.min(ay, by)); y <= cell(Math.max(ay, by)); y++) found.push(x * 1e6 + y);
  return found;
}
