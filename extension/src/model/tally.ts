/** How many operations of a set each visible node stands for. */
import type { Hierarchy, Node } from "./hierarchy.ts";
import type { Picture } from "./picture.ts";

/** For each visible path, open scopes among them, how many operations of each set are or lie in it. */
export type Tally = [path: string, counts: number[]][];

export function tally(picture: Picture, hierarchy: Hierarchy, sets: Iterable<number>[]): Tally {
  const counts = new Map<Node, number[]>();
  // For a scope of which nothing is visible the way out of what stands for it, else undefined.
  const hidden = new Map<Node, Node[] | undefined>();
  sets.forEach((set, i) => {
    for (const id of set) {
      const place = hierarchy.place(id);
      const scope = place.parent as Node;
      if (!hidden.has(scope)) {
        const around = picture.way(scope);
        hidden.set(
          scope,
          around.length && (around[0] !== scope || !picture.isOpen(scope)) ? around : undefined,
        );
      }
      for (const node of hidden.get(scope) ?? picture.way(place)) {
        let count = counts.get(node);
        if (!count) {
          count = sets.map(() => 0);
          counts.set(node, count);
        }
        count[i]++;
      }
    }
  });
  return [...counts].map(([node, count]) => [node.path, count]);
}
