/** Highlights a set of operations and fades the rest: runs, dependencies, operations compiled together. */
import type { SceneEdge } from "../model/diagram/scene.ts";
import { bare } from "../scene/continuations.ts";
import type { Layer } from "../scene/drawing/paint.ts";

/** The class name of a node inside or outside the set. */
export function markOf(isInSet: boolean): string {
  return isInSet ? "runs" : "pruned";
}

/** The class name of an edge, by whether its source and its target are in the set. */
export function edgeMarkOf({ from, to }: SceneEdge, isSource: Has, isTarget: Has): string {
  return markOf(isSource(bare(from)) && isTarget(bare(to)));
}

type Has = (path: string) => boolean;

/** A layer that highlights the paths of `counts`; fades nothing while it returns undefined. */
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
