/** A graph with what all its pictures need: its scopes, and which parts of it are set aside. */
import type { Piece } from "../protocol.ts";
import { Graph } from "./graph.ts";
import { childToward, Hierarchy, type Node, operationsIn } from "./hierarchy.ts";
import { kindOf } from "./kinds.ts";
import { auxiliary, SERVING } from "./roles.ts";

const TANGLES = 3; // an inner node that serves this many siblings is set aside

export class Model {
  readonly graph: Graph;
  readonly hierarchy: Hierarchy;
  /** The operations that the latest piece brought to a graph that was there before. */
  added = new Set<number>();
  /** For each node how many of its operations are not the model itself, and how many of these serve. */
  private others = new Map<Node, { all: number; serving: number }>();
  private asideCache = new Map<Node, boolean>();

  constructor(uid: string) {
    this.graph = new Graph(uid);
    this.hierarchy = new Hierarchy(this.graph);
  }

  /** Takes a piece in; false when it changes nothing or a piece before it is missing. */
  apply(piece: Piece): boolean {
    const known = this.graph.count;
    const ids = this.graph.apply(piece);
    if (!ids.length) return false;
    this.hierarchy.grow();
    this.added = new Set(known ? ids.filter((id) => id >= known) : []);
    this.others = new Map();
    this.asideCache = new Map();
    auxiliary(this.graph).forEach((role, id) => {
      if (!role) return;
      for (let at: Node | null = this.hierarchy.place(id); at; at = at.parent) {
        const counts = this.others.get(at) ?? { all: 0, serving: 0 };
        this.others.set(at, counts);
        counts.all++;
        if (role === SERVING) counts.serving++;
      }
    });
    return true;
  }

  /** Whether `node` only serves its siblings, and would tangle them if it stood among them. */
  isAside(node: Node): boolean {
    const known = this.asideCache.get(node);
    if (known !== undefined) return known;
    const answer = node.parent !== null && this.standsAside(node, node.parent);
    this.asideCache.set(node, answer);
    return answer;
  }

  addedIn(node: Node): number {
    if (!this.added.size) return 0;
    let count = 0;
    for (const id of operationsIn(node)) if (this.added.has(id)) count++;
    return count;
  }

  private standsAside(node: Node, parent: Node): boolean {
    const siblings = [...parent.children.values()];
    if (!this.isOther(node) || siblings.every((sibling) => this.isOther(sibling))) return false;
    const neighbors = this.neighbors(node, parent);
    // What only feeds goes where all that it feeds goes.
    if (!this.serves(node))
      return (
        neighbors.size > 0 &&
        // An initial value goes aside, its variable stays.
        [...neighbors].every((other) =>
          this.isOther(other)
            ? !this.serves(other) || this.isAside(other)
            : kindOf(this.graph, other) === "variable",
        )
      );
    return parent === this.hierarchy.root || neighbors.size >= TANGLES;
  }

  /** Whether no operation in `node` is the model itself. */
  isOther(node: Node): boolean {
    return this.others.get(node)?.all === node.size;
  }

  private serves(node: Node): boolean {
    return (this.others.get(node)?.serving ?? 0) > 0;
  }

  private neighbors(node: Node, parent: Node): Set<Node> {
    const siblings = new Set<Node>();
    for (const id of operationsIn(node))
      for (const other of [...this.graph.producers(id), ...this.graph.consumers(id)]) {
        const sibling = childToward(parent, this.hierarchy.place(other));
        if (sibling && sibling !== node) siblings.add(sibling);
      }
    return siblings;
  }
}
