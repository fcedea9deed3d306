/**
 * Finds auxiliary operations: gradients, updates, initializers, summaries and savers, as opposed to the model itself.
 *
 * Drawn among the model they would connect everything to everything; the diagram draws them apart and leaves stubs.
 */
import type { Graph } from "./graph.ts";
import { isVariable, writes } from "./op-types.ts";

const SERVES =
  /^(NoOp|.*Summary(V2)?|Save.*|Restore.*|MergeV2Checkpoints|IsVariableInitialized|Print|Assert)$/;
const SAVES = /^(Save|MergeV2Checkpoints)/;
const GRADIENTS = /^gradients(_\d+)?$/;

export const SERVING = 1;
/**
 * Computed from constants and random numbers, and consumed by SERVING operations only: an initial value, a learning
 * rate.
 */
export const FEEDING = 2;

/** Returns SERVING or FEEDING for each auxiliary operation, 0 for each of the model. */
export function auxiliary(graph: Graph): Uint8Array {
  const { count, types, inputLists, controlLists, consumerLists } = graph;
  const aux = new Uint8Array(count);
  const fixed = new Uint8Array(count); // computed from constants, variables and random numbers alone
  const serve = typesThat(graph, (type) => SERVES.test(type) || writes(type));
  const write = typesThat(graph, writes);
  const save = typesThat(graph, (type) => SAVES.test(type));
  const variable = typesThat(graph, isVariable);
  const identity = typesThat(graph, (type) => type === "Identity");
  const placeholder = typesThat(graph, (type) => type === "Placeholder");
  const assign = typesThat(graph, (type) => type.startsWith("Assign"));

  const gradients = gradientScopes(graph);
  const { scopes, own, parents } = graph.names;
  for (let id = 0; id < count; id++) {
    const scope = scopes[id];
    if (serve[types[id]] || gradients[own[scope] === id ? parents[scope] : scope]) aux[id] = SERVING;
  }
  for (let id = 0; id < count; id++) {
    let made = !placeholder[types[id]];
    const end = inputLists.at[id] + inputLists.length[id];
    for (let i = inputLists.at[id]; i < end; i += 2) {
      const input = inputLists.data[i];
      // What is computed from a gradient is auxiliary too: clipping, norms, moving averages of it. But a read of a value that
      // an assignment returns is a read of the variable, and that belongs to the model.
      if (aux[input] && !(identity[types[id]] && write[types[input]])) aux[id] = SERVING;
      if (!fixed[input]) made = false;
    }
    // And what has a control dependency on saving a file.
    const last = controlLists.at[id] + controlLists.length[id];
    for (let i = controlLists.at[id]; i < last; i++) if (save[types[controlLists.data[i]]]) aux[id] = SERVING;
    fixed[id] = made ? 1 : 0;
  }
  for (let id = count - 1; id >= 0; id--) {
    if (aux[id] || !fixed[id] || !feeds(id)) continue;
    aux[id] = FEEDING;
    eachUser(id, (user) => {
      if (isIdleRead(id, user)) aux[user] = FEEDING;
      return true;
    });
  }
  return aux;

  /** Whether all its consumers are auxiliary, and it has at least one. */
  function feeds(id: number): boolean {
    let used = false;
    let onlyAssigned = true;
    const serves = eachUser(id, (user) => {
      if (isIdleRead(id, user)) return true;
      used = true;
      if (!assign[types[user]]) onlyAssigned = false;
      return aux[user] !== 0;
    });
    // A variable whose only consumer so far is its initializer may still become part of the model.
    return serves && used && !(variable[types[id]] && onlyAssigned);
  }

  function isIdleRead(id: number, user: number): boolean {
    return Boolean(variable[types[id]] && identity[types[user]] && !consumerLists.length[user]);
  }

  /** Whether `test` is true of every consumer. */
  function eachUser(id: number, test: (user: number) => boolean): boolean {
    const end = consumerLists.at[id] + consumerLists.length[id];
    for (let i = consumerLists.at[id]; i < end; i++) if (!test(consumerLists.data[i])) return false;
    return true;
  }
}

/**
 * Finds the operations of regularization losses, which depend on variables alone: `L2Loss`, a sum of squares or of
 * magnitudes, and the sums of these. No activation flows there, but an edge from every layer would lead there.
 */
export function penalties(graph: Graph): Uint8Array {
  const { count, types, inputLists, consumerLists } = graph;
  const found = new Uint8Array(count);
  const whole = typesThat(graph, (type) => type === "L2Loss");
  const part = typesThat(graph, (type) => /^(Abs|Square)$/.test(type));
  const sum = typesThat(graph, (type) => /^(Sum|Mean)$/.test(type));
  const read = typesThat(graph, (type) => type === "Identity" || type === "ReadVariableOp");
  const constant = typesThat(graph, (type) => type === "Const");
  const variable = typesThat(graph, isVariable);
  for (let id = 0; id < count; id++) {
    const end = inputLists.at[id] + inputLists.length[id];
    let added = 0;
    let others = 0;
    for (let i = inputLists.at[id]; i < end; i += 2) {
      const input = inputLists.data[i];
      if (found[input]) added++;
      else if (!constant[types[input]]) others++;
    }
    if (others === 0) found[id] = added ? 1 : 0;
    else if (whole[types[id]] || (part[types[id]] && isSummed(id))) found[id] = isOfVariable(id) ? 1 : 0;
  }
  return found;

  function isSummed(id: number): boolean {
    const end = consumerLists.at[id] + consumerLists.length[id];
    for (let i = consumerLists.at[id]; i < end; i++) if (sum[types[consumerLists.data[i]]]) return true;
    return false;
  }

  function isOfVariable(id: number): boolean {
    const input = inputLists.data[inputLists.at[id]];
    if (variable[types[input]]) return true;
    return Boolean(read[types[input]] && variable[types[inputLists.data[inputLists.at[input]]]]);
  }
}

/** For each text that is an operation type, whether it passes the test. */
function typesThat({ texts, typeTexts }: Graph, test: (type: string) => boolean): Uint8Array {
  const passes = new Uint8Array(texts.count);
  for (const type of typeTexts) passes[type] = test(texts.of(type)) ? 1 : 0;
  return passes;
}

/** For each scope, whether it is a scope of gradients or lies in one. */
function gradientScopes({ names, texts }: Graph): Uint8Array {
  const found = new Uint8Array(names.scopeCount);
  for (let scope = 1; scope < names.scopeCount; scope++)
    if (found[names.parents[scope]] || GRADIENTS.test(texts.of(names.scopeParts[scope]))) found[scope] = 1;
  return found;
}
