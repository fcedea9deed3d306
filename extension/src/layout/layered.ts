/** The layered graph: boxes in their layers, and a passing vertex in every layer that a link crosses. */
import type { Adjacency, Box, Layered, Spec } from "./types.ts";

const PASSING_SPACE = 4; // px on each side of a link that passes a layer
const MOST_APART = 2_500; // passing vertices: beyond this, links that leave a box at one place share theirs from the start
const MOST_PASSING = 30_000; // beyond this the longest links run round the outside
const LOOP_SPACE = 22; // px beside a box that feeds itself

// The weights of segments in straightening, by what they join: a long line that bends is harder to follow than a short
// one, chains of boxes have precedence, and the consumer of a constant does not bend for it.
const WEIGHT = { passing: 16, leaving: 7, entering: 6, boxes: 10 };
const MINOR = 0.25; // of that, where one end is minor and the other is not
const MOST_CARRIED = 3; // links on a segment that make it heavier

/** The route of each link through the layers, and where it meets its boxes, measured from their middles. */
export interface Routes {
  /** The layer of each vertex, boxes first. */
  layer: number[];
  routes: number[][];
  fromOffset: number[];
  toOffset: number[];
  reversed: boolean[];
}

/** Routes each link through the layers. The route of a link that would pass too many is only its ends. */
export function route(
  { boxes, links }: Spec,
  own: number[],
  reversed: boolean[],
  toOffset: number[],
): Routes {
  const layer = own.slice(0, boxes.length);
  const fromOffset = links.map((link) => link.fromOffset ?? 0);
  const spans = links.map(({ from, to }) => Math.abs(own[to] - own[from]));
  const shared = spans.reduce((sum, span) => sum + span, 0) > MOST_APART;
  const longest = longestSpan(spans);
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
    if (spans[i] > longest) return [from, to];
    const route = [from];
    const trunk = `${from}:${fromOffset[i]}:${reversed[i]}`;
    const [first, last] = [own[from] + 1, own[to] - 1];
    // A loop begins below its box, as all links do, and ends above the other: it passes both of them.
    if (reversed[i]) for (let at = first; at >= last; at--) route.push(passing(trunk, at));
    else for (let at = first; at <= last; at++) route.push(passing(trunk, at));
    route.push(to);
    return route;
  });
  return { layer, routes, fromOffset, toOffset, reversed };
}

/** How many layers a link may pass, so that all links together pass a limited number. */
function longestSpan(spans: number[]): number {
  let sum = 0;
  for (const span of [...spans].sort((a, b) => a - b)) {
    sum += span;
    if (sum > MOST_PASSING) return Math.max(1, span - 1);
  }
  return Infinity;
}

/** Whether a link runs round the outside instead of through the layers. */
export function isOutside({ layer, routes }: Layered, link: number): boolean {
  const route = routes[link];
  return route.length === 2 && Math.abs(layer[route[0]] - layer[route[1]]) > 1;
}

/** Builds the layered graph of routes. `layers`: the vertices of each layer in order, where that is known. */
export function layered({ boxes, links }: Spec, merged: Routes, layers = inLayers(merged.layer)): Layered {
  const { layer, routes, fromOffset, toOffset } = merged;
  const count = layer.length;
  const segments = joints(merged, boxes);
  const loops = new Set(links.filter(({ from, to }) => from === to).map(({ from }) => from));
  const space = (side: "left" | "right") =>
    Float64Array.from({ length: count }, (_, i) => {
      const box = boxes[i];
      if (!box) return PASSING_SPACE;
      return box.width / 2 + (box[side] ?? 0) + (side === "right" && loops.has(i) ? LOOP_SPACE : 0);
    });
  const weigh = ({ top, bottom, carries, minor }: Joint) => {
    const [above, below] = [top >= boxes.length, bottom >= boxes.length];
    const kind = above && below ? "passing" : above ? "entering" : below ? "leaving" : "boxes";
    return Math.ceil(WEIGHT[kind] * Math.min(MOST_CARRIED, carries) * (minor ? MINOR : 1));
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
    left: space("left"),
    right: space("right"),
    rank: new Map(boxes.flatMap(({ rank }, i) => (rank === undefined ? [] : [[i, rank]]))),
    isPort: boxes.map(({ port }) => port !== undefined),
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
    reversed: merged.reversed,
  };
}

interface Joint {
  top: number;
  bottom: number;
  topOffset: number;
  bottomOffset: number;
  carries: number;
  /** Whether all links that it carries are minor. */
  minor: boolean;
  /** Another one with the same ends at other places. */
  next?: Joint;
}

/** The segments of all routes, each once. */
function joints({ layer, routes, fromOffset, toOffset }: Routes, boxes: Box[]): Joint[] {
  const known = new Map<number, Joint>();
  const all: Joint[] = [];
  routes.forEach((route, i) => {
    const minor = isMinor(boxes[route[0]]) !== isMinor(boxes[route[route.length - 1]]);
    const join = (top: number, bottom: number, topOffset: number, bottomOffset: number): void => {
      const key = top * layer.length + bottom;
      const first = known.get(key);
      let joint = first;
      while (joint && (joint.topOffset !== topOffset || joint.bottomOffset !== bottomOffset))
        joint = joint.next;
      if (joint) {
        joint.carries++;
        joint.minor &&= minor;
        return;
      }
      joint = { top, bottom, topOffset, bottomOffset, carries: 1, minor, next: first };
      known.set(key, joint);
      all.push(joint);
    };
    for (let k = 0; k + 1 < route.length; k++) {
      const [a, b] = [route[k], route[k + 1]];
      if (Math.abs(layer[a] - layer[b]) !== 1) continue;
      const [aOffset, bOffset] = [k === 0 ? fromOffset[i] : 0, k + 2 === route.length ? toOffset[i] : 0];
      if (layer[a] < layer[b]) join(a, b, aOffset, bOffset);
      else join(b, a, bOffset, aOffset);
    }
  });
  return all;
}

/** Merges links that leave a box at one place into one line for as long as they run together. */
export function merge(spec: Spec, graph: Layered, toOffset: number[]): Layered {
  const { routes, fromOffset, reversed, order, layer } = graph;
  const into = Int32Array.from(layer, (_, i) => i);
  const merged = routes.map((route) => [...route]);
  // The line that enters each vertex: its box of origin, and the vertex before.
  const trunk: string[] = [];
  routes.forEach((route, i) => {
    for (let k = 1; k + 1 < route.length; k++)
      trunk[route[k]] = `${route[0]}:${fromOffset[i]}:${reversed[i]}`;
  });
  const before = new Int32Array(layer.length).fill(-1);
  for (const route of routes) for (let k = 1; k + 1 < route.length; k++) before[route[k]] = route[k - 1];
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
  const remaining: number[] = [];
  into.forEach((to, i) => {
    if (to !== i) return;
    renamed[i] = remaining.length;
    remaining.push(i);
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
      layer: remaining.map((at) => layer[at]),
      routes: merged.map((route) => route.map(name)),
      fromOffset,
      toOffset,
      reversed,
    },
    layers,
  );
}

const isMinor = (box: Box) => box.minor === true;

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
