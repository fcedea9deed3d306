/** The order within each layer: few crossings, and close to the order that the reader has already seen. */
import type { Layered, Vertex } from "./types.ts";

const PATIENCE = 4; // sweeps without a better order before it stops

/** Orders the layers in place. `before` tells the earlier x of a vertex, or undefined for a new one. */
export function orderLayers(graph: Layered, before: (vertex: Vertex) => number | undefined): void {
  seed(graph, before);
  let best = snapshot(graph);
  let fewest = crossings(graph);
  const sweeps = graph.vertices.length > 4000 ? 6 : 24;
  for (let sweep = 0, idle = 0; sweep < sweeps && idle < PATIENCE && fewest > 0; sweep++) {
    sweepLayers(graph, sweep % 2 === 0);
    const count = crossings(graph);
    if (count < fewest) {
      fewest = count;
      best = snapshot(graph);
      idle = 0;
    } else idle++;
  }
  restore(graph, best);
  if (fewest > 0) swapNeighbours(graph);
}

/** A first order: where things were; otherwise depth first, so that what belongs together starts together. */
function seed(graph: Layered, before: (vertex: Vertex) => number | undefined): void {
  const { vertices, layers } = graph;
  const visited = new Uint8Array(vertices.length);
  const rank: number[] = [];
  let count = 0;
  const visit = (start: number) => {
    const way = [start];
    while (way.length) {
      const at = way.pop() as number;
      if (visited[at]) continue;
      visited[at] = 1;
      rank[at] = count++;
      const { up, down } = vertices[at];
      for (let i = down.length - 1; i >= 0; i--) way.push(down[i].bottom);
      for (let i = up.length - 1; i >= 0; i--) if (vertices[up[i].top].up.length === 0) way.push(up[i].top);
    }
  };
  vertices.forEach((vertex, i) => {
    if (vertex.up.length === 0) visit(i);
  });
  for (const layer of layers) {
    layer.sort((a, b) => rank[a] - rank[b]);
    const old = layer.map((at) => before(vertices[at]));
    if (old.some((x) => x !== undefined)) mergeOld(layer, old);
    number_(graph, layer);
  }
}

/** Known vertices in their old order; each new one stays behind the one it followed. */
function mergeOld(layer: number[], old: (number | undefined)[]): void {
  const key = new Map<number, number>();
  const known = layer.filter((_, i) => old[i] !== undefined);
  const xs = new Map(layer.map((at, i) => [at, old[i]]));
  known.sort((a, b) => (xs.get(a) as number) - (xs.get(b) as number));
  known.forEach((at, i) => {
    key.set(at, i);
  });
  let last = -0.5;
  for (const at of layer) {
    const own = key.get(at);
    if (own === undefined) key.set(at, last + 0.25);
    else last = own;
  }
  layer.sort((a, b) => (key.get(a) as number) - (key.get(b) as number));
}

function sweepLayers(graph: Layered, downward: boolean): void {
  const { vertices, layers } = graph;
  const count = layers.length;
  for (let i = 1; i < count; i++) {
    const layer = layers[downward ? i : count - 1 - i];
    const wanted = new Map<number, number>();
    for (const at of layer) wanted.set(at, barycenter(vertices, at, downward));
    layer.sort(
      (a, b) =>
        (wanted.get(a) as number) - (wanted.get(b) as number) || vertices[a].order - vertices[b].order,
    );
    number_(graph, layer);
  }
}

function barycenter(vertices: Vertex[], at: number, downward: boolean): number {
  const segments = downward ? vertices[at].up : vertices[at].down;
  if (!segments.length) return vertices[at].order;
  let sum = 0;
  for (const segment of segments) {
    const other = vertices[downward ? segment.top : segment.bottom];
    const offset = downward ? segment.topOffset : segment.bottomOffset;
    // An offset moves the end within its box, never past the next one.
    sum += other.order + (0.9 * offset) / (other.left + other.right);
  }
  return sum / segments.length;
}

/** Swaps neighbours as long as that removes crossings. */
function swapNeighbours(graph: Layered): void {
  const { vertices, layers } = graph;
  for (let round = 0, better = true; better && round < 6; round++) {
    better = false;
    for (const layer of layers) {
      for (let i = 0; i + 1 < layer.length; i++) {
        const [a, b] = [vertices[layer[i]], vertices[layer[i + 1]]];
        if (pairCrossings(vertices, b, a) >= pairCrossings(vertices, a, b)) continue;
        [layer[i], layer[i + 1]] = [layer[i + 1], layer[i]];
        a.order++;
        b.order--;
        better = true;
      }
    }
  }
}

/** Crossings between the segments of two neighbours when `a` stands left of `b`. */
function pairCrossings(vertices: Vertex[], a: Vertex, b: Vertex): number {
  let count = 0;
  for (const s of a.up) for (const t of b.up) if (vertices[s.top].order > vertices[t.top].order) count++;
  for (const s of a.down)
    for (const t of b.down) if (vertices[s.bottom].order > vertices[t.bottom].order) count++;
  return count;
}

/** All crossings, counted between neighbouring layers with a Fenwick tree (Barth, Jünger, Mutzel 2002). */
export function crossings(graph: Layered): number {
  const { vertices, layers } = graph;
  let total = 0;
  for (let i = 0; i + 1 < layers.length; i++) {
    const tree = new Int32Array(layers[i + 1].length + 1);
    let seen = 0;
    for (const at of layers[i]) {
      const ends = vertices[at].down.map((segment) => vertices[segment.bottom].order);
      for (const end of ends) {
        let before = 0;
        for (let k = end + 1; k > 0; k -= k & -k) before += tree[k];
        total += seen - before;
      }
      for (const end of ends) for (let k = end + 1; k < tree.length; k += k & -k) tree[k]++;
      seen += ends.length;
    }
  }
  return total;
}

function number_(graph: Layered, layer: number[]): void {
  layer.forEach((at, i) => {
    graph.vertices[at].order = i;
  });
}

function snapshot(graph: Layered): number[][] {
  return graph.layers.map((layer) => [...layer]);
}

function restore(graph: Layered, layers: number[][]): void {
  graph.layers = layers;
  for (const layer of layers) number_(graph, layer);
}
