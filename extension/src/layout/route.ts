/** The y of every layer and the curve of every link: curves bend between layers only, so they pass no box. */
import { isOutside } from "./layered.ts";
import type { Box, Layered, Link, Point } from "./types.ts";

export const LAYER_GAP = 30; // px between two layers whose links are straight
const PORT_GAP = 14; // the same next to a scope's border, where no arrow ends
const LABEL_GAP = 2; // px more than its height where a label has to fit
const MOST_SLOPE_SPACE = 24; // at most this much more where links run far sideways
const OUTSIDE = 16; // px beside everything where links run that would pass too many layers
const TURN = 12; // px that a loop reaches beyond the boxes that it joins

export interface Bands {
  top: number[];
  bottom: number[];
}

/** Each layer's band; a link runs straight down through it, and bends in the gap to the next. */
export function bands(graph: Layered, boxes: Box[], links: Link[]): Bands {
  const { layer, layers, x, top: tops, bottom: bottoms } = graph;
  const labels = new Float64Array(layers.length);
  for (const { from, label } of links)
    if (label) labels[layer[from]] = Math.max(labels[layer[from]], label.height + LABEL_GAP);
  const reach = new Float64Array(layers.length);
  for (let s = 0; s < tops.length; s++)
    reach[layer[tops[s]]] = Math.max(reach[layer[tops[s]]], Math.abs(x[bottoms[s]] - x[tops[s]]));
  const result: Bands = { top: [], bottom: [] };
  let y = 0;
  layers.forEach((own, i) => {
    const height = own.reduce((most, at) => Math.max(most, boxes[at] ? fullHeight(boxes[at]) : 0), 0);
    result.top.push(y);
    result.bottom.push(y + height);
    const borders = [...own, ...(layers[i + 1] ?? [])].some((at) => boxes[at]?.port);
    y += height + (borders ? PORT_GAP : LAYER_GAP) + labels[i] + Math.min(MOST_SLOPE_SPACE, reach[i] * 0.05);
  });
  return result;
}

/** The height of a box with what is beside it. */
export function fullHeight({ height, stubHeight = 0 }: Box): number {
  return Math.max(height, stubHeight);
}

/** Top left corner of each box; boxes are in the middle of their band. */
export function corners(graph: Layered, boxes: Box[], { top, bottom }: Bands): Point[] {
  return boxes.map((box, i) => {
    const layer = graph.layer[i];
    return { x: graph.x[i] - box.width / 2, y: (top[layer] + bottom[layer] - box.height) / 2 };
  });
}

export function curves(
  graph: Layered,
  boxes: Box[],
  links: Link[],
  band: Bands,
  places: Point[],
): number[][] {
  const outside = graph.x.reduce((most, x, i) => Math.max(most, x + graph.right[i]), -Infinity) + OUTSIDE;
  return links.map((link, i) => {
    if (link.from === link.to) return loop(boxes[link.from], places[link.from]);
    if (isOutside(graph, i)) return around(graph, i, link, boxes, band, places, outside);
    return graph.reversed[i]
      ? upward(graph, i, link, boxes, band, places)
      : downward(graph, i, link, boxes, band, places);
  });
}

type Curve = (graph: Layered, i: number, link: Link, boxes: Box[], band: Bands, places: Point[]) => number[];

const downward: Curve = (graph, i, { from, to }, boxes, band, places) => {
  const route = graph.routes[i];
  const path = [graph.x[from] + graph.fromOffset[i], places[from].y + boxes[from].height];
  const endX = graph.x[to] + graph.toOffset[i];
  for (let k = 0; k + 1 < route.length; k++) {
    const [layer, next] = [graph.layer[route[k]], graph.layer[route[k + 1]]];
    lineTo(path, path[path.length - 2], band.bottom[layer]);
    bendTo(path, k + 2 === route.length ? endX : graph.x[route[k + 1]], band.top[next]);
  }
  lineTo(path, endX, places[to].y);
  return path;
};

/** A link that closes a loop: out below, up along the side, and in from above. */
const upward: Curve = (graph, i, { from, to }, boxes, band, places) => {
  const route = graph.routes[i];
  const passed = route.slice(2, -2);
  const path = [graph.x[from] + graph.fromOffset[i], places[from].y + boxes[from].height];
  lineTo(path, path[path.length - 2], band.bottom[graph.layer[from]]);
  turnTo(path, graph.x[passed[0]], band.bottom[graph.layer[from]], TURN);
  for (let k = 0; k < passed.length; k++) {
    const layer = graph.layer[passed[k]];
    if (k) bendTo(path, graph.x[passed[k]], band.bottom[layer]);
    lineTo(path, graph.x[passed[k]], band.top[layer]);
  }
  turnTo(path, graph.x[to] + graph.toOffset[i], band.top[graph.layer[to]], -TURN);
  lineTo(path, graph.x[to] + graph.toOffset[i], places[to].y);
  return path;
};

/** A link that would pass too many layers: it leaves the drawing at the right and comes back where it ends. */
function around(
  graph: Layered,
  i: number,
  { from, to }: Link,
  boxes: Box[],
  band: Bands,
  places: Point[],
  outside: number,
): number[] {
  const [first, last] = [graph.layer[from], graph.layer[to]];
  const [startX, endX] = [graph.x[from] + graph.fromOffset[i], graph.x[to] + graph.toOffset[i]];
  const path = [startX, places[from].y + boxes[from].height];
  lineTo(path, startX, band.bottom[first]);
  if (last > first) {
    bendTo(path, outside, band.top[first + 1]);
    lineTo(path, outside, band.bottom[last - 1]);
    bendTo(path, endX, band.top[last]);
  } else {
    turnTo(path, outside, band.bottom[first], TURN);
    lineTo(path, outside, band.top[last]);
    turnTo(path, endX, band.top[last], -TURN);
  }
  lineTo(path, endX, places[to].y);
  return path;
}

function lineTo(path: number[], x: number, y: number): void {
  const [x0, y0] = path.slice(-2);
  if (Math.abs(y - y0) > 0.01) path.push(x0, y0 + (y - y0) / 3, x, y0 + (2 * (y - y0)) / 3, x, y);
}

function bendTo(path: number[], x: number, y: number): void {
  const [x0, y0] = path.slice(-2);
  const half = (y - y0) * 0.55;
  path.push(x0, y0 + half, x, y - half, x, y);
}

/** A half turn that reaches `by` beyond y, where it begins and ends. */
function turnTo(path: number[], x: number, y: number, by: number): void {
  const [x0] = path.slice(-2);
  path.push(x0, y + by * (4 / 3), x, y + by * (4 / 3), x, y);
}

/** A box that feeds itself. */
function loop(box: Box, { x, y }: Point): number[] {
  const right = x + box.width;
  const middle = y + box.height / 2;
  return [right, middle - 6, right + 18, middle - 14, right + 18, middle + 14, right, middle + 6];
}
