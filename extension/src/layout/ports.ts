/** Where links meet their boxes: what a box takes in arrives in the order of its inputs, the main line in the middle. */
import type { Box, Layered, Link } from "./types.ts";

const MARGIN = 8; // px of a box's border near its corners where nothing arrives
const APART = 26; // px between two inputs, where the box is wide enough
const CLOSEST = 5; // px between two inputs; where these do not fit all arrive at one point
const MOST_ORDERED = 8; // inputs; of more the order is not to be seen, and they arrive as they come

/** The offset of each link at its end, where the order of the inputs says it. `layer` is that of each box. */
export function orderedOffsets(boxes: Box[], links: Link[], reversed: boolean[], layer: number[]): number[] {
  const offsets = links.map((link) => link.toOffset ?? 0);
  for (const own of inputs(boxes, links)) {
    if (!isOrdered(boxes[links[own[0]].to], own)) continue;
    spread(own, boxes, links, reversed, layer, offsets);
  }
  return offsets;
}

/** The same for all other boxes, once the order of what leads to them is known. */
export function arrivingOffsets(graph: Layered, boxes: Box[], links: Link[]): number[] {
  const offsets = [...graph.toOffset];
  const layer = [...graph.layer];
  for (const own of inputs(boxes, links)) {
    if (isOrdered(boxes[links[own[0]].to], own)) continue;
    const last = (link: number) => graph.order[graph.routes[link][graph.routes[link].length - 2]];
    own.sort((a, b) => last(a) - last(b) || a - b);
    spread(own, boxes, links, graph.reversed, layer, offsets);
  }
  return offsets;
}

function isOrdered(box: Box, own: number[]): boolean {
  return !box.free && own.length <= MOST_ORDERED;
}

/** For each box that takes in several links at places of our choice: these links. */
function inputs(boxes: Box[], links: Link[]): number[][] {
  const all: number[][] = boxes.map(() => []);
  links.forEach(({ from, to, toOffset }, i) => {
    if (from !== to && !toOffset && !boxes[to].port) all[to].push(i);
  });
  return all.filter((own) => own.length > 1);
}

function spread(
  own: number[],
  boxes: Box[],
  links: Link[],
  reversed: boolean[],
  layer: ArrayLike<number>,
  offsets: number[],
): void {
  const { width } = boxes[links[own[0]].to];
  const centre = mainInput(own, boxes, links, reversed, layer) ?? (own.length - 1) / 2;
  const slots = Math.max(centre, own.length - 1 - centre);
  const step = Math.min(APART, (width / 2 - MARGIN) / slots);
  if (step < CLOSEST) return;
  own.forEach((link, k) => {
    offsets[link] = Math.round((k - centre) * step);
  });
}

/** Which input continues the main line: the only one from a box right above that is no constant or variable. */
function mainInput(
  own: number[],
  boxes: Box[],
  links: Link[],
  reversed: boolean[],
  layer: ArrayLike<number>,
): number | undefined {
  const only = (test: (link: number) => boolean): number | undefined => {
    const found = own.flatMap((link, k) => (test(link) ? [k] : []));
    return found.length === 1 ? found[0] : undefined;
  };
  const solid = (link: number) => !boxes[links[link].from].minor && !reversed[link];
  const near = (link: number) => layer[links[link].to] - layer[links[link].from] === 1;
  return only((link) => solid(link) && near(link)) ?? only(solid);
}
