/** Where an arrow key leads: along an edge if there is one that way, else to the nearest node there. */
import type { Scene, SceneNode } from "../model/scene.ts";
import { bare } from "./trace.ts";

const WAYS: Record<string, [dx: number, dy: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export function isStep(key: string): boolean {
  return key in WAYS;
}

export function step(scene: Scene, current: string, key: string): string {
  const here = scene.nodes.find((node) => node.path === current);
  if (!here) return scene.nodes[0]?.path ?? "";
  const [dx, dy] = WAYS[key];
  const others = scene.nodes.filter((node) => node !== here);
  if (dy) {
    const linked = new Set<string>();
    for (const { from, to } of scene.edges) {
      if (dy > 0 && from === current) linked.add(bare(to));
      if (dy < 0 && to === current) linked.add(bare(from));
    }
    const best = nearest(
      here,
      others.filter((node) => linked.has(node.path)),
      dx,
      dy,
    );
    if (best) return best.path;
  }
  return nearest(here, others, dx, dy)?.path ?? current;
}

function nearest(here: SceneNode, nodes: SceneNode[], dx: number, dy: number): SceneNode | undefined {
  let best: SceneNode | undefined;
  let least = Number.POSITIVE_INFINITY;
  const [x, y] = middle(here);
  for (const node of nodes) {
    const [ox, oy] = [middle(node)[0] - x, middle(node)[1] - y];
    const ahead = ox * dx + oy * dy;
    if (ahead <= 1) continue;
    const cost = ahead + 2.5 * Math.abs(ox * dy + oy * dx);
    if (cost < least) [least, best] = [cost, node];
  }
  return best;
}

/** An open scope is met at its title. */
function middle({ x, y, width, height, open }: SceneNode): [number, number] {
  return [x + width / 2, y + (open ? 12 : height / 2)];
}
