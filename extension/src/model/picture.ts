/** One picture of a graph: which scopes are open in it, and the scene that comes of that. */
import { Arranger } from "./arrange.ts";
import { compose } from "./compose.ts";
import { isScope, type Node } from "./hierarchy.ts";
import { kindOf } from "./kinds.ts";
import type { Model } from "./model.ts";
import type { Scene } from "./scene.ts";
import { DEFAULT_METRICS, type Metrics } from "./text.ts";

/** Scopes open by themselves while the picture has at most so many nodes; inner ones only in small graphs. */
const OPENS_BY_ITSELF = { visible: 26, operations: 150 };

export class Picture {
  /** What the reader opened and closed. */
  private readonly chosen = new Map<string, boolean>();
  /** What was decided for each other scope when it was first seen; a growing graph changes nothing about it. */
  private readonly settled = new Map<string, boolean>();
  private readonly arranger: Arranger;

  constructor(
    private readonly model: Model,
    metrics: Metrics = DEFAULT_METRICS,
  ) {
    this.arranger = new Arranger(model, metrics, (node) => this.isOpen(node));
  }

  isOpen(node: Node): boolean {
    return node.parent === null || (this.chosen.get(node.path) ?? this.settled.get(node.path) ?? false);
  }

  /** Opens or closes a scope. */
  toggle(path: string): void {
    const node = this.model.hierarchy.find(path);
    if (!node || !isScope(node)) return;
    this.chosen.set(path, !this.isOpen(node));
    for (const child of node.children.values())
      if (!this.settled.has(child.path)) this.settled.set(child.path, false);
  }

  /** Opens every scope around `path`, so that it can be seen. */
  reveal(path: string): void {
    for (let at = this.model.hierarchy.find(path)?.parent; at; at = at.parent) this.chosen.set(at.path, true);
  }

  scene(): Scene {
    this.openByItself();
    return compose(this.model, this.arranger.arrange(this.model.hierarchy.root));
  }

  /** The visible node that stands for `node`: itself, or the closed scope that it lies in. */
  visible(node: Node): Node {
    let shown = node;
    for (let at: Node | null = node; at?.parent; at = at.parent)
      if (!this.isOpen(at.parent)) shown = at.parent;
    return shown;
  }

  /** Small graphs show themselves: scopes open from the outside in, siblings all or none. */
  private openByItself(): void {
    const { graph, hierarchy } = this.model;
    const waiting = [hierarchy.root];
    let visible = hierarchy.root.children.size;
    for (let scope = waiting.shift(); scope; scope = waiting.shift()) {
      const scopes = [...scope.children.values()].filter(isScope);
      const fresh = scopes.filter((child) => !this.settled.has(child.path) && this.isModel(child));
      const more = fresh.reduce((sum, child) => sum + child.children.size, 0);
      const reaches = scope.parent === null || graph.count <= OPENS_BY_ITSELF.operations;
      for (const child of scopes)
        if (!this.settled.has(child.path))
          this.settled.set(
            child.path,
            reaches && this.isModel(child) && visible + more <= OPENS_BY_ITSELF.visible,
          );
      for (const child of scopes) {
        if (!this.isOpen(child)) continue;
        visible += child.children.size;
        waiting.push(child);
      }
    }
  }

  /** Whether a scope is part of the model; initial values, gradients and variables stay closed. */
  private isModel(scope: Node): boolean {
    return kindOf(this.model.graph, scope) === "scope" && !this.model.isOther(scope);
  }
}
