/** One diagram of a graph: which scopes are open in it, and the scene that follows from that. */
import type { Direction } from "../../layout/direction.ts";
import { FoldedHierarchy } from "../folding/folded-hierarchy.ts";
import { isGradients } from "../graph/gradients.ts";
import type { Hidden } from "../hierarchy/hidden.ts";
import { isScope, type Node } from "../hierarchy/hierarchy.ts";
import { kindOf } from "../hierarchy/kinds.ts";
import type { Model } from "../hierarchy/model.ts";
import { asStack } from "../hierarchy/stack.ts";
import { DEFAULT_METRICS, type Metrics } from "../text/metrics.ts";
import { Arranger } from "./arrangement.ts";
import { compose } from "./composition.ts";
import type { Scene } from "./scene.ts";

/**
 * Scopes open automatically while the main graph has at most so many nodes: in small graphs all, in others those that
 * have layers in them.
 */
const FULL = 26;
const WITH_LAYERS = 36;
const SMALL = 100; // operations of a small graph
/** Where only so many nodes would be in view, nothing of the model could be read: the limit is higher. */
const FEW = 3;
const OF_FEW = 80;
/** The limit where the reader requested a depth. */
const MOST = 1_000;

/** px that the main graph is wide at most when calls of one network open by themselves. */
const WIDE = 1_100;
/** Names of layers that normalize: they have no layers in them. */
const NORM = /norm(ali[sz]ation)?[\d_]*$|^bn/i;
const FOLDS_TO_FIT = 500; // nodes of a scope
/** So many scopes of one scene are arranged before they are opened, in a graph with so many operations. */
const PREPARED = 40;
const LARGE = 5_000;

export class Diagram {
  /** What the reader opened and closed. */
  private readonly chosen = new Map<string, boolean>();
  /** What was decided for each other scope when it was first visible; a growing graph does not change it. */
  private readonly settled = new Map<string, boolean>();
  private readonly folding: FoldedHierarchy;
  private readonly arranger: Arranger;
  /** The paths of the nodes in the last scene. */
  private visiblePaths = new Set<string>();
  /** The tensors that the edges of the last scene represent, by `tensorKey` under the edge's id. */
  readonly carried = new Map<string, number[]>();
  /** The paths of those in the main graph. */
  private mainPaths = new Set<string>();
  /** Whether the graph is built in the diagram: layer by layer, which begin closed also while it is small. */
  private isBuilt = false;
  /** The closed scopes that are arranged already, under `preparedFor`. */
  private prepared = new Set<Node>();
  private preparedFor: object = {};

  constructor(
    private readonly model: Model,
    metrics: Metrics = DEFAULT_METRICS,
    /** How many levels of scopes are open; undefined lets the diagram decide. */
    private readonly depth?: number,
  ) {
    this.folding = new FoldedHierarchy(model);
    this.arranger = new Arranger(model, this.folding, metrics, (node) => this.isOpen(node));
  }

  /** Sizes nodes for another font. */
  setMetrics(metrics: Metrics): void {
    this.arranger.metrics = metrics;
    this.preparedFor = {};
  }

  isOpen(node: Node): boolean {
    return node.parent === null || (this.chosen.get(node.path) ?? this.settled.get(node.path) ?? false);
  }

  /** The scope, stack or operation at `path`. */
  find(path: string): Node | undefined {
    return this.folding.find(path);
  }

  /** Opens or closes a scope or a stack; shows more of a long list. */
  toggle(path: string): void {
    const node = this.folding.find(path);
    if (!node || !isScope(node)) return;
    const stack = asStack(node);
    if (stack?.stackKind === "rest") {
      this.folding.showMore(stack);
      return;
    }
    if (stack?.stackKind === "plumbing") {
      this.folding.togglePlumbing(stack.scope);
      return;
    }
    this.chosen.set(path, !this.isOpen(node));
    for (const child of this.folding.children(node))
      if (!this.settled.has(child.path)) this.settled.set(child.path, false);
  }

  /** Removes a node from the main graph, or adds it again; the choice stays while the graph grows. */
  setAuxiliary(path: string, auxiliary: boolean): void {
    this.folding.choose(path, auxiliary);
  }

  /** The nodes that the reader removed from the main graph, or added to it. */
  get auxiliaryChoices(): [string, boolean][] {
    return this.folding.choices;
  }

  /** From now on the graph is built in the diagram. */
  build(): void {
    this.isBuilt = true;
  }

  /** Restores what a reader chose: which scopes are open, and what is auxiliary. */
  restore(open: [string, boolean][], auxiliary: [string, boolean][]): void {
    for (const [path, isOpen] of open) this.settled.set(path, isOpen);
    this.folding.restore(auxiliary);
  }

  /** Draws auxiliary nodes beside the main graph, or in it; returns whether that is a change. */
  drawApart(apart: boolean): boolean {
    return this.folding.drawApart(apart);
  }

  /** Lays it out in another direction; returns whether that is a change. */
  setDirection(direction: Direction): boolean {
    const isChange = this.arranger.setDirection(direction);
    if (isChange) this.preparedFor = {};
    return isChange;
  }

  /** The operations that are not drawn, as plumbing; undefined where there are none. */
  get hidden(): Hidden | undefined {
    return this.folding.hidden;
  }

  /** Keeps what the reader named in the main graph; returns whether that is new. */
  keep(nodes: Node[]): boolean {
    return nodes.map((node) => this.folding.keep(node)).includes(true);
  }

  /** Opens every scope and stack around `path`, so that it is visible. */
  reveal(path: string): void {
    const node = this.folding.find(path);
    if (!node) return;
    const stacks = this.folding.ancestors(node).flatMap((scope) => asStack(scope) ?? []);
    const plumbing = stacks.find(({ stackKind }) => stackKind === "plumbing");
    if (plumbing) this.folding.togglePlumbing(plumbing.scope);
    const rest = stacks.find(({ stackKind }) => stackKind === "rest");
    if (rest) this.folding.showMore(rest, node);
    for (const scope of this.folding.ancestors(node)) this.chosen.set(scope.path, true);
  }

  /**
   * The scopes and stacks around `node`, from the outermost in, and the node itself; a path into a variable ends at
   * the variable.
   */
  pathTo(node: Node): string[] {
    const chain = [...this.folding.ancestors(node), node];
    const inner = chain.findIndex((scope) => kindOf(this.model.graph, scope) === "variable");
    return chain.slice(0, inner < 0 ? undefined : inner + 1).map(({ path }) => path);
  }

  scene(): Scene {
    this.folding.refresh(this.mainPaths);
    const opened = this.openAutomatically();
    const arrange = () => this.arranger.arrange(this.model.hierarchy.root);
    let root = arrange();
    for (const calls of opened.reverse()) {
      if (root.main.placed.width <= WIDE) break;
      for (const { path } of calls) this.settled.set(path, false);
      root = arrange();
    }
    const { metrics, direction } = this.arranger;
    this.carried.clear();
    const scene = compose(this.model, this.folding, root, metrics, direction, this.carried);
    this.visiblePaths = new Set(scene.nodes.map((node) => node.path));
    this.mainPaths = new Set(scene.nodes.filter((node) => !node.auxiliary).map((node) => node.path));
    return scene;
  }

  /** Arranges the largest closed scope that is not arranged yet; returns false when there is none. */
  prepareNext(): boolean {
    if (this.model.graph.count < LARGE) return false;
    if (this.preparedFor !== this.folding.version) {
      this.preparedFor = this.folding.version;
      this.prepared = new Set();
    }
    if (this.prepared.size >= PREPARED) return false;
    let largest: Node | undefined;
    for (const node of this.nodes())
      if (isScope(node) && !this.isOpen(node) && asStack(node)?.stackKind !== "rest")
        if (!this.prepared.has(node) && node.size > (largest?.size ?? 0)) largest = node;
    if (!largest) return false;
    this.prepared.add(largest);
    this.arranger.arrange(largest);
    return true;
  }

  /** The nodes of the last scene. */
  nodes(): Node[] {
    return [...this.visiblePaths].flatMap((path) => this.folding.find(path) ?? []);
  }

  /** The visible node that represents `node`: itself, or the closed scope or folded stack that contains it. */
  visible(node: Node): Node {
    return this.visibleChain(node)[0] ?? this.model.hierarchy.root;
  }

  /** The visible node that represents `node`, and the open scopes and stacks around it, from the inside out. */
  visibleChain(node: Node): Node[] {
    const chain: Node[] = [];
    let at = this.model.hierarchy.root;
    while (this.isOpen(at)) {
      const child = this.folding.toward(at, node);
      if (!child) break;
      chain.unshift(child);
      at = child;
    }
    return chain;
  }

  /**
   * Opens scopes automatically, from the outside in, of siblings those with the fewest nodes first, as long as the
   * main graph that they show fits, and calls of one network together; entrances in any graph. Returns the calls that
   * it opened.
   */
  private openAutomatically(): Node[][] {
    const opened: Node[][] = [];
    const { graph, hierarchy } = this.model;
    const isSmall = graph.count <= SMALL && !this.isBuilt;
    const { depth = Infinity } = this;
    const isRequested = depth < Infinity;
    const most = isRequested ? MOST : isSmall ? FULL : WITH_LAYERS;
    const shown = (scope: Node) =>
      this.folding.children(scope).filter((child) => !this.folding.isAuxiliary(child));
    const waiting = [hierarchy.root];
    let visible = shown(hierarchy.root).length;
    for (let scope = waiting.shift(); scope; scope = waiting.shift()) {
      const opens = (child: Node, calls: Node[]) => {
        if (this.joins(child)) return true;
        if (scope.depth >= depth || !this.isModel(child)) return false;
        if (this.isEntrance(child)) return true;
        return (
          (isSmall || isRequested || this.hasLayers(child)) &&
          child.children.size <= FOLDS_TO_FIT &&
          visible + calls.reduce((sum, one) => sum + shown(one).length, 0) <= (visible > FEW ? most : OF_FEW)
        );
      };
      const scopes = this.folding.children(scope).filter(isScope);
      /** What calls of one network have in common, also where each has variables of its own. */
      const key = (child: Node) =>
        child.children.size > FOLDS_TO_FIT || !this.isModel(child)
          ? child.path
          : String(shown(child).map((one) => this.folding.name(one)));
      const keys = new Map(scopes.map((child) => [child, key(child)]));
      for (const child of scopes.sort((a, b) => a.children.size - b.children.size)) {
        if (!this.settled.has(child.path)) {
          const calls = scopes.filter((one) => keys.get(one) === keys.get(child));
          // Of a row of numbered blocks the first shows what is in each.
          const isRow = calls.every(({ name }) => /\d$/.test(name));
          const known = isRow ? undefined : calls.find(({ path }) => this.settled.has(path));
          const isOpen = known ? this.isOpen(known) : opens(child, isRow ? [child] : calls);
          this.settled.set(child.path, isOpen);
          if (isOpen && !isRequested && !known && calls.length > 1) opened.push(isRow ? [child] : calls);
        }
        if (!this.isOpen(child)) continue;
        visible += shown(child).length;
        waiting.push(child);
      }
    }
    return opened;
  }

  /** Whether a scope contains only placeholders: it opens, to show the inputs. */
  private isEntrance(scope: Node): boolean {
    const nodes = [...scope.children.values()];
    return nodes.length <= 4 && nodes.every((node) => kindOf(this.model.graph, node) === "placeholder");
  }

  /** Whether a scope has scopes in it that are or have layers. */
  private hasLayers(scope: Node): boolean {
    const { model } = this;
    if (!model.hasLayer(scope) || scope.children.size > FOLDS_TO_FIT || NORM.test(scope.name)) return false;
    const children = [...scope.children.values()];
    // Of a layer that is normalized the norm is a part.
    const isLayer = children.some((child) => kindOf(model.graph, child) === "variable");
    return children.some(
      (child) =>
        isScope(child) &&
        model.hasLayer(child) &&
        kindOf(model.graph, child) === "scope" &&
        !(isLayer && NORM.test(child.name)),
    );
  }

  /** Whether a new stack is formed around visible nodes: it opens, so that these stay visible. */
  private joins(node: Node): boolean {
    const stack = asStack(node);
    return stack !== undefined && [...stack.children.keys()].some((path) => this.visiblePaths.has(path));
  }

  /** Whether a scope is part of the model; initial values, gradients, variables and stacks stay closed. */
  private isModel(scope: Node): boolean {
    return (
      kindOf(this.model.graph, scope) === "scope" &&
      !this.model.isOutsideModel(scope) &&
      !isGradients(scope.name)
    );
  }
}
