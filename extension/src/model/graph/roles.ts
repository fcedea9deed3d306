/**
 * Which operations serve the model rather than being it: gradients, updates, initializers, summaries, savers.
 *
 * Drawn in place they tie everything to everything; the picture sets them aside and leaves small stubs.
 */

import type { Graph } from "./graph.ts";
import { isVariable, writes } from "./op-types.ts";

const SERVES =
  /^(NoOp|.*Summary(V2)?|Save.*|Restore.*|MergeV2Checkpoints|IsVariableInitialized|Print|Assert)$/;
const SAVES = /^(Save|MergeV2Checkpoints)/;
const GRADIENTS = /^gradients(_\d+)?$/;

export const SERVING = 1;
/** Made from constants and chance for nobody but operations that serve: an initial value, a learning rate. */
export const FEEDING = 2;

/** SERVING or FEEDING for each operation that is not the model itself, else 0. */
export function auxiliary(graph: Graph): Uint8Array {
  const { count, types, inputLists, controlLists, consumerLists } = graph;
  const aux = new Uint8Array(count);
  const fixed = new Uint8Array(count); // made from constants, variables and chance alone
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
      // What is computed from a gradient serves too: clipping, norms, moving averages of it. But a read of a value that
      // an assignment hands on is a read of the variable, and that belongs to the model.
      if (aux[input] && !(identity[types[id]] && write[types[input]])) aux[id] = SERVING;
      if (!fixed[input]) made = false;
    }
    // And what waits for a file.
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

  /** Whether operations that serve use it, and nothing else does. */
  function feeds(id: number): boolean {
    let used = false;
    let onlyAssigned = true;
    const serves = eachUser(id, (user) => {
      if (isIdleRead(id, user)) return true;
      used = true;
      if (!assign[types[user]]) onlyAssigned = false;
      return aux[user] !== 0;
    });
    // A variable that is so far only initialized may still become part of the model.
    return serves && used && !(variable[types[id]] && onlyAssigned);
  }

  function isIdleRead(id: number, user: number): boolean {
    return Boolean(variable[types[id]] && identity[types[user]] && !consumerLists.length[user]);
  }

  /** False as soon as it is for one. */
  function eachUser(id: number, test: (user: number) => boolean): boolean {
    const end = consumerLists.at[id] + consumerLists.length[id];
    for (let i = consumerLists.at[id]; i < end; i++) if (!test(consumerLists.data[i])) return false;
    return true;
  }
}

/**
 * Which operations weigh the variables themselves, for a loss that punishes large ones: `L2Loss`, the sum of squares or of
 * magnitudes, and what adds these up. Nothing of what the model computes flows there, but an edge from every layer does.
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

/** For each text that is the type of an operation whether it passes the test. */
function typesThat({ texts, typeTexts }: Graph, test: (type: string) => boolean): Uint8Array {
  const passes = new Uint8Array(texts.count);
  for (const type of typeTexts) passes[type] = test(texts.of(type)) ? 1 : 0;
  return passes;
}

/** For each scope whether it holds gradients, or lies in one that does. */
function gradientScopes({ names, texts }: Graph): Uint8Array {
  const found = new Uint8Array(names.scopeCount);
  for (let scope = 1; scope < names.scopeCount; scope++)
    if (found[names.parents[scope]] || GRADIENTS.test(texts.of(names.scopeParts[scope]))) found[scope] = 1;
  return found;
}
