/** Finds the operations that tf.gradients made, and of these the ones that the model itself computes with. */
import type { Graph } from "./graph.ts";

/** Whether a scope of this name holds what tf.gradients made. */
export function isGradients(name: string): boolean {
  return /^gradients(_\d+)?$/.test(name);
}

/** For each operation the number of the outermost scope of gradients that it lies in, or 0. */
export function gradientOperations({ names, texts, count }: Graph): Int32Array {
  const { scopes, own, nameParents, scopeParts } = names;
  const outermost = new Int32Array(names.scopeCount);
  for (let scope = 1; scope < names.scopeCount; scope++)
    outermost[scope] =
      outermost[nameParents[scope]] || (isGradients(texts.of(scopeParts[scope])) ? scope : 0);
  // An operation with a scope's name lies beside the scope.
  return Int32Array.from(
    { length: count },
    (_, id) => outermost[own[scopes[id]] === id ? nameParents[scopes[id]] : scopes[id]],
  );
}

/**
 * Finds the operations of the model among those that are gradients or computed from them: gradients that no variable
 * is updated with, where something else is computed from them, such as a penalty of the gradient or a Hessian-vector
 * product; and what is computed, up to a result or to what is differentiated again.
 *
 * `auxiliary`: whether an operation would be auxiliary without this. `serve`, `write`: by type, whether it serves and
 * whether it writes to a variable. `gradients`: as `gradientOperations` returns it.
 */
export function gradientsOfModel(
  graph: Graph,
  auxiliary: Uint8Array,
  serve: Uint8Array,
  write: Uint8Array,
  gradients: Int32Array,
): Uint8Array {
  const { count, types, inputLists, consumerLists } = graph;
  // From the updates back to the gradients that they are made with.
  const updates = new Uint8Array(count);
  const training = new Set<number>();
  for (let id = count - 1; id >= 0; id--) {
    if (!auxiliary[id]) continue;
    if (write[types[id]] || someUser(id, (user) => updates[user] === 1 && !gradients[user])) updates[id] = 1;
    if (updates[id] && gradients[id]) training.add(gradients[id]);
  }
  // And from these forth to all that is computed from them, and from any.
  const trained = new Uint8Array(count);
  const computed = new Uint8Array(count);
  for (let id = 0; id < count; id++) {
    if (!auxiliary[id]) continue;
    if (gradients[id] || someInput(id, computed)) computed[id] = 1;
    if (training.has(gradients[id]) || write[types[id]] || someInput(id, trained)) trained[id] = 1;
  }
  const found = new Uint8Array(count);
  for (let id = count - 1; id >= 0; id--) {
    if (!auxiliary[id] || serve[types[id]] || trained[id]) continue;
    const isModel = (user: number) => !auxiliary[user] || found[user] === 1;
    const returns = gradients[id]
      ? someUser(id, isModel)
      : computed[id] === 1 &&
        (!consumerLists.length[id] || someUser(id, (user) => isModel(user) || gradients[user] > 0));
    if (returns) found[id] = 1;
  }
  return found;

  function someInput(id: number, is: Uint8Array): boolean {
    const end = inputLists.at[id] + inputLists.length[id];
    for (let i = inputLists.at[id]; i < end; i += 2) if (is[inputLists.data[i]]) return true;
    return false;
  }

  function someUser(id: number, test: (user: number) => boolean): boolean {
    return !graph.everyUser(id, (user) => !test(user));
  }
}
