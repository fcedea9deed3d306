/** What takes part in something stays bright, the rest fades: runs, traces, what was compiled together. */
import type { SceneEdge } from "../model/diagram/scene.ts";
import { bare } from "../scene/continuations.ts";
import type { Layer } from "../scene/drawing/paint.ts";

/** The mark of what takes part, or of what does not. */
export function markOf(takesPart: boolean): string {
  return takesPart ? "runs" : "pruned";
}

/** The mark of an edge from what gives to what takes. */
export function edgeMarkOf({ from, to }: SceneEdge, isSource: Has, isTarget: Has): string {
  return markOf(isSource(bare(from)) && isTarget(bare(to)));
}

type Has = (path: string) => boolean;

/** The layer in which the paths of `counts` stay bright; nothing fades while there are none to tell of. */
export function highlighting(counts: () => ReadonlyMap<string, number> | undefined): Layer {
  return {
    node({ path }) {
      const known = counts();
      return known && { marks: [markOf(known.has(path))] };
    },
    edge(edge) {
      const known = counts();
      const has = (path: string) => known?.has(path) ?? false;
      return known && { marks: [edgeMarkOf(edge, has, has)] };
    },
  };
}
