/**
 * Keyboard navigation: the node that a key leads to. Up and down follow edges, and lead from an open scope's title
 * into it; without an edge, and to the left and right, the nearest node in that direction is next. Where data flows to
 * the right, left and right follow edges. Backspace leads to the parent scope.
 */
import type { Scene, SceneNode } from "../../model/diagram/scene.ts";
import type { Tree } from "../tree.ts";

const DIRECTIONS: Record<string, [dx: number, dy: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export function isNavigationKey(key: string): boolean {
  return key in DIRECTIONS || key === "Backspace" || key === "Home" || key === "End";
}

export function nextNode(scene: Scene, tree: Tree, current: string, key: string): string {
  const here = scene.nodes.find((node) => node.path === current);
  const start = scene.nodes[0]?.path ?? "";
  if (!here || key === "Home") return start;
  if (key === "End") return scene.nodes.at(-1)?.path ?? start;
  if (key === "Backspace") return here.parent || current;
  const [dx, dy] = DIRECTIONS[key];
  const isRight = scene.direction === "right";
  const along = isRight ? dx : dy;
  if (along > 0 && here.open) return (first(tree.inside(current), isRight ? "x" : "y") ?? here).path;
  if (along) {
    const { from, to } = tree.neighbours(current);
    const linked = new Set(along > 0 ? to : from);
    const best = nearest(here, scene.nodes, dx, dy, (node) => linked.has(node.path));
    if (best) return best.path;
  }
  return (nearest(here, scene.nodes, dx, dy, () => true) ?? here).path;
}

/** The highest node, or the leftmost. */
function first(nodes: SceneNode[], axis: "x" | "y"): SceneNode | undefined {
  return nodes.reduce<SceneNode | undefined>(
    (best, node) => (best && best[axis] <= node[axis] ? best : node),
    undefined,
  );
}

function nearest(
  here: SceneNode,
  nodes: SceneNode[],
  dx: number,
  dy: number,
  counts: (node: SceneNode) => boolean,
): SceneNode | undefined {
  let best: SceneNode | undefined;
  let least = Number.POSITIVE_INFINITY;
  const [x, y] = middle(here);
  for (const node of nodes) {
    if (node === here || !counts(node)) continue;
    const [ox, oy] = [middle(node)[0] - x, middle(node)[1] - y];
    const ahead = ox * dx + oy * dy;
    if (ahead <= 1) continue;
    const cost = ahead + 2.5 * Math.abs(ox * dy + oy * dx);
    if (cost < least) [least, best] = [cost, node];
  }
  return best;
}

/** The point of a node that distances are measured to: of an open scope, its title. */
function middle({ x, y, width, height, open }: SceneNode): [number, number] {
  return [x + width / 2, y + (open ? 12 : height / 2)];
}
