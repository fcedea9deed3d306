/**
 * Network simplex (Gansner, Koutsofios, North, Vo 1993): assigns integers or reals to the nodes of a graph such that
 * every arc has at least its minimal length and the sum of weight × length is minimal.
 */

export interface Arcs {
  count: number;
  tail: Int32Array;
  head: Int32Array;
  least: Float64Array;
  /** Whole numbers: sums of them decide, and must come out exact. */
  weight: Int32Array;
}

const SEARCH = 30; // arcs that could leave, of which the best does

/** Collects arcs, then packs them. */
export class ArcList {
  private readonly values: number[] = [];

  /** The number of arcs so far. */
  get count(): number {
    return this.values.length / 4;
  }

  add(tail: number, head: number, least: number, weight: number): void {
    this.values.push(tail, head, least, weight);
  }

  pack(): Arcs {
    const { values } = this;
    const count = values.length / 4;
    const arcs = {
      count,
      tail: new Int32Array(count),
      head: new Int32Array(count),
      least: new Float64Array(count),
      weight: new Int32Array(count),
    };
    for (let i = 0; i < count; i++) {
      arcs.tail[i] = values[4 * i];
      arcs.head[i] = values[4 * i + 1];
      arcs.least[i] = values[4 * i + 2];
      arcs.weight[i] = values[4 * i + 3];
    }
    return arcs;
  }
}

/**
 * How a subtree that could move between two places at no cost is centred between them. At either place one arc holds
 * it: `first`, whose head is not in it when `down` is true, or `last`, whose head then is.
 */
export type MayCentre = (first: number, last: number, down: boolean) => boolean;

/**
 * Improves `rank` in place, which must keep every arc long enough to begin with. It stops at the optimum or when
 * `work` steps are done: each step leaves a valid answer that is no worse. The graph must be connected.
 */
export function minimize(
  nodes: number,
  arcs: Arcs,
  rank: Float64Array,
  work: number,
  mayCentre?: MayCentre,
): void {
  if (nodes < 2) return;
  const tree = new Tree(nodes, arcs, rank);
  tree.grow();
  let left = work;
  while (left > 0) {
    const leaving = tree.worst();
    if (leaving < 0) {
      if (mayCentre) tree.balance(mayCentre);
      return;
    }
    const steps = tree.exchange(leaving);
    if (steps < 0) return;
    left -= steps;
  }
}

/** A spanning tree of tight arcs, with node 0 as root. */
class Tree {
  private readonly parent: Int32Array;
  private readonly arc: Int32Array; // to the parent
  private readonly first: Int32Array; // child
  private readonly next: Int32Array; // sibling
  private readonly previous: Int32Array;
  private readonly sum: Int32Array; // weight that leaves less weight that enters, over the subtree
  private readonly start: Int32Array; // where a node's arcs begin in `list`
  private readonly list: Int32Array;
  private readonly stamp: Int32Array;
  private readonly stack: Int32Array;
  private stamps = 0;
  /** Nodes whose arc to the parent may leave the tree. */
  private readonly candidates: number[] = [];
  private readonly listed: Uint8Array;

  constructor(
    private readonly nodes: number,
    private readonly arcs: Arcs,
    private readonly rank: Float64Array,
  ) {
    const array = (fill: number) => new Int32Array(nodes).fill(fill);
    [this.parent, this.arc, this.first, this.next, this.previous] = [-1, -1, -1, -1, -1].map(array);
    [this.sum, this.stamp, this.stack] = [0, 0, 0].map(array);
    this.listed = new Uint8Array(nodes);
    const { count, tail, head } = arcs;
    this.start = new Int32Array(nodes + 1);
    for (let i = 0; i < count; i++) {
      this.start[tail[i] + 1]++;
      this.start[head[i] + 1]++;
    }
    for (let i = 0; i < nodes; i++) this.start[i + 1] += this.start[i];
    const at = this.start.slice();
    this.list = new Int32Array(2 * count);
    for (let i = 0; i < count; i++) {
      this.list[at[tail[i]]++] = i;
      this.list[at[head[i]]++] = i;
    }
  }

  private slack(arc: number): number {
    const { tail, head, least } = this.arcs;
    return this.rank[head[arc]] - this.rank[tail[arc]] - least[arc];
  }

  /** How much the total falls for each step that the arc above `at` grows, if that is negative. */
  cut(at: number): number {
    const arc = this.arc[at];
    if (arc < 0) return 0;
    return this.arcs.tail[arc] === at ? this.sum[at] : -this.sum[at];
  }

  /** Among some nodes whose parent arc should grow, the one with the greatest gain; -1 if there is none. */
  worst(): number {
    const { candidates, listed } = this;
    let best = -1;
    let least = 0;
    for (let i = candidates.length - 1, seen = 0; i >= 0 && seen < SEARCH; i--) {
      const at = candidates[i];
      const cut = this.cut(at);
      if (cut >= 0) {
        candidates[i] = candidates[candidates.length - 1];
        candidates.pop();
        listed[at] = 0;
        continue;
      }
      seen++;
      if (cut < least) {
        least = cut;
        best = at;
      }
    }
    return best;
  }

  private consider(at: number): void {
    if (this.listed[at] || this.cut(at) >= 0) return;
    this.listed[at] = 1;
    this.candidates.push(at);
  }

  /** Connects nodes by tight arcs; a separate part moves until another arc is tight. */
  grow(): void {
    const { tail, head, weight, count } = this.arcs;
    const { nodes, rank, start, list } = this;
    const tight: number[][] = Array.from({ length: nodes }, () => []);
    const part = new Int32Array(nodes);
    const members: number[][] = Array.from({ length: nodes }, (_, i) => [i]);
    for (let i = 0; i < nodes; i++) part[i] = i;
    const join = (arc: number): number => {
      let [a, b] = [part[tail[arc]], part[head[arc]]];
      if (members[a].length < members[b].length) [a, b] = [b, a];
      for (const at of members[b]) {
        part[at] = a;
        members[a].push(at);
      }
      members[b] = [];
      tight[tail[arc]].push(arc);
      tight[head[arc]].push(arc);
      return a;
    };
    for (let arc = 0; arc < count; arc++)
      if (part[tail[arc]] !== part[head[arc]] && this.slack(arc) < 1e-9) join(arc);
    const queue = members.flatMap((list_, i) => (list_.length ? [i] : []));
    for (let i = 0; i < queue.length; i++) {
      const own = queue[i];
      if (!members[own].length) continue;
      let best = -1;
      let least = Infinity;
      for (const at of members[own])
        for (let k = start[at]; k < start[at + 1]; k++) {
          const arc = list[k];
          if (part[tail[arc]] === part[head[arc]]) continue;
          const slack = this.slack(arc);
          if (slack < least) {
            least = slack;
            best = arc;
          }
        }
      if (best < 0) continue;
      const by = part[tail[best]] === own ? least : -least;
      for (const at of members[own]) rank[at] += by;
      queue.push(join(best));
    }
    for (let arc = 0; arc < count; arc++) {
      this.sum[tail[arc]] += weight[arc];
      this.sum[head[arc]] -= weight[arc];
    }
    const order = [0];
    for (let i = 0; i < order.length; i++)
      for (const arc of tight[order[i]]) {
        const other = tail[arc] === order[i] ? head[arc] : tail[arc];
        if (arc === this.arc[order[i]]) continue;
        this.hang(other, order[i], arc);
        order.push(other);
      }
    for (let i = order.length - 1; i > 0; i--) this.sum[this.parent[order[i]]] += this.sum[order[i]];
    for (const at of order) this.consider(at);
  }

  private hang(child: number, parent: number, arc: number): void {
    this.parent[child] = parent;
    this.arc[child] = arc;
    this.previous[child] = -1;
    this.next[child] = this.first[parent];
    if (this.first[parent] >= 0) this.previous[this.first[parent]] = child;
    this.first[parent] = child;
  }

  private unhang(child: number): void {
    const [before, after] = [this.previous[child], this.next[child]];
    if (before >= 0) this.next[before] = after;
    else this.first[this.parent[child]] = after;
    if (after >= 0) this.previous[after] = before;
  }

  /** Moves the subtree of `at` until another arc is tight, and attaches it there. Returns the number of steps. */
  exchange(at: number): number {
    const { tail, head } = this.arcs;
    const { rank, stack } = this;
    const { size, entering, least, steps, down } = this.space(at);
    if (entering < 0) return -1; // nothing holds it: the total has no least value
    const by = down ? -least : least;
    if (by) for (let i = 0; i < size; i++) rank[stack[i]] += by;
    this.rehang(at, (down ? head : tail)[entering], (down ? tail : head)[entering], entering);
    return steps;
  }

  /** Centres each subtree that could move at no cost. */
  balance(mayCentre: MayCentre): void {
    for (let at = 1; at < this.nodes; at++) {
      if (this.cut(at) !== 0 || !this.arcs.weight[this.arc[at]]) continue;
      const { size, entering, least, down } = this.space(at);
      if (entering < 0 || least < 1 || !mayCentre(this.arc[at], entering, down)) continue;
      for (let i = 0; i < size; i++) this.rank[this.stack[i]] += down ? -least / 2 : least / 2;
    }
  }

  /** How far the subtree of `at` can move so that the arc above it grows; afterwards `stack` contains its nodes. */
  private space(at: number) {
    const { tail, head } = this.arcs;
    const { stamp, stack, start, list } = this;
    const mark = ++this.stamps;
    const down = tail[this.arc[at]] === at; // it moves to lower ranks, so arcs that enter it hold it
    let size = 0;
    stack[size++] = at;
    stamp[at] = mark;
    for (let i = 0; i < size; i++)
      for (let child = this.first[stack[i]]; child >= 0; child = this.next[child]) {
        stamp[child] = mark;
        stack[size++] = child;
      }
    let entering = -1;
    let least = Infinity;
    let steps = size;
    const inner = down ? head : tail;
    const outer = down ? tail : head;
    for (let i = 0; i < size; i++) {
      const node = stack[i];
      steps += start[node + 1] - start[node];
      for (let k = start[node]; k < start[node + 1]; k++) {
        const arc = list[k];
        if (inner[arc] !== node || stamp[outer[arc]] === mark) continue;
        const slack = this.slack(arc);
        if (slack < least) {
          least = slack;
          entering = arc;
        }
      }
    }
    return { size, entering, least, steps, down };
  }

  /** Attaches the subtree of `top` by its node `node` below `parent`. */
  private rehang(top: number, node: number, parent: number, arc: number): void {
    const all = this.sum[top];
    const old = this.parent[top];
    for (let at = old; at >= 0; at = this.parent[at]) this.sum[at] -= all;
    this.unhang(top);
    // The path from `node` up to `top` is reversed.
    let [child, above, link] = [node, parent, arc];
    let below = 0; // what the node before held, which now hangs above
    for (;;) {
      const [oldParent, oldArc, oldSum] = [this.parent[child], this.arc[child], this.sum[child]];
      if (child !== top) this.unhang(child);
      this.hang(child, above, link);
      this.sum[child] = all - below;
      below = oldSum;
      this.consider(child);
      if (child === top) break;
      [above, link, child] = [child, oldArc, oldParent];
    }
    for (let at = parent; at >= 0; at = this.parent[at]) this.sum[at] += all;
    for (let at = old; at >= 0; at = this.parent[at]) this.consider(at);
    for (let at = parent; at >= 0; at = this.parent[at]) this.consider(at);
  }
}
