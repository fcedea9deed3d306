/** The x of every vertex: nothing overlaps, chains run straight, and the total length of links is short. */
import { isOutside } from "./layered.ts";
import { ArcList, minimize } from "./simplex.ts";
import type { Before, Layered } from "./types.ts";

export const GAP = 22; // px between neighbours of a layer
const LINE_GAP = 10; // px between a box and a line that passes it
const LINES_GAP = 2; // px between two lines, beside the space of each
const SMOOTHING = 6; // rounds of averaging, each down and up
const STILL = 0.5; // px: when nothing moves more than this, averaging has converged
const SAME = 0.5; // px that are invisible
const WORK = 800_000; // steps of the exact method; large graphs stop before its end
const LARGE = 12_000; // vertices and segments together: beyond this only averaging is used
const THROUGH = 2; // how strongly an edge through a scope stays straight
const ANCHOR = 3; // how strongly a box keeps its place; segments weigh from 2 to 72

/** Places all vertices. */
export function placeVertices(graph: Layered, before: Before): void {
  pack(graph);
  for (let i = 0; i < SMOOTHING; i++) {
    const moved = Math.max(smooth(graph, true), smooth(graph, false));
    if (moved < STILL) break;
  }
  const whole = graph.routes.every((_, link) => !isOutside(graph, link));
  if (whole && graph.x.length + graph.top.length <= LARGE) straighten(graph, before);
  for (const route of graph.routes) unbend(graph, route);
}

/** Removes bends: a line with two bends moves to where one will do, as far as there is space. */
function unbend(graph: Layered, route: number[]): void {
  const { x, up, down, top, bottom, topOffset, bottomOffset } = graph;
  for (let from = 1; from + 1 < route.length; ) {
    let to = from;
    while (to + 2 < route.length && Math.abs(x[route[to + 1]] - x[route[from]]) < SAME) to++;
    const run = route.slice(from, to + 1);
    from = to + 1;
    const alone = (at: number) =>
      up.start[at + 1] - up.start[at] === 1 && down.start[at + 1] - down.start[at] === 1;
    if (!run.every(alone)) continue;
    const ends = [run[0], run[run.length - 1]].sort((a, b) => graph.layer[a] - graph.layer[b]);
    const [first, last] = [up.list[up.start[ends[0]]], down.list[down.start[ends[1]]]];
    const above = x[top[first]] + topOffset[first] - x[ends[0]];
    const below = x[bottom[last]] + bottomOffset[last] - x[ends[1]];
    if (above * below >= 0) continue;
    const targets = Math.abs(above) <= Math.abs(below) ? [above, below] : [below, above];
    const by = targets.find((target) => run.every((at) => hasSpace(graph, at, target)));
    if (by !== undefined) for (const at of run) x[at] += by;
  }
}

function hasSpace(graph: Layered, at: number, by: number): boolean {
  const layer = graph.layers[graph.layer[at]];
  const next = layer[graph.order[at] + Math.sign(by)];
  if (next === undefined) return true;
  return by > 0
    ? graph.x[next] - graph.x[at] - by >= distance(graph, at, next) - 0.01
    : graph.x[at] + by - graph.x[next] >= distance(graph, next, at) - 0.01;
}

/** The approximate horizontal length of all links in this order. */
export function roughLength(graph: Layered): number {
  pack(graph);
  for (let i = 0; i < 2; i++) {
    smooth(graph, true);
    smooth(graph, false);
  }
  const { top, bottom, topOffset, bottomOffset, carries, x } = graph;
  return top.reduce(
    (sum, from, s) => sum + carries[s] * Math.abs(x[from] + topOffset[s] - x[bottom[s]] - bottomOffset[s]),
    0,
  );
}

/** The least distance of two neighbours' x, the left one first. */
function distance(graph: Layered, a: number, b: number): number {
  const lines = (a >= graph.boxes ? 1 : 0) + (b >= graph.boxes ? 1 : 0);
  return graph.right[a] + graph.left[b] + (lines === 2 ? LINES_GAP : lines === 1 ? LINE_GAP : GAP);
}

/** Side by side, each layer around the same middle. */
function pack(graph: Layered): void {
  for (const layer of graph.layers) {
    let x = 0;
    layer.forEach((at, i) => {
      if (i) x += distance(graph, layer[i - 1], at);
      graph.x[at] = x;
    });
    for (const at of layer) graph.x[at] -= x / 2;
  }
}

/** Moves each layer towards the mean of its neighbours above (or below). Returns how far the farthest went. */
function smooth(graph: Layered, downward: boolean): number {
  const { layers, up, down, top, bottom, topOffset, bottomOffset, weight, x } = graph;
  const { start, list } = downward ? up : down;
  let farthest = 0;
  for (let l = 1; l < layers.length; l++) {
    const layer = layers[downward ? l : layers.length - 1 - l];
    const targets = new Float64Array(layer.length);
    const weights = new Float64Array(layer.length);
    layer.forEach((at, i) => {
      const count = start[at + 1] - start[at];
      for (let k = start[at]; k < start[at + 1]; k++) {
        const s = list[k];
        const there = downward
          ? x[top[s]] + topOffset[s] - bottomOffset[s]
          : x[bottom[s]] + bottomOffset[s] - topOffset[s];
        targets[i] += there * weight[s];
        weights[i] += weight[s];
      }
      if (count) targets[i] /= weights[i];
      else {
        targets[i] = x[at];
        weights[i] = 0.1;
      }
    });
    farthest = Math.max(farthest, settle(graph, layer, targets, weights));
  }
  return farthest;
}

/**
 * The positions nearest to the targets that order and space allow, by isotonic regression: vertices that would
 * overtake each other are pooled.
 */
function settle(graph: Layered, layer: Int32Array, targets: Float64Array, weights: Float64Array): number {
  const space = new Float64Array(layer.length);
  const ends: number[] = [];
  const places: number[] = [];
  const sums: number[] = [];
  for (let i = 0; i < layer.length; i++) {
    if (i) space[i] = space[i - 1] + distance(graph, layer[i - 1], layer[i]);
    let place = targets[i] - space[i];
    let sum = weights[i];
    while (places.length && places[places.length - 1] > place) {
      const other = sums.pop() as number;
      place = ((places.pop() as number) * other + place * sum) / (other + sum);
      sum += other;
      ends.pop();
    }
    places.push(place);
    sums.push(sum);
    ends.push(i);
  }
  let farthest = 0;
  for (let i = 0, block = 0; i < layer.length; i++) {
    if (i > ends[block]) block++;
    const x = places[block] + space[i];
    farthest = Math.max(farthest, Math.abs(x - graph.x[layer[i]]));
    graph.x[layer[i]] = x;
  }
  return farthest;
}

/** The port where edges come in and the one where they leave, of a scope that has one of each; else -1. */
function throughPorts({ layers, isPort }: Layered): [number, number] {
  const only = (layer: Int32Array) => {
    const ports = layer.filter((at) => isPort[at]);
    return ports.length === 1 ? ports[0] : -1;
  };
  return [only(layers[0]), layers.length > 1 ? only(layers[layers.length - 1]) : -1];
}

/** Minimizes the weighted horizontal length of all segments (Gansner et al. 1993, section 4.2). */
function straighten(graph: Layered, before: Before): void {
  const { layers, top, bottom, topOffset, bottomOffset, weight, x } = graph;
  const vertices = x.length;
  const list = new ArcList();
  const rank: number[] = [...x];
  for (const layer of layers)
    for (let i = 0; i + 1 < layer.length; i++)
      list.add(layer[i], layer[i + 1], distance(graph, layer[i], layer[i + 1]), 0);
  const first = list.count;
  for (let s = 0; s < top.length; s++) {
    // A node to the left of both ends: together they are as far from it as from each other.
    const own = rank.length;
    rank.push(Math.min(x[top[s]] + topOffset[s], x[bottom[s]] + bottomOffset[s]));
    list.add(own, top[s], -topOffset[s], weight[s]);
    list.add(own, bottom[s], -bottomOffset[s], weight[s]);
  }
  const end = list.count;
  const [inPort, outPort] = throughPorts(graph);
  if (inPort >= 0 && outPort >= 0) {
    const own = rank.length;
    rank.push(Math.min(x[inPort], x[outPort]));
    list.add(own, inPort, 0, THROUGH);
    list.add(own, outPort, 0, THROUGH);
  }
  let anchor = -1;
  for (let box = 0; box < graph.boxes; box++) {
    const old = before.box(box);
    if (old === undefined) continue;
    if (anchor < 0) {
      anchor = rank.length;
      rank.push(0);
    }
    const own = rank.length;
    rank.push(Math.min(x[box] - old, rank[anchor]));
    list.add(own, box, old, ANCHOR);
    list.add(own, anchor, 0, ANCHOR);
  }
  const result = Float64Array.from(rank);
  // A vertex that forks is between its branches; one that only passes a value on stays below its producer.
  const isBelow = (arc: number, headInside: boolean) => ((arc - first) % 2 === 0) === headInside;
  const isSegment = (arc: number) => arc >= first && arc < end;
  minimize(result.length, list.pack(), result, WORK, (a, b, down) =>
    isSegment(a) && isSegment(b) ? isBelow(a, !down) === isBelow(b, down) : false,
  );
  for (let i = 0; i < vertices; i++) x[i] = result[i];
}
