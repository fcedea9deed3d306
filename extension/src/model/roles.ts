/**
 * Which operations serve the model rather than being it: gradients, updates, initializers, summaries, savers.
 *
 * Drawn in place they tie everything to everything; the picture sets them aside and leaves small stubs.
 */
import type { Graph, Operation } from "./graph.ts";
import { isVariable, writes } from "./kinds.ts";

const SERVES =
  /^(NoOp|.*Summary(V2)?|Save.*|Restore.*|MergeV2Checkpoints|IsVariableInitialized|Print|Assert)$/;
const GRADIENTS = /(^|\/)gradients(_\d+)?\//;

export const SERVING = 1;
/** Made from constants and chance for nobody but operations that serve: an initial value, a learning rate. */
export const FEEDING = 2;

/** SERVING or FEEDING for each operation that is not the model itself, else 0. */
export function auxiliary(graph: Graph): Uint8Array {
  const { ops, consumers } = graph;
  const aux = Uint8Array.from(ops, (op) =>
    SERVES.test(op.type) || writes(op.type) || GRADIENTS.test(op.name) ? SERVING : 0,
  );
  const fixed = new Uint8Array(ops.length); // made from constants, variables and chance alone
  for (const op of ops) {
    // What is computed from a gradient serves too: clipping, norms, moving averages of it.
    if (inputsOf(op).some((input) => aux[input] && !isStateRead(graph, op, input))) aux[op.id] = SERVING;
    fixed[op.id] = op.type !== "Placeholder" && inputsOf(op).every((input) => fixed[input]) ? 1 : 0;
  }
  for (let id = ops.length - 1; id >= 0; id--) {
    if (aux[id] || !fixed[id]) continue;
    const users = consumers[id].filter((user) => !isIdleRead(graph, id, user));
    if (users.length === 0 || !users.every((user) => aux[user])) continue;
    // A variable that is so far only initialized may still become part of the model.
    if (isVariable(ops[id].type) && users.every((user) => /^Assign/.test(ops[user].type))) continue;
    aux[id] = FEEDING;
    for (const user of consumers[id]) if (isIdleRead(graph, id, user)) aux[user] = FEEDING;
  }
  return aux;
}

function inputsOf(op: Operation): number[] {
  return op.inputs.filter((_, i) => i % 2 === 0);
}

/** A read of a value that an assignment hands on is a read of the variable, and that belongs to the model. */
function isStateRead(graph: Graph, op: Operation, input: number): boolean {
  return op.type === "Identity" && writes(graph.ops[input].type);
}

function isIdleRead(graph: Graph, variable: number, user: number): boolean {
  return (
    isVariable(graph.ops[variable].type) &&
    graph.ops[user].type === "Identity" &&
    !graph.consumers[user].length
  );
}
