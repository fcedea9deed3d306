/** Highlights a set of operations and fades the rest: runs, dependencies, operations compiled together. */
import type { SceneEdge } from "../model/diagram/scene.ts";
import { bare } from "../scene/continuations.ts";
import type { Layer } from "../scene/drawing/paint.ts";

/** The class name of a node inside or outside the set. */
export function markOf(isInSet: boolean): string {
  return isInSet ? "runs" : "pruned";
}

/**
 * The class name of an edge, by whether its source and its target are in the set, and a tensor that it represents: both
 * ends may be scopes with other operations of the set.
 */
export function edgeMarkOf({ id, kind, from, to }: SceneEdge, known: Counts, isFed?: Has): string {
  const [source, target] = [bare(from), bare(to)];
  const flows = kind === "control" ? known.has(source) : known.has(id);
  return markOf((flows || Boolean(isFed?.(source))) && known.has(target));
}

type Has = (path: string) => boolean;
/** Operations of a set by path and by edge, as a Tally counts them. */
type Counts = ReadonlyMap<string, number>;

/** A layer that highlights the paths of `counts`; fades nothing while it returns undefined. */
export function highlighting(counts: () => Counts | undefined): Layer {
  return {
    node({ path }) {
      const known = counts();
      return known && { marks: [markOf(known.has(path))] };
    },
    edge(edge) {
      const known = counts();
      return known && { marks: [edgeMarkOf(edge, known)] };
    },
  };
}
