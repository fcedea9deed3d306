/** Which layer each box stands in: every link goes down, and as few layers as possible. */
import type { Box, Link } from "./types.ts";

/** Marks the links that close a loop; with these turned round the graph has none. */
export function backLinks(count: number, links: Link[]): boolean[] {
  const out: number[][] = Array.from({ length: count }, () => []);
  links.forEach((link, i) => {
    out[link.from].push(i);
  });
  const back = links.map((link) => link.from === link.to);
  const state = new Uint8Array(count); // 0 new, 1 on the way, 2 done
  for (let start = 0; start < count; start++) {
    if (state[start]) continue;
    const way = [start];
    const next = [0];
    state[start] = 1;
    while (way.length) {
      const at = way[way.length - 1];
      const link = out[at][next[next.length - 1]++];
      if (link === undefined) {
        state[at] = 2;
        way.pop();
        next.pop();
      } else if (state[links[link].to] === 1) back[link] = true;
      else if (state[links[link].to] === 0) {
        state[links[link].to] = 1;
        way.push(links[link].to);
        next.push(0);
      }
    }
  }
  return back;
}

/** A layer for each box. `links` must be free of loops. */
export function assignLayers(boxes: Box[], links: [from: number, to: number][]): number[] {
  const up: number[][] = boxes.map(() => []);
  const down: number[][] = boxes.map(() => []);
  for (const [from, to] of links) {
    up[to].push(from);
    down[from].push(to);
  }
  const order = topological(up, down);
  const layer: number[] = boxes.map(() => 0);
  const floor = boxes.some((box) => box.port === "top") ? 1 : 0;
  for (const at of order) {
    if (boxes[at].port === "top") continue;
    layer[at] = floor;
    for (const above of up[at]) layer[at] = Math.max(layer[at], layer[above] + 1);
  }
  const deepest = (at: number) => {
    let limit = Number.POSITIVE_INFINITY;
    for (const below of down[at])
      if (boxes[below].port !== "bottom") limit = Math.min(limit, layer[below] - 1);
    return limit;
  };
  // Boxes that are needed more than they need move down to where they are needed: shorter links in all. Minor ones
  // do so anyway, and what only feeds them follows.
  for (let pass = 0, moved = true; moved && pass < 8; pass++) {
    moved = false;
    for (let i = order.length - 1; i >= 0; i--) {
      const at = order[i];
      const { port, minor } = boxes[at];
      if (port || (!minor && down[at].length <= up[at].length)) continue;
      const target = deepest(at);
      if (target !== Number.POSITIVE_INFINITY && target > layer[at]) {
        layer[at] = target;
        moved = true;
      }
    }
  }
  const last =
    layer.reduce((most, own, i) => (boxes[i].port === "bottom" ? most : Math.max(most, own)), 0) + 1;
  boxes.forEach((box, i) => {
    if (box.port === "bottom") layer[i] = last;
  });
  return layer;
}

function topological(up: number[][], down: number[][]): number[] {
  const waiting = up.map((list) => list.length);
  const order = waiting.flatMap((count, i) => (count === 0 ? [i] : []));
  for (let i = 0; i < order.length; i++)
    for (const below of down[order[i]]) if (--waiting[below] === 0) order.push(below);
  return order;
}
