/** The operations that a diagram does not draw, and the edges that lead past them. */
import { gather } from "../../gather.ts";
import type { Graph } from "../graph/graph.ts";
import { flowsOn, WIRING } from "../graph/plumbing.ts";

import { type Node, tally } from "./hierarchy.ts";

/** An output of an operation; `via`: of the operation that passes it on last, where that is another. */
export interface Source {
  op: number;
  output: number;
  via: { op: number; output: number };
}

/** An edge that leads past hidden operations: the operation that consumes the value. */
export interface Target {
  /** The output where the edge begins. */
  output: number;
  user: number;
}

export class Hidden {
  /** How many there are. */
  readonly size: number;
  private readonly is: Uint8Array;
  private perScope?: Int32Array;
  private readonly known = new Map<number, Source[]>();
  private readonly decided = new Map<number, number[]>();

  /** `plumbing`, `conds`: as in plumbing.ts, conds.ts; `isShown`: whether one of the plumbing is drawn all the same. */
  constructor(
    private readonly graph: Graph,
    plumbing: Uint8Array,
    private readonly conds: Map<number, number>,
    isShown: (id: number) => boolean,
  ) {
    this.is = plumbing.slice();
    let size = 0;
    for (let id = 0; id < this.is.length; id++)
      if (this.is[id]) {
        if (isShown(id)) this.is[id] = 0;
        else size++;
      }
    this.size = size;
    for (const [merge, predicate] of conds) gather(this.decided, predicate, merge);
  }

  /** What passes the predicate on to a Merge, instead of to what is hidden before it; -1 for other operations. */
  predicateOf(merge: number): number {
    const predicate = this.conds.get(merge) ?? -1;
    return predicate >= 0 && this.graph.consumers(predicate).some((user) => this.has(user)) ? predicate : -1;
  }

  /** Calls `enter` for each tensor that an operation consumes in the diagram; `index`: among its inputs, the predicate last. */
  eachInput(id: number, enter: (source: Source, index: number) => void): void {
    const { data, at, length } = this.graph.inputLists;
    const arrive = (op: number, output: number, index: number) => {
      if (!this.has(op)) enter({ op, output, via: { op, output } }, index);
      else for (const source of this.sources(op, output)) enter(source, index);
    };
    for (let i = 0; i < length[id]; i += 2) arrive(data[at[id] + i], data[at[id] + i + 1], i / 2);
    const predicate = this.predicateOf(id);
    if (predicate >= 0) arrive(predicate, 0, length[id] / 2);
  }

  /** Whether all operations in a node are hidden. */
  hasAll(node: Node): boolean {
    if (node.leaf) return this.has(node.op);
    this.perScope ??= this.graph.names.sums([...this.is.keys()].filter((id) => this.has(id)));
    return tally(node, this.perScope, (id) => (this.has(id) ? 1 : 0)) === node.size;
  }

  has(id: number): boolean {
    return this.is[id] > 0;
  }

  /** The outputs that flow on through an output of a hidden operation; none where that is a size. */
  sources(op: number, output: number): Source[] {
    const known = this.known.get(op);
    if (known) return known;
    // What leaves a loop is what an iteration computes; what entered it only where the iterations pass it on.
    const computed = this.follow(op, output, true);
    const found = computed.length ? computed : this.follow(op, output, false);
    this.known.set(op, found);
    return found;
  }

  private follow(op: number, output: number, computed: boolean): Source[] {
    const { graph } = this;
    const found: Source[] = [];
    const seen = new Set([op]);
    const pending: [op: number, leaves: boolean][] = [[op, false]];
    for (let next = pending.pop(); next; next = pending.pop()) {
      const at = next[0];
      if (this.is[at] !== WIRING) continue;
      const type = graph.type(at);
      const leaves = type.endsWith("Exit") || (next[1] && !type.endsWith("Enter"));
      const inputs = graph.inputs(at);
      const one = flowsOn(graph, at);
      for (let i = 0; i < inputs.length; i += 2) {
        if (one >= 0 && i !== 2 * one) continue;
        if (one < 0 && i === 0 && leaves && computed) continue;
        const [producer, index] = [inputs[i], inputs[i + 1]];
        if (!this.has(producer)) found.push({ op: producer, output: index, via: { op, output } });
        else if (!seen.has(producer)) {
          seen.add(producer);
          pending.push([producer, leaves]);
        }
      }
    }
    return found;
  }

  /** The operations that consume an operation's outputs, directly and past hidden operations. */
  targets(id: number): Target[] {
    const found: Target[] = [];
    const seen = new Set<number>();
    const follow = (op: number, from: number | undefined) => {
      for (const user of this.decided.get(op) ?? [])
        if (!this.has(user) && this.predicateOf(user) === op) found.push({ output: from ?? 0, user });
      for (const user of new Set(this.graph.consumers(op))) {
        const inputs = this.graph.inputs(user);
        const one = this.has(user) ? flowsOn(this.graph, user) : -1;
        for (let i = 0; i < inputs.length; i += 2) {
          if (inputs[i] !== op || (one >= 0 && i !== 2 * one)) continue;
          const output = from ?? inputs[i + 1];
          if (!this.has(user)) {
            if (op === id || this.sources(op, inputs[i + 1]).some((source) => source.op === id))
              found.push({ output, user });
          } else if (this.is[user] === WIRING && !seen.has(user)) {
            seen.add(user);
            follow(user, output);
          }
        }
      }
    };
    follow(id, undefined);
    return found;
  }
}
