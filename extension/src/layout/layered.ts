/** The layered graph: boxes in their layers, and a passing place in every layer that a link crosses. */
import type { Adjacency, Layered, Spec } from "./types.ts";

const PASSING_ROOM = 4; // px on each side of a link that passes a layer
const LOOP_ROOM = 22; // px beside a box that feeds itself

// How much segments want to be straight, by what they join: a long line that bends is harder to follow than a short
// one, chains of boxes come first, and a constant yields.
const WEIGHT = { passing: 24, entering: 6, boxes: 10, minor: 2 };
const MOST_CARRIED = 3; // links on a segment that make it heavier

/** Each link's way through the layers, and where it meets its boxes, measured from their middles. */
export interface Routes {
  /** The layer of each vertex, boxes first. */
  layer: number[];
  routes: number[][];
  fromOffset: number[];
  toOffset: number[];
  reversed: boolean[];
}

/** Leads each link through the layers. `shared`: links that leave a box at one place run together from the start. */
export function route(
  { boxes, links }: Spec,
  own: number[],
  reversed: boolean[],
  toOffset: number[],
  shared: boolean,
): Routes {
  const layer = own.slice(0, boxes.length);
  const fromOffset = links.map((link) => link.fromOffset ?? 0);
  const passings = new Map<string, number>();
  const passing = (trunk: string, at: number): number => {
    const key = `${trunk}:${at}`;
    let vertex = shared ? passings.get(key) : undefined;
    if (vertex === undefined) {
      vertex = layer.push(at) - 1;
      passings.set(key, vertex);
    }
    return vertex;
  };
  const routes = links.map(({ from, to }, i): number[] => {
    if (from === to) return [from];
    const way = [from];
    const trunk = `${from}:${fromOffset[i]}:${reversed[i]}`;
    const [first, last] = [own[from] + 1, own[to] - 1];
    // A loop begins below its box, as all links do, and ends above the other: it passes both of them.
    if (reversed[i]) for (let at = first; at >= last; at--) way.push(passing(trunk, at));
    else for (let at = first; at <= last; at++) way.push(passing(trunk, at));
    way.push(to);
    return way;
  });
  return { layer, routes, fromOffset, toOffset, reversed };
}

/** Makes the layered graph of routes. `layers`: the vertices of each layer in order, where that is known. */
export function layered({ boxes, links }: Spec, ways: Routes, layers = inLayers(ways.layer)): Layered {
  const { layer, routes, fromOffset, toOffset } = ways;
  const count = layer.length;
  const segments = joints(ways);
  const loops = new Set(links.filter(({ from, to }) => from === to).map(({ from }) => from));
  const room = (side: "left" | "right") =>
    Float64Array.from({ length: count }, (_, i) => {
      const box = boxes[i];
      if (!box) return PASSING_ROOM;
      return box.width / 2 + (box[side] ?? 0) + (side === "right" && loops.has(i) ? LOOP_ROOM : 0);
    });
  const isMinor = (i: number) => boxes[i]?.minor === true;
  const weigh = ({ top, bottom, carries }: Joint) => {
    const passes = (top >= boxes.length ? 1 : 0) + (bottom >= boxes.length ? 1 : 0);
    const minor = isMinor(top) || isMinor(bottom);
    const kind = minor ? "minor" : passes === 2 ? "passing" : passes === 1 ? "entering" : "boxes";
    return WEIGHT[kind] * Math.min(MOST_CARRIED, carries);
  };
  const top = Int32Array.from(segments, (s) => s.top);
  const bottom = Int32Array.from(segments, (s) => s.bottom);
  const order = new Int32Array(count);
  for (const own of layers)
    own.forEach((at, i) => {
      order[at] = i;
    });
  return {
    layer: Int32Array.from(layer),
    order,
    x: new Float64Array(count),
    left: room("left"),
    right: room("right"),
    boxes: boxes.length,
    top,
    bottom,
    topOffset: Float64Array.from(segments, (s) => s.topOffset),
    bottomOffset: Float64Array.from(segments, (s) => s.bottomOffset),
    carries: Int32Array.from(segments, (s) => s.carries),
    weight: Int32Array.from(segments, weigh),
    up: adjacency(count, bottom),
    down: adjacency(count, top),
    layers,
    routes,
    fromOffset,
    toOffset,
    reversed: ways.reversed,
  };
}

interface Joint {
  top: number;
  bottom: number;
  topOffset: number;
  bottomOffset: number;
  carries: number;
}

/** The segments of all routes, each once. */
function joints({ layer, routes, fromOffset, toOffset }: Routes): Joint[] {
  const known = new Map<string, Joint>();
  const join = (top: number, bottom: number, topOffset: number, bottomOffset: number): void => {
    const key = `${top}:${bottom}:${topOffset}:${bottomOffset}`;
    const segment = known.get(key);
    if (segment) segment.carries++;
    else known.set(key, { top, bottom, topOffset, bottomOffset, carries: 1 });
  };
  routes.forEach((way, i) => {
    for (let k = 0; k + 1 < way.length; k++) {
      const [a, b] = [way[k], way[k + 1]];
      const [aOffset, bOffset] = [k === 0 ? fromOffset[i] : 0, k + 2 === way.length ? toOffset[i] : 0];
      if (layer[a] < layer[b]) join(a, b, aOffset, bOffset);
      else join(b, a, bOffset, aOffset);
    }
  });
  return [...known.values()];
}

/** Links that leave a box at one place and run side by side become one line as far as they do. */
export function merge(spec: Spec, graph: Layered, toOffset: number[]): Layered {
  const { routes, fromOffset, reversed, order, layer } = graph;
  const into = Int32Array.from(layer, (_, i) => i);
  const ways = routes.map((way) => [...way]);
  // The line that comes to each vertex: what it leaves, and the vertex before.
  const trunk: string[] = [];
  routes.forEach((way, i) => {
    for (let k = 1; k + 1 < way.length; k++) trunk[way[k]] = `${way[0]}:${fromOffset[i]}:${reversed[i]}`;
  });
  const before = new Int32Array(layer.length).fill(-1);
  for (const way of routes) for (let k = 1; k + 1 < way.length; k++) before[way[k]] = way[k - 1];
  const unite = (own: Int32Array) => {
    for (let i = 1; i < own.length; i++) {
      const [a, b] = [own[i - 1], own[i]];
      if (trunk[a] === undefined || trunk[a] !== trunk[b]) continue;
      if (into[before[a]] === into[before[b]]) into[b] = into[a];
    }
  };
  for (const own of graph.layers) unite(own);
  // Loops run upward, so what comes before them is below.
  for (const own of [...graph.layers].reverse()) unite(own);
  const renamed = new Int32Array(layer.length).fill(-1);
  const kept: number[] = [];
  into.forEach((to, i) => {
    if (to !== i) return;
    renamed[i] = kept.length;
    kept.push(i);
  });
  const name = (at: number) => renamed[into[at]];
  const layers = graph.layers.map((own) =>
    Int32Array.from(
      [...own].filter((at) => into[at] === at).sort((a, b) => order[a] - order[b]),
      name,
    ),
  );
  return layered(
    spec,
    {
      layer: kept.map((at) => layer[at]),
      routes: ways.map((way) => way.map(name)),
      fromOffset,
      toOffset,
      reversed,
    },
    layers,
  );
}

function inLayers(layer: number[]): Int32Array[] {
  const lists: number[][] = Array.from({ length: layer.reduce((a, b) => Math.max(a, b), 0) + 1 }, () => []);
  layer.forEach((at, i) => {
    lists[at].push(i);
  });
  return lists.map((list) => Int32Array.from(list));
}

function adjacency(count: number, ends: Int32Array): Adjacency {
  const start = new Int32Array(count + 1);
  for (const at of ends) start[at + 1]++;
  for (let i = 0; i < count; i++) start[i + 1] += start[i];
  const next = start.slice();
  const list = new Int32Array(ends.length);
  ends.forEach((at, i) => {
    list[next[at]++] = i;
  });
  return { start, list };
}
