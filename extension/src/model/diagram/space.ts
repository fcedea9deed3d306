/** The free space beside nodes: from afar a name that is wider than its node may continue there. */
import type { Scene, SceneNode } from "./scene.ts";

const ROW = 24; // px of height that are searched together
const SAMPLE = 16; // px between two points of an edge
const APART = 12; // px that a name leaves free
const MOST = 160; // px at each side

/** Sets `space` of each closed node: px at each side without another node, an edge of others, or the scope's border. */
export function measureSpace({ nodes, edges }: Scene): void {
  const rows = new Map<number, { nodes: SceneNode[]; points: [x: number, from: string, to: string][] }>();
  const row = (y: number) => {
    const key = Math.floor(y / ROW);
    const known = rows.get(key) ?? { nodes: [], points: [] };
    rows.set(key, known);
    return known;
  };
  const eachRow = ({ y, height }: SceneNode, visit: (at: ReturnType<typeof row>) => void) => {
    for (let at = y; at < y + height + ROW; at += ROW) visit(row(Math.min(at, y + height)));
  };
  const scopes = new Map<string, SceneNode>();
  for (const node of nodes) {
    eachRow(node, (at) => at.nodes.push(node));
    if (node.open) scopes.set(node.path, node);
  }
  for (const { path, from, to } of edges)
    for (let i = 0; i + 7 < path.length; i += 6) {
      const [x0, y0, x1, y1, x2, y2, x3, y3] = path.slice(i, i + 8);
      const steps = Math.ceil(Math.max(Math.abs(x3 - x0), Math.abs(y3 - y0)) / SAMPLE) + 1;
      for (let k = 0; k <= steps; k++) {
        const t = k / steps;
        const at = (a: number, b: number, c: number, d: number) =>
          (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t * t * c + t ** 3 * d;
        row(at(y0, y1, y2, y3)).points.push([at(x0, x1, x2, x3), from, to]);
      }
    }
  for (const node of nodes) {
    if (node.open) continue;
    const { path, parent, x, width } = node;
    const scope = scopes.get(parent);
    let space = scope ? Math.min(x - scope.x, scope.x + scope.width - x - width) : MOST;
    const limit = (left: number, right: number, share = 1) => {
      const gap = right <= x ? x - right : left - x - width;
      if (gap >= 0) space = Math.min(space, gap * share);
    };
    eachRow(node, (at) => {
      // Two names share the space between their nodes as they need it.
      for (const other of at.nodes)
        if (other !== node && other.parent === parent)
          limit(
            other.x,
            other.x + other.width,
            other.open ? 1 : node.textWidth.name / (node.textWidth.name + other.textWidth.name),
          );
      for (const [point, from, to] of at.points) if (from !== path && to !== path) limit(point, point);
    });
    node.space = Math.max(0, Math.min(MOST, space - APART));
  }
}
