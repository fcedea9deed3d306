/** Name scopes as a tree: `hidden/kernel/read` lies in `kernel`, which lies in `hidden`. */
import type { Graph } from "../graph/graph.ts";
import { ROOT } from "../graph/names.ts";

export interface Node {
  /** Unique: the scope's or operation's full name; `scope/(scope)` for the operation that shares a scope's name. */
  readonly path: string;
  readonly name: string;
  readonly parent: Node | null;
  readonly depth: number;
  /** The operation of exactly this name, or -1. */
  readonly op: number;
  /** Whether it is an operation and not a scope. */
  readonly leaf?: boolean;
  /** Created on first use; by name, oldest first. */
  readonly children: ReadonlyMap<string, Node>;
  /** The number of operations in it, its own included. */
  readonly size: number;
}

/** The tree of the graph's name scopes; nodes are created on first use. */
export class Hierarchy {
  private readonly scopes: TreeNode[] = [];
  private readonly leaves = new Map<number, TreeNode>();
  /** Children of the scopes whose children were requested. */
  private readonly children = new Map<number, Map<string, Node>>();

  constructor(readonly graph: Graph) {}

  get root(): Node {
    return this.scope(ROOT);
  }

  /** Reads all again: some scopes are drawn elsewhere than before. */
  forget(): void {
    this.scopes.length = 0;
    this.leaves.clear();
    this.children.clear();
  }

  /** The graph has grown. `known`: how many operations it had before. */
  grow(known: number): void {
    const { graph } = this;
    const { names } = graph;
    for (const [id, leaf] of this.leaves)
      if (names.scopes[id] !== leaf.parent?.number) this.leaves.delete(id);
    // The children of scopes with new operations are read again.
    for (let id = known; id < graph.count; id++)
      for (let at = names.scopes[id]; at >= 0; at = names.parents[at]) this.children.delete(at);
  }

  /** The leaf of an operation. */
  leaf(id: number): Node {
    const known = this.leaves.get(id);
    if (known) return known;
    const { names, texts } = this.graph;
    const parent = this.scopeOf(id);
    const name = names.own[parent.number] === id ? `(${parent.name})` : texts.of(names.parts[id]);
    const made = new TreeNode(this, id, true, name, parent);
    this.leaves.set(id, made);
    return made;
  }

  /** The scope of an operation. */
  scopeOf(id: number): TreeNode {
    return this.scope(this.graph.names.scopes[id]);
  }

  /** The node of a scope by its number in `graph.names`. */
  scope(scope: number): TreeNode {
    const known = this.scopes[scope];
    if (known) return known;
    const { names, texts } = this.graph;
    const parent = scope === ROOT ? null : this.scope(names.parents[scope]);
    const made = new TreeNode(this, scope, false, parent ? texts.of(names.scopeParts[scope]) : "", parent);
    this.scopes[scope] = made;
    return made;
  }

  /** The node of the scope that a scope's name lies in, wherever it is drawn; null for the root. */
  named(scope: number): TreeNode | null {
    return scope === ROOT ? null : this.scope(this.graph.names.nameParents[scope]);
  }

  find(path: string): Node | undefined {
    if (path === "") return this.root;
    const { names, texts } = this.graph;
    const parts = (path.startsWith("/") ? path.slice(1) : path).split("/");
    const last = parts.pop() as string;
    let around = ROOT;
    for (const part of parts) {
      around = names.scopeIn(around, texts.find(part));
      if (around < 0) return undefined;
    }
    const scope = names.scopeIn(around, texts.find(last));
    if (scope >= 0) return this.scope(names.heir(scope));
    const own = names.own[around];
    if (around !== ROOT && own >= 0 && last === `(${this.scope(around).name})`) return this.leaf(own);
    const op = names.opIn(around, texts.find(last));
    return op < 0 ? undefined : this.leaf(op);
  }

  childrenOf(scope: number): ReadonlyMap<string, Node> {
    const known = this.children.get(scope);
    if (known) return known;
    const made = new Map<string, Node>();
    const add = (node: Node) => made.set(node.name, node);
    this.graph.names.eachChild(
      scope,
      (id) => add(this.leaf(id)),
      (inner) => add(this.scope(inner)),
    );
    this.children.set(scope, made);
    return made;
  }
}

class TreeNode implements Node {
  readonly depth: number;
  private known: string | undefined;

  /** `number`: of the scope in `graph.names`, or of the operation when it is a leaf. */
  constructor(
    private readonly tree: Hierarchy,
    readonly number: number,
    readonly leaf: boolean,
    readonly name: string,
    readonly parent: TreeNode | null,
  ) {
    this.depth = parent ? parent.depth + 1 : 0;
  }

  get path(): string {
    this.known ??= this.pathFrom(this.leaf ? this.parent : this.tree.named(this.number));
    return this.known;
  }

  get op(): number {
    return this.leaf ? this.number : this.tree.graph.names.own[this.number];
  }

  get size(): number {
    return this.leaf ? 1 : this.tree.graph.names.sizes[this.number];
  }

  get children(): ReadonlyMap<string, Node> {
    return this.leaf ? NOTHING : this.tree.childrenOf(this.number);
  }

  get only(): Node | undefined {
    const holdsOne = !this.leaf && this.tree.graph.names.holdsOne(this.number);
    return holdsOne ? this.children.values().next().value : undefined;
  }

  /** Writes its operations into `numbers` from `at` on; returns the next free index. */
  write(numbers: Int32Array, at: number): number {
    if (!this.leaf) return this.tree.graph.names.write(this.number, numbers, at);
    numbers[at] = this.number;
    return at + 1;
  }

  private pathFrom(parent: TreeNode | null): string {
    if (!parent) return "";
    // A name that begins with a slash gets another: the path "" is the root's.
    return parent.parent ? `${parent.path}/${this.name}` : this.name || "/";
  }
}

const NOTHING: ReadonlyMap<string, Node> = new Map();

export function isScope(node: Node): boolean {
  return !node.leaf;
}

/** The child of a scope that has exactly one; cheaper than reading all children. */
export function onlyChild(node: Node): Node | undefined {
  if (node instanceof TreeNode) return node.only;
  return node.children.size === 1 ? node.children.values().next().value : undefined;
}

/** The child of `scope` that `inner` is or lies in; null when `inner` lies elsewhere. */
export function childToward(scope: Node, inner: Node): Node | null {
  let at: Node | null = inner;
  while (at && at.depth > scope.depth + 1) at = at.parent;
  return at && at.parent === scope ? at : null;
}

/** Where the paths from the root to `a` and to `b` diverge: the two children of the innermost common scope. */
export function divergence(a: Node, b: Node): [Node, Node] | null {
  let [x, y] = [a, b];
  while (x.depth > y.depth && x.parent) x = x.parent;
  while (y.depth > x.depth && y.parent) y = y.parent;
  if (x === y) return null;
  while (x.parent !== y.parent && x.parent && y.parent) [x, y] = [x.parent, y.parent];
  return [x, y];
}

/** The operations in `node`. */
export function operationsIn(node: Node): Int32Array {
  const numbers = new Int32Array(node.size);
  write(node, numbers, 0);
  return numbers;
}

function write(node: Node, numbers: Int32Array, at: number): number {
  if (node instanceof TreeNode) return node.write(numbers, at);
  let place = at;
  for (const child of node.children.values()) place = write(child, numbers, place);
  return place;
}

/** A sum over the operations in `node`, from the sums of scopes and the values of operations. */
export function tally(node: Node, perScope: Int32Array, of: (id: number) => number): number {
  if (node instanceof TreeNode) return node.leaf ? of(node.op) : (perScope[node.number] ?? 0);
  let sum = 0;
  for (const child of node.children.values()) sum += tally(child, perScope, of);
  return sum;
}
