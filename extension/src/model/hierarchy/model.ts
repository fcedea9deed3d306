/** A graph, its scopes and the roles of its operations: what all diagrams of it share. */
import type { Piece } from "../../protocol.ts";
import { conds } from "../graph/conds.ts";
import { Graph } from "../graph/graph.ts";
import { layersOfVariables, weightHomes } from "../graph/homes.ts";
import { isVariable } from "../graph/op-types.ts";
import { plumbing } from "../graph/plumbing.ts";
import { auxiliary, FEEDING, penalties, SETTING } from "../graph/roles.ts";
import { Hierarchy, type Node, tally } from "./hierarchy.ts";
import { Members } from "./members.ts";

const TANGLES = 3; // an auxiliary node inside a scope with this many neighbours is drawn apart

export class Model {
  readonly graph: Graph;
  readonly hierarchy: Hierarchy;
  /** The operations that the latest piece added to a graph that was there before. */
  added = new Set<number>();
  /** The operations that have an attribute, by "name=value", as sent by the kernel since the graph last grew. */
  readonly attributes = new Map<string, Set<number>>();
  /** How many scopes are drawn elsewhere than their names say. */
  private placed = 0;
  private addedPerScope: Int32Array = new Int32Array(0);
  /** 1 for each operation of a regularization loss. */
  penalties: Uint8Array = new Uint8Array(0);
  /** The role of each operation, and per scope how many are auxiliary, and how many of these SERVING and SETTING. */
  private roles: Uint8Array = new Uint8Array(0);
  private outsidePerScope: Int32Array = new Int32Array(0);
  private servingPerScope: Int32Array = new Int32Array(0);
  private settingsPerScope: Int32Array = new Int32Array(0);
  /** WIRING or SIZES for each operation of the plumbing. */
  plumbing: Uint8Array = new Uint8Array(0);
  /** As in conds.ts. */
  conds: Map<number, number> = new Map();
  private layers: Int32Array = new Int32Array(0);
  /** How many operations are not auxiliary. */
  modelSize = 0;
  private layerOperations: Uint8Array = new Uint8Array(0);
  private layerOperationsPerScope: Int32Array = new Int32Array(0);
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
    this.added = new Set(known ? ids.filter((id) => id >= known) : []);
    const homes = this.analyze();
    graph.names.place(homes);
    if (homes.size || this.placed) hierarchy.forget();
    else hierarchy.grow(known);
    this.placed = homes.size;
    this.addedPerScope = graph.names.sums(this.added);
    this.sum();
    this.auxiliaryCache.clear();
    this.neighborCache.clear();
    this.attributes.clear();
    return true;
  }

  /** Computes again what a growing graph needs, with the same results: browsers compile what has run several times. */
  rehearse(): void {
    this.graph.texts.find("");
    this.analyze();
    this.sum();
  }

  /** Finds the roles of operations; returns the homes of weights. */
  private analyze(): Map<number, number> {
    const { graph } = this;
    this.roles = auxiliary(graph);
    this.penalties = penalties(graph);
    return weightHomes(graph, this.roles, this.penalties);
  }

  /** What follows from the roles, and from where scopes are drawn. */
  private sum(): void {
    const { graph } = this;
    this.outsidePerScope = graph.names.sums(indicesWhere(this.roles, (role) => role > 0));
    this.servingPerScope = graph.names.sums(indicesWhere(this.roles, isServing));
    this.settingsPerScope = graph.names.sums(indicesWhere(this.roles, (role) => role === SETTING));
    this.layers = layersOfVariables(graph, this.roles);
    this.conds = conds(graph);
    this.plumbing = plumbing(graph, this.roles, this.conds);
    this.layerOperations = this.variablesAndSharers();
    this.layerOperationsPerScope = graph.names.sums(indicesWhere(this.layerOperations, (is) => is > 0));
    this.modelSize = 0;
    for (const role of this.roles) if (!role) this.modelSize++;
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
        [...neighbors].every((other) =>
          // An initial value becomes auxiliary, its variable stays.
          this.isOutsideModel(other) ? !this.serves(other) || this.isAuxiliary(other) : true,
        )
      );
    // What has edges to auxiliary nodes alone is beside these: an optimizer's own variables, what assigns its rate.
    return (
      parent === this.hierarchy.root ||
      neighbors.size >= TANGLES ||
      (neighbors.size > 0 && [...neighbors].every((other) => this.isOutsideModel(other)))
    );
  }

  /** Whether an edge leads from a variable of one layer to another layer, which shares it. */
  isShared(producer: number, user: number): boolean {
    const { scopes, parents } = this.graph.names;
    const layer = this.layers[scopes[producer]];
    if (layer < 0 || this.layers[scopes[user]] === layer) return false;
    for (let at = scopes[user]; at >= 0; at = parents[at]) if (at === layer) return false;
    return true;
  }

  /** Whether an operation is no part of the model itself. */
  isOutside(id: number): boolean {
    return this.roles[id] > 0;
  }

  /** Whether no operation in `node` is part of the model itself. */
  isOutsideModel(node: Node): boolean {
    return tally(node, this.outsidePerScope, (id) => (this.roles[id] ? 1 : 0)) === node.size;
  }

  /** Whether it says how the model runs: whether this is training, a dropout rate. */
  isSetting(node: Node): boolean {
    return tally(node, this.settingsPerScope, (id) => (this.roles[id] === SETTING ? 1 : 0)) === node.size;
  }

  /** Whether `node` is or has a layer: a scope with variables, or that shares those of another layer. */
  hasLayer(node: Node): boolean {
    return tally(node, this.layerOperationsPerScope, (id) => this.layerOperations[id]) > 0;
  }

  private variablesAndSharers(): Uint8Array {
    const { roles } = this;
    const { count, types, texts, typeTexts, inputLists } = this.graph;
    const isOne = new Set([...typeTexts].filter((type) => isVariable(texts.of(type))));
    const found = new Uint8Array(count);
    for (let id = 0; id < count; id++) {
      if (roles[id]) continue;
      if (isOne.has(types[id])) found[id] = 1;
      const end = inputLists.at[id] + inputLists.length[id];
      for (let i = inputLists.at[id]; i < end; i += 2)
        if (this.isShared(inputLists.data[i], id)) found[id] = 1;
    }
    return found;
  }

  private serves(node: Node): boolean {
    return tally(node, this.servingPerScope, (id) => (isServing(this.roles[id]) ? 1 : 0)) > 0;
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

/** Settings are drawn as what serves the model is: apart from it, as far out as they are. */
function isServing(role: number): boolean {
  return role > 0 && role !== FEEDING;
}

function* indicesWhere(numbers: Uint8Array, test: (number: number) => boolean): Iterable<number> {
  for (let i = 0; i < numbers.length; i++) if (test(numbers[i])) yield i;
}
