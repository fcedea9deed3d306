/** Where links meet their boxes: what a box takes in arrives in the order of its inputs, the main line in the middle. */
import type { Box, Link } from "./types.ts";

const MARGIN = 8; // px of a box's border near its corners where nothing arrives
const APART = 40; // px between two inputs, where the box is wide enough
const CLOSEST = 5; // px between two inputs; where these do not fit all arrive at one point
const MOST_ORDERED = 8; // inputs; of more the order is not to be seen, and they arrive as they come

/**
 * The offset of each link at its end. `arrival` says where links come from in the layer above, once that is known: what
 * has no order arrives as it comes, left or right of what has.
 */
export function inputOffsets(
  boxes: Box[],
  links: Link[],
  reversed: boolean[],
  layer: ArrayLike<number>,
  arrival?: (link: number) => number,
): number[] {
  const offsets = links.map((link) => link.toOffset ?? 0);
  for (const own of inputs(boxes, links)) {
    const ordered = boxes[links[own[0]].to].free ? [] : own.filter((link) => !links[link].free);
    if (ordered.length > MOST_ORDERED) ordered.length = 0;
    if (!arrival) spread(ordered, boxes, links, reversed, layer, offsets);
    else {
      const middle = ordered.length ? arrival(ordered[ordered.length >> 1]) : Infinity;
      const rest = own.filter((link) => !ordered.includes(link));
      rest.sort((a, b) => arrival(a) - arrival(b) || a - b);
      const all = [...rest.filter((link) => arrival(link) < middle), ...ordered];
      spread(
        [...all, ...rest.filter((link) => arrival(link) >= middle)],
        boxes,
        links,
        reversed,
        layer,
        offsets,
      );
    }
  }
  return offsets;
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
  if (own.length < 2) return;
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
  const solid = (link: number) => !boxes[links[link].from].minor && !reversed[link] && !links[link].free;
  const near = (link: number) => layer[links[link].to] - layer[links[link].from] === 1;
  return only((link) => solid(link) && near(link)) ?? only(solid);
}
