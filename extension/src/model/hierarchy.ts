/** Name scopes as a tree: `hidden/kernel/read` lies in `kernel`, which lies in `hidden`. */
import type { Graph } from "./graph.ts";

export interface Node {
  /** Unique: the scope's or operation's full name; `scope/(scope)` for the operation that shares a scope's name. */
  path: string;
  name: string;
  parent: Node | null;
  depth: number;
  /** The operation of exactly this name, or -1. */
  op: number;
  children: Map<string, Node>;
  /** How many operations lie in it, its own included. */
  size: number;
}

export class Hierarchy {
  readonly root: Node = node("", "", null);
  private readonly places: Node[] = [];
  private readonly nodes = new Map<string, Node>([["", this.root]]);

  constructor(private readonly graph: Graph) {}

  /** Takes in the operations that are new in the graph. */
  grow(): void {
    while (this.places.length < this.graph.count) this.add(this.places.length);
  }

  /** The innermost node that stands for an operation. */
  place(id: number): Node {
    return this.places[id];
  }

  find(path: string): Node | undefined {
    return this.nodes.get(path);
  }

  private add(id: number): void {
    let at = this.root;
    at.size++;
    for (const part of this.graph.name(id).split("/")) {
      at = this.child(at, part);
      at.size++;
    }
    at.op = id;
    this.places[id] = at;
    if (at.children.size) this.splitOwn(at);
  }

  private child(parent: Node, name: string): Node {
    const known = parent.children.get(name);
    if (known) return known;
    const first = parent.children.size === 0 && parent !== this.root;
    const made = node(parent.path ? `${parent.path}/${name}` : name, name, parent);
    parent.children.set(name, made);
    this.nodes.set(made.path, made);
    if (first && parent.op >= 0) this.splitOwn(parent);
    return made;
  }

  /** A scope whose name is an operation's too: that operation is shown inside, as `(name)`. */
  private splitOwn(scope: Node): void {
    const name = `(${scope.name})`;
    const own = node(`${scope.path}/${name}`, name, scope);
    own.op = scope.op;
    own.size = 1;
    scope.children.set(name, own);
    this.nodes.set(own.path, own);
    this.places[scope.op] = own;
  }
}

function node(path: string, name: string, parent: Node | null): Node {
  return { path, name, parent, depth: parent ? parent.depth + 1 : 0, op: -1, children: new Map(), size: 0 };
}

export function isScope(node: Node): boolean {
  return node.children.size > 0;
}

/** The child of `scope` that `inner` is or lies in; null when `inner` lies elsewhere. */
export function childToward(scope: Node, inner: Node): Node | null {
  let at: Node | null = inner;
  while (at && at.depth > scope.depth + 1) at = at.parent;
  return at && at.parent === scope ? at : null;
}

/** Where the ways from the root to `a` and to `b` part: the two children of the innermost common scope. */
export function part(a: Node, b: Node): [Node, Node] | null {
  let [x, y] = [a, b];
  while (x.depth > y.depth && x.parent) x = x.parent;
  while (y.depth > x.depth && y.parent) y = y.parent;
  if (x === y) return null;
  while (x.parent !== y.parent && x.parent && y.parent) [x, y] = [x.parent, y.parent];
  return [x, y];
}

/** The operations in `node`. */
export function* operationsIn(node: Node): Iterable<number> {
  if (!isScope(node)) yield node.op;
  else for (const child of node.children.values()) yield* operationsIn(child);
}
