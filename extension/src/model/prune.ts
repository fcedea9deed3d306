/** What a run executes: TensorFlow's rule, walked back from the fetches, cut where a tensor is fed. */
import type { Graph } from "./graph.ts";
import { isVariable } from "./kinds.ts";

/** A tensor: operation and output. */
export type TensorId = [op: number, output: number];

export interface Run {
  /** The operations that run. */
  ops: Set<number>;
  /** The placeholders among them: the run fails unless they are fed. */
  needs: number[];
  /** The variables whose value is read as it is; their initializers do not run. */
  state: number[];
}

/** `fetches`: operations (an operation that makes a fetched tensor counts as that). */
export function prune(graph: Graph, fetches: number[], feeds: TensorId[]): Run {
  const fed = new Set(feeds.map(([op, output]) => `${op}:${output}`));
  const ops = new Set<number>();
  const way = [...fetches].filter((id) => !isFed(id));
  while (way.length) {
    const id = way.pop() as number;
    if (ops.has(id)) continue;
    ops.add(id);
    const inputs = graph.inputs(id);
    for (let i = 0; i < inputs.length; i += 2)
      if (!fed.has(`${inputs[i]}:${inputs[i + 1]}`)) way.push(inputs[i]);
    for (const other of graph.controls(id)) way.push(other);
  }
  const of = (test: (type: string) => boolean) =>
    [...ops].filter((id) => test(graph.type(id))).sort((a, b) => a - b);
  return {
    ops,
    needs: of((type) => type === "Placeholder" || type === "PlaceholderV2"),
    state: of(isVariable),
  };

  /** An operation all of whose outputs are fed has nothing left to do. */
  function isFed(id: number): boolean {
    const outputs = graph.outputs(id);
    return outputs.length > 0 && outputs.every((_, output) => fed.has(`${id}:${output}`));
  }
}
