/** Where links meet their boxes: links arrive in the order of the inputs, the main line in the middle. */
import type { Box, Link } from "./types.ts";

const MARGIN = { most: 8, share: 0.17 }; // px, and of its width, of a box's border near its corners where nothing arrives
const APART = 40; // px between two inputs, where the box is wide enough
const CLOSEST = 5; // px between two inputs; where these do not fit all arrive at one point
const MOST_ORDERED = 8; // inputs; beyond this the order is not visible, and links arrive in any order

/** What decides where a link arrives. */
interface Scope {
  boxes: Box[];
  links: Link[];
  reversed: boolean[];
  layer: ArrayLike<number>;
}

/**
 * The offset of each link at its end. `arrival`: where links come from in the layer above, once that is known: links
 * without an input order arrive left or right of the others accordingly.
 */
export function inputOffsets(scope: Scope, arrival?: (link: number) => number): number[] {
  const { boxes, links } = scope;
  const offsets = links.map((link) => link.toOffset ?? 0);
  const fed = new Set(links.map(({ to }) => to));
  boxes.forEach(({ port }, i) => {
    if (port) fed.add(i);
  });
  for (const own of inputs(scope)) {
    const ordered = boxes[links[own[0]].to].free ? [] : own.filter((link) => !links[link].free);
    if (ordered.length > MOST_ORDERED) ordered.length = 0;
    let all = ordered;
    if (arrival) {
      const middle = ordered.length ? arrival(ordered[ordered.length >> 1]) : Infinity;
      const rest = own.filter((link) => !ordered.includes(link));
      rest.sort((a, b) => arrival(a) - arrival(b) || a - b);
      const left = rest.filter((link) => arrival(link) < middle);
      all = [...left, ...ordered, ...rest.slice(left.length)];
    }
    if (all.length < 2) continue;
    const centre = mainInput(all, scope, fed) ?? (all.length - 1) / 2;
    const slots = Math.max(centre, all.length - 1 - centre);
    const { width } = boxes[links[all[0]].to];
    const step = Math.min(APART, (width / 2 - Math.min(MARGIN.most, width * MARGIN.share)) / slots);
    if (step < CLOSEST) continue;
    all.forEach((link, k) => {
      offsets[link] = Math.round((k - centre) * step);
    });
  }
  return offsets;
}

/** For each box with several links whose place is free: these links. */
function inputs({ boxes, links }: Scope): number[][] {
  const all: number[][] = boxes.map(() => []);
  links.forEach(({ from, to, toOffset }, i) => {
    if (from !== to && !toOffset && !boxes[to].port) all[to].push(i);
  });
  return all.filter((own) => own.length > 1);
}

/**
 * Which input continues the main line: the only one from a box right above that is no constant or variable; of
 * several the only one whose box has inputs itself.
 */
function mainInput(own: number[], scope: Scope, fed: Set<number>): number | undefined {
  const { boxes, links, reversed, layer } = scope;
  const only = (test: (link: number) => boolean): number | undefined => {
    const found = own.flatMap((link, k) => (test(link) ? [k] : []));
    return found.length === 1 ? found[0] : undefined;
  };
  const solid = (link: number) => !boxes[links[link].from].minor && !reversed[link] && !links[link].free;
  const near = (link: number) => solid(link) && layer[links[link].to] - layer[links[link].from] === 1;
  return only(near) ?? only((link) => near(link) && fed.has(links[link].from)) ?? only(solid);
}
