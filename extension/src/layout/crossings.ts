/** Counts crossings between neighbouring layers, from the order of the vertices and of the ports at each. */
import type { Adjacency, Layered } from "./types.ts";

const PORTS = 256; // places on one border that are told apart

/** What the order phase needs to know of a graph, kept up to date by it. */
export class Crossings {
  /** Of each segment: which place on the border of its upper and lower vertex it meets. */
  private readonly topPort: Int32Array;
  private readonly bottomPort: Int32Array;
  private readonly a: Neighbours;
  private readonly b: Neighbours;
  /** Steps taken so far. */
  work = 0;

  constructor(private readonly graph: Layered) {
    this.topPort = ports(graph.down, graph.topOffset);
    this.bottomPort = ports(graph.up, graph.bottomOffset);
    const most = Math.max(degree(graph.up), degree(graph.down));
    this.a = { count: 0, key: new Int32Array(most), weight: new Int32Array(most) };
    this.b = { count: 0, key: new Int32Array(most), weight: new Int32Array(most) };
  }

  /** Where the upper (lower) end of a segment lies, in the order of its layer. */
  topKey(segment: number): number {
    return this.graph.order[this.graph.top[segment]] * PORTS + this.topPort[segment];
  }

  bottomKey(segment: number): number {
    return this.graph.order[this.graph.bottom[segment]] * PORTS + this.bottomPort[segment];
  }

  /** All of them, with a Fenwick tree (Barth, Jünger, Mutzel 2002); a segment counts as many links as it carries. */
  count(): number {
    let total = 0;
    for (let i = 0; i + 1 < this.graph.layers.length; i++) total += this.between(i);
    return total;
  }

  private between(upper: number): number {
    const { layers, down, carries } = this.graph;
    const segments: number[] = [];
    for (const at of layers[upper])
      for (let k = down.start[at]; k < down.start[at + 1]; k++) segments.push(down.list[k]);
    this.work += segments.length;
    if (segments.length < 2) return 0;
    const count = segments.length;
    const above = new Float64Array(count);
    const below = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      above[i] = this.topKey(segments[i]) * count + i;
      below[i] = this.bottomKey(segments[i]) * count + i;
    }
    above.sort();
    below.sort();
    // Ends that meet the same place share a slot: these links do not cross.
    const slot = new Int32Array(count);
    let slots = 0;
    for (let i = 0; i < count; i++) {
      if (i && Math.floor(below[i] / count) !== Math.floor(below[i - 1] / count)) slots++;
      slot[below[i] % count] = slots;
    }
    const tree = new Int32Array(slots + 2);
    let seen = 0;
    let total = 0;
    for (let i = 0; i < count; ) {
      let end = i;
      while (end < count && Math.floor(above[end] / count) === Math.floor(above[i] / count)) end++;
      let group = 0;
      for (let m = i; m < end; m++) {
        const at = above[m] % count;
        let before = 0;
        for (let k = slot[at] + 1; k > 0; k -= k & -k) before += tree[k];
        total += (seen - before) * carries[segments[at]];
      }
      for (let m = i; m < end; m++) {
        const at = above[m] % count;
        for (let k = slot[at] + 1; k < tree.length; k += k & -k) tree[k] += carries[segments[at]];
        group += carries[segments[at]];
      }
      seen += group;
      i = end;
    }
    return total;
  }

  /** How many crossings fewer there are when neighbours `a` and `b` of one layer, `a` at the left, change places. */
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

/** Numbers the places where segments meet each vertex, from left to right. */
function ports({ start, list }: Adjacency, offset: Float64Array): Int32Array {
  const port = new Int32Array(list.length);
  for (let at = 0; at + 1 < start.length; at++) {
    const own = list.subarray(start[at], start[at + 1]);
    if (own.length < 2) continue;
    const places = [...new Set([...own].map((segment) => offset[segment]))].sort((a, b) => a - b);
    if (places.length > 1)
      for (const segment of own) port[segment] = Math.min(PORTS - 1, places.indexOf(offset[segment]));
  }
  return port;
}
