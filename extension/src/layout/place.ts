/** The x of every vertex: nothing overlaps, chains run straight, the rest stands near what it belongs to. */
import type { Layered, Segment, Vertex } from "./types.ts";

export const GAP = 22; // px between neighbours of a layer
const SMOOTHING = 8; // rounds of averaging, each down and up
const SNAPPING = 4; // rounds of medians, which make nearly straight chains exactly straight
const STILL = 0.1; // px: what moves less than this has arrived
const TIE = 0.06; // of the weight: sides that differ by less want it as much
const LARGE_BLOCK = 64; // beyond this a block takes the mean, which needs no sorting

interface Wish {
  at: number;
  weight: number;
  /** From above: what hangs below follows, when both sides want it as much. */
  leads?: boolean;
}

export function placeVertices(graph: Layered): void {
  const { vertices, layers } = graph;
  for (const layer of layers) {
    let x = 0;
    for (const at of layer) {
      x += vertices[at].left;
      vertices[at].x = x;
      x += vertices[at].right + GAP;
    }
    for (const at of layer) vertices[at].x -= (x - GAP) / 2;
  }
  const above = (v: Vertex) => mean(uppers(vertices, v, "pull"));
  const below = (v: Vertex) => mean(lowers(vertices, v, "pull"));
  repeat(SMOOTHING, () =>
    Math.max(
      ...layers.slice(1).map((layer) => settle(vertices, layer, above, false)),
      ...layers
        .slice(0, -1)
        .reverse()
        .map((layer) => settle(vertices, layer, below, false)),
    ),
  );
  const both = (v: Vertex) => median([...uppers(vertices, v, "weight"), ...lowers(vertices, v, "weight")]);
  repeat(SNAPPING, () =>
    Math.max(
      ...[...layers].reverse().map((layer) => settle(vertices, layer, both, true)),
      ...layers.map((layer) => settle(vertices, layer, both, true)),
    ),
  );
}

/** Does `round` so often, or until it moves nothing. */
function repeat(rounds: number, round: () => number): void {
  for (let i = 0; i < rounds; i++) if (round() < STILL) return;
}

function uppers(vertices: Vertex[], vertex: Vertex, by: "pull" | "weight"): Wish[] {
  return vertex.up.map((s: Segment) => ({
    at: vertices[s.top].x + s.topOffset - s.bottomOffset,
    weight: s[by],
    leads: true,
  }));
}

function lowers(vertices: Vertex[], vertex: Vertex, by: "pull" | "weight"): Wish[] {
  return vertex.down.map((s: Segment) => ({
    at: vertices[s.bottom].x + s.bottomOffset - s.topOffset,
    weight: s[by],
  }));
}

/**
 * Moves a layer's vertices as near to their wishes as order and room allow, by isotonic regression, which pools
 * neighbours that want to pass each other. Returns how far the farthest moved.
 */
function settle(
  vertices: Vertex[],
  layer: number[],
  wish: (vertex: Vertex) => Wish | null,
  exact: boolean,
): number {
  const blocks: { wishes: Wish[]; count: number; at: number; weight: number }[] = [];
  const room: number[] = [];
  let taken = 0;
  layer.forEach((at, i) => {
    const vertex = vertices[at];
    if (i > 0) taken += vertices[layer[i - 1]].right + GAP + vertex.left;
    room.push(taken);
    const own = wish(vertex) ?? { at: vertex.x, weight: 0.01 };
    const first = { at: own.at - taken, weight: own.weight };
    let block = { wishes: [first], count: 1, at: first.at, weight: first.weight };
    while (blocks.length && blocks[blocks.length - 1].at > block.at) {
      const left = blocks.pop() as typeof block;
      const wishes = left.wishes.concat(block.wishes);
      const weight = left.weight + block.weight;
      const average = (left.at * left.weight + block.at * block.weight) / weight;
      const place = exact && wishes.length <= LARGE_BLOCK ? (median(wishes) as Wish).at : average;
      block = { wishes, count: left.count + block.count, at: place, weight };
    }
    blocks.push(block);
  });
  let i = 0;
  let farthest = 0;
  for (const block of blocks)
    for (let k = 0; k < block.count; k++, i++) {
      const vertex = vertices[layer[i]];
      farthest = Math.max(farthest, Math.abs(block.at + room[i] - vertex.x));
      vertex.x = block.at + room[i];
    }
  return farthest;
}

function mean(wishes: Wish[]): Wish | null {
  if (!wishes.length) return null;
  let sum = 0;
  let weight = 0;
  for (const wish of wishes) {
    sum += wish.at * wish.weight;
    weight += wish.weight;
  }
  return { at: sum / weight, weight };
}

/** The weighted median; of two that are as good the one that leads, or else the middle. */
function median(wishes: Wish[]): Wish | null {
  if (!wishes.length) return null;
  const sorted = [...wishes].sort((a, b) => a.at - b.at);
  const weight = sorted.reduce((sum, wish) => sum + wish.weight, 0);
  let seen = 0;
  for (let i = 0; i < sorted.length; i++) {
    seen += sorted[i].weight;
    if (Math.abs(seen - weight / 2) <= TIE * weight && i + 1 < sorted.length) {
      const [a, b] = [sorted[i], sorted[i + 1]];
      return { at: a.leads === b.leads ? (a.at + b.at) / 2 : a.leads ? a.at : b.at, weight };
    }
    if (seen > weight / 2) return { at: sorted[i].at, weight };
  }
  return { at: sorted[sorted.length - 1].at, weight };
}
