/** Lays out open scopes, inner ones first: the content, the size and the position of each. */
import { type Direction, transposedSize } from "../../layout/direction.ts";
import { layout } from "../../layout/layout.ts";
import type { Box, Link, Placed, Point, Spec } from "../../layout/types.ts";
import type { FoldedHierarchy } from "../folding/folded-hierarchy.ts";
import { isScope, type Node } from "../hierarchy/hierarchy.ts";
import type { Model } from "../hierarchy/model.ts";
import { type Metrics, textWidth } from "../text/metrics.ts";
import { type Bundle, type Content, type End, endKey, readContent, type Stub } from "./content.ts";
import { branchText, edgeLabel } from "./edge-labels.ts";
import { auxiliaryCaption } from "./labels.ts";
import { nodeLabel } from "./node-labels.ts";
import type { AuxiliaryArea, SceneStub } from "./scene.ts";
import {
  AUXILIARY,
  FONT,
  labelSize,
  nodeSize,
  PLUMBING,
  plumbingSize,
  SCOPE,
  STUB,
  titleWidth,
} from "./sizes.ts";
import { sceneStubs } from "./stubs.ts";

const ALL_NAMED = 40; // operations of a model whose stubs all have names
const TITLE_GAP = 7; // px between an open scope's title and an edge
const CHEVRON_SIDE = 8; // px of that which the chevron before the title leaves free itself

/** The main or the auxiliary part of a scope. `spec` and `placed` are a layout's, whose links lead down. */
export interface Region {
  nodes: Node[];
  bundles: Bundle[];
  /** The label of each bundle. */
  labels: string[];
  spec: Spec;
  placed: Placed;
}

/** The layout of an open scope: its size, and its content relative to its top left corner. */
export interface Arrangement {
  width: number;
  height: number;
  /** Where its title begins. */
  titleX: number;
  main: Region;
  auxiliary: Region;
  /** Top left corners of the main and the auxiliary region. */
  mainAt: Point;
  auxiliaryAt: Point;
  area?: AuxiliaryArea;
  /** For each port, by its key, where it is on the scope's border: x, or y where data flows to the right. */
  ports: Map<string, number>;
  /** The size of the node for the plumbing, at the right of the title; below all others in the outermost scope. */
  plumbing?: { width: number; height: number };
  /** The open scopes in it. */
  inner: Map<Node, Arrangement>;
  stubs: Map<Node, SceneStub[]>;
  content: Content;
}

export class Arranger {
  private readonly cache = new Map<string, { key: string; spec: Spec; placed: Placed }>();
  /** The order of an open scope's ports, where the layout around it requires one. */
  private readonly ranks = new Map<Node, Map<string, number>>();
  /** For each scope the outer layout for which reordering its ports did not help. */
  private readonly refused = new Map<Node, Placed>();

  constructor(
    private readonly model: Model,
    private readonly folding: FoldedHierarchy,
    /** The widths of the page's font. */
    public metrics: Metrics,
    private readonly isOpen: (node: Node) => boolean,
    public direction: Direction = "down",
  ) {}

  /** Returns whether that is a change: then everything is laid out anew. */
  setDirection(direction: Direction): boolean {
    if (direction === this.direction) return false;
    this.direction = direction;
    for (const known of [this.cache, this.ranks, this.refused]) known.clear();
    return true;
  }

  arrange(scope: Node): Arrangement {
    const content = readContent(this.model, this.folding, scope);
    const inner = new Map<Node, Arrangement>();
    for (const child of [...content.main, ...content.auxiliary])
      if (isScope(child) && this.isOpen(child)) inner.set(child, this.arrange(child));
    return this.fit(scope, content, inner);
  }

  private fit(scope: Node, content: Content, inner: Map<Node, Arrangement>): Arrangement {
    const { model, metrics } = this;
    const stubs = sceneStubs(
      content.stubs,
      (child) => inner.has(child),
      (stub) => this.isBrief(stub),
      metrics,
    );
    const lay = () => this.region(scope, "main", content.main, content, inner, stubs);
    let main = lay();
    // Consumers first: their own order matters least.
    for (const child of [...inner.keys()].reverse()) main = this.reorderPorts(child, inner, main, lay);
    const auxiliary = this.region(scope, "auxiliary", content.auxiliary, content, inner, stubs);

    const frame = scope.parent ? SCOPE : { header: 0, side: 0, bottom: 0, badges: 0 };
    const { name } = scope.parent
      ? nodeLabel(model.graph, scope, this.folding.name(scope), true)
      : { name: "" };
    const title = titleWidth(name, metrics);
    const least = scope.parent ? nodeSize("scope", name, "", true, metrics).width : 0;
    const plumbing =
      content.plumbing && plumbingSize(nodeLabel(model.graph, content.plumbing, "", false).name, metrics);
    const below = !scope.parent && plumbing ? plumbing.height + PLUMBING.gap : 0;
    const regions = this.regions(main, auxiliary, least, frame);
    const { mainAt, auxiliaryAt, area } = regions;
    const ports = new Map<string, number>();
    const start = this.direction === "right" ? mainAt.y : mainAt.x;
    main.spec.boxes.forEach((box, i) => {
      if (box.port) ports.set(box.id, start + main.placed.boxes[i].x + box.width / 2);
    });
    // Edges that enter at the left do not meet the title.
    const entries =
      scope.parent && this.direction === "down"
        ? [...entriesOf(main, mainAt.x), ...entriesOf(auxiliary, auxiliaryAt.x)]
        : [];
    const titleX = freeX(entries, title, regions.width);
    // The node for the plumbing is at the right of the title and of the edges that enter.
    const covered = scope.parent ? Math.max(titleX + title, ...entries) : 0;
    const width = Math.max(
      regions.width,
      scope.parent ? titleX + title + TITLE_GAP : 0,
      plumbing ? covered + PLUMBING.gap + plumbing.width + PLUMBING.side : 0,
    );
    const height = regions.height + below;
    if (area?.width) area.width = width - 2 * frame.side;
    else if (area) area.height = height - area.y;
    return {
      width,
      height,
      titleX: scope.parent ? titleX : 0,
      plumbing,
      main,
      auxiliary,
      mainAt,
      auxiliaryAt,
      area,
      ports,
      inner,
      stubs,
      content,
    };
  }

  /** Places the two regions in a scope's frame: side by side, or where data flows to the right the auxiliary beneath. */
  private regions(
    main: Region,
    auxiliary: Region,
    least: number,
    { header, side, bottom, badges }: typeof SCOPE,
  ): { width: number; height: number; mainAt: Point; auxiliaryAt: Point; area?: AuxiliaryArea } {
    const { gap, caption, baseline, above } = AUXILIARY;
    const text = auxiliaryCaption();
    const hasAuxiliary = auxiliary.nodes.length > 0;
    const own = transposedSize(main.placed, this.direction);
    const other = transposedSize(auxiliary.placed, this.direction);
    if (hasAuxiliary) other.width = Math.max(other.width, textWidth(text, FONT.note, this.metrics));
    const isRight = this.direction === "right";
    const inner = hasAuxiliary
      ? isRight
        ? Math.max(own.width, other.width)
        : own.width + gap + other.width
      : own.width;
    const width = Math.max(least, inner + 2 * side);
    const mainAt = { x: (width - inner) / 2, y: header + (isRight ? badges : 0) };
    if (isRight) {
      const end = mainAt.y + own.height;
      const line = end + gap / 2;
      const auxiliaryAt = { x: mainAt.x, y: line + above + caption + SCOPE.badges };
      if (!hasAuxiliary) return { width, height: end + bottom, mainAt, auxiliaryAt };
      const captionAt = { x: mainAt.x, y: line + above + baseline };
      const area = { caption: text, captionAt, x: side, y: line, width, height: 0 };
      return { width, height: auxiliaryAt.y + other.height + bottom, mainAt, auxiliaryAt, area };
    }
    const auxiliaryAt = { x: mainAt.x + own.width + gap, y: header + caption };
    const height = header + Math.max(own.height, hasAuxiliary ? caption + other.height : 0) + bottom;
    if (!hasAuxiliary) return { width, height, mainAt, auxiliaryAt };
    const captionAt = { x: auxiliaryAt.x, y: header + baseline };
    const area = { caption: text, captionAt, x: auxiliaryAt.x - gap / 2, y: header, width: 0, height };
    return { width, height, mainAt, auxiliaryAt, area };
  }

  /**
   * Whether a stub is an arrow without a name: in larger models most nodes have those to gradients and optimizers. A
   * layer's settings have names.
   */
  private isBrief({ child, neighbor, apart }: Stub): boolean {
    const { model, folding } = this;
    return (
      model.modelSize > ALL_NAMED &&
      !apart &&
      folding.isAuxiliary(neighbor) &&
      !folding.isAuxiliary(child) &&
      !model.isOutsideModel(child) &&
      !model.isSetting(neighbor)
    );
  }

  /** Reorders the ports of an open scope where that saves crossings in total. */
  private reorderPorts(child: Node, inner: Map<Node, Arrangement>, main: Region, lay: () => Region): Region {
    const open = inner.get(child) as Arrangement;
    if (!main.placed.crossings || open.ports.size < 2 || this.refused.get(child) === main.placed) return main;
    const wanted = wantedOrder(child, main);
    const now = [...open.ports.keys()].filter((key) => wanted.has(key));
    now.sort((a, b) => (open.ports.get(a) ?? 0) - (open.ports.get(b) ?? 0));
    if (now.every((key, i) => i === 0 || (wanted.get(key) ?? 0) >= (wanted.get(now[i - 1]) ?? 0)))
      return main;
    const old = this.ranks.get(child);
    const saved = new Map(this.cache);
    this.ranks.set(child, wanted);
    const reordered = this.fit(child, open.content, open.inner);
    inner.set(child, reordered);
    const other = lay();
    const count = (outer: Region, { main: own }: Arrangement) =>
      outer.placed.crossings + own.placed.crossings;
    if (count(other, reordered) < count(main, open)) return other;
    inner.set(child, open);
    if (old) this.ranks.set(child, old);
    else this.ranks.delete(child);
    for (const [key, known] of saved) this.cache.set(key, known);
    this.refused.set(child, main.placed);
    return main;
  }

  private region(
    scope: Node,
    which: "main" | "auxiliary",
    nodes: Node[],
    content: Content,
    inner: Map<Node, Arrangement>,
    stubs: Map<Node, SceneStub[]>,
  ): Region {
    const index = new Map(nodes.map((node, i) => [node.path, i]));
    const boxes = nodes.map((node) => this.box(node, inner.get(node), stubs.get(node) ?? []));
    const here = new Set(nodes);
    const bundles = content.bundles.filter(({ from, to }) => here.has(from.port ? to.node : from.node));
    for (const end of bundles.flatMap(({ from, to }) => [from, to]))
      if (end.port && !index.has(endKey(end))) {
        index.set(endKey(end), boxes.length);
        const rank = this.ranks.get(scope)?.get(endKey(end));
        boxes.push({ id: endKey(end), width: 2, height: 0, port: end.port, rank });
      }
    const several = portsOfSeveral(bundles);
    const labels = bundles.map((bundle) => {
      // An edge that continues from outside has no label where the label outside says the same.
      const isWritten = bundle.to.port || (bundle.from.port && !several.has(bundle.from.node));
      return branchText(bundle) || (isWritten ? "" : edgeLabel(this.model.graph, bundle).label);
    });
    const links = bundles.map(
      ({ from, to, kind }, i): Link => ({
        id: `${endKey(from)}→${endKey(to)}`,
        from: index.get(endKey(from)) as number,
        to: index.get(endKey(to)) as number,
        fromOffset: this.portOffset(inner.get(from.node), from, { ...to, port: "bottom" }),
        toOffset: this.portOffset(inner.get(to.node), to, { ...from, port: "top" }),
        free: kind === "control",
        label: labels[i]
          ? { text: labels[i], ...transposedSize(labelSize(labels[i], this.metrics), this.direction) }
          : undefined,
      }),
    );
    const spec = { boxes, links };
    return { nodes, bundles, labels, spec, placed: this.layOut(`${scope.path}|${which}`, spec) };
  }

  private box(node: Node, open: Arrangement | undefined, stubs: SceneStub[]): Box {
    const { kind, name, note } = nodeLabel(
      this.model.graph,
      node,
      this.folding.name(node),
      open !== undefined,
    );
    const size = open ?? nodeSize(kind, name, note, isScope(node), this.metrics);
    const minor = kind === "variable" || kind === "constant" || this.model.isOutsideModel(node);
    const box = {
      id: node.path,
      ...transposedSize(size, this.direction),
      right: 0,
      minor,
      free: isScope(node),
    };
    if (!stubs.length) return box;
    const widest = Math.max(...stubs.map((stub) => stub.width));
    if (this.direction === "down") return { ...box, right: STUB.lead + widest };
    const right = STUB.drop + stubs.length * (STUB.height + STUB.gap) - STUB.gap;
    return { ...box, right, stubHeight: widest };
  }

  /** Where an edge meets an open scope, from the middle of its border: at the port where it continues. */
  private portOffset(open: Arrangement | undefined, end: End, port: End): number {
    const at = end.port ? undefined : open?.ports.get(endKey(port));
    return open && at !== undefined ? at - transposedSize(open, this.direction).width / 2 : 0;
  }

  /** The layout of one region of one scope; the earlier one when nothing in it changed. */
  private layOut(region: string, spec: Spec): Placed {
    const key = JSON.stringify(spec);
    const known = this.cache.get(region);
    if (known?.key === key) return known.placed;
    const before = new Map<string, number>();
    known?.spec.boxes.forEach((box, i) => {
      before.set(box.id, known.placed.boxes[i].x + box.width / 2);
    });
    known?.spec.links.forEach(({ id }, i) => {
      const path = known.placed.paths[i];
      before.set(id, path[6 * Math.floor(path.length / 12)]);
    });
    const placed = layout(spec, before);
    this.cache.set(region, { key, spec, placed });
    return placed;
  }
}

/** The x where edges enter a scope from above. */
function entriesOf({ spec, placed }: Region, left: number): number[] {
  return spec.boxes.flatMap(({ port, width }, i) =>
    port === "top" ? [left + placed.boxes[i].x + width / 2] : [],
  );
}

/** Where a title of this width begins, so that none of the edges that enter at these x runs through it. */
function freeX(entries: number[], title: number, width: number): number {
  const sorted = entries.sort((a, b) => a - b);
  const starts = [0, ...sorted.map((x) => Math.ceil(x + TITLE_GAP - CHEVRON_SIDE))];
  const fits = (start: number, i: number) => start + title + TITLE_GAP <= Math.min(sorted[i] ?? width, width);
  // Where none has the space, the scope becomes wider.
  return starts.find(fits) ?? starts[starts.length - 1];
}

/** The x, in the layout, from which edges come to the ports of an open scope, and to which they go. */
function wantedOrder(child: Node, { bundles, placed }: Region): Map<string, number> {
  const wanted = new Map<string, number>();
  bundles.forEach(({ from, to }, i) => {
    const path = placed.paths[i];
    const bends = path.flatMap((x, k) =>
      k % 6 === 0 && k + 6 < path.length && x !== path[k + 6] ? [k] : [],
    );
    const [first, last] = [bends[0], bends[bends.length - 1]];
    if (to.node === child && !to.port)
      wanted.set(endKey({ node: from.node, port: "top" }), last === undefined ? path[0] : path[last]);
    if (from.node === child && !from.port)
      wanted.set(endKey({ node: to.node, port: "bottom" }), first === undefined ? path[0] : path[first + 6]);
  });
  return wanted;
}

/** The ports through which more than one tensor enters. */
function portsOfSeveral(bundles: Bundle[]): Set<Node> {
  const first = new Map<Node, number>();
  const several = new Set<Node>();
  for (const { from, tensors } of bundles)
    if (from.port && !several.has(from.node))
      for (const key of tensors.keys()) {
        if (!first.has(from.node)) first.set(from.node, key);
        if (first.get(from.node) !== key) {
          several.add(from.node);
          break;
        }
      }
  return several;
}
