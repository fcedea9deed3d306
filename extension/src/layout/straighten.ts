/** The last touch: whole straight runs move sideways together where that makes one more segment straight. */
import { GAP } from "./place.ts";
import type { Box, Layered, Segment } from "./types.ts";

const STRAIGHT = 0.5; // px that nobody sees
const MOST_VERTICES = 3000; // beyond this a bend more or less is not worth the time

export function straighten(graph: Layered, boxes: Box[]): void {
  const { vertices } = graph;
  if (vertices.length > MOST_VERTICES) return;
  const run = vertices.map((_, i) => [i]);
  const isMinor = (at: number) => boxes[vertices[at].box]?.minor === true;
  // Where a minor box hangs on another that is not, the segment may stay bent.
  const segments = vertices
    .flatMap((vertex) => vertex.down)
    .filter(({ top, bottom }) => isMinor(top) === isMinor(bottom));
  const bend = ({ top, bottom, topOffset, bottomOffset }: Segment) =>
    vertices[top].x + topOffset - vertices[bottom].x - bottomOffset;
  const join = ({ top, bottom }: Segment) => {
    const [from, to] = [run[top], run[bottom]];
    if (from === to) return;
    from.push(...to);
    for (const at of to) run[at] = from;
  };

  for (const segment of segments)
    if (!isMinor(segment.top) && Math.abs(bend(segment)) <= STRAIGHT) join(segment);
  segments.sort((a, b) => b.weight - a.weight);
  for (const segment of segments) {
    const by = bend(segment);
    const [upper, lower] = [run[segment.top], run[segment.bottom]];
    if (upper === lower || Math.abs(by) <= STRAIGHT) continue;
    const moved = shifted(lower, by) ?? shifted(upper, -by);
    if (!moved) continue;
    for (const at of moved.vertices) vertices[at].x += moved.by;
    join(segment);
  }

  /** The vertices that move when a run does: its own, and minor ones that it pushes; undefined when something stands. */
  function shifted(vertexRun: number[], by: number): { vertices: Set<number>; by: number } | undefined {
    const moving = new Set(vertexRun);
    // A set grows while it is walked, so what is pushed pushes in its turn.
    for (const at of moving) {
      const { x, left, right, layer, order } = vertices[at];
      const next = graph.layers[layer][order + Math.sign(by)];
      if (next === undefined || moving.has(next)) continue;
      const other = vertices[next];
      const gap = by > 0 ? other.x - other.left - (x + by + right) : x + by - left - (other.x + other.right);
      if (gap >= GAP - 0.01) continue;
      if (!isMinor(next) || run[next].length > 1) return undefined;
      moving.add(next);
    }
    return { vertices: moving, by };
  }
}
