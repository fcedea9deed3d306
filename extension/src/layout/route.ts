/** The y of every layer and the curve of every link: curves bend between layers only, so they pass no box. */
import type { Box, Layered, Link, Point } from "./types.ts";

export const LAYER_GAP = 30; // px between two layers whose links are straight
const PORT_GAP = 14; // the same next to a scope's border, where no arrow ends
const LABEL_ROOM = 16; // more where a label has to fit
const MOST_SLOPE_ROOM = 40; // at most this much more where links run far sideways

export interface Bands {
  top: number[];
  bottom: number[];
}

/** Each layer's band; a link runs straight down through it, and bends in the gap to the next. */
export function bands(graph: Layered, boxes: Box[], links: Link[]): Bands {
  const { vertices, layers } = graph;
  const labelled = new Set<number>();
  graph.routes.forEach((route, i) => {
    if (links[i].label) labelled.add(vertices[route[0]].layer);
  });
  const result: Bands = { top: [], bottom: [] };
  let y = 0;
  layers.forEach((layer, i) => {
    const height = layer.reduce((most, at) => Math.max(most, boxes[vertices[at].box]?.height ?? 0), 0);
    result.top.push(y);
    result.bottom.push(y + height);
    const reach = layer.reduce(
      (most, at) =>
        vertices[at].down.reduce(
          (far, s) => Math.max(far, Math.abs(vertices[s.bottom].x - vertices[at].x)),
          most,
        ),
      0,
    );
    const borders = [...layer, ...(layers[i + 1] ?? [])].some((at) => boxes[vertices[at].box]?.port);
    y +=
      height +
      (borders ? PORT_GAP : LAYER_GAP) +
      (labelled.has(i) ? LABEL_ROOM : 0) +
      Math.min(MOST_SLOPE_ROOM, reach * 0.05);
  });
  return result;
}

/** Top left corner of each box; boxes stand in the middle of their band. */
export function corners(graph: Layered, boxes: Box[], { top, bottom }: Bands): Point[] {
  return boxes.map((box, i) => {
    const { x, layer } = graph.vertices[i];
    return { x: x - box.width / 2, y: (top[layer] + bottom[layer] - box.height) / 2 };
  });
}

export function curves(
  graph: Layered,
  boxes: Box[],
  links: Link[],
  band: Bands,
  places: Point[],
): number[][] {
  return links.map((link, i) => {
    if (link.from === link.to) return loop(boxes[link.from], places[link.from]);
    const down = curve(graph, i, boxes, links, band, places);
    return graph.reversed[i] ? backwards(down) : down;
  });
}

function curve(
  graph: Layered,
  i: number,
  boxes: Box[],
  links: Link[],
  band: Bands,
  places: Point[],
): number[] {
  const route = graph.routes[i];
  const link = links[i];
  const turned = graph.reversed[i];
  const [head, tail] = [route[0], route[route.length - 1]];
  const topX = graph.vertices[head].x + ((turned ? link.toOffset : link.fromOffset) ?? 0);
  const bottomX = graph.vertices[tail].x + ((turned ? link.fromOffset : link.toOffset) ?? 0);
  const path = [topX, places[head].y + boxes[head].height];
  for (let k = 0; k + 1 < route.length; k++) {
    const [layer, next] = [graph.vertices[route[k]].layer, graph.vertices[route[k + 1]].layer];
    const x = k + 2 === route.length ? bottomX : graph.vertices[route[k + 1]].x;
    lineTo(path, path[path.length - 2], band.bottom[layer]);
    bendTo(path, x, band.top[next]);
  }
  lineTo(path, bottomX, places[tail].y);
  return path;
}

function lineTo(path: number[], x: number, y: number): void {
  const [x0, y0] = path.slice(-2);
  if (y - y0 > 0.01) path.push(x0, y0 + (y - y0) / 3, x, y0 + (2 * (y - y0)) / 3, x, y);
}

function bendTo(path: number[], x: number, y: number): void {
  const [x0, y0] = path.slice(-2);
  const half = (y - y0) * 0.55;
  path.push(x0, y0 + half, x, y - half, x, y);
}

function backwards(path: number[]): number[] {
  const turned: number[] = [];
  for (let i = path.length - 2; i >= 0; i -= 2) turned.push(path[i], path[i + 1]);
  return turned;
}

/** A box that feeds itself. */
function loop(box: Box, { x, y }: Point): number[] {
  const right = x + box.width;
  const middle = y + box.height / 2;
  return [right, middle - 6, right + 18, middle - 14, right + 18, middle + 14, right, middle + 6];
}
