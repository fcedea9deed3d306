/** Orders the vertices of each layer: few crossings, and close to the order that was shown before. */
import { Crossings } from "./crossings.ts";
import { roughLength } from "./place.ts";
import type { Before, Layered } from "./types.ts";

const WORK = 500_000; // steps for all starts together; large graphs get fewer sweeps
const AGAIN = 12; // starts more from the best order, shaken, where graphs are small
const AGAIN_WORK = 250_000; // steps beyond which there are no more
const SMALL = 600; // vertices up to which lengths are compared
const SHORTER = 0.95;
const SWEEPS = 24;
const PATIENCE = 6; // sweeps without a better order before it stops
// A known order with this many times the crossings of another, and so many more, is given up for it.
const WORTH = { times: 2, more: 20 };
const WORTH_NEAR = { times: 1.2, more: 2 }; // the same for moving only the neighbours of new boxes

/** Orders the layers in place, and returns the number of crossings. */
export function orderLayers(graph: Layered, before: Before): number {
  const crossings = new Crossings(graph);
  const known = new Map<number, number>();
  for (let box = 0; box < graph.boxes; box++) {
    const x = before.box(box);
    if (x !== undefined) known.set(box, x);
  }
  let best = { order: snapshot(graph), count: Infinity, length: Infinity };
  const small = graph.layer.length <= SMALL;
  const attempt = (start: () => void, moves: (vertex: number) => boolean, times = 1, more = 0) => {
    start();
    const found = improve(graph, crossings, moves);
    if (found.count * times + more > best.count) return;
    restore(graph, found.order);
    // Among orders with equal crossings the one with the shorter links is better, if that is visible.
    const length = small ? roughLength(graph) : 0;
    if (found.count < best.count || length < SHORTER * best.length) best = { ...found, length };
  };
  if (known.size > graph.boxes / 2) {
    const fresh = (vertex: number) => !known.has(vertex);
    const near = neighbours(graph, fresh);
    attempt(() => insert(graph, known, before), fresh);
    const again = (moves: (vertex: number) => boolean, { times, more }: typeof WORTH) => {
      const saved = best.order;
      if (best.count > more) attempt(() => restore(graph, saved), moves, times, more);
    };
    again((vertex) => fresh(vertex) || near.has(vertex), WORTH_NEAR);
    again(() => true, WORTH);
  } else {
    const free = () => true;
    for (const seed of [breadthUpward, depthFirst, asGiven])
      if (best.count === Infinity || (crossings.work < WORK && (small || best.count > 0)))
        attempt(() => seed(graph), free);
    for (let again = 1; again <= AGAIN && best.count > 0 && crossings.work < AGAIN_WORK; again++)
      attempt(() => shake(graph, best.order, again), free);
  }
  restore(graph, best.order);
  return best.count;
}

/** The boxes that a link joins to one of these. */
function neighbours({ routes }: Layered, these: (vertex: number) => boolean): Set<number> {
  const found = new Set<number>();
  for (const route of routes) {
    const [from, to] = [route[0], route[route.length - 1]];
    if (these(from)) found.add(to);
    if (these(to)) found.add(from);
  }
  return found;
}

/** Sweeps up and down while that helps. Fixed vertices keep their relative order. */
function improve(graph: Layered, crossings: Crossings, moves: (vertex: number) => boolean) {
  let best = { order: snapshot(graph), count: crossings.count() };
  const until = crossings.work + WORK / 3;
  for (let sweep = 0, idle = 0; sweep < SWEEPS && idle < PATIENCE && best.count > 0; sweep++) {
    sweepLayers(graph, crossings, sweep, moves);
    swapNeighbours(graph, crossings, moves);
    const count = crossings.count();
    if (count < best.count) {
      idle = 0;
      best = { order: snapshot(graph), count };
    } else idle++;
    if (crossings.work > until) break;
  }
  return best;
}

/** Depth first from the sources, so that connected vertices start together. */
function depthFirst(graph: Layered): void {
  const { layer, up, down, top, bottom } = graph;
  const rank = new Float64Array(layer.length).fill(-1);
  let count = 0;
  const visit = (start: number) => {
    const stack = [start];
    while (stack.length) {
      const at = stack.pop() as number;
      if (rank[at] >= 0) continue;
      rank[at] = count++;
      for (let i = down.start[at + 1] - 1; i >= down.start[at]; i--) stack.push(bottom[down.list[i]]);
      for (let i = up.start[at + 1] - 1; i >= up.start[at]; i--) {
        const above = top[up.list[i]];
        if (up.start[above] === up.start[above + 1]) stack.push(above);
      }
    }
  };
  for (let at = 0; at < layer.length; at++) if (up.start[at] === up.start[at + 1]) visit(at);
  arrange(graph, rank);
}

/** Breadth first from the sinks, inputs in their order. */
function breadthUpward(graph: Layered): void {
  const { layer, up, down, top } = graph;
  const rank = new Float64Array(layer.length).fill(-1);
  let count = 0;
  for (let sink = 0; sink < layer.length; sink++) {
    if (down.start[sink] !== down.start[sink + 1] || rank[sink] >= 0) continue;
    const queue = [sink];
    rank[sink] = count++;
    for (const at of queue)
      for (let i = up.start[at]; i < up.start[at + 1]; i++) {
        const above = top[up.list[i]];
        if (rank[above] >= 0) continue;
        rank[above] = count++;
        queue.push(above);
      }
  }
  arrange(graph, rank);
}

function asGiven(graph: Layered): void {
  arrange(
    graph,
    Float64Array.from(graph.layer, (_, i) => i),
  );
}

/** A known order with some vertices moved at random; the same at every run. */
function shake(graph: Layered, order: Int32Array[], seed: number): void {
  restore(graph, order);
  let state = seed;
  const next = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0; // Numerical Recipes' generator
    return Math.floor((state / 2 ** 32) * below);
  };
  for (const layer of graph.layers) {
    if (layer.length < 2) continue;
    for (let i = 0; i <= layer.length >> 2; i++) {
      const [a, b] = [next(layer.length), next(layer.length)];
      [layer[a], layer[b]] = [layer[b], layer[a]];
    }
    number_(graph, layer);
  }
}

/** Known boxes in their old order; the rest next to their neighbours. */
function insert(graph: Layered, known: Map<number, number>, before: Before): void {
  const { layer, layers, up, down, top, bottom } = graph;
  const x = new Float64Array(layer.length).fill(NaN);
  for (const [box, at] of known) x[box] = at;
  graph.routes.forEach((route, link) => {
    for (const at of route.slice(1, -1)) x[at] = before.link(link) ?? x[at];
  });
  for (const direction of [1, -1, 1])
    for (const own of direction > 0 ? layers : [...layers].reverse())
      for (const at of own) {
        if (!Number.isNaN(x[at])) continue;
        let [sum, count] = [0, 0];
        const take = (other: number) => {
          if (Number.isNaN(x[other])) return;
          sum += x[other];
          count++;
        };
        for (let i = up.start[at]; i < up.start[at + 1]; i++) take(top[up.list[i]]);
        for (let i = down.start[at]; i < down.start[at + 1]; i++) take(bottom[down.list[i]]);
        if (count) x[at] = sum / count;
      }
  arrange(
    graph,
    x.map((value) => (Number.isNaN(value) ? 0 : value)),
  );
}

function arrange(graph: Layered, rank: Float64Array): void {
  for (const layer of graph.layers) {
    layer.sort((a, b) => rank[a] - rank[b] || a - b);
    number_(graph, layer);
  }
}

/** One sweep through all layers: each vertex to the median or the mean of its neighbours in the previous layer. */
function sweepLayers(
  graph: Layered,
  crossings: Crossings,
  sweep: number,
  moves: (vertex: number) => boolean,
): void {
  const { layers, order } = graph;
  const count = layers.length;
  const downward = sweep % 2 === 0;
  const wanted = new Float64Array(order.length);
  for (let i = 1; i < count; i++) {
    const layer = layers[downward ? i : count - 1 - i];
    for (const at of layer) wanted[at] = targetOf(graph, crossings, at, downward, sweep % 4 < 2);
    // A vertex without a target keeps its place, and the others are sorted around it.
    const free: number[] = [];
    const places: number[] = [];
    layer.forEach((at, k) => {
      if (wanted[at] < 0) return;
      free.push(at);
      places.push(k);
    });
    const byTarget = (a: number, b: number) =>
      wanted[a] - wanted[b] || (sweep % 8 < 4 ? order[a] - order[b] : order[b] - order[a]);
    const sorted = free.every(moves)
      ? free.sort(byTarget)
      : merge(free.filter(moves).sort(byTarget), free, moves, wanted);
    sorted.forEach((at, k) => {
      layer[places[k]] = at;
    });
    number_(graph, layer);
  }
}

/** Inserts the moving vertices among those that keep their order. */
function merge(
  moving: number[],
  all: number[],
  moves: (vertex: number) => boolean,
  wanted: Float64Array,
): number[] {
  const result: number[] = [];
  let next = 0;
  for (const at of all) {
    if (moves(at)) continue;
    while (next < moving.length && wanted[moving[next]] < wanted[at]) result.push(moving[next++]);
    result.push(at);
  }
  return [...result, ...moving.slice(next)];
}

/** The target of a vertex, or -1 if it has none. */
function targetOf(
  graph: Layered,
  crossings: Crossings,
  at: number,
  downward: boolean,
  mean: boolean,
): number {
  const { start, list } = downward ? graph.up : graph.down;
  const count = start[at + 1] - start[at];
  crossings.work += count;
  if (!count) return -1;
  const key = (i: number) =>
    downward ? crossings.topKey(list[start[at] + i]) : crossings.bottomKey(list[start[at] + i]);
  if (count === 1) return key(0);
  if (mean || count === 2) {
    let [sum, weight] = [0, 0];
    for (let i = 0; i < count; i++) {
      const own = graph.carries[list[start[at] + i]];
      sum += key(i) * own;
      weight += own;
    }
    return sum / weight;
  }
  const keys = Float64Array.from({ length: count }, (_, i) => key(i)).sort();
  const half = count >> 1;
  if (count % 2) return keys[half];
  const [left, right] = [keys[half - 1] - keys[0], keys[count - 1] - keys[half]];
  return left + right === 0
    ? (keys[half - 1] + keys[half]) / 2
    : (keys[half - 1] * right + keys[half] * left) / (left + right);
}

/** Swaps neighbours as long as that removes crossings. */
function swapNeighbours(graph: Layered, crossings: Crossings, moves: (vertex: number) => boolean): void {
  const { layers, order } = graph;
  const dirty = new Uint8Array(layers.length).fill(1);
  for (let round = 0, better = true; better && round < 8; round++) {
    better = false;
    layers.forEach((layer, l) => {
      if (!dirty[l]) return;
      dirty[l] = 0;
      for (let i = 0; i + 1 < layer.length; i++) {
        const [a, b] = [layer[i], layer[i + 1]];
        if ((!moves(a) && !moves(b)) || (graph.rank.has(a) && graph.rank.has(b))) continue;
        if (crossings.gain(a, b) <= 0) continue;
        layer[i] = b;
        layer[i + 1] = a;
        order[a]++;
        order[b]--;
        better = true;
        for (const near of [l - 1, l, l + 1]) if (near >= 0 && near < layers.length) dirty[near] = 1;
      }
    });
  }
}

function number_(graph: Layered, layer: Int32Array): void {
  if (graph.rank.size) keepRanks(graph, layer);
  for (let i = 0; i < layer.length; i++) graph.order[layer[i]] = i;
}

/** Sorts the vertices that have a rank, among the places that these have. */
function keepRanks({ rank }: Layered, layer: Int32Array): void {
  const places: number[] = [];
  layer.forEach((at, i) => {
    if (rank.has(at)) places.push(i);
  });
  const ranked = places.map((i) => layer[i]).sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
  ranked.forEach((at, i) => {
    layer[places[i]] = at;
  });
}

function snapshot(graph: Layered): Int32Array[] {
  return graph.layers.map((layer) => layer.slice());
}

function restore(graph: Layered, layers: Int32Array[]): void {
  graph.layers = layers.map((layer) => layer.slice());
  for (const layer of graph.layers) number_(graph, layer);
}
