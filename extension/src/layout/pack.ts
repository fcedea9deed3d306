/** Packs the unconnected parts of a scope side by side. */
import { GAP } from "./place.ts";
import { fullHeight, LAYER_GAP } from "./route.ts";
import type { Placed, Point, Spec } from "./types.ts";

const PART_GAP = 2 * GAP;
const WIDEST_ROW = 720; // px that parts without ports fill before a new row begins, unless a part is wider

export interface Part {
  members: number[];
  links: number[];
  placed: Placed;
  ported: boolean;
}

/** Shifts a part to (0, 0) and measures it. */
export function settle({ boxes, links }: Spec, placed: Placed): Placed {
  let [x0, x1, y1] = [Number.POSITIVE_INFINITY, 0, 0];
  placed.boxes.forEach(({ x }, i) => {
    x0 = Math.min(x0, x - (boxes[i].left ?? 0));
  });
  for (const path of placed.paths) for (let i = 0; i < path.length; i += 2) x0 = Math.min(x0, path[i]);
  placed.labels.forEach((at, i) => {
    if (at) x0 = Math.min(x0, at.x - (links[i].label?.width ?? 0) / 2);
  });
  shift(placed, -x0, 0);
  placed.boxes.forEach(({ x, y }, i) => {
    x1 = Math.max(x1, x + boxes[i].width + (boxes[i].right ?? 0));
    y1 = Math.max(y1, y + (boxes[i].height + fullHeight(boxes[i])) / 2);
  });
  for (const path of placed.paths) for (let i = 0; i < path.length; i += 2) x1 = Math.max(x1, path[i]);
  placed.labels.forEach((at, i) => {
    if (at) x1 = Math.max(x1, at.x + (links[i].label?.width ?? 0) / 2);
  });
  placed.width = x1;
  placed.height = y1;
  return placed;
}

function shift({ boxes, paths, labels }: Placed, dx: number, dy: number): void {
  for (const point of [...boxes, ...labels]) {
    if (!point) continue;
    point.x += dx;
    point.y += dy;
  }
  for (const path of paths)
    for (let i = 0; i < path.length; i += 2) {
      path[i] += dx;
      path[i + 1] += dy;
    }
}

/**
 * Packs parts. Those with ports are in one row, with nothing above or below: their edges continue to the scope's
 * border. The others fill rows beside them.
 */
export function pack(spec: Spec, parts: Part[]): Placed {
  const result: Placed = {
    width: 0,
    height: 0,
    boxes: spec.boxes.map((): Point => ({ x: 0, y: 0 })),
    paths: spec.links.map(() => []),
    labels: spec.links.map(() => undefined),
    crossings: parts.reduce((sum, { placed }) => sum + placed.crossings, 0),
  };
  const rank = ({ members }: Part) =>
    members.reduce((least, box) => Math.min(least, spec.boxes[box].rank ?? Infinity), Infinity);
  const ported = parts.filter((part) => part.ported).sort((a, b) => compare(rank(a), rank(b)));
  const start = ported.reduce((sum, part) => sum + part.placed.width + PART_GAP, 0);
  const widest = Math.max(
    WIDEST_ROW,
    ...parts.map((part) => (part.ported ? start : start + part.placed.width)),
  );
  let [x, y, rowHeight] = [0, 0, 0];
  for (const { members, links, placed, ported: isPorted } of [
    ...ported,
    ...parts.filter((part) => !part.ported),
  ]) {
    if (!isPorted && x > start && x + placed.width > widest) {
      y += rowHeight + LAYER_GAP;
      x = start;
      rowHeight = 0;
    }
    shift(placed, x, y);
    members.forEach((box, i) => {
      result.boxes[box] = placed.boxes[i];
    });
    links.forEach((link, i) => {
      result.paths[link] = placed.paths[i];
      result.labels[link] = placed.labels[i];
    });
    rowHeight = Math.max(rowHeight, placed.height);
    result.width = Math.max(result.width, x + placed.width);
    result.height = Math.max(result.height, y + rowHeight);
    x += placed.width + (members.length === 1 && !isPorted ? GAP : PART_GAP);
  }
  reachBottom(spec, result);
  return result;
}

/** Ports at the bottom lie on the scope's border, below its tallest part. */
function reachBottom(spec: Spec, placed: Placed): void {
  spec.boxes.forEach((box, i) => {
    if (box.port === "bottom") placed.boxes[i].y = placed.height;
  });
  spec.links.forEach((link, i) => {
    const path = placed.paths[i];
    const [x, y] = path.slice(-2);
    if (spec.boxes[link.to].port === "bottom" && y < placed.height)
      path.push(x, y + (placed.height - y) / 3, x, y + (2 * (placed.height - y)) / 3, x, placed.height);
  });
}

/** Numbers in order; what is infinite comes last, and stays as it was. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
