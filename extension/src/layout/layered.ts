/** The layered graph: boxes in their layers, and a passing place in every layer that a link crosses. */
import { assignLayers, backLinks } from "./layers.ts";
import type { Layered, Link, Segment, Spec, Vertex } from "./types.ts";

const PASSING_ROOM = 7; // px on each side of a link that passes a layer

// How strongly a segment pulls its ends together while things find their places, and then how strongly it wants to be
// straight, by what it joins. Passing links first make room for the chains of boxes, then straighten where they are.
const PULL = { passing: 0.8, entering: 0.3, boxes: 3, minor: 0.02 };
const STRAIGHT = { passing: 13, entering: 1, boxes: 3, minor: 0.02 };

export function layered(spec: Spec): Layered {
  const { boxes, links } = spec;
  const reversed = backLinks(boxes.length, links);
  const layer = assignLayers(
    boxes,
    links.flatMap((link, i): [number, number][] =>
      link.from === link.to ? [] : [reversed[i] ? [link.to, link.from] : [link.from, link.to]],
    ),
  );
  const vertices: Vertex[] = boxes.map((box, i) => ({
    box: i,
    layer: layer[i],
    order: 0,
    x: 0,
    left: box.width / 2 + (box.left ?? 0),
    right: box.width / 2 + (box.right ?? 0),
    up: [],
    down: [],
  }));
  const trunks = new Map<string, number>();
  const segments = new Map<number, Segment>();
  // Of many links at one box none can be straight: the less they want it, the more a chain gets its way.
  const outs = degrees(boxes.length, links, (link) => link.from);
  const ins = degrees(boxes.length, links, (link) => (boxes[link.from].minor ? -1 : link.to));
  const routes = links.map((link, i) => route(link, reversed[i]));

  function route(link: Link, turned: boolean): number[] {
    const [top, bottom] = turned ? [link.to, link.from] : [link.from, link.to];
    const [topOffset, bottomOffset] = turned
      ? [link.toOffset ?? 0, link.fromOffset ?? 0]
      : [link.fromOffset ?? 0, link.toOffset ?? 0];
    const way = [top];
    for (let at = layer[top] + 1; at < layer[bottom]; at++)
      way.push(passing(`${top}:${topOffset}:${turned}:${at}`, at));
    way.push(bottom);
    for (let k = 0; k + 1 < way.length; k++)
      join(link, way[k], way[k + 1], k === 0 ? topOffset : 0, k + 2 === way.length ? bottomOffset : 0);
    return way;
  }

  /** Links that leave a box at the same place share one trunk and branch off it where they have to. */
  function passing(trunk: string, at: number): number {
    const known = trunks.get(trunk);
    if (known !== undefined) return known;
    trunks.set(trunk, vertices.length);
    vertices.push({
      box: -1,
      layer: at,
      order: 0,
      x: 0,
      left: PASSING_ROOM,
      right: PASSING_ROOM,
      up: [],
      down: [],
    });
    return vertices.length - 1;
  }

  function join(link: Link, top: number, bottom: number, topOffset: number, bottomOffset: number): void {
    const key = top * 1e7 + bottom;
    const known = segments.get(key);
    if (known) {
      known.weight += 0.5;
      known.pull += 0.1;
      return;
    }
    const passes = (vertices[top].box < 0 ? 1 : 0) + (vertices[bottom].box < 0 ? 1 : 0);
    const isMinor = boxes[link.from].minor || boxes[link.to].minor;
    const share = Math.sqrt(Math.max(1, outs[top] ?? 1) * Math.max(1, ins[bottom] ?? 1));
    const kind = isMinor ? "minor" : passes === 2 ? "passing" : passes === 1 ? "entering" : "boxes";
    const pull = PULL[kind] / share;
    const weight = STRAIGHT[kind] / (kind === "passing" ? 1 : share);
    const segment = { top, bottom, topOffset, bottomOffset, pull, weight };
    segments.set(key, segment);
    vertices[top].down.push(segment);
    vertices[bottom].up.push(segment);
  }

  const layers: number[][] = [];
  vertices.forEach((vertex, i) => {
    layers[vertex.layer] ??= [];
    layers[vertex.layer].push(i);
  });
  // A layer can be empty when only ports frame it.
  for (let at = 0; at < layers.length; at++) layers[at] ??= [];
  return { vertices, layers, routes, reversed };
}

function degrees(count: number, links: Link[], end: (link: Link) => number): number[] {
  const result = new Array<number>(count).fill(0);
  for (const link of links) if (end(link) >= 0) result[end(link)]++;
  return result;
}
