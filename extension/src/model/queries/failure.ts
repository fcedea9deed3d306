/** The path of a failed run: from what was fed to the operation that failed, and on to the fetches. */
import type { Graph, TensorId } from "../graph/graph.ts";
import { prune } from "./prune.ts";
import { reach } from "./reach.ts";

const ALL = { controls: true, training: true };

/** All operations of the run on a path through the one that failed, itself included. */
export function failurePath(graph: Graph, failed: number, fetches: number[], feeds: TensorId[]): Set<number> {
  const fetched = fetches.map((op): TensorId => [op, -1]);
  const { ops } = prune(graph, fetched.length ? fetched : [[failed, -1]], feeds);
  const inRun = (ids: Iterable<number>) => [...ids].filter((id) => ops.has(id));
  const above = inRun(reach(graph, [failed], "upstream", ALL).ops);
  const beneath = inRun(reach(graph, [failed], "downstream", ALL).ops);
  const fed = feeds.map(([op]) => op);
  const touched = reach(graph, fed, "downstream", ALL).ops;
  // Most errors come from a feed: if one leads here, the path begins there.
  const before = above.filter((id) => touched.has(id));
  const path = new Set([failed, ...(before.length ? before : above)]);
  const given = fed.filter((id) => graph.consumers(id).some((user) => path.has(user)));
  return new Set([...given, ...path, ...beneath]);
}
