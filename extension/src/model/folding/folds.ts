/**
 * Decides which isomorphic siblings fold into one stack: those in a chain, and those in parallel.
 *
 * A set folds only if it is convex: no path leads from a member out of the set and back. The stack then has a place
 * in the order of the graph as any node has, and no edge runs back.
 */
import { gather } from "../../gather.ts";

/** Siblings by index, and the edges between them. */
export interface Siblings {
  count: number;
  /** Flat pairs: from, to; each once. */
  links: number[];
}

const ROUNDS = 8;
const STEPS = 2_000_000; // edges that are examined in one scope before the rest stays unfolded

/**
 * Returns the sets that fold. `candidates`: sets of isomorphic siblings, disjoint. `least`: the members that a set
 * needs.
 */
export function foldableGroups(
  siblings: Siblings,
  candidates: number[][],
  least: (set: number[]) => number,
): number[][] {
  const next = neighbors(siblings, 0);
  const before = neighbors(siblings, 1);
  const group = new Int32Array(siblings.count).fill(-1);
  let budget = STEPS;
  let sets: number[][] = [];
  assign(candidates);
  for (let round = 0; round < ROUNDS; round++) {
    // All sets are judged by the state before the round.
    const remaining = sets.flatMap((set) => {
      const parts = connectedParts(set);
      if (parts.length > 1) return parts.filter((part) => part.length >= least(part));
      if (isConvex(set)) return [set];
      return twins(set).filter((part) => part.length >= least(part));
    });
    const changed =
      remaining.length !== sets.length || remaining.some((set, i) => set.length !== sets[i].length);
    group.fill(-1);
    assign(remaining);
    if (!changed) return sets;
  }
  return sets.filter((set) => isConvex(set) || twins(set).length === 1);

  function assign(chosen: number[][]): void {
    sets = chosen;
    sets.forEach((set, number) => {
      for (const index of set) group[index] = number;
    });
  }

  /** The connected parts of a set: members with an edge between them, or with the same neighbours. */
  function connectedParts(set: number[]): number[][] {
    const number = group[set[0]];
    const leader = new Map(set.map((index) => [index, index]));
    const find = (index: number): number => {
      let at = index;
      while (leader.get(at) !== at) at = leader.get(at) as number;
      leader.set(index, at);
      return at;
    };
    const join = (a: number, b: number) => {
      const [first, second] = [find(a), find(b)].sort((x, y) => x - y);
      leader.set(second, first);
    };
    const twins = new Map<string, number>();
    for (const index of set) {
      for (const other of next[index]) if (group[other] === number) join(index, other);
      const key = surroundings(index);
      join(twins.get(key) ?? index, index);
      twins.set(key, index);
    }
    const parts = new Map<number, number[]>();
    for (const index of set) gather(parts, find(index), index);
    return [...parts.values()];
  }

  /**
   * The parts of a set with identical neighbours. These may fold even where a path leads out and back, as it does
   * where gradients are added up outside the scopes that they come from and go to: each of them was on such a path
   * before.
   */
  function twins(set: number[]): number[][] {
    const parts = new Map<string, number[]>();
    for (const index of set) gather(parts, `${before[index]}>${next[index]}`, index);
    return [...parts.values()];
  }

  /** The neighbours of an index, each set counted as one. */
  function surroundings(index: number): string {
    const names = (list: number[]) =>
      [...new Set(list.map((other) => (group[other] < 0 ? other : -1 - group[other])))].sort().join();
    return `${names(before[index])}>${names(next[index])}`;
  }

  /** Whether the set is convex: no path leads out of it and back into it. */
  function isConvex(set: number[]): boolean {
    const number = group[set[0]];
    const seen = new Uint8Array(siblings.count);
    const pending: number[] = [];
    const leave = (index: number) => {
      for (const other of next[index])
        if (!seen[other] && group[other] !== number) {
          seen[other] = 1;
          pending.push(other);
        }
    };
    for (const index of set) leave(index);
    const entered = new Set<number>();
    while (pending.length) {
      const at = pending.pop() as number;
      if (entered.has(group[at])) continue;
      if (group[at] >= 0) entered.add(group[at]);
      // A path that enters another set may leave it anywhere.
      for (const index of group[at] < 0 ? [at] : sets[group[at]]) {
        budget -= next[index].length + 1;
        if (budget < 0 || next[index].some((other) => group[other] === number)) return false;
        leave(index);
      }
    }
    return true;
  }
}

function neighbors({ count, links }: Siblings, end: 0 | 1): number[][] {
  const lists: number[][] = Array.from({ length: count }, () => []);
  for (let i = 0; i < links.length; i += 2) lists[links[i + end]].push(links[i + 1 - end]);
  for (const list of lists) list.sort((a, b) => a - b);
  return lists;
}

/**
 * The sets of leaves that share their only producer, as the points of a star do: for rows that are too long for
 * `foldableGroups`. `kind`: only leaves of equal kind are grouped, those below 0 never.
 */
export function leafGroups({ count, links }: Siblings, kind: (index: number) => number): number[][] {
  const [none, several] = [-1, -2];
  const from = new Int32Array(count).fill(none);
  for (let i = 0; i < links.length; i += 2) {
    from[links[i]] = several;
    from[links[i + 1]] = from[links[i + 1]] === none ? links[i] : several;
  }
  const sets = new Map<number, number[]>();
  for (let i = 0; i < count; i++) {
    if (from[i] >= 0 && kind(i) >= 0) gather(sets, kind(i) * count + from[i], i);
  }
  return [...sets.values()];
}

/** The siblings in topological order, as near to their own order as possible. */
export function topologicalOrder(siblings: Siblings): number[] {
  const before = neighbors(siblings, 1);
  const state = new Uint8Array(siblings.count); // 1: its producers are being visited, 2: done
  const order: number[] = [];
  for (let start = 0; start < siblings.count; start++) {
    const pending = [start];
    while (pending.length) {
      const at = pending[pending.length - 1];
      const first = state[at] === 0;
      state[at] = Math.max(1, state[at]);
      if (first) for (const other of before[at]) if (!state[other]) pending.push(other);
      if (pending[pending.length - 1] !== at) continue;
      pending.pop();
      if (state[at] === 1) order.push(at);
      state[at] = 2;
    }
  }
  return order;
}

/**
 * Partitions a long row of siblings into about `pieces` ranges of neighbours, where the fewest edges cross.
 *
 * The row is in the order of creation, and so in topological order: no range depends on a later one.
 */
export function partitionRow({ count, links }: Siblings, pieces: number): number[][] {
  const crossing = new Int32Array(count + 1); // edges that cross the gap before each index
  for (let i = 0; i < links.length; i += 2) {
    const [from, to] = [Math.min(links[i], links[i + 1]), Math.max(links[i], links[i + 1])];
    crossing[from + 1]++;
    crossing[to + 1]--;
  }
  for (let i = 1; i <= count; i++) crossing[i] += crossing[i - 1];
  const length = count / pieces;
  const runs: number[][] = [];
  let start = 0;
  while (count - start > 1.4 * length) {
    let best = Math.min(count, Math.round(start + length));
    for (let at = Math.ceil(start + 0.7 * length); at <= start + 1.3 * length; at++)
      if (crossing[at] < crossing[best]) best = at;
    runs.push(range(start, best));
    start = best;
  }
  runs.push(range(start, count));
  return runs;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
