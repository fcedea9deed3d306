/** One picture of a graph: which scopes are open in it, and the scene that comes of that. */
import { Arranger } from "./arrange.ts";
import { compose } from "./compose.ts";
import { isScope, type Node } from "./hierarchy.ts";
import { kindOf } from "./kinds.ts";
import type { Model } from "./model.ts";
import type { Scene } from "./scene.ts";
import { DEFAULT_METRICS, type Metrics } from "./text.ts";

/** Scopes open by themselves while the picture stays below so many nodes, and none that has more children. */
const OPENS_BY_ITSELF = { visible: 26, children: 12 };

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

  /** Small graphs show themselves: outer scopes open first, siblings together, while the picture stays small. */
  private openByItself(): void {
    const { root } = this.model.hierarchy;
    const waiting = [root];
    let visible = root.children.size;
    for (let scope = waiting.shift(); scope; scope = waiting.shift()) {
      const scopes = [...scope.children.values()].filter(isScope);
      const fresh = scopes.filter((child) => this.mayOpen(child));
      const more = fresh.reduce((sum, child) => sum + child.children.size, 0);
      for (const child of scopes)
        if (!this.settled.has(child.path))
          this.settled.set(child.path, fresh.includes(child) && visible + more <= OPENS_BY_ITSELF.visible);
      for (const child of scopes) {
        if (!this.isOpen(child)) continue;
        visible += child.children.size;
        waiting.push(child);
      }
    }
  }

  private mayOpen(scope: Node): boolean {
    const { graph } = this.model;
    const isSmall = scope.children.size <= OPENS_BY_ITSELF.children;
    return (
      isSmall &&
      !this.settled.has(scope.path) &&
      kindOf(graph, scope) === "scope" &&
      !this.model.isOther(scope)
    );
  }
}
