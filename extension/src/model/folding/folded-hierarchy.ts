/**
 * The hierarchy as one diagram shows it. Here the diagram decides what to fold: isomorphic siblings and repeating
 * blocks become stacks, long rows are partitioned, a chain of scopes with one child each is one node, and some nodes
 * are drawn as auxiliary.
 */

import { __ } from "../../words.ts";
import { Hidden } from "../hierarchy/hidden.ts";
import {
  childToward,
  divergence,
  isScope,
  type Node,
  onlyChild,
  operationsIn,
} from "../hierarchy/hierarchy.ts";
import { kindOf } from "../hierarchy/kinds.ts";
import { Members } from "../hierarchy/members.ts";
import type { Model } from "../hierarchy/model.ts";
import { purpose } from "../hierarchy/purpose.ts";
import {
  asStack,
  makeStack,
  memberAt,
  relativeName,
  type Stack,
  type StackKind,
} from "../hierarchy/stack.ts";
import { foldableGroups, leafGroups, partitionRow, type Siblings, topologicalOrder } from "./folds.ts";
import { isomorphicGroups, structureIds } from "./isomorphism.ts";
import { motifs } from "./motifs.ts";

/** Members of a stack. A scope of at least `large` operations is a block of a network. */
const LEAST = { blocks: 3, scopes: 4, operations: 5, auxiliary: 3, large: 40 };
const MOST_FOLDED = 30_000; // a row of more is only partitioned: searching it for isomorphic nodes would take seconds
const LONG = 100; // a row of more is partitioned
/** The repetitions that a row of at least so many nodes needs to fold; in a row that is too long, shapes may differ. */
const BLOCKS = { row: 24, times: 4, timesOfLong: 3 };
const STRETCH = { shortest: 40, most: 24 }; // members of a stretch; stretches in a row
/** A small node whose scalar has so many consumers, beside their other inputs, is drawn as auxiliary. */
const HUB = { size: 8, users: 4 };
const PAGE = 30; // members of a long list that one click adds

export class FoldedHierarchy {
  private cursor = -1;
  /** A new object each time something is shown differently: what is computed from the folding is cached under it. */
  version: object = {};
  private readonly lists = new Map<Node, Node[]>();
  /** The node that shows a node, where that isn't its parent. */
  private readonly containers = new Map<Node, Node>();
  private mainPaths = new Set<string>();
  private readonly wired = new WeakMap<Node[], Siblings>();
  private readonly hubs = new Set<Node>();
  /** Each scope and its isomorphic siblings. */
  private readonly duplicateGroups = new Map<Node, Node[]>();
  private readonly stacks = new Map<string, Stack>();
  private readonly purposes = new Map<Node, string>();
  /** The visible range of a long list, by its path. */
  private readonly pages = new Map<string, [from: number, to: number]>();
  /** What the reader removed from the main graph or added to it. */
  private readonly chosen = new Map<string, boolean>();
  /** Whether auxiliary nodes are drawn beside the main graph; those that the reader chose are anyway. */
  private apart = true;
  /** The operations and scopes that were named, and everything around them: they are not auxiliary. */
  private readonly named = new Set<string>();

  /** The scopes whose plumbing the reader unfolded, by path. */
  private readonly unfolded = new Set<string>();
  /** The plumbing of each scope whose children were read. */
  private readonly plumbing = new Map<Node, Stack>();
  private hiddenOperations?: Hidden;

  constructor(private readonly model: Model) {}

  /** The operations that are not drawn, as plumbing; undefined where there are none. */
  get hidden(): Hidden | undefined {
    const { graph, plumbing, conds } = this.model;
    this.hiddenOperations ??= new Hidden(graph, plumbing, conds, (id) => this.isShown(id));
    return this.hiddenOperations.size ? this.hiddenOperations : undefined;
  }

  /** The stack of the plumbing of an open scope: folded, or empty once the reader has unfolded it. */
  plumbingOf(scope: Node): Stack | undefined {
    this.children(scope);
    return this.plumbing.get(scope);
  }

  /** Shows the plumbing of a scope, or folds it again. */
  togglePlumbing(scope: Node): void {
    if (!this.unfolded.delete(scope.path)) this.unfolded.add(scope.path);
    this.forget();
  }

  /** Whether an operation of the plumbing is drawn: the reader unfolded or named it. */
  private isShown(id: number): boolean {
    if (!this.unfolded.size && !this.named.size) return false;
    const leaf = this.model.hierarchy.leaf(id);
    for (let at: Node | null = leaf; at; at = at.parent) if (this.unfolded.has(at.path)) return true;
    return this.named.has(leaf.path);
  }

  /** Folds again when the graph has grown. `mainPaths`: the nodes that were in the main graph until now. */
  refresh(mainPaths: Set<string>): void {
    if (this.cursor === this.model.graph.cursor) return;
    this.cursor = this.model.graph.cursor;
    this.mainPaths = mainPaths;
    this.forget();
  }

  /** The nodes that an open scope or stack shows. */
  children(scope: Node): Node[] {
    const known = this.lists.get(scope);
    if (known) return known;
    const stack = asStack(scope);
    const list = stack ? this.membersOf(stack) : this.folded(scope);
    this.lists.set(scope, list);
    return list;
  }

  /** The scope or stack that shows `node`. */
  container(node: Node): Node | null {
    return this.containers.get(node) ?? node.parent;
  }

  /** The name of a node where it is shown: of a chain of scopes with one child each, the whole path. */
  name(node: Node): string {
    let around = this.container(node);
    while (around && asStack(around)) around = this.container(around);
    return around ? relativeName(node, around) : node.path;
  }

  /** The child of `scope`, as shown, that `inner` is or lies in; null when `inner` lies elsewhere. */
  toward(scope: Node, inner: Node): Node | null {
    const real = asStack(scope)?.scope ?? scope;
    let at: Node | null = childToward(real, inner);
    if (at) at = this.tail(at);
    while (at && at !== real) {
      const container = this.container(at);
      if (container === scope) return at;
      at = container;
    }
    return null;
  }

  /** Where the paths to `a` and to `b` diverge: two nodes that the same scope or stack shows. */
  divergence(a: Node, b: Node): [Node, Node] | null {
    const parts = divergence(a, b);
    if (!parts) return null;
    const [x, y] = parts.map((node) => this.chain(this.tail(node), node.parent as Node));
    while (x[x.length - 1] === y[y.length - 1]) {
      x.pop();
      y.pop();
    }
    return [x[x.length - 1], y[y.length - 1]];
  }

  /** Every scope and stack around `node`, from the outermost in. */
  ancestors(node: Node): Node[] {
    const stack = asStack(node);
    // The plumbing has no members once it is unfolded.
    const goal = stack?.size === 0 ? stack.scope : stack ? memberAt([stack], 0) : node;
    const ancestors: Node[] = [];
    for (let at = this.model.hierarchy.root; ; ) {
      this.children(at);
      const child = this.toward(at, goal);
      if (!child || child === node || child === this.tail(goal)) return ancestors;
      ancestors.push(child);
      at = child;
    }
  }

  /** Whether `node` is drawn among the auxiliary nodes of its scope. */
  isAuxiliary(node: Node): boolean {
    const container = this.container(node);
    if (!container || asStack(container)) return false;
    return this.setAuxiliary(node);
  }

  /** The reason why a node is auxiliary. */
  auxiliaryReason(node: Node): string {
    const first = memberAt([node], 0);
    if (this.chosen.get(first.path)) return __("you removed it from the main graph");
    if (this.hubs.has(first)) return __("a scalar with many consumers");
    const known = this.purposes.get(node) ?? purpose(this.model.graph, this.head(node));
    this.purposes.set(node, known);
    return known;
  }

  /** The names of the siblings that are isomorphic to `node`; none where they are one stack. */
  duplicates(node: Node): string[] {
    if (asStack(this.container(node) ?? node)) return [];
    const others = this.duplicateGroups.get(node) ?? [];
    return others.filter((other) => other !== node).map((other) => this.name(other));
  }

  find(path: string): Node | undefined {
    return this.stacks.get(path) ?? this.model.hierarchy.find(path);
  }

  /** Removes a node from the main graph, or adds it again. */
  choose(path: string, auxiliary: boolean): void {
    const node = this.find(path);
    for (const member of node ? membersIn(node) : []) this.chosen.set(member.path, auxiliary);
    this.forget();
  }

  /** The nodes that the reader removed from the main graph (true) or added to it (false), by their paths. */
  get choices(): [string, boolean][] {
    return [...this.chosen];
  }

  restore(choices: [string, boolean][]): void {
    for (const [path, auxiliary] of choices) this.chosen.set(path, auxiliary);
    this.forget();
  }

  /** Draws auxiliary nodes beside the main graph, or in it; returns whether that is a change. */
  drawApart(apart: boolean): boolean {
    if (this.apart === apart) return false;
    this.apart = apart;
    this.forget();
    return true;
  }

  /** Keeps a node in the main graph, unless the reader removes it; returns whether that is new. */
  keep(node: Node): boolean {
    const known = this.named.size;
    for (let at: Node | null = node; at?.parent; at = at.parent) this.named.add(at.path);
    if (this.named.size === known) return false;
    this.forget();
    return true;
  }

  /** Shows more of a long list: the next page that `rest` holds, or the one with `goal` in it. */
  showMore(rest: Stack, goal?: Node): void {
    const list = rest.parent as Node;
    const members = [...list.children.values()];
    const [from, to] = this.pages.get(list.path) ?? [0, PAGE];
    const at = goal ? members.findIndex((member) => member === goal || this.toward(member, goal)) : -1;
    if (at >= 0) this.pages.set(list.path, [Math.max(0, at - PAGE / 2), at + PAGE / 2]);
    else if (rest.children.has(members[0].path))
      this.pages.set(list.path, [Math.max(0, from - 2 * PAGE), to]);
    else this.pages.set(list.path, [from, to + 2 * PAGE]);
    this.forget();
  }

  private forget(): void {
    this.version = {};
    this.hiddenOperations = undefined;
    for (const map of [
      this.plumbing,
      this.lists,
      this.containers,
      this.hubs,
      this.stacks,
      this.duplicateGroups,
      this.purposes,
    ])
      map.clear();
  }

  private setAuxiliary(node: Node): boolean {
    const stack = asStack(node);
    if (stack) return this.setAuxiliary(memberAt([stack], 0));
    return (
      this.chosen.get(node.path) ??
      (this.apart &&
        !this.named.has(node.path) &&
        (this.hubs.has(node) || this.model.isAuxiliary(this.head(node))))
    );
  }

  /**
   * Whether many nodes consume a scalar of `node`, which has no inputs itself: a rate, a step, whether this is
   * training.
   */
  private isHub(node: Node, scope: Node): boolean {
    const { graph, hierarchy } = this.model;
    const users = new Set<Node>();
    // The cheap test first: there may be 100,000 nodes.
    let uses = 0;
    for (const id of operationsIn(node)) uses += graph.consumerLists.length[id];
    if (
      uses < HUB.users ||
      this.mainPaths.has(node.path) ||
      (node.op >= 0 && !isScope(node) && graph.outputs(node.op)[0]?.shape !== "")
    )
      return false;
    for (const id of operationsIn(node)) {
      if (!graph.producers(id).every((producer) => this.toward(scope, hierarchy.leaf(producer)) === node))
        return false;
      for (const user of graph.consumers(id)) {
        const child = this.toward(scope, hierarchy.leaf(user));
        if (child === node || !child || this.setAuxiliary(child)) continue;
        if (graph.outputs(id).some(({ shape }) => shape !== "")) return false;
        // Where there is no other input but constants, the scalar is what the rest is computed from.
        if (graph.producers(user).some((other) => other !== id && graph.type(other) !== "Const"))
          users.add(child);
      }
    }
    return users.size >= HUB.users;
  }

  /** The outermost scope of the chain that `node` ends. */
  private head(node: Node): Node {
    const scope = this.container(node);
    let at = node;
    while (at.parent && at.parent !== scope && onlyChild(at.parent)) at = at.parent;
    return at;
  }

  /** The first node below that does not have exactly one child: `a/b/c` is shown as one. */
  private tail(node: Node): Node {
    let at = node;
    for (let only = onlyChild(at); only; only = onlyChild(at)) at = only;
    return at;
  }

  /** The nodes from `node` up to the one that `scope` shows. */
  private chain(node: Node, scope: Node): Node[] {
    const chain = [node];
    for (let at = this.container(node); at && at !== scope && asStack(at); at = this.container(at))
      chain.push(at);
    return chain;
  }

  private folded(scope: Node): Node[] {
    const all = [...scope.children.values()].map((child) => {
      const tail = this.tail(child);
      if (tail !== child) this.containers.set(tail, scope);
      return tail;
    });
    const nodes = this.withoutPlumbing(scope, all);
    for (const node of nodes) if (node.size <= HUB.size && this.isHub(node, scope)) this.hubs.add(node);
    const flags = nodes.map((node) => this.setAuxiliary(node));
    return [false, true].flatMap((auxiliary) => {
      const some = nodes.filter((_, i) => flags[i] === auxiliary);
      // Within a part of the model they are beside the point: one node. Where the scope is the whole model, they are not.
      if (
        auxiliary &&
        scope.parent &&
        some.length >= LEAST.auxiliary &&
        2 * scope.size < this.model.graph.count
      )
        return [this.stack("auxiliary", scope, scope, some)];
      return this.shortened(scope, scope, this.stackedGroups(scope, this.blocks(scope, some), auxiliary));
    });
  }

  /** Folds the nodes that are plumbing into one stack, beside the others. */
  private withoutPlumbing(scope: Node, nodes: Node[]): Node[] {
    const { hidden } = this;
    const members = hidden ? nodes.filter((node) => hidden.hasAll(node)) : [];
    const isUnfolded = this.unfolded.has(scope.path);
    if ((!members.length && !isUnfolded) || members.length === nodes.length) return nodes;
    this.plumbing.set(scope, this.stack("plumbing", scope, scope, members, "plumbing"));
    const some = new Set(members);
    return nodes.filter((node) => !some.has(node));
  }

  /** Folds what repeats in a row of nodes: each repetition is a block, and all blocks are one stack. */
  private blocks(scope: Node, nodes: Node[]): Node[] {
    if (nodes.length < BLOCKS.row || nodes.length > MOST_FOLDED) return nodes;
    const siblings = this.siblings(nodes);
    const find = (ignoresShapes: boolean, least: number) =>
      motifs(structureIds(this.model.graph, scope, nodes, ignoresShapes), siblings, least);
    const strict = find(false, BLOCKS.times);
    const spared = strict.reduce((sum, { period, times }) => sum + period * times - 1, 0);
    const found = nodes.length - spared > LONG ? find(true, BLOCKS.timesOfLong) : strict;
    const row: Node[] = [];
    let at = 0;
    for (const { start, period, times } of found) {
      const block = (k: number) =>
        this.stack("block", scope, scope, nodes.slice(start + k * period, start + (k + 1) * period), "block");
      row.push(
        ...nodes.slice(at, start),
        this.stack(
          "duplicates",
          scope,
          scope,
          Array.from({ length: times }, (_, k) => block(k)),
        ),
      );
      at = start + times * period;
    }
    return [...row, ...nodes.slice(at)];
  }

  private stackedGroups(scope: Node, nodes: Node[], auxiliary: boolean): Node[] {
    const least = (set: number[]) =>
      auxiliary
        ? LEAST.auxiliary
        : !isScope(nodes[set[0]])
          ? LEAST.operations
          : nodes[set[0]].size < LEAST.large
            ? LEAST.scopes
            : LEAST.blocks;
    if (nodes.length > MOST_FOLDED) {
      const { types } = this.model.graph;
      const kind = ({ op }: Node) => (op < 0 ? -1 : types[op]);
      const sets = leafGroups(this.siblings(nodes), (i) => kind(nodes[i]));
      return this.stacked(
        scope,
        nodes,
        sets.filter((set) => set.length > LONG),
      );
    }
    const sets = isomorphicGroups(this.model.graph, scope, nodes, auxiliary).filter(
      (set) => !asStack(nodes[set[0]]),
    );
    for (const set of sets)
      if (!auxiliary && set.length > 1 && kindOf(this.model.graph, nodes[set[0]]) === "scope")
        for (const index of set)
          this.duplicateGroups.set(
            nodes[index],
            set.map((other) => nodes[other]),
          );
    const candidates = sets.filter((set) => set.length >= least(set));
    if (!candidates.length) return nodes;
    return this.stacked(scope, nodes, foldableGroups(this.siblings(nodes), candidates, least));
  }

  /** Replaces each of the sets by a stack, at the place of its first member. */
  private stacked(scope: Node, nodes: Node[], sets: number[][]): Node[] {
    if (!sets.length) return nodes;
    const stackAt = new Map<number, Node | undefined>();
    for (const set of sets) {
      for (const index of set) stackAt.set(index, undefined);
      stackAt.set(
        set[0],
        this.stack(
          "duplicates",
          scope,
          scope,
          set.map((index) => nodes[index]),
        ),
      );
    }
    return nodes.flatMap((node, i) => (stackAt.has(i) ? (stackAt.get(i) ?? []) : node));
  }

  /** Partitions a row that is too long into stretches, each a stack. */
  private shortened(scope: Node, around: Node, nodes: Node[]): Node[] {
    if (nodes.length <= LONG) return nodes;
    let length = STRETCH.shortest;
    while (nodes.length / length > STRETCH.most) length *= 4;
    const siblings = this.siblings(nodes);
    const order = topologicalOrder(siblings);
    const position = new Int32Array(nodes.length);
    order.forEach((index, at) => {
      position[index] = at;
    });
    const row = { count: nodes.length, links: siblings.links.map((index) => position[index]) };
    return partitionRow(row, nodes.length / length).map((run) => {
      const members = run.map((at) => nodes[order[at]]);
      return members.length === 1
        ? members[0]
        : this.stack("stretch", scope, around, members, String(length));
    });
  }

  private membersOf(stack: Stack): Node[] {
    const members = [...stack.children.values()];
    if (members.length <= LONG) return members;
    if (stack.stackKind !== "rest" && this.siblings(members).links.length)
      return this.shortened(stack.scope, stack, members);
    const [from, to] = this.pages.get(stack.path) ?? [0, PAGE];
    const rest = (some: Node[]) =>
      some.length > 1
        ? [this.stack("rest", stack.scope, stack, some, from && some[0] === members[0] ? "before" : "after")]
        : some;
    return [...rest(members.slice(0, from)), ...members.slice(from, to), ...rest(members.slice(to))];
  }

  private stack(stackKind: StackKind, scope: Node, around: Node, members: Node[], tag?: string): Stack {
    const stack = makeStack(stackKind, scope, around, members, tag);
    for (const member of members) this.containers.set(member, stack);
    this.stacks.set(stack.path, stack);
    return stack;
  }

  /** Nodes that the same scope shows, and the edges between them; cached as long as the list is. */
  private siblings(nodes: Node[]): Siblings {
    const known = this.wired.get(nodes);
    if (known) return known;
    const count = nodes.length;
    const pairs: number[] = [];
    new Members(this.model.graph, nodes).eachLink((from, to) => pairs.push(from * count + to), this.hidden);
    const links: number[] = [];
    let last = -1;
    for (const pair of Float64Array.from(pairs).sort()) {
      if (pair !== last) links.push(Math.floor(pair / count), pair % count);
      last = pair;
    }
    const siblings = { count, links };
    this.wired.set(nodes, siblings);
    return siblings;
  }
}

/** The nodes that a stack represents. */
function membersIn(node: Node): Node[] {
  return asStack(node) ? [...node.children.values()].flatMap(membersIn) : [node];
}
