/** A graph, its scopes and the roles of its operations: what all diagrams of it share. */
import type { Piece } from "../../protocol.ts";
import { Graph } from "../graph/graph.ts";
import { auxiliary, penalties, SERVING } from "../graph/roles.ts";
import { Hierarchy, type Node, tally } from "./hierarchy.ts";
import { kindOf } from "./kinds.ts";
import { Members } from "./members.ts";

const TANGLES = 3; // an auxiliary node inside a scope with this many neighbours is drawn apart

export class Model {
  readonly graph: Graph;
  readonly hierarchy: Hierarchy;
  /** The operations that the latest piece added to a graph that was there before. */
  added = new Set<number>();
  /** The operations that have an attribute, by "name=value", as sent by the kernel since the graph last grew. */
  readonly attributes = new Map<string, Set<number>>();
  private addedPerScope: Int32Array = new Int32Array(0);
  /** 1 for each operation of a regularization loss. */
  penalties: Uint8Array = new Uint8Array(0);
  /** The role of each operation, and per scope how many are auxiliary, and how many of these SERVING. */
  private roles: Uint8Array = new Uint8Array(0);
  private outsidePerScope: Int32Array = new Int32Array(0);
  private servingPerScope: Int32Array = new Int32Array(0);
  private auxiliaryCache = new Map<Node, boolean>();
  private readonly neighborCache = new Map<Node, Map<Node, Set<Node>>>();

  constructor(uid: string) {
    this.graph = new Graph(uid);
    this.hierarchy = new Hierarchy(this.graph);
  }

  /** Applies a piece; returns false when it changes nothing or an earlier piece is missing. */
  apply(piece: Piece): boolean {
    const { graph, hierarchy } = this;
    const known = graph.count;
    const ids = graph.apply(piece);
    if (!ids.length) return false;
    hierarchy.grow(known);
    this.added = new Set(known ? ids.filter((id) => id >= known) : []);
    this.addedPerScope = graph.names.sums(this.added);
    this.roles = auxiliary(graph);
    this.penalties = penalties(graph);
    this.outsidePerScope = graph.names.sums(indicesWhere(this.roles, (role) => role > 0));
    this.servingPerScope = graph.names.sums(indicesWhere(this.roles, (role) => role === SERVING));
    this.auxiliaryCache.clear();
    this.neighborCache.clear();
    this.attributes.clear();
    return true;
  }

  /**
   * Whether `node` is drawn among the auxiliary nodes of its scope, because it would connect everything to
   * everything.
   */
  isAuxiliary(node: Node): boolean {
    const known = this.auxiliaryCache.get(node);
    if (known !== undefined) return known;
    const answer = node.parent !== null && this.isSeparate(node, node.parent);
    this.auxiliaryCache.set(node, answer);
    return answer;
  }

  addedIn(node: Node): number {
    return this.added.size && tally(node, this.addedPerScope, (id) => (this.added.has(id) ? 1 : 0));
  }

  private isSeparate(node: Node, parent: Node): boolean {
    if (!this.isOutsideModel(node) || this.isOutsideModel(parent)) return false;
    const neighbors = this.neighbors(node, parent);
    // A node that only feeds others goes where all of its consumers go.
    if (!this.serves(node))
      return (
        neighbors.size > 0 &&
        // An initial value becomes auxiliary, its variable stays.
        [...neighbors].every((other) =>
          this.isOutsideModel(other)
            ? !this.serves(other) || this.isAuxiliary(other)
            : kindOf(this.graph, other) === "variable",
        )
      );
    return parent === this.hierarchy.root || neighbors.size >= TANGLES;
  }

  /** Whether no operation in `node` is part of the model itself. */
  isOutsideModel(node: Node): boolean {
    return tally(node, this.outsidePerScope, (id) => (this.roles[id] ? 1 : 0)) === node.size;
  }

  private serves(node: Node): boolean {
    return tally(node, this.servingPerScope, (id) => (this.roles[id] === SERVING ? 1 : 0)) > 0;
  }

  /** The siblings that a node has edges with. */
  private neighbors(node: Node, parent: Node): Set<Node> {
    let known = this.neighborCache.get(parent);
    if (!known) {
      known = this.readNeighbors([...parent.children.values()]);
      this.neighborCache.set(parent, known);
    }
    return known.get(node) as Set<Node>;
  }

  private readNeighbors(siblings: Node[]): Map<Node, Set<Node>> {
    const found = siblings.map(() => new Set<Node>());
    new Members(this.graph, siblings).eachLink((from, to) => {
      found[from].add(siblings[to]);
      found[to].add(siblings[from]);
    });
    return new Map(siblings.map((node, i) => [node, found[i]]));
  }
}

function* indicesWhere(numbers: Uint8Array, test: (number: number) => boolean): Iterable<number> {
  for (let i = 0; i < numbers.length; i++) if (test(numbers[i])) yield i;
}
