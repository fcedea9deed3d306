/** Lays out one scope: its connected parts each in layers, then side by side. */
import { placeLabels } from "./labels.ts";
import { layered, merge, route } from "./layered.ts";
import { assignLayers, backLinks } from "./layers.ts";
import { orderLayers } from "./order.ts";
import { GAP, placeVertices } from "./place.ts";
import { inputOffsets } from "./ports.ts";
import { bands, corners, curves, LAYER_GAP } from "./route.ts";
import type { Layered, Placed, Point, Spec } from "./types.ts";

const PART_GAP = 2 * GAP;
const WIDEST_ROW = 720; // px that parts without ports fill before a new row begins, unless a part is wider

/** Where everything goes. `before`: the earlier x of a box by id, so that what is known stays where it was. */
export function layout(spec: Spec, before: Map<string, number> = new Map()): Placed {
  const parts = connectedParts(spec).map((members) => layoutPart(spec, members, before));
  return pack(spec, parts);
}

interface Part {
  members: number[];
  links: number[];
  placed: Placed;
  ported: boolean;
}

function layoutPart(spec: Spec, { members, links }: Members, before: Map<string, number>): Part {
  const index = new Map(members.map((box, i) => [box, i]));
  const boxes = members.map((box) => spec.boxes[box]);
  const own = links.map((i) => ({
    ...spec.links[i],
    from: index.get(spec.links[i].from) as number,
    to: index.get(spec.links[i].to) as number,
  }));
  const graph = ordered({ boxes, links: own }, before);
  placeVertices(graph, (box) => before.get(boxes[box].id));
  const band = bands(graph, boxes, own);
  const places = corners(graph, boxes, band);
  const paths = curves(graph, boxes, own, band, places);
  const placed = settle(boxes, {
    width: 0,
    height: 0,
    boxes: places,
    paths,
    labels: placeLabels(own, paths, boxes, places),
  });
  return { members, links, placed, ported: boxes.some((box) => box.port) };
}

function ordered(spec: Spec, before: Map<string, number>): Layered {
  const { boxes, links } = spec;
  const reversed = backLinks(boxes.length, links);
  const layer = assignLayers(boxes, links, reversed);
  const offsets = inputOffsets(boxes, links, reversed, layer);
  const graph = layered(spec, route(spec, layer, reversed, offsets));
  orderLayers(graph, (box) => before.get(boxes[box].id));
  const arrival = (link: number) => graph.order[graph.routes[link][graph.routes[link].length - 2]];
  return merge(spec, graph, inputOffsets(boxes, links, reversed, layer, arrival));
}

/** Shifts a part to (0, 0) and measures it. */
function settle(boxes: Spec["boxes"], placed: Placed): Placed {
  let [x0, x1, y1] = [Number.POSITIVE_INFINITY, 0, 0];
  placed.boxes.forEach(({ x }, i) => {
    x0 = Math.min(x0, x - (boxes[i].left ?? 0));
  });
  for (const path of placed.paths) for (let i = 0; i < path.length; i += 2) x0 = Math.min(x0, path[i]);
  shift(placed, -x0, 0);
  placed.boxes.forEach(({ x, y }, i) => {
    x1 = Math.max(x1, x + boxes[i].width + (boxes[i].right ?? 0));
    y1 = Math.max(y1, y + boxes[i].height);
  });
  for (const path of placed.paths) for (let i = 0; i < path.length; i += 2) x1 = Math.max(x1, path[i]);
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
 * Parts with ports stand in one row, with nothing above or below: their edges go on to the scope's border. The others
 * fill rows beside them.
 */
function pack(spec: Spec, parts: Part[]): Placed {
  const result: Placed = {
    width: 0,
    height: 0,
    boxes: spec.boxes.map((): Point => ({ x: 0, y: 0 })),
    paths: spec.links.map(() => []),
    labels: spec.links.map(() => undefined),
  };
  const ported = parts.filter((part) => part.ported);
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

interface Members {
  members: number[];
  links: number[];
}

function connectedParts({ boxes, links }: Spec): Members[] {
  const leader = boxes.map((_, i) => i);
  const find = (at: number): number => {
    while (leader[at] !== at) {
      leader[at] = leader[leader[at]];
      at = leader[at];
    }
    return at;
  };
  for (const { from, to } of links) leader[Math.max(find(from), find(to))] = Math.min(find(from), find(to));
  const parts = new Map<number, Members>();
  boxes.forEach((_, i) => {
    const part = parts.get(find(i)) ?? { members: [], links: [] };
    part.members.push(i);
    parts.set(find(i), part);
  });
  links.forEach((link, i) => {
    parts.get(find(link.from))?.links.push(i);
  });
  return [...parts.values()];
}
