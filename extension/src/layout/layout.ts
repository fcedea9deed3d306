/** Lays out one scope: its connected parts each in layers, then side by side. */
import { placeLabels } from "./labels.ts";
import { layered, merge, route } from "./layered.ts";
import { assignLayers, backLinks } from "./layers.ts";
import { orderLayers } from "./order.ts";
import { type Part, pack, settle } from "./pack.ts";
import { placeVertices } from "./place.ts";
import { inputOffsets } from "./ports.ts";
import { bands, corners, curves } from "./route.ts";
import type { Before, Layered, Placed, Spec } from "./types.ts";

/**
 * Computes the layout. `before`: the earlier x of a box's middle by its id, and of a link's by its own, so that known
 * boxes keep their place.
 */
export function layout(spec: Spec, before: Map<string, number> = new Map()): Placed {
  return pack(
    spec,
    connectedParts(spec).map((members) => layoutPart(spec, members, before)),
  );
}

function layoutPart(spec: Spec, { members, links }: Members, before: Map<string, number>): Part {
  const index = new Map(members.map((box, i) => [box, i]));
  const boxes = members.map((box) => spec.boxes[box]);
  const own = links.map((i) => ({
    ...spec.links[i],
    from: index.get(spec.links[i].from) as number,
    to: index.get(spec.links[i].to) as number,
  }));
  const known: Before = {
    box: (box) => before.get(boxes[box].id),
    link: (link) => before.get(own[link].id),
  };
  const { graph, crossings } = ordered({ boxes, links: own }, known);
  placeVertices(graph, known);
  const band = bands(graph, boxes, own);
  const places = corners(graph, boxes, band);
  const paths = curves(graph, boxes, own, band, places);
  const placed = settle(
    { boxes, links: own },
    {
      width: 0,
      height: 0,
      boxes: places,
      paths,
      labels: placeLabels(own, paths, boxes, places),
      crossings,
    },
  );
  return { members, links, placed, ported: boxes.some((box) => box.port) };
}

function ordered(spec: Spec, before: Before): { graph: Layered; crossings: number } {
  const { boxes, links } = spec;
  const reversed = backLinks(boxes.length, links);
  const layer = assignLayers(boxes, links, reversed);
  const scope = { boxes, links, reversed, layer };
  const offsets = inputOffsets(scope);
  const graph = layered(spec, route(spec, layer, reversed, offsets));
  const crossings = orderLayers(graph, before);
  const arrival = (link: number) => graph.order[graph.routes[link][graph.routes[link].length - 2]];
  const offsetsThen = inputOffsets(scope, arrival);
  return { graph: merge(spec, graph, offsetsThen), crossings };
}

interface Members {
  members: number[];
  links: number[];
}

function connectedParts({ boxes, links }: Spec): Members[] {
  const leader = boxes.map((_, i) => i);
  const find = (at: number): number => {
    while (leader[at] !== at) {
      leader[at] = leader[leader[at]];
      at = leader[at];
    }
    return at;
  };
  for (const { from, to } of links) leader[Math.max(find(from), find(to))] = Math.min(find(from), find(to));
  const parts = new Map<number, Members>();
  boxes.forEach((_, i) => {
    const part = parts.get(find(i)) ?? { members: [], links: [] };
    part.members.push(i);
    parts.set(find(i), part);
  });
  links.forEach((link, i) => {
    parts.get(find(link.from))?.links.push(i);
  });
  return [...parts.values()];
}
