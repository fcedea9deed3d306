/** One picture of a graph: which scopes are open in it, and where everything visible goes. */
import { layout } from "../layout/layout.ts";
import type { Box, Link, Placed, Spec } from "../layout/types.ts";
import { type Bundle, type Content, type End, endKey, readContent, type Stub } from "./content.ts";
import { edgeLabel, edgeTitle, edgeWidth, wordsFor } from "./describe.ts";
import { isScope, type Node } from "./hierarchy.ts";
import { kindOf } from "./kinds.ts";
import type { Model } from "./model.ts";
import type { Scene, SceneEdge, SceneNode, SceneStub } from "./scene.ts";
import { ASIDE, labelSize, nodeSize, SCOPE, STUB, stubWidth } from "./sizes.ts";
import { DEFAULT_METRICS, type Metrics, shorten } from "./text.ts";

/** Scopes open by themselves while the picture stays below so many nodes, and none that has more children. */
const OPENS_BY_ITSELF = { visible: 26, children: 12 };

interface Side {
  nodes: Node[];
  spec: Spec;
  bundles: Bundle[];
  placed: Placed;
}

/** An open scope, arranged: its own size, and its content relative to its top left corner. */
interface Arrangement {
  width: number;
  height: number;
  main: Side;
  aside: Side;
  /** x of each port, by its key. */
  ports: Map<string, number>;
  inner: Map<Node, Arrangement>;
  stubs: Map<Node, SceneStub[]>;
  /** Where the main side and the aside side begin. */
  mainX: number;
  asideX: number;
  top: number;
}

export class Picture {
  private readonly chosen = new Map<string, boolean>();
  private readonly settled = new Map<string, boolean>();
  private readonly moved = new Map<string, boolean>();
  private readonly cache = new Map<string, { key: string; placed: Placed }>();

  constructor(
    private readonly model: Model,
    private readonly metrics: Metrics = DEFAULT_METRICS,
  ) {}

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

  /** Sets a node aside, or puts it back among its siblings. */
  move(path: string): void {
    const node = this.model.hierarchy.find(path);
    if (node) this.moved.set(path, !this.isAside(node));
  }

  readonly isAside = (node: Node): boolean => this.moved.get(node.path) ?? this.model.isAside(node);

  scene(): Scene {
    const { graph, hierarchy, added } = this.model;
    this.openByItself();
    const arrangement = this.arrange(hierarchy.root);
    const scene: Scene = {
      width: arrangement.width,
      height: arrangement.height,
      nodes: [],
      edges: [],
      asides: [],
      cursor: graph.cursor,
      operations: graph.ops.length,
      added: added.size,
    };
    this.emit(scene, hierarchy.root, arrangement, 0, 0);
    return scene;
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
    const { hierarchy, graph } = this.model;
    const waiting = [hierarchy.root];
    let visible = hierarchy.root.children.size;
    for (let scope = waiting.shift(); scope; scope = waiting.shift()) {
      const scopes = [...scope.children.values()].filter(isScope);
      const fresh = scopes.filter(
        (child) =>
          !this.settled.has(child.path) &&
          child.children.size <= OPENS_BY_ITSELF.children &&
          kindOf(graph, child) === "scope" &&
          !this.isAside(child),
      );
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

  private arrange(scope: Node): Arrangement {
    const { graph, hierarchy } = this.model;
    const content = readContent(graph, hierarchy.places, scope, this.isAside);
    const inner = new Map<Node, Arrangement>();
    for (const child of [...content.main, ...content.aside])
      if (isScope(child) && this.isOpen(child)) inner.set(child, this.arrange(child));
    const stubs = this.stubs(content, inner);
    const main = this.side(`${scope.path}|main`, content.main, content, inner, stubs);
    const aside = this.side(`${scope.path}|aside`, content.aside, content, inner, stubs);
    const outermost = scope.parent === null;
    const edge = outermost ? { header: 0, side: 0, bottom: 0 } : SCOPE;
    const title = outermost ? 0 : nodeSize("scope", scope.name, "", true, this.metrics).width;
    const caption = content.aside.length ? ASIDE.caption : 0;
    const asideWidth = content.aside.length ? ASIDE.gap + aside.placed.width : 0;
    const width = Math.max(title, main.placed.width + asideWidth + 2 * edge.side);
    const mainX = (width - main.placed.width - asideWidth) / 2;
    const arrangement: Arrangement = {
      width,
      height: edge.header + Math.max(main.placed.height, aside.placed.height + caption) + edge.bottom,
      main,
      aside,
      inner,
      stubs,
      mainX,
      asideX: mainX + main.placed.width + ASIDE.gap,
      top: edge.header,
      ports: new Map(),
    };
    main.spec.boxes.forEach((box, i) => {
      if (box.port) arrangement.ports.set(box.id, mainX + main.placed.boxes[i].x + box.width / 2);
    });
    return arrangement;
  }

  private side(
    key: string,
    nodes: Node[],
    content: Content,
    inner: Map<Node, Arrangement>,
    stubs: Map<Node, SceneStub[]>,
  ): Side {
    const index = new Map<string, number>();
    const boxes: Box[] = nodes.map((node, i) => {
      index.set(node.path, i);
      return this.box(node, inner.get(node), stubs.get(node) ?? [], content);
    });
    const here = new Set(nodes);
    const bundles = content.bundles.filter(({ from, to }) => here.has(from.port ? to.node : from.node));
    for (const { from, to } of bundles)
      for (const end of [from, to])
        if (end.port && !index.has(endKey(end))) {
          index.set(endKey(end), boxes.length);
          boxes.push({ id: endKey(end), width: 2, height: 0, port: end.port });
        }
    const links = bundles.map((bundle): Link => {
      const { from, to } = bundle;
      const label = this.label(bundle, bundles);
      return {
        id: `${endKey(from)}→${endKey(to)}`,
        from: index.get(endKey(from)) as number,
        to: index.get(endKey(to)) as number,
        fromOffset: portOffset(inner.get(from.node), from, { ...to, port: "bottom" }),
        toOffset: portOffset(inner.get(to.node), to, { ...from, port: "top" }),
        label: label ? labelSize(label, this.metrics) : undefined,
      };
    });
    return { nodes, spec: { boxes, links }, bundles, placed: this.layOut(key, { boxes, links }) };
  }

  /** An edge that goes on from outside says only what is not already written out there. */
  private label(bundle: Bundle, bundles: Bundle[]): string {
    const { from, to } = bundle;
    if (to.port) return "";
    if (from.port) {
      const tensors = bundles
        .filter((other) => endKey(other.from) === endKey(from))
        .flatMap((b) => [...b.tensors.keys()]);
      if (new Set(tensors).size <= 1) return "";
    }
    return edgeLabel(bundle);
  }

  /** The layout of one side of one scope; the earlier one when nothing in it changed. */
  private layOut(scope: string, spec: Spec): Placed {
    const key = JSON.stringify(spec);
    const known = this.cache.get(scope);
    if (known?.key === key) return known.placed;
    const before = new Map<string, number>();
    if (known) {
      const boxes: Box[] = JSON.parse(known.key).boxes;
      boxes.forEach((box, i) => {
        before.set(box.id, known.placed.boxes[i].x + box.width / 2);
      });
    }
    const placed = layout(spec, before);
    this.cache.set(scope, { key, placed });
    return placed;
  }

  private box(node: Node, open: Arrangement | undefined, stubs: SceneStub[], content: Content): Box {
    const { kind, name, note } = wordsFor(this.model.graph, node, open !== undefined);
    const size = open ?? nodeSize(kind, name, note, isScope(node), this.metrics);
    const right = stubs.length ? STUB.lead + Math.max(...stubs.map((stub) => stub.width)) : 0;
    const minor = kind !== "placeholder" && !content.bundles.some(({ to }) => to.node === node && !to.port);
    return { id: node.path, width: size.width, height: size.height, right, minor };
  }

  /** The signs beside each closed child; an open scope shows them inside. */
  private stubs(content: Content, inner: Map<Node, Arrangement>): Map<Node, SceneStub[]> {
    const byChild = new Map<Node, Stub[]>();
    for (const stub of content.stubs) {
      if (inner.has(stub.child)) continue;
      const known = byChild.get(stub.child);
      if (known) known.push(stub);
      else byChild.set(stub.child, [stub]);
    }
    return new Map([...byChild].map(([child, list]) => [child, this.summed(list)]));
  }

  private summed(stubs: Stub[]): SceneStub[] {
    const shown = stubs.length > STUB.most ? stubs.slice(0, STUB.most - 1) : stubs;
    const signs = shown.map(({ neighbor, gives, takes }) =>
      this.sign(neighbor.name, neighbor.path, gives, takes),
    );
    const rest = stubs.slice(shown.length);
    if (rest.length)
      signs.push(
        this.sign(
          `${rest.length} more`,
          "",
          rest.some((s) => s.gives),
          rest.some((s) => s.takes),
        ),
      );
    return signs;
  }

  private sign(name: string, target: string, gives: boolean, takes: boolean): SceneStub {
    const text = shorten(name, 16);
    return { text, target, gives, takes, width: stubWidth(text, this.metrics) };
  }

  private emit(scene: Scene, scope: Node, arrangement: Arrangement, x: number, y: number): void {
    const { main, aside, mainX, asideX, top } = arrangement;
    this.emitSide(scene, scope, arrangement, main, x + mainX, y + top, false);
    if (!aside.nodes.length) return;
    scene.asides.push({
      scope: scope.path,
      x: x + asideX - ASIDE.gap / 2,
      y: y + top,
      height: arrangement.height - top,
    });
    this.emitSide(scene, scope, arrangement, aside, x + asideX, y + top + ASIDE.caption, true);
  }

  private emitSide(
    scene: Scene,
    scope: Node,
    all: Arrangement,
    side: Side,
    x: number,
    y: number,
    aside: boolean,
  ): void {
    side.nodes.forEach((node, i) => {
      const at = side.placed.boxes[i];
      const open = all.inner.get(node);
      scene.nodes.push(
        this.sceneNode(
          scope,
          node,
          side.spec.boxes[i],
          x + at.x,
          y + at.y,
          aside,
          all.stubs.get(node) ?? [],
          open !== undefined,
        ),
      );
      if (open) this.emit(scene, node, open, x + at.x, y + at.y);
    });
    side.bundles.forEach((bundle, i) => {
      scene.edges.push(this.sceneEdge(scope, all, side, bundle, i, x, y));
    });
  }

  private sceneNode(
    scope: Node,
    node: Node,
    box: Box,
    x: number,
    y: number,
    aside: boolean,
    stubs: SceneStub[],
    open: boolean,
  ): SceneNode {
    return {
      path: node.path,
      parent: scope.path,
      ...wordsFor(this.model.graph, node, open),
      opens: isScope(node),
      open,
      aside,
      added: this.model.addedIn(node),
      x,
      y,
      width: box.width,
      height: box.height,
      stubs,
    };
  }

  private sceneEdge(
    scope: Node,
    all: Arrangement,
    side: Side,
    bundle: Bundle,
    i: number,
    x: number,
    y: number,
  ): SceneEdge {
    const { from, to, kind } = bundle;
    const path = side.placed.paths[i].map((value, k) => value + (k % 2 ? y : x));
    const bottom = all.height - all.top - side.placed.height;
    if (from.port)
      path.unshift(path[0], path[1] - all.top, path[0], path[1] - all.top, path[0], path[1] - all.top);
    if (to.port) {
      const [endX, endY] = path.slice(-2);
      path.push(endX, endY, endX, endY + bottom, endX, endY + bottom);
    }
    const label = this.label(bundle, side.bundles);
    const at = side.placed.labels[i];
    const goesOn = to.port || all.inner.get(to.node)?.ports.has(endKey({ node: from.node, port: "top" }));
    return {
      id: `${scope.path}|${side.spec.links[i].id}`,
      from: endKey(from),
      to: endKey(to),
      kind,
      path,
      arrow: !goesOn,
      added: [...bundle.tensors.keys()].some((id) => this.model.added.has(Number.parseInt(id, 10))),
      label,
      labelAt: at && { x: at.x + x, y: at.y + y },
      title: edgeTitle(this.model.graph, bundle),
      width: edgeWidth(bundle),
    };
  }
}

/** Where an edge meets an open scope: at the port that its inner part comes from. */
function portOffset(open: Arrangement | undefined, end: End, port: End): number {
  if (!open || end.port) return 0;
  const at = open.ports.get(endKey(port));
  return at === undefined ? 0 : at - open.width / 2;
}
