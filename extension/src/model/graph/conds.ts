/** Finds the conds of a graph, as `tf.cond` wires them. */
import type { Graph } from "./graph.ts";

/**
 * Returns, for each Merge that returns what one of two branches computes, the operation that passes on the predicate:
 * `pred_id`, which a Switch for each tensor of the branches consumes too. Of such a Merge the first input is what the
 * branch for false returns, the second what that for true does.
 */
export function conds({ names, texts, typeTexts, types, count, inputLists }: Graph): Map<number, number> {
  const found = new Map<number, number>();
  const name = texts.find("pred_id");
  const [identity, merge] = [/^Identity$/, /^(Ref)?Merge$/].map(
    (pattern) => new Set([...typeTexts].filter((type) => pattern.test(texts.of(type)))),
  );
  const predicates = new Map<number, number>();
  for (let id = 0; id < count; id++)
    if (names.parts[id] === name && identity.has(types[id])) predicates.set(names.scopes[id], id);
  if (predicates.size)
    for (let id = 0; id < count; id++) {
      const predicate = merge.has(types[id]) ? predicates.get(names.scopes[id]) : undefined;
      if (predicate !== undefined && inputLists.length[id] === 4) found.set(id, predicate);
    }
  return found;
}
