/** The values of scopes: the sum, the maximum or the mixture of their operations' values, each computed once. */
import { type Node, operationsIn } from "../hierarchy/hierarchy.ts";
import type { Values } from "./values.ts";

export interface Sum {
  /** How many operations have a value. */
  count: number;
  /** The sum or the maximum; of categories the index of the representative one; NaN for no value. */
  value: number;
  /** Of categories: how many operations each has, the most frequent first. */
  mix: [category: number, count: number][];
}

export class Sums {
  private readonly known = new Map<string, Sum>();

  constructor(readonly values: Values) {}

  at(node: Node): Sum {
    let sum = this.known.get(node.path);
    if (!sum) {
      sum = this.values.info.kind === "categories" ? this.mixed(node) : this.added(node);
      this.known.set(node.path, sum);
    }
    return sum;
  }

  private added(node: Node): Sum {
    const { of, info } = this.values;
    const adds = info.sums === "sum";
    let [count, value] = [0, Number.NaN];
    for (const id of operationsIn(node)) {
      const here = of[id];
      if (here === undefined || Number.isNaN(here)) continue;
      value = count === 0 ? here : adds ? value + here : farther(value, here);
      count++;
    }
    return { count, value, mix: [] };
  }

  private mixed(node: Node): Sum {
    const { of, info } = this.values;
    const counts = new Map<number, number>();
    let count = 0;
    for (const id of operationsIn(node)) {
      const here = of[id];
      if (here === undefined || Number.isNaN(here)) continue;
      counts.set(here, (counts.get(here) ?? 0) + 1);
      count++;
    }
    const mix = [...counts].sort((a, b) => b[1] - a[1]);
    const first = mix.reduce((least, [place]) => Math.min(least, place), Number.POSITIVE_INFINITY);
    const value = !mix.length ? Number.NaN : info.sums === "first" ? first : mix[0][0];
    return { count, value, mix };
  }
}

/** The value that is farther from zero: the greater of two amounts, the stronger of two signed values. */
function farther(a: number, b: number): number {
  return Math.abs(b) > Math.abs(a) ? b : a;
}
