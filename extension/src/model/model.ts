/** A graph with what all its pictures need: its scopes, and which parts of it are set aside. */
import type { Piece } from "../protocol.ts";
import { Graph, producers } from "./graph.ts";
import { childToward, Hierarchy, type Node, operationsIn } from "./hierarchy.ts";
import { auxiliary } from "./roles.ts";

const TANGLES = 3; // an inner node that serves this many siblings is set aside

export class Model {
  readonly graph: Graph;
  readonly hierarchy = new Hierarchy();
  /** The operations that the latest piece brought to a graph that was there before. */
  added = new Set<number>();
  private serving = new Map<Node, number>();
  private asideCache = new Map<Node, boolean>();

  constructor(uid: string) {
    this.graph = new Graph(uid);
  }

  /** Takes a piece in; false when it changes nothing or a piece before it is missing. */
  apply(piece: Piece): boolean {
    const known = this.graph.ops.length;
    const ids = this.graph.apply(piece);
    if (!ids.length) return false;
    for (const id of ids) this.hierarchy.add(this.graph.ops[id]);
    this.added = new Set(known ? ids.filter((id) => id >= known) : []);
    this.serving = new Map();
    this.asideCache = new Map();
    auxiliary(this.graph).forEach((serves, id) => {
      if (!serves) return;
      for (let at: Node | null = this.hierarchy.places[id]; at; at = at.parent)
        this.serving.set(at, (this.serving.get(at) ?? 0) + 1);
    });
    return true;
  }

  /** Whether `node` only serves its siblings, and would tangle them if it stood among them. */
  isAside(node: Node): boolean {
    const known = this.asideCache.get(node);
    if (known !== undefined) return known;
    const { parent } = node;
    const answer =
      parent !== null &&
      this.serves(node) &&
      [...parent.children.values()].some((sibling) => !this.serves(sibling)) &&
      (parent === this.hierarchy.root || this.tangles(node, parent));
    this.asideCache.set(node, answer);
    return answer;
  }

  addedIn(node: Node): number {
    if (!this.added.size) return 0;
    let count = 0;
    for (const id of operationsIn(node)) if (this.added.has(id)) count++;
    return count;
  }

  private serves(node: Node): boolean {
    return (this.serving.get(node) ?? 0) === node.size;
  }

  private tangles(node: Node, parent: Node): boolean {
    const siblings = new Set<Node>();
    for (const id of operationsIn(node))
      for (const other of [...producers(this.graph.ops[id]), ...this.graph.consumers[id]]) {
        const sibling = childToward(parent, this.hierarchy.places[other]);
        if (sibling && sibling !== node) siblings.add(sibling);
        if (siblings.size >= TANGLES) return true;
      }
    return false;
  }
}
