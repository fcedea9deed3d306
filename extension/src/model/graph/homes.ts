/**
 * Finds the layer that each variable belongs to, where the names say something else: with `tf.layers` in a name scope
 * the variables of `features/conv1/Conv2D` are in `conv1`, and a variable outside of all scopes may be used in one alone.
 */
import type { Graph } from "./graph.ts";
import { ROOT, withoutNumber } from "./names.ts";
import { isVariable } from "./op-types.ts";

const NOWHERE = -1;

/**
 * Returns, for the scopes of such variables, the scope that uses them. They come from scopes that hold only variables,
 * with their initializers and reads, or from none. `roles` and `penalties`: as in roles.ts.
 */
export function weightHomes(graph: Graph, roles: Uint8Array, penalties: Uint8Array): Map<number, number> {
  const { names } = graph;
  const variables = variableScopes(graph);
  const bare = weightOnlyScopes(graph, roles, variables);
  const homes = new Map<number, number>();
  for (const scope of variables) {
    const around = names.nameParents[scope];
    if (around !== ROOT && !bare[around]) continue;
    const users = usersOf(scope);
    const user = layerOf(users);
    const home = user > ROOT ? (namesake(user, around) ?? user) : firstNamesake(users, around);
    if (home <= ROOT) continue;
    // Weights that the reader wrote beside what uses them, in the same layer, stay there.
    const layer = names.nameParents[around];
    if (layer > ROOT && home === user && isIn(user, layer) && !isNamed(user, around)) continue;
    homes.set(scope, home);
  }
  return homes;

  /** The scopes of the operations of the model that use a variable. */
  function usersOf(scope: number): Set<number> {
    const found = new Set<number>();
    const ids = new Int32Array(names.sizes[scope]);
    names.write(scope, ids, 0);
    for (const id of ids)
      for (const user of graph.consumers(id))
        if (!roles[user] && !penalties[user] && !isIn(names.scopes[user], scope))
          found.add(names.scopes[user]);
    return found;
  }

  /** The innermost scope around all of these; NOWHERE if there is none. */
  function layerOf(users: Set<number>): number {
    let common = NOWHERE;
    for (const user of users) common = common < 0 ? user : enclosing(common, user);
    // An operation is no layer, even if there are names beneath its own.
    while (common > ROOT && names.own[common] >= 0) common = names.nameParents[common];
    return common;
  }

  function enclosing(a: number, b: number): number {
    let [x, y] = [a, b];
    while (x !== y)
      if (x > y) x = names.nameParents[x];
      else y = names.nameParents[y];
    return x;
  }

  /** The layer around `user`, or `user` itself, that is named as the scope of the variables is. */
  function namesake(user: number, around: number): number | undefined {
    for (let at = user; at > ROOT; at = names.nameParents[at]) if (isNamed(at, around)) return at;
    return undefined;
  }

  /** The first of the layers that are named as the scope of the variables is; others share its variables. */
  function firstNamesake(users: Set<number>, around: number): number {
    for (const user of users) {
      const layer = namesake(user, around);
      if (layer !== undefined) return layer;
    }
    return NOWHERE;
  }

  function isNamed(scope: number, other: number): boolean {
    return other !== ROOT && partOf(scope) === partOf(other);
  }

  function partOf(scope: number): string {
    return withoutNumber(graph.texts.of(names.scopeParts[scope]));
  }

  function isIn(scope: number, around: number): boolean {
    let at = scope;
    while (at > around) at = names.nameParents[at];
    return at === around;
  }
}

/**
 * Returns for each scope in a layer's variable the layer, which is the scope that the variable is drawn in; NOWHERE for
 * others, and where that scope has nothing but variables. What uses the variable from outside shares it.
 */
export function layersOfVariables(graph: Graph, roles: Uint8Array): Int32Array {
  const { names } = graph;
  const variables = variableScopes(graph);
  const bare = weightOnlyScopes(graph, roles, variables);
  const homeless = (scope: number) => names.parents[scope] === names.nameParents[scope];
  const layers = new Int32Array(names.scopeCount).fill(NOWHERE);
  for (const scope of variables) {
    const layer = names.parents[scope];
    if (layer !== ROOT && !(homeless(scope) && bare[layer])) layers[scope] = layer;
  }
  for (let scope = 1; scope < names.scopeCount; scope++)
    if (layers[scope] === NOWHERE) layers[scope] = layers[names.nameParents[scope]];
  return layers;
}

/** The scopes that have a variable's name; not of those beneath another variable's, as an optimizer's are. */
function variableScopes({ names, count, types, texts, typeTexts }: Graph): number[] {
  const isOne = new Set([...typeTexts].filter((type) => isVariable(texts.of(type))));
  const inOne = new Uint8Array(names.scopeCount);
  const found: number[] = [];
  for (let id = 0; id < count; id++) {
    const scope = names.scopes[id];
    if (isOne.has(types[id]) && names.own[scope] === id) inOne[scope] = 1;
  }
  for (let scope = 1; scope < names.scopeCount; scope++) {
    if (inOne[names.nameParents[scope]]) inOne[scope] = 1;
    else if (inOne[scope]) found.push(scope);
  }
  return found;
}

/** For each scope but the root, whether all in it are variables with what has their names, or auxiliary. */
function weightOnlyScopes({ names, count }: Graph, roles: Uint8Array, variables: number[]): Uint8Array {
  const others = new Int32Array(names.scopeCount);
  const own = new Uint8Array(names.scopeCount);
  for (const scope of variables) own[scope] = 1;
  for (let scope = 1; scope < names.scopeCount; scope++) own[scope] |= own[names.nameParents[scope]];
  for (let id = 0; id < count; id++) if (!roles[id] && !own[names.scopes[id]]) others[names.scopes[id]]++;
  for (let scope = names.scopeCount - 1; scope > ROOT; scope--)
    others[names.nameParents[scope]] += others[scope];
  return Uint8Array.from(others, (number, scope) => (number || scope === ROOT ? 0 : 1));
}
