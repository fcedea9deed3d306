/** Counts crossings between neighbouring layers, from the order of the vertices and of the ports at each. */
import type { Adjacency, Layered } from "./types.ts";

const PORTS = 256; // places on one border that are distinguished

/** The crossings of the order phase, updated as vertices move. */
export class Crossings {
  /** For each segment: its place on the border of its upper and lower vertex. */
  private readonly topPort: Int32Array;
  private readonly bottomPort: Int32Array;
  private readonly a: Neighbours;
  private readonly b: Neighbours;
  /** For each vertex: the number of places where segments enter from above, and where these begin in its layer. */
  private readonly slots: Int32Array;
  private readonly slot: Int32Array;
  private readonly tree: Int32Array;
  /** Steps taken so far. */
  work = 0;

  constructor(private readonly graph: Layered) {
    this.topPort = ports(graph.down, graph.topOffset);
    this.bottomPort = ports(graph.up, graph.bottomOffset);
    this.slots = new Int32Array(graph.layer.length);
    graph.bottom.forEach((at, s) => {
      this.slots[at] = Math.max(this.slots[at], this.bottomPort[s] + 1);
    });
    this.slot = new Int32Array(graph.layer.length);
    this.tree = new Int32Array(graph.top.length + 2);
    const most = Math.max(degree(graph.up), degree(graph.down));
    this.a = { count: 0, key: new Int32Array(most), weight: new Int32Array(most) };
    this.b = { count: 0, key: new Int32Array(most), weight: new Int32Array(most) };
  }

  /** The position of a segment's upper (lower) end in the order of its layer. */
  topKey(segment: number): number {
    return this.graph.order[this.graph.top[segment]] * PORTS + this.topPort[segment];
  }

  bottomKey(segment: number): number {
    return this.graph.order[this.graph.bottom[segment]] * PORTS + this.bottomPort[segment];
  }

  /**
   * The number of all crossings, with a Fenwick tree (Barth, Jünger, Mutzel 2002); a segment counts as many links as
   * it carries.
   */
  count(): number {
    let total = 0;
    for (let i = 0; i + 1 < this.graph.layers.length; i++) total += this.between(i);
    return total;
  }

  private between(upper: number): number {
    const { layers, down, carries, bottom } = this.graph;
    const { slot, tree, slots } = this;
    let count = 0;
    for (const at of layers[upper + 1]) {
      slot[at] = count;
      count += slots[at];
    }
    tree.fill(0, 0, count + 1);
    let seen = 0;
    let total = 0;
    for (const at of layers[upper]) {
      const end = down.start[at + 1];
      this.work += end - down.start[at];
      // Segments from the same place do not cross, so they are added to the tree together.
      for (let i = down.start[at]; i < end; ) {
        const port = this.topPort[down.list[i]];
        let next = i;
        for (; next < end && this.topPort[down.list[next]] === port; next++) {
          const s = down.list[next];
          let before = 0;
          for (let k = slot[bottom[s]] + this.bottomPort[s] + 1; k > 0; k -= k & -k) before += tree[k];
          total += (seen - before) * carries[s];
        }
        for (; i < next; i++) {
          const s = down.list[i];
          for (let k = slot[bottom[s]] + this.bottomPort[s] + 1; k <= count; k += k & -k)
            tree[k] += carries[s];
          seen += carries[s];
        }
      }
    }
    return total;
  }

  /** How many crossings are saved when neighbours `a` and `b` of one layer, `a` at the left, swap. */
  gain(a: number, b: number): number {
    return this.side(a, b, true) + this.side(a, b, false);
  }

  private side(a: number, b: number, above: boolean): number {
    const { a: p, b: q } = this;
    this.read(p, a, above);
    this.read(q, b, above);
    if (!p.count || !q.count) return 0;
    let [now, then] = [0, 0];
    // Pairs that cross now have a's end right of b's; pairs that would cross the other way round.
    for (let i = 0, k = 0, sum = 0; i < p.count; i++) {
      while (k < q.count && q.key[k] < p.key[i]) sum += q.weight[k++];
      now += p.weight[i] * sum;
    }
    for (let i = 0, k = 0, sum = 0; i < q.count; i++) {
      while (k < p.count && p.key[k] < q.key[i]) sum += p.weight[k++];
      then += q.weight[i] * sum;
    }
    return now - then;
  }

  private read(into: Neighbours, at: number, above: boolean): void {
    const { up, down, carries } = this.graph;
    const { start, list } = above ? up : down;
    into.count = start[at + 1] - start[at];
    this.work += into.count;
    for (let i = 0; i < into.count; i++) {
      const segment = list[start[at] + i];
      const key = above ? this.topKey(segment) : this.bottomKey(segment);
      let k = i;
      for (; k > 0 && into.key[k - 1] > key; k--) {
        into.key[k] = into.key[k - 1];
        into.weight[k] = into.weight[k - 1];
      }
      into.key[k] = key;
      into.weight[k] = carries[segment];
    }
  }
}

interface Neighbours {
  count: number;
  key: Int32Array;
  weight: Int32Array;
}

function degree({ start }: Adjacency): number {
  let most = 0;
  for (let i = 0; i + 1 < start.length; i++) most = Math.max(most, start[i + 1] - start[i]);
  return most;
}

/** Numbers the places where segments meet each vertex, from left to right, and lists the segments in that order. */
function ports({ start, list }: Adjacency, offset: Float64Array): Int32Array {
  const port = new Int32Array(list.length);
  for (let at = 0; at + 1 < start.length; at++) {
    const own = list.subarray(start[at], start[at + 1]);
    if (own.every((segment) => offset[segment] === offset[own[0]])) continue;
    own.sort((a, b) => offset[a] - offset[b] || a - b);
    for (let i = 1; i < own.length; i++) {
      const more = offset[own[i]] === offset[own[i - 1]] ? 0 : 1;
      port[own[i]] = Math.min(PORTS - 1, port[own[i - 1]] + more);
    }
  }
  return port;
}
