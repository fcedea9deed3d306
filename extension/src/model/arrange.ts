/** Arranges open scopes, inner ones first: what each shows, how large that is and where it goes. */
import { layout } from "../layout/layout.ts";
import type { Box, Link, Placed, Spec } from "../layout/types.ts";
import { type Bundle, type Content, type End, endKey, readContent } from "./content.ts";
import { wordsFor } from "./describe.ts";
import { edgeLabel } from "./edgewords.ts";
import { isScope, type Node } from "./hierarchy.ts";
import type { Model } from "./model.ts";
import type { SceneStub } from "./scene.ts";
import type { Shown } from "./shown.ts";
import { signs } from "./signs.ts";
import { ASIDE, labelSize, nodeSize, SCOPE, STUB } from "./sizes.ts";
import type { Metrics } from "./text.ts";

/** The main part of a scope, or what is set aside in it. */
export interface Side {
  nodes: Node[];
  bundles: Bundle[];
  /** The text on each bundle. */
  labels: string[];
  spec: Spec;
  placed: Placed;
}

/** An open scope: its own size, and its content relative to its top left corner. */
export interface Arrangement {
  width: number;
  height: number;
  main: Side;
  aside: Side;
  /** Where the main side and the aside side begin. */
  mainX: number;
  asideX: number;
  top: number;
  /** x of each port, by its key. */
  ports: Map<string, number>;
  /** The open scopes in it. */
  inner: Map<Node, Arrangement>;
  stubs: Map<Node, SceneStub[]>;
}

export class Arranger {
  private readonly cache = new Map<string, { key: string; spec: Spec; placed: Placed }>();

  constructor(
    private readonly model: Model,
    private readonly shown: Shown,
    private readonly metrics: Metrics,
    private readonly isOpen: (node: Node) => boolean,
  ) {}

  arrange(scope: Node): Arrangement {
    const { model, metrics } = this;
    const content = readContent(model, this.shown, scope);
    const inner = new Map<Node, Arrangement>();
    for (const child of [...content.main, ...content.aside])
      if (isScope(child) && this.isOpen(child)) inner.set(child, this.arrange(child));
    const stubs = signs(content.stubs, (child) => inner.has(child), metrics);
    const main = this.side(`${scope.path}|main`, content.main, content, inner, stubs);
    const aside = this.side(`${scope.path}|aside`, content.aside, content, inner, stubs);

    const frame = scope.parent ? SCOPE : { header: 0, side: 0, bottom: 0 };
    const title = scope.parent
      ? nodeSize("scope", wordsFor(model.graph, scope, this.shown.name(scope), true).name, "", true, metrics)
          .width
      : 0;
    const caption = content.aside.length ? ASIDE.caption : 0;
    const asideWidth = content.aside.length ? ASIDE.gap + aside.placed.width : 0;
    const width = Math.max(title, main.placed.width + asideWidth + 2 * frame.side);
    const mainX = (width - main.placed.width - asideWidth) / 2;
    const ports = new Map<string, number>();
    main.spec.boxes.forEach((box, i) => {
      if (box.port) ports.set(box.id, mainX + main.placed.boxes[i].x + box.width / 2);
    });
    return {
      width,
      height: frame.header + Math.max(main.placed.height, aside.placed.height + caption) + frame.bottom,
      main,
      aside,
      mainX,
      asideX: mainX + main.placed.width + ASIDE.gap,
      top: frame.header,
      ports,
      inner,
      stubs,
    };
  }

  private side(
    key: string,
    nodes: Node[],
    content: Content,
    inner: Map<Node, Arrangement>,
    stubs: Map<Node, SceneStub[]>,
  ): Side {
    const index = new Map(nodes.map((node, i) => [node.path, i]));
    const boxes = nodes.map((node) => this.box(node, inner.get(node), stubs.get(node) ?? []));
    const here = new Set(nodes);
    const bundles = content.bundles.filter(({ from, to }) => here.has(from.port ? to.node : from.node));
    for (const end of bundles.flatMap(({ from, to }) => [from, to]))
      if (end.port && !index.has(endKey(end))) {
        index.set(endKey(end), boxes.length);
        boxes.push({ id: endKey(end), width: 2, height: 0, port: end.port });
      }
    const labels = bundles.map((bundle) => label(bundle, bundles));
    const links = bundles.map(
      ({ from, to, kind }, i): Link => ({
        id: `${endKey(from)}→${endKey(to)}`,
        from: index.get(endKey(from)) as number,
        to: index.get(endKey(to)) as number,
        fromOffset: portOffset(inner.get(from.node), from, { ...to, port: "bottom" }),
        toOffset: portOffset(inner.get(to.node), to, { ...from, port: "top" }),
        free: kind === "control",
        label: labels[i] ? labelSize(labels[i], this.metrics) : undefined,
      }),
    );
    const spec = { boxes, links };
    return { nodes, bundles, labels, spec, placed: this.layOut(key, spec) };
  }

  private box(node: Node, open: Arrangement | undefined, stubs: SceneStub[]): Box {
    const { kind, name, note } = wordsFor(this.model.graph, node, this.shown.name(node), open !== undefined);
    const { width, height } = open ?? nodeSize(kind, name, note, isScope(node), this.metrics);
    const right = stubs.length ? STUB.lead + Math.max(...stubs.map((stub) => stub.width)) : 0;
    const minor = kind === "variable" || kind === "constant" || this.model.isOther(node);
    return { id: node.path, width, height, right, minor, free: isScope(node) };
  }

  /** The layout of one side of one scope; the earlier one when nothing in it changed. */
  private layOut(side: string, spec: Spec): Placed {
    const key = JSON.stringify(spec);
    const known = this.cache.get(side);
    if (known?.key === key) return known.placed;
    const before = new Map<string, number>();
    known?.spec.boxes.forEach((box, i) => {
      before.set(box.id, known.placed.boxes[i].x + box.width / 2);
    });
    const placed = layout(spec, before);
    this.cache.set(side, { key, spec, placed });
    return placed;
  }
}

/** An edge that goes on from outside says only what is not already written out there. */
function label(bundle: Bundle, bundles: Bundle[]): string {
  const { from, to } = bundle;
  if (to.port) return "";
  if (from.port) {
    const siblings = bundles.filter((other) => endKey(other.from) === endKey(from));
    if (new Set(siblings.flatMap(({ tensors }) => [...tensors.keys()])).size <= 1) return "";
  }
  return edgeLabel(bundle);
}

/** Where an edge meets an open scope: at the port that its inner part comes from. */
function portOffset(open: Arrangement | undefined, end: End, port: End): number {
  if (!open || end.port) return 0;
  const at = open.ports.get(endKey(port));
  return at === undefined ? 0 : at - open.width / 2;
}
