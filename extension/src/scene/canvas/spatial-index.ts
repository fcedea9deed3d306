/** A spatial index of a scene in flat arrays: the nodes and edges in a view or at a point. */
import type { Scene } from "../../model/diagram/scene.ts";
import { SCOPE, STUB } from "../../model/diagram/sizes.ts";
import { stubPlaces } from "../drawing/parts.ts";

export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const STEPS = 12; // straight pieces that approximate a curve to measure the pointer's distance

export class SpatialIndex {
  /** left, top, right, bottom of each node with its stubs, and of each edge. */
  private readonly nodes: Float32Array;
  private readonly edges: Float32Array;

  constructor(private readonly scene: Scene) {
    this.nodes = new Float32Array(scene.nodes.length * 4);
    this.edges = new Float32Array(scene.edges.length * 4);
    scene.nodes.forEach((node, i) => {
      const { x, y, width, height } = node;
      const box = [x, y, x + width, y + height];
      for (const { stub, x: left, y: top } of stubPlaces(node)) {
        box[0] = Math.min(box[0], x + left);
        box[1] = Math.min(box[1], y + top);
        box[2] = Math.max(box[2], x + left + stub.width);
        box[3] = Math.max(box[3], y + top + STUB.height);
      }
      this.nodes.set(box, i * 4);
    });
    scene.edges.forEach(({ path }, i) => {
      const at = i * 4;
      let [left, top, right, bottom] = [path[0], path[1], path[0], path[1]];
      for (let k = 2; k < path.length; k += 2) {
        left = Math.min(left, path[k]);
        right = Math.max(right, path[k]);
        top = Math.min(top, path[k + 1]);
        bottom = Math.max(bottom, path[k + 1]);
      }
      this.edges[at] = left;
      this.edges[at + 1] = top;
      this.edges[at + 2] = right;
      this.edges[at + 3] = bottom;
    });
  }

  nodesIn(area: Area): number[] {
    return inside(this.nodes, area);
  }

  edgesIn(area: Area): number[] {
    return inside(this.edges, area);
  }

  /** Index of the node at a point, -1 where there is none; an open scope is met at its title. */
  nodeAt(x: number, y: number): number {
    const all = this.nodes;
    for (let i = this.scene.nodes.length - 1, at = i * 4; i >= 0; i--, at -= 4) {
      if (x < all[at] || x > all[at + 2] || y < all[at + 1] || y > all[at + 3]) continue;
      const { open, y: top } = this.scene.nodes[i];
      if (!open || y < top + SCOPE.header - 6) return i;
    }
    return -1;
  }

  /** Index of the edge that passes within `slack` of a point, -1 where there is none. */
  edgeAt(x: number, y: number, slack: number): number {
    const near = { left: x - slack, top: y - slack, right: x + slack, bottom: y + slack };
    let best = -1;
    let least = slack;
    for (const i of this.edgesIn(near)) {
      const away = distance(this.scene.edges[i].path, x, y);
      if (away <= least) [least, best] = [away, i];
    }
    return best;
  }
}

function inside(boxes: Float32Array, { left, top, right, bottom }: Area): number[] {
  const found: number[] = [];
  for (let i = 0, at = 0; at < boxes.length; i++, at += 4)
    if (boxes[at] <= right && boxes[at + 2] >= left && boxes[at + 1] <= bottom && boxes[at + 3] >= top)
      found.push(i);
  return found;
}

/** From a point to a path of cubic curves. */
export function distance(path: number[], x: number, y: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k + 7 < path.length; k += 6) {
    let [ax, ay] = [path[k], path[k + 1]];
    for (let step = 1; step <= STEPS; step++) {
      const [bx, by] = pointOn(path, k, step / STEPS);
      least = Math.min(least, toSegment(x, y, ax, ay, bx, by));
      [ax, ay] = [bx, by];
    }
  }
  return least;
}

/** The point at `t` of the curve that begins at `path[k]`. */
function pointOn(path: number[], k: number, t: number): [x: number, y: number] {
  const s = 1 - t;
  const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
  return [
    a * path[k] + b * path[k + 2] + c * path[k + 4] + d * path[k + 6],
    a * path[k + 1] + b * path[k + 3] + c * path[k + 5] + d * path[k + 7],
  ];
}

function toSegment(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const t = length ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length)) : 0;
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}
