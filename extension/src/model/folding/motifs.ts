/** Finds repeating sequences in a row, as the layers of a network without scopes are: a b c, a b c, a b c. */
import type { Siblings } from "./folds.ts";

export interface Motif {
  start: number;
  /** The number of siblings in one repetition. */
  period: number;
  times: number;
}

const LONGEST = 96; // siblings of one repetition

/** `kinds`: a number for each sibling of the row, equal for isomorphic ones. Returns the motifs in order, disjoint. */
export function motifs(kinds: number[], siblings: Siblings, least: number): Motif[] {
  const inner = patterns(siblings);
  const found: Motif[] = [];
  search(0, kinds.length);
  return found.sort((a, b) => a.start - b.start);

  function search(from: number, to: number): void {
    let best: Motif | undefined;
    const covers = ({ period, times }: Motif) => period * times;
    for (let period = 2; period <= Math.min(LONGEST, (to - from) / least); period++)
      for (const motif of ofPeriod(period, from, to)) if (!best || covers(motif) > covers(best)) best = motif;
    if (!best) return;
    found.push(best);
    search(from, best.start);
    search(best.start + covers(best), to);
  }

  /** Yields where the row equals itself shifted by `period`, for at least `least` repetitions. */
  function* ofPeriod(period: number, from: number, to: number): Iterable<Motif> {
    for (let start = from; start + period * least <= to; ) {
      let end = start;
      while (end + period < to && kinds[end] === kinds[end + period]) end++;
      const [first, last] = [start, end + period];
      start = end + 1;
      if (last - first < period * least || isConstant(first, period)) continue;
      const motif = inPhase(first, last, period);
      if (motif) yield motif;
    }
  }

  function isConstant(start: number, period: number): boolean {
    for (let i = 1; i < period; i++) if (kinds[start + i] !== kinds[start]) return false;
    return true;
  }

  /** Starts the repetitions where the fewest edges cross the border and the edges inside are equal. */
  function inPhase(first: number, last: number, period: number): Motif | undefined {
    let best: Motif | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (let start = first; start < first + period && start + least * period <= last; start++) {
      const crossing = inner.across(start + period);
      if (crossing >= fewest) continue;
      const times = repetitions(start, Math.floor((last - start) / period), period);
      if (times < least) continue;
      fewest = crossing;
      best = { start, period, times };
    }
    return best;
  }

  function repetitions(start: number, most: number, period: number): number {
    let times = 1;
    while (times < most && inner.equal(start, start + times * period, period)) times++;
    return times;
  }
}

function patterns({ count, links }: Siblings) {
  const next: number[][] = Array.from({ length: count }, () => []);
  for (let i = 0; i < links.length; i += 2) next[links[i]].push(links[i + 1]);
  const crossing = new Int32Array(count + 1);
  next.forEach((users, from) => {
    let [first, last] = [from, from];
    for (const user of users) [first, last] = [Math.min(first, user), Math.max(last, user)];
    crossing[first + 1]++;
    if (last < count) crossing[last + 1]--;
  });
  for (let i = 1; i <= count; i++) crossing[i] += crossing[i - 1];
  return {
    /** The number of siblings before `at` with a consumer from there on. */
    across: (at: number) => crossing[at],
    /** Whether the edges within two ranges of `length` siblings are equal. */
    equal: (one: number, other: number, length: number) => {
      for (let i = 0; i < length; i++) {
        const [these, those] = [next[one + i], next[other + i]];
        let at = 0;
        for (const user of these) {
          const inside = user - one;
          if (inside < 0 || inside >= length) continue;
          while (at < those.length && !(those[at] >= other && those[at] < other + length)) at++;
          if (those[at++] - other !== inside) return false;
        }
        while (at < those.length) {
          const inside = those[at++] - other;
          if (inside >= 0 && inside < length) return false;
        }
      }
      return true;
    },
  };
}
