/** Follows an edge across the borders of open scopes: it is drawn in pieces, but is one edge. */
import { gather } from "../gather.ts";
import type { Scene, SceneEdge } from "../model/diagram/scene.ts";

type Ends = Map<string, SceneEdge[]>;

/** The edges of one scene, indexed by their ends. */
export class Continuations {
  /** By the scope that an edge is drawn in, and where it starts or ends. */
  private starts?: Ends;
  private goals?: Ends;
  /** By where it starts or ends alone. */
  private leaving?: Ends;
  private coming?: Ends;

  private readonly edges: SceneEdge[];
  /** The open scope around each node, by path. */
  private readonly parents: Map<string, string>;

  constructor({ nodes, edges }: Pick<Scene, "nodes" | "edges">) {
    this.edges = edges;
    this.parents = new Map(nodes.map(({ path, parent }) => [path, parent]));
  }

  /** The ids of all edges that touch `path`, with their continuations into and out of open scopes. */
  at(path: string): Set<string> {
    this.leaving ??= index(this.edges, (edge) => edge.from);
    this.coming ??= index(this.edges, (edge) => edge.to);
    const down = new Set<string>();
    const up = new Set<string>();
    for (const edge of this.leaving.get(path) ?? []) this.down(edge, down);
    for (const edge of this.coming.get(path) ?? []) this.up(edge, up);
    return new Set([...down, ...up]);
  }

  /** All pieces of the edge that `edge` is a piece of. */
  along(edge: SceneEdge): Set<string> {
    const down = new Set<string>();
    const up = new Set<string>();
    this.down(edge, down);
    this.up(edge, up);
    return new Set([...down, ...up]);
  }

  private down(edge: SceneEdge, highlighted: Set<string>): void {
    if (highlighted.has(edge.id)) return;
    highlighted.add(edge.id);
    this.starts ??= index(this.edges, (each) => `${scopeOf(each)}|${each.from}`);
    if (isPort(edge.to)) {
      // It leaves its scope: continue with the outer edges that start at that scope and lead to the same node.
      const scope = scopeOf(edge);
      for (const next of this.starts.get(`${this.parents.get(scope)}|${scope}`) ?? [])
        if (bare(next.to) === bare(edge.to)) this.down(next, highlighted);
    } else
      for (const next of this.starts.get(`${edge.to}|top:${bare(edge.from)}`) ?? [])
        this.down(next, highlighted);
  }

  private up(edge: SceneEdge, highlighted: Set<string>): void {
    if (highlighted.has(edge.id)) return;
    highlighted.add(edge.id);
    this.goals ??= index(this.edges, (each) => `${scopeOf(each)}|${each.to}`);
    if (isPort(edge.from)) {
      const scope = scopeOf(edge);
      for (const next of this.goals.get(`${this.parents.get(scope)}|${scope}`) ?? [])
        if (bare(next.from) === bare(edge.from)) this.up(next, highlighted);
    } else
      for (const next of this.goals.get(`${edge.from}|bottom:${bare(edge.to)}`) ?? [])
        this.up(next, highlighted);
  }
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

function index(edges: SceneEdge[], key: (edge: SceneEdge) => string): Ends {
  const map: Ends = new Map();
  for (const edge of edges) gather(map, key(edge), edge);
  return map;
}
