/** Assigns a layer to each box: every link leads down, and the total length of links is short. */
import { ArcList, minimize } from "./simplex.ts";
import type { Box, Link } from "./types.ts";

const WORK = 1_500_000; // steps after which layers are good enough

const SPARSE = 0.35; // of the width of its own layer: where another is this narrow a box may go there
const TALL = 150; // px: an open scope with several boxes

/** Marks the links that close a loop; when these are reversed the graph is acyclic. */
export function backLinks(count: number, links: Link[]): boolean[] {
  const out: number[][] = Array.from({ length: count }, () => []);
  links.forEach((link, i) => {
    out[link.from].push(i);
  });
  const back = links.map((link) => link.from === link.to);
  const state = new Uint8Array(count); // 0 new, 1 in progress, 2 done
  for (const start of starts(count, links)) {
    if (state[start]) continue;
    const stack = [start];
    const next = [0];
    state[start] = 1;
    while (stack.length) {
      const at = stack[stack.length - 1];
      const link = out[at][next[next.length - 1]++];
      if (link === undefined) {
        state[at] = 2;
        stack.pop();
        next.pop();
      } else if (state[links[link].to] === 1) back[link] = true;
      else if (state[links[link].to] === 0) {
        state[links[link].to] = 1;
        stack.push(links[link].to);
        next.push(0);
      }
    }
  }
  return back;
}

/** The boxes where depth-first search begins: those without incoming links, then any that are left. */
function starts(count: number, links: Link[]): number[] {
  const fed = new Uint8Array(count);
  for (const { from, to } of links) if (from !== to) fed[to] = 1;
  const all = Array.from({ length: count }, (_, i) => i);
  return [...all.filter((i) => !fed[i]), ...all.filter((i) => fed[i])];
}

/** A layer for each box; the graph must be connected. */
export function assignLayers(boxes: Box[], links: Link[], reversed: boolean[]): number[] {
  // All ports of one side are in one layer, so they are one node here.
  const ends = { top: -1, bottom: -1 };
  let count = 0;
  const node = boxes.map(({ port }) => {
    if (!port) return count++;
    if (ends[port] < 0) ends[port] = count++;
    return ends[port];
  });
  const up: number[][] = Array.from({ length: count }, () => []);
  const down: number[][] = Array.from({ length: count }, () => []);
  const list = new ArcList();
  const add = (from: number, to: number, weight: number) => {
    list.add(from, to, 1, weight);
    up[to].push(from);
    down[from].push(to);
  };
  links.forEach(({ from, to }, i) => {
    if (from === to) return;
    if (reversed[i]) add(node[to], node[from], 1);
    else add(node[from], node[to], 1);
  });
  const pulls = node.map(() => 0);
  for (let i = 0; i < count; i++) {
    pulls[i] = down[i].length - up[i].length;
    if (ends.top >= 0 && i !== ends.top && !up[i].length) add(ends.top, i, 0);
    if (ends.bottom >= 0 && i !== ends.bottom && !down[i].length) add(i, ends.bottom, 0);
  }
  const rank = new Float64Array(count);
  const order = topological(up, down);
  for (const at of order) for (const above of up[at]) rank[at] = Math.max(rank[at], rank[above] + 1);
  minimize(count, list.pack(), rank, WORK);
  const least = rank.reduce((a, b) => Math.min(a, b), Infinity);
  for (let i = 0; i < count; i++) rank[i] = Math.round(rank[i] - least);
  const width = new Float64Array(count);
  boxes.forEach((box, i) => {
    width[node[i]] += box.width + (box.left ?? 0) + (box.right ?? 0);
  });
  balance(rank, width, order, up, down, pulls);
  align(
    rank,
    boxes.flatMap(({ height }, i) => (height > TALL ? node[i] : [])),
    order,
    up,
  );
  // A loop bends in the layer above the box that it leads back to.
  const bends = links.some(({ from, to }, i) => reversed[i] && from !== to && rank[node[to]] === 0);
  return node.map((at) => rank[at] + (bends ? 1 : 0));
}

/** A box that fits several layers follows its producer, or goes where there is much more space. */
function balance(
  rank: Float64Array,
  width: Float64Array,
  order: number[],
  up: number[][],
  down: number[][],
  pulls: number[],
): void {
  const taken = new Float64Array(rank.length + 1);
  rank.forEach((at, i) => {
    taken[at] += width[i];
  });
  for (const at of order) {
    if (pulls[at] !== 0 || !up[at].length || !down[at].length) continue;
    const first = up[at].reduce((most, other) => Math.max(most, rank[other] + 1), 0);
    const last = down[at].reduce((most, other) => Math.min(most, rank[other] - 1), Infinity);
    taken[rank[at]] -= width[at];
    let best = first;
    const crowded = taken[best] * SPARSE;
    for (let to = first; to <= last; to++) if (taken[to] < Math.min(crowded, taken[best])) best = to;
    taken[best] += width[at];
    rank[at] = best;
  }
}

/** Tall boxes, such as the calls of one network, go side by side, with what leads to them, where they can. */
function align(rank: Float64Array, tall: number[], order: number[], up: number[][]): void {
  const first = new Float64Array(rank.length);
  for (const at of order) for (const above of up[at]) first[at] = Math.max(first[at], first[above] + 1);
  const isTall = new Set(tall);
  for (const at of tall.sort((a, b) => rank[a] - rank[b])) {
    const layers = tall.filter((other) => other !== at).map((other) => rank[other]);
    const to = Math.max(...layers.filter((layer) => layer < rank[at]));
    if (layers.includes(rank[at]) || to < first[at]) continue;
    const moved = new Map([[at, to]]);
    for (const [box, layer] of moved)
      for (const above of up[box])
        if (Math.min(rank[above], moved.get(above) ?? Infinity) >= layer) {
          moved.delete(above); // what is set anew is visited again
          moved.set(above, layer - 1);
        }
    if ([...moved.keys()].filter((box) => isTall.has(box)).length === 1)
      for (const [box, layer] of moved) rank[box] = layer;
  }
}

function topological(up: number[][], down: number[][]): number[] {
  const waiting = up.map((list) => list.length);
  const order = waiting.flatMap((count, i) => (count === 0 ? [i] : []));
  for (let i = 0; i < order.length; i++)
    for (const below of down[order[i]]) if (--waiting[below] === 0) order.push(below);
  return order;
}
