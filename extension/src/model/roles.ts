/**
 * Which operations serve the model rather than being it: gradients, updates, initializers, summaries, savers.
 *
 * Drawn in place they tie everything to everything; the picture sets them aside and leaves small stubs.
 */
import type { Graph } from "./graph.ts";
import { isVariable, writes } from "./kinds.ts";

const SERVES =
  /^(NoOp|.*Summary(V2)?|Save.*|Restore.*|MergeV2Checkpoints|IsVariableInitialized|Print|Assert)$/;
const SAVES = /^(Save|MergeV2Checkpoints)/;
const GRADIENTS = /(^|\/)gradients(_\d+)?\//;

export const SERVING = 1;
/** Made from constants and chance for nobody but operations that serve: an initial value, a learning rate. */
export const FEEDING = 2;

/** SERVING or FEEDING for each operation that is not the model itself, else 0. */
export function auxiliary(graph: Graph): Uint8Array {
  const aux = new Uint8Array(graph.count);
  const fixed = new Uint8Array(graph.count); // made from constants, variables and chance alone
  for (let id = 0; id < graph.count; id++) {
    const type = graph.type(id);
    if (SERVES.test(type) || writes(type) || GRADIENTS.test(graph.name(id))) aux[id] = SERVING;
  }
  for (let id = 0; id < graph.count; id++) {
    const inputs = graph.inputs(id).filter((_, i) => i % 2 === 0);
    // What is computed from a gradient serves too: clipping, norms, moving averages of it; and what waits for a file.
    if (inputs.some((input) => aux[input] && !isStateRead(graph, id, input))) aux[id] = SERVING;
    if (graph.controls(id).some((other) => SAVES.test(graph.type(other)))) aux[id] = SERVING;
    fixed[id] = graph.type(id) !== "Placeholder" && inputs.every((input) => fixed[input]) ? 1 : 0;
  }
  for (let id = graph.count - 1; id >= 0; id--) {
    if (aux[id] || !fixed[id]) continue;
    const users = graph.consumers(id).filter((user) => !isIdleRead(graph, id, user));
    if (users.length === 0 || !users.every((user) => aux[user])) continue;
    // A variable that is so far only initialized may still become part of the model.
    if (isVariable(graph.type(id)) && users.every((user) => /^Assign/.test(graph.type(user)))) continue;
    aux[id] = FEEDING;
    for (const user of graph.consumers(id)) if (isIdleRead(graph, id, user)) aux[user] = FEEDING;
  }
  return aux;
}

/** A read of a value that an assignment hands on is a read of the variable, and that belongs to the model. */
function isStateRead(graph: Graph, id: number, input: number): boolean {
  return graph.type(id) === "Identity" && writes(graph.type(input));
}

function isIdleRead(graph: Graph, variable: number, user: number): boolean {
  return isVariable(graph.type(variable)) && graph.type(user) === "Identity" && !graph.consumers(user).length;
}
