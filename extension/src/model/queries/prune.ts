/** Prunes a graph as TensorFlow does: backward from the fetches, up to the tensors that are fed. */
import type { Graph, TensorId } from "../graph/graph.ts";
import { isVariable } from "../graph/op-types.ts";

export interface Run {
  /** The operations that run. */
  ops: Set<number>;
  /** The placeholders among them: they must be fed. */
  mustBeFed: number[];
  /** The variables whose value is read; their initializers do not run. */
  read: number[];
  /** The variables that are only assigned. */
  assigned: number[];
}

const ASSIGNS = /^(Assign|AssignVariableOp)$/;
const CHECKS_INITIALIZED = /^(IsVariableInitialized|VarIsInitializedOp)$/;
const PLACEHOLDER = /^Placeholder(V2)?$/;

export function prune(graph: Graph, fetches: TensorId[], feeds: TensorId[]): Run {
  const fed = new Set(feeds.map(([op, output]) => number(op, output)));
  const targets = new Set(fetches.filter(([op, output]) => !fed.has(number(op, output))).map(([op]) => op));
  const ops = new Set<number>();
  const pending = [...targets];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (ops.has(id)) continue;
    ops.add(id);
    const inputs = graph.inputs(id);
    for (let i = 0; i < inputs.length; i += 2)
      if (!fed.has(number(inputs[i], inputs[i + 1]))) pending.push(inputs[i]);
    for (const other of graph.controls(id))
      if (graph.type(other) !== "Placeholder" || !fed.has(number(other, 0))) pending.push(other);
  }
  const variables = of(isVariable);
  const read = variables.filter(
    (id) => targets.has(id) || isUsed(id, (type) => !ASSIGNS.test(type) && !CHECKS_INITIALIZED.test(type)),
  );
  return {
    ops,
    mustBeFed: of((type) => PLACEHOLDER.test(type)),
    read,
    assigned: variables.filter((id) => !read.includes(id) && isUsed(id, (type) => ASSIGNS.test(type))),
  };

  function of(test: (type: string) => boolean): number[] {
    return [...ops].filter((id) => test(graph.type(id))).sort((a, b) => a - b);
  }

  /** Whether an operation that runs, of such a type, consumes the variable. */
  function isUsed(variable: number, test: (type: string) => boolean): boolean {
    return graph.consumers(variable).some((user) => ops.has(user) && test(graph.type(user)));
  }
}

/** Encodes a tensor as one number; no operation has so many outputs. */
function number(op: number, output: number): number {
  return op * 65536 + output;
}
