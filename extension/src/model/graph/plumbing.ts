/**
 * Finds the plumbing of a graph: operations that no figure of the model would show. They compute sizes, hold the parameters
 * of other operations, or wire a loop or a cond.
 */
import { gather } from "../../gather.ts";
import type { Graph } from "./graph.ts";
import { ROOT } from "./names.ts";
import { FEEDING, SETTING, typesThat } from "./roles.ts";

/** What it returns is one of its inputs, which flows on: an edge leads past it. */
export const WIRING = 1;
/** Nothing of the model flows through it. */
export const SIZES = 2;

/** For each type that wires loops, the index of the input that flows on. */
const FLOWS: Record<string, number> = {
  Enter: 0,
  RefEnter: 0,
  Exit: 0,
  RefExit: 0,
  NextIteration: 0,
  RefNextIteration: 0,
  TensorArrayScatterV3: 2,
  TensorArraySplitV3: 1,
  TensorArrayWriteV3: 2,
  TensorArrayReadV3: 2,
  TensorArrayGatherV3: 2,
  TensorArrayConcatV3: 2,
};
const SOURCES = /^(Shape|ShapeN|Rank|Size|TensorArrayV3|TensorArraySizeV3|TensorArrayCloseV3)$/;
const RANDOM = /^(Random|Truncated|Multinomial|Stateless)/;
/** Types whose inputs after the first are sizes, axes and the like. */
const PARAMETERS =
  /^(Sum|Mean|Prod|Max|Min|All|Any|ArgMax|ArgMin|Reshape|Transpose|ConcatV2|ExpandDims|Tile|Fill|StridedSlice|Slice|GatherV2|Pad|PadV2|MirrorPad|OneHot|Cumsum|Cumprod|ReverseV2|TopKV2|SplitV|BroadcastTo|Multinomial|Resize.*|.*Dataset(V\d+)?)$/;
/** Types whose first input is one. */
const FIRST = /^(Split|Conv2DBackpropInput|Random.*|TruncatedNormal|Range|.*TensorArray.*)$/;
const WRAPPER = /\bDropoutWrapperInit/;
/** What makes the states that a recurrent network begins with, if a program passes none: zeros. */
const ZEROS = /\wZeroState(_\d+)?\//;
/** An Assert that is in no scope but its own: the program is about it. */
const OWN_CHECK = /^(assert\w*\/)*assert\w*$/i;

/** The input of an operation that flows on through it, by its index among the inputs, where it is WIRING; -1: all of them. */
export function flowsOn(graph: Graph, id: number): number {
  const type = graph.type(id);
  if (type === "Select") return 2;
  // A Merge that wires a loop passes on what enters and what returns; one of a cond what the branch for false computes.
  if (type === "Merge") return graph.type(graph.inputs(id)[0]).endsWith("Enter") ? -1 : 0;
  return /^(Switch|RefSwitch|Identity)$/.test(type) ? 0 : (FLOWS[type] ?? -1);
}

/**
 * Returns WIRING or SIZES for each operation of the plumbing, 0 for others. `roles`, `conds`: as in roles.ts, conds.ts; what only
 * says how long sequences are becomes a SETTING of `roles`.
 */
export function plumbing(graph: Graph, roles: Uint8Array, conds: Map<number, number>): Uint8Array {
  const { count, inputLists, consumerLists, types, names } = graph;
  const found = new Uint8Array(count);
  const is = (test: (type: string) => boolean) => {
    const passes = typesThat(graph, test);
    return (id: number) => passes[types[id]] === 1;
  };
  const isWiring = is((type) => Object.hasOwn(FLOWS, type));
  const isMerge = is((type) => /^(Ref)?Merge$/.test(type));
  const isSwitch = is((type) => /^(Ref)?Switch$/.test(type));
  const isEnter = is((type) => /^(Ref)?Enter$/.test(type));
  const isExit = is((type) => /^(Ref)?Exit$/.test(type));
  const isLoopEnd = is((type) => type === "LoopCond");
  const isIdentity = is((type) => type === "Identity");
  const isPlaceholder = is((type) => type.startsWith("Placeholder"));
  const isConstant = is((type) => type === "Const");
  const isOfParameters = is((type) => PARAMETERS.test(type));
  const isFirst = is((type) => FIRST.test(type));
  const input = (id: number, index: number) => inputLists.data[inputLists.at[id] + 2 * index];
  const inputsOf = (id: number) => inputLists.length[id] / 2;

  const isReverse = is((type) => type === "ReverseSequence");
  const isOfLength = new Uint8Array(count);
  const lengths: number[] = [];

  foldChecks();
  wireConds();
  wireLoops();
  foldLengths();
  countInLoops();
  computeSizes();
  for (const id of lengths) foldLength(id);
  holdParameters();
  computeSettings();
  return found;

  /** Asserts in scopes, what is computed for them alone, the probabilities that a DropoutWrapper holds, and zero states. */
  function foldChecks(): void {
    const isCheck = is((type) => /^(Assert|Abort)$/.test(type));
    for (let id = 0; id < count; id++)
      if (!roles[id] && ZEROS.test(graph.name(id))) found[id] = isIdentity(id) ? WIRING : SIZES;
    for (let id = count - 1; id >= 0; id--)
      if (
        (isCheck(id) && !OWN_CHECK.test(graph.name(id))) ||
        (isConstant(id) && WRAPPER.test(graph.name(id))) ||
        ((inputsOf(id) || isConstant(id)) &&
          consumerLists.length[id] &&
          graph.consumers(id).every((user) => found[user]))
      )
        found[id] = SIZES;
  }

  /** What leads to the branches of a cond; the Merge remains, as the choice between them. */
  function wireConds(): void {
    const within = new Set<number>();
    for (const [merge, predicate] of conds) {
      if (roles[merge] || found[predicate]) continue;
      found[predicate] = WIRING;
      within.add(names.scopes[predicate]);
      for (const user of graph.consumers(predicate))
        if (isSwitch(user) && input(user, 1) === predicate && !roles[user]) found[user] = WIRING;
    }
    // `switch_t` and `switch_f`, on which the branches have control dependencies, and their Switch.
    for (let id = 0; within.size && id < count; id++)
      if (isSwitch(id) && input(id, 0) === input(id, 1) && within.has(around(id))) {
        found[id] = SIZES;
        for (const end of graph.consumers(id)) if (isIdentity(end)) found[end] = SIZES;
      }
  }

  function wireLoops(): void {
    for (let id = 0; id < count; id++) {
      if (roles[id] || found[id]) continue;
      if (isWiring(id) || (isMerge(id) && isEnter(input(id, 0)))) found[id] = WIRING;
      else if (isSwitch(id) && found[input(id, 0)] && isMerge(input(id, 0))) found[id] = WIRING;
      else if (isIdentity(id) && found[input(id, 0)] && !isExit(input(id, 0))) found[id] = WIRING;
    }
  }

  /**
   * What compares the steps of a recurrent network with the lengths of sequences, and keeps the states of those that have ended:
   * lengths are whole numbers of which there are a least and a greatest, and comparisons that a Select depends on.
   */
  function foldLengths(): void {
    const isMax = is((type) => type === "Max");
    const isExtreme = is((type) => /^(Min|Max)$/.test(type));
    const isFollowed = is((type) =>
      /^(Min|Max|(Greater|Less)(Equal)?|(Ref)?(Switch|Enter)|Identity)$/.test(type),
    );
    const isSelect = is((type) => type === "Select");
    const isStrict = is((type) => /^(Less|Greater)$/.test(type));
    const merges = new Map<number, number[]>();
    for (const [merge, predicate] of conds) gather(merges, predicate, merge);
    for (let max = 0; max < count; max++) {
      if (!isMax(max) || roles[max]) continue;
      const length = input(max, 0);
      if (!isLengths(length)) continue;
      if (new Set(graph.consumers(length).filter(isExtreme)).size < 2) continue;
      const [reached, choices] = [new Set<number>(), new Set<number>()];
      const pending = [length];
      for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
        for (const merge of merges.get(id) ?? []) choices.add(merge);
        for (const user of graph.consumers(id)) {
          if (isSelect(user) && input(user, 0) === id) choices.add(user);
          // A strict comparison of all lengths is the program's own.
          if (!isFollowed(user) || roles[user] || reached.has(user) || (id === length && isStrict(user)))
            continue;
          if (input(user, 0) !== id && (isSwitch(user) || !graph.producers(user).includes(id))) continue;
          reached.add(user);
          pending.push(user);
        }
      }
      if (![...choices].some(isSelect)) continue;
      lengths.push(length);
      for (const id of choices) found[id] = WIRING;
      for (const id of reached) {
        found[id] = SIZES;
        isOfLength[id] = 1;
      }
    }
    // What leads to such a choice alone.
    for (let id = count - 1; lengths.length && id >= 0; id--)
      if (found[id] === WIRING && consumerLists.length[id] && everyUser(id, ends(id))) found[id] = SIZES;
  }

  /** Folds what computes a length for plumbing alone; what is fed is a setting. */
  function foldLength(length: number): void {
    const pending = [length];
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      const producer = id;
      const isEnd = (user: number) =>
        ends(producer)(user) || (isReverse(user) && input(user, 1) === producer);
      // A mask of the losses may consume lengths that are fed as well: they only steer.
      const isFed = isPlaceholder(id) && isLengths(id);
      if (roles[id] || found[id] || !(isFed || everyUser(id, isEnd))) continue;
      if (isPlaceholder(id)) roles[id] = SETTING;
      else if (inputsOf(id)) {
        found[id] = SIZES;
        for (const one of graph.producers(id)) pending.push(one);
      }
    }
  }

  function isWhole(id: number): boolean {
    return /^int(32|64)$/.test(graph.outputs(id)[0]?.dtype ?? "");
  }

  function isLengths(id: number): boolean {
    return isWhole(id) && /^[?\d]+$/.test(graph.outputs(id)[0].shape);
  }

  /** What only counts the iterations of a loop over the elements of tensors, as a recurrent network has it. */
  function countInLoops(): void {
    const inside = new Uint8Array(count);
    const overElements = new Uint8Array(names.scopeCount);
    let loops = false;
    for (let id = 0; id < count; id++) {
      if (roles[id]) continue;
      if (isEnter(id)) inside[id] = 1;
      for (let i = 0; !inside[id] && i < inputsOf(id); i++)
        if (inside[input(id, i)] && !isExit(input(id, i))) inside[id] = 1;
      if (!inside[id]) continue;
      loops = true;
      if (/^TensorArray(Read|Write)/.test(graph.type(id)))
        for (let at = names.scopes[id]; at >= 0 && !overElements[at]; at = names.nameParents[at])
          overElements[at] = 1;
    }
    if (!loops) return;
    const needed = new Uint8Array(count);
    const pending: number[] = [];
    const need = (id: number) => {
      if (needed[id]) return;
      needed[id] = 1;
      pending.push(id);
    };
    for (let id = 0; id < count; id++) {
      if (roles[id]) continue;
      const isEnd = isLoopEnd(id) && !overElements[names.scopes[id]];
      const isResult =
        !consumerLists.length[id] && (!found[id] || (isExit(id) && !overElements[names.scopes[id]]));
      if (!inside[id] || isEnd || isResult) need(id);
      // The end of a loop, where nothing else shows its result.
      if (isResult && isExit(id)) found[id] = 0;
    }
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      const one = found[id] ? flowsOn(graph, id) : -1;
      need(conds.get(id) ?? id);
      for (let i = 0; i < inputsOf(id); i++) if (one < 0 || one === i) need(input(id, i));
    }
    for (let id = 0; id < count; id++) if (inside[id] && !needed[id] && !roles[id]) found[id] = SIZES;
  }

  /** Sizes of tensors, and whole numbers that are computed from them or from constants, where something consumes them. */
  function computeSizes(): void {
    const isSource = is((type) => SOURCES.test(type));
    const isRandom = is((type) => RANDOM.test(type));
    const isMaker = is((type) => FIRST.test(type) || type === "Fill");
    const [ofTensor, ofConstants] = [1, 2];
    const sizes = new Uint8Array(count);
    const isFixed = (id: number) => isConstant(id) || sizes[id] === ofConstants;
    for (let id = 0; id < count; id++) {
      if (isOfLength[id]) sizes[id] = ofTensor;
      if (roles[id] || found[id]) continue;
      if (isSource(id)) sizes[id] = ofTensor;
      else if (inputsOf(id) && !isRandom(id) && isWhole(id)) {
        let [some, all] = [false, true];
        for (let i = 0; i < inputsOf(id); i++) {
          if (sizes[input(id, i)] === ofTensor) some = true;
          else if (!isFixed(input(id, i))) all = false;
        }
        if (all) sizes[id] = some ? ofTensor : ofConstants;
      }
    }
    for (let id = count - 1; id >= 0; id--) {
      const isUsed = (user: number) =>
        sizes[user] || found[user]
          ? ends(id)(user)
          : sizes[id] === ofTensor
            ? isMore(user)
            : isParameter(id, user);
      if (sizes[id] && someUser(id, isUsed)) found[id] = SIZES;
    }
    // What is left over of such computations.
    const hasPlumbing = scopesWithPlumbing();
    for (let id = count - 1; id >= 0; id--) {
      if (found[id] || roles[id] || !inputsOf(id) || !(sizes[id] || isMaker(id)) || !everyUser(id, ends(id)))
        continue;
      let some = hasPlumbing[around(id)] === 1;
      let all = true;
      for (let i = 0; i < inputsOf(id); i++) {
        if (found[input(id, i)] === SIZES) some = true;
        if (!sizes[input(id, i)] && !isConstant(input(id, i))) all = false;
      }
      if (some && all) found[id] = SIZES;
    }

    /** Whether an operation is more than a computation with sizes, or makes a tensor of that size. */
    function isMore(user: number): boolean {
      if (isMaker(user)) return true;
      for (let i = 0; i < inputsOf(user); i++)
        if (!sizes[input(user, i)] && !isConstant(input(user, i))) return true;
      return false;
    }
  }

  /** What is computed from a setting alone: `1 - keep_prob`. The layer that consumes it consumes the setting. */
  function computeSettings(): void {
    for (let id = 0; id < count; id++)
      if (roles[id] === SETTING && inputsOf(id) && !isPlaceholder(id)) found[id] = WIRING;
    for (let id = 0; id < count; id++) {
      if (!isConstant(id) || roles[id] !== FEEDING) continue;
      if (graph.everyUser(id, (user) => found[user] === WIRING)) found[id] = SIZES;
    }
  }

  /** Constants that are sizes, axes and the like, those that only plumbing consumes, and what is left over beside it. */
  function holdParameters(): void {
    const hasPlumbing = scopesWithPlumbing();
    for (let id = 0; id < count; id++) {
      if (!isConstant(id) || roles[id]) continue;
      const scope = names.scopes[id];
      const isDrawnWithin = names.own[scope] >= 0 && names.own[scope] !== id;
      const isHeld = (user: number) => ends(id)(user) || (!isDrawnWithin && isParameter(id, user));
      const isLeftOver = hasPlumbing[scope] === 1;
      if (everyUser(id, isHeld) && (consumerLists.length[id] || isLeftOver)) found[id] = SIZES;
    }
  }

  /** The scopes, but not the root, that have plumbing directly in them. */
  function scopesWithPlumbing(): Uint8Array {
    const has = new Uint8Array(names.scopeCount);
    for (let id = 0; id < count; id++) if (found[id] && around(id) !== ROOT) has[around(id)] = 1;
    return has;
  }

  /** The scope that an operation's name lies in. */
  function around(id: number): number {
    const scope = names.scopes[id];
    return names.own[scope] === id ? names.nameParents[scope] : scope;
  }

  /** Whether what flows from an operation to a consumer of the plumbing ends there. */
  function ends(id: number): (user: number) => boolean {
    return (user) => {
      const one = found[user] === WIRING ? flowsOn(graph, user) : -1;
      return one < 0 ? found[user] === SIZES : input(user, one) !== id;
    };
  }

  /** Whether an operation consumes this one as a size, an axis or the like. */
  function isParameter(id: number, user: number): boolean {
    return input(user, 0) === id ? isFirst(user) : isOfParameters(user);
  }

  function someUser(id: number, test: (user: number) => boolean): boolean {
    return !everyUser(id, (user) => !test(user));
  }

  /** Whether `test` is true of every consumer that is not auxiliary. */
  function everyUser(id: number, test: (user: number) => boolean): boolean {
    return graph.everyUser(id, (user) => roles[user] > 0 || test(user));
  }
}
