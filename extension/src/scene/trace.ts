/** Follows an edge through the borders of open scopes: drawn in pieces, it is still one edge. */
import type { Scene, SceneEdge } from "../model/scene.ts";

/** The ids of all edges that touch `path`, with their continuations into and out of open scopes. */
export function edgesAt(path: string, { nodes, edges }: Pick<Scene, "nodes" | "edges">): Set<string> {
  const parents = new Map(nodes.map((node) => [node.path, node.parent]));
  const from = index(edges, (edge) => `${scopeOf(edge)}|${edge.from}`);
  const to = index(edges, (edge) => `${scopeOf(edge)}|${edge.to}`);
  const lit = new Set<string>();

  const down = (edge: SceneEdge): void => {
    if (lit.has(`down ${edge.id}`)) return;
    lit.add(`down ${edge.id}`);
    const origin = bare(edge.from);
    if (isPort(edge.to)) {
      // It leaves its scope: go on with the outer edges that start at that scope and go the same way.
      const scope = scopeOf(edge);
      for (const next of from.get(`${parents.get(scope)}|${scope}`) ?? [])
        if (bare(next.to) === bare(edge.to)) down(next);
    } else for (const next of from.get(`${edge.to}|top:${origin}`) ?? []) down(next);
  };
  const up = (edge: SceneEdge): void => {
    if (lit.has(`up ${edge.id}`)) return;
    lit.add(`up ${edge.id}`);
    const goal = bare(edge.to);
    if (isPort(edge.from)) {
      const scope = scopeOf(edge);
      for (const next of to.get(`${parents.get(scope)}|${scope}`) ?? [])
        if (bare(next.from) === bare(edge.from)) up(next);
    } else for (const next of to.get(`${edge.from}|bottom:${goal}`) ?? []) up(next);
  };
  for (const edge of edges) {
    if (edge.from === path) down(edge);
    if (edge.to === path) up(edge);
  }
  return new Set([...lit].map((key) => key.slice(key.indexOf(" ") + 1)));
}

export function isPort(end: string): boolean {
  return end.startsWith("top:") || end.startsWith("bottom:");
}

export function bare(end: string): string {
  return isPort(end) ? end.slice(end.indexOf(":") + 1) : end;
}

export function scopeOf({ id }: SceneEdge): string {
  return id.slice(0, id.indexOf("|"));
}

function index(edges: SceneEdge[], key: (edge: SceneEdge) => string): Map<string, SceneEdge[]> {
  const map = new Map<string, SceneEdge[]>();
  for (const edge of edges) {
    const list = map.get(key(edge));
    if (list) list.push(edge);
    else map.set(key(edge), [edge]);
  }
  return map;
}
