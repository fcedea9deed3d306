/**
 * Finds auxiliary operations: gradients, updates, initializers, summaries and savers, as opposed to the model itself.
 *
 * Drawn among the model they would connect everything to everything; the diagram draws them apart and leaves stubs.
 */
import { gradientOperations, gradientsOfModel } from "./gradients.ts";
import type { Graph } from "./graph.ts";
import { isVariable, writes } from "./op-types.ts";

const SERVES =
  /^(NoOp|.*Summary(V2)?|Save.*|Restore.*|MergeV2Checkpoints|IsVariableInitialized|Print|Assert)$/;
const ROUNDS = 2;
/** Where data comes in: what is computed from it is more than a constant. */
const FED = /^(Placeholder.*|.*Iterator.*|.*Dequeue.*|.*Reader.*)$/;
const SAVES = /^(Save|MergeV2Checkpoints)/;

export const SERVING = 1;
/**
 * Computed from constants and random numbers, and consumed by SERVING operations only: an initial value, a learning
 * rate.
 */
export const FEEDING = 2;
/** Sets how the model runs, not what it computes from: whether this is training, a dropout or learning rate. */
export const SETTING = 3;

/** The variable that counts the steps of training. */
const STEP = /(^|\/)global_step$/;
const PLACEHOLDERS = /^Placeholder(V2|WithDefault)?$/;
const SETTINGS =
  /^((is_|in_|keras_)?(train(ing)?|learning|test(ing)?|inference)(_?(phase|mode|flag|time|ph|placeholder|pl))?|phase(_train)?|(keep|dropout|drop)_?(prob|probability|rate|keep_prob|ratio)?(_?\d+|_ph|_pl|_placeholder)?|(learning|decay)_?rate|lr|momentum|weight_decay|temperature|batch_size)(_\d+)?$/i;
/** Layers that run in another way while they are trained. */
const IN_TRAINING = /(^|\/)(batch_?norm|bn|dropout)[^/]*\//i;

/** Returns SERVING, FEEDING or SETTING for each auxiliary operation, 0 for each of the model. */
export function auxiliary(graph: Graph): Uint8Array {
  const { count, types, inputLists, controlLists, consumerLists } = graph;
  const aux = new Uint8Array(count);
  const settings = settingOperations(graph);
  const fixed = new Uint8Array(count); // computed from constants, variables and random numbers alone
  const serve = typesThat(graph, (type) => SERVES.test(type) || writes(type));
  const write = typesThat(graph, writes);
  const save = typesThat(graph, (type) => SAVES.test(type));
  const variable = typesThat(graph, isVariable);
  const identity = typesThat(graph, (type) => type === "Identity");
  const fed = typesThat(graph, (type) => FED.test(type));
  const assign = typesThat(graph, (type) => type.startsWith("Assign"));

  const passes = typesThat(graph, (type) => type === "Print");
  const negates = typesThat(graph, (type) => type === "Neg");
  const gradients = gradientOperations(graph);
  for (let id = 0; id < count; id++)
    // What Print returns is its input: where that is consumed, it is in the middle of the model.
    if ((serve[types[id]] && !(passes[types[id]] && consumerLists.length[id])) || gradients[id])
      aux[id] = SERVING;
  let again = spread();
  // Of a few operations an input was made after them, in loops and where a new input took the place of another.
  for (let round = 0; again && round < ROUNDS; round++) again = spread();
  gradientsOfModel(graph, aux, serve, write, gradients).forEach((returns, id) => {
    if (returns) aux[id] = 0;
  });
  for (let id = 0; id < count; id++) {
    if (settings[id] && !aux[id]) aux[id] = SETTING;
    else if (negates[types[id]] && !aux[id] && isMinimized(id)) aux[id] = SERVING;
  }
  for (let id = count - 1; id >= 0; id--) {
    if (aux[id] || !(fixed[id] || isScalarInput(id)) || !feeds(id)) continue;
    aux[id] = fixed[id] ? FEEDING : SETTING;
    graph.everyUser(id, (user) => {
      if (isIdleRead(id, user)) aux[user] = FEEDING;
      return true;
    });
  }
  return aux;

  /** Marks what follows from the inputs of each operation; returns whether an input came after what consumes it. */
  function spread(): boolean {
    let late = false;
    for (let id = 0; id < count; id++) {
      let made = !fed[types[id]];
      const end = inputLists.at[id] + inputLists.length[id];
      for (let i = inputLists.at[id]; i < end; i += 2) {
        const input = inputLists.data[i];
        if (input > id && !aux[id]) late = true;
        // What is computed from a gradient is auxiliary too: clipping, norms, moving averages of it. But a read of a value that
        // an assignment returns is a read of the variable, and that belongs to the model.
        if (aux[input] === SERVING && !(identity[types[id]] && write[types[input]])) aux[id] = SERVING;
        if (!fixed[input]) made = false;
      }
      // And what has a control dependency on saving a file.
      const last = controlLists.at[id] + controlLists.length[id];
      for (let i = controlLists.at[id]; i < last; i++)
        if (save[types[controlLists.data[i]]]) aux[id] = SERVING;
      fixed[id] = made ? 1 : 0;
    }
    return late;
  }

  /** Whether it only turns what is maximized into what is minimized, in a scope that trains: `minimize(-reward)`. */
  function isMinimized(id: number): boolean {
    const { scopes, nameParents } = graph.names;
    const isTraining = (user: number) => gradients[user] > 0 && nameParents[gradients[user]] === scopes[id];
    return scopes[id] !== 0 && consumerLists.length[id] > 0 && graph.everyUser(id, isTraining);
  }

  /** Whether all its consumers are auxiliary, and it has at least one. */
  function feeds(id: number): boolean {
    let used = false;
    let onlyAssigned = true;
    const serves = graph.everyUser(id, (user) => {
      if (isIdleRead(id, user)) return true;
      used = true;
      if (!assign[types[user]]) onlyAssigned = false;
      return aux[user] !== 0;
    });
    // A variable whose only consumer so far is its initializer may still become part of the model.
    return serves && used && !(variable[types[id]] && onlyAssigned && !STEP.test(graph.name(id)));
  }

  /** Whether it is a scalar that is fed, such as a learning rate. */
  function isScalarInput(id: number): boolean {
    return Boolean(fed[types[id]]) && graph.outputs(id).every(({ shape }) => shape === "");
  }

  function isIdleRead(id: number, user: number): boolean {
    return Boolean(variable[types[id]] && identity[types[user]] && !consumerLists.length[user]);
  }
}

/**
 * Finds the operations of regularization losses, which depend on variables alone: `L2Loss`, a sum of squares or of
 * magnitudes, and the sums of these: 1. No activation flows there, but an edge from every layer would lead there, and to
 * what adds several to another loss: 2.
 */
export function penalties(graph: Graph): Uint8Array {
  const { count, types, inputLists } = graph;
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
      if (found[input] === 1) added++;
      else if (!constant[types[input]]) others++;
    }
    if (others === 0) found[id] = added ? 1 : 0;
    else if (whole[types[id]] || (part[types[id]] && isSummed(id))) found[id] = isOfVariable(id) ? 1 : 0;
    else if (added > 1) found[id] = 2;
  }
  return found;

  function isSummed(id: number): boolean {
    return !graph.everyUser(id, (user) => !sum[types[user]]);
  }

  function isOfVariable(id: number): boolean {
    const input = inputLists.data[inputLists.at[id]];
    if (variable[types[input]]) return true;
    return Boolean(read[types[input]] && variable[types[inputLists.data[inputLists.at[input]]]]);
  }
}

/**
 * Finds scalars that a reader feeds to say how the model runs, by their names or by the layers that consume them, and
 * what is computed from these alone.
 */
function settingOperations(graph: Graph): Uint8Array {
  const { count, types, inputLists, consumerLists } = graph;
  const found = new Uint8Array(count);
  const placeholder = typesThat(graph, (type) => PLACEHOLDERS.test(type));
  const constant = typesThat(graph, (type) => type === "Const");
  for (let id = 0; id < count; id++) {
    const inputs = inputLists.length[id];
    if (placeholder[types[id]]) {
      if (isScalar(id) && (SETTINGS.test(lastPart(id)) || isOfTraining(id))) found[id] = 1;
      continue;
    }
    if (!inputs || !isScalar(id)) continue;
    let [some, all] = [false, true];
    for (let i = inputLists.at[id]; i < inputLists.at[id] + inputs; i += 2) {
      const input = inputLists.data[i];
      if (found[input]) some = true;
      else if (!constant[types[input]]) all = false;
    }
    if (some && all) found[id] = 1;
  }
  return found;

  /** Whether all consumers are in layers that run in another way while they are trained, `1 - keep_prob` between them. */
  function isOfTraining(id: number, deep = true): boolean {
    return (
      consumerLists.length[id] > 0 &&
      graph.everyUser(
        id,
        (user) => IN_TRAINING.test(graph.name(user)) || (deep && isScalar(user) && isOfTraining(user, false)),
      )
    );
  }

  /** A placeholder without a shape counts as well: most of those for a rate have none. */
  function isScalar(id: number): boolean {
    return graph.outputs(id).every(({ shape }) => shape === "" || shape === "*");
  }

  function lastPart(id: number): string {
    const name = graph.name(id);
    return name.slice(name.lastIndexOf("/") + 1);
  }
}

/** For each text that is an operation type, whether it passes the test. */
export function typesThat({ texts, typeTexts }: Graph, test: (type: string) => boolean): Uint8Array {
  const passes = new Uint8Array(texts.count);
  for (const type of typeTexts) passes[type] = test(texts.of(type)) ? 1 : 0;
  return passes;
}
