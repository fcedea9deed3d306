/** Draws a scene as SVG, and animates the change from the previous one. */
import { set, svg } from "../../dom.ts";
import type { AuxiliaryArea, Scene, SceneEdge, SceneNode } from "../../model/diagram/scene.ts";
import { FONT, SCOPE, STUB } from "../../model/diagram/sizes.ts";
import type { Thumbnail } from "../../model/diagram/thumbnail.ts";
import { animate } from "../animation.ts";
import type { Tree } from "../tree.ts";
import type { EdgePaint, Layer, NodePaint } from "./paint.ts";
import {
  badgePlate,
  behind,
  CHEVRON,
  openToggleAt,
  type Spot,
  type StubPlace,
  strip,
  stubOrigin,
  stubPlaces,
  toggleAt,
} from "./parts.ts";
import { plot } from "./plot.ts";
import { arrowhead, curve, edgeClass, nodeClass, ornament, outline, rounded, withinHead } from "./shapes.ts";
import { hasSign, type Title, titleAt, titlesAt } from "./titles.ts";
import { growth, type Line, wordSize, wordStep, wordsOf } from "./words.ts";

interface DrawnNode {
  node: SceneNode;
  /** The data that it was drawn from except its position: while that is the same, its elements are reused. */
  look: string;
  /** An open scope's box is below the edges, everything else above them. */
  box?: SVGGElement;
  group: SVGGElement;
  /** The tree item: the outline, because the words in the group are less than its label. */
  item: SVGElement;
  x: number;
  y: number;
  transform: string;
  /** The paint that was applied last, and the class names, the style and the badge among it. */
  paint: string;
  rest: string;
  badge?: Badge;
  title?: string;
}

/** A badge that is drawn: its parts change with what it says, as long as it has the same ones. */
interface Badge {
  form: string;
  sign: SVGGElement;
  rect: SVGRectElement;
  thumbnail?: SVGElement;
  text?: SVGTextElement;
}

interface DrawnEdge {
  edge: SceneEdge;
  look: string;
  group: SVGGElement;
  hit: SVGPathElement;
  line: SVGPathElement;
  head: SVGPathElement;
  label?: SVGTextElement;
  labelAt?: Spot;
  path: number[];
  curve: string;
  paint: string;
}

/** What is highlighted by pointer and keyboard: drawn on top of all layers. */
export interface Emphasis {
  current: string;
  chosen: string;
  /** Ids of the edges at these nodes. */
  highlighted: Set<string>;
}

export class Drawing {
  readonly root = svg("g", { class: "drawing" });
  private readonly layers = {
    boxes: this.root.appendChild(svg("g", { class: "boxes" })),
    auxiliaryAreas: this.root.appendChild(svg("g", { class: "auxiliary-areas" })),
    edges: this.root.appendChild(svg("g", { class: "edges" })),
    nodes: this.root.appendChild(svg("g", { class: "nodes" })),
    labels: this.root.appendChild(svg("g", { class: "labels" })),
  };
  private nodes = new Map<string, DrawnNode>();
  private edges = new Map<string, DrawnEdge>();
  private emphasis: Emphasis = { current: "", chosen: "", highlighted: new Set() };
  private step = 0;
  private stop = () => {};

  /** Shows `scene`; if `moving`, known nodes and edges glide to their new place and new ones fade in. */
  show(scene: Scene, tree: Tree, moving: boolean): void {
    this.stop();
    const nodesFrom = new Map([...this.nodes].map(([path, { x, y }]) => [path, { x, y }]));
    const edgesFrom = new Map([...this.edges].map(([id, { path, labelAt }]) => [id, { path, labelAt }]));
    this.rebuild(scene, tree);
    this.emphasize(this.emphasis);
    const place = (t: number) => {
      for (const drawn of this.nodes.values()) placeNode(drawn, nodesFrom.get(drawn.node.path), t);
      for (const drawn of this.edges.values()) {
        const from = edgesFrom.get(drawn.edge.id);
        placeEdge(drawn, from?.path, t);
        placeLabel(drawn, from?.labelAt, t);
      }
      this.root.style.setProperty("--arrival", String(t));
    };
    if (moving && nodesFrom.size) this.stop = animate(place);
    else place(1);
  }

  /** Sets the sizes of all words for a zoom. */
  setWords(zoom: number, anew = false): void {
    const step = wordStep(zoom);
    if (step === this.step && !anew) return;
    this.step = step;
    this.applyWords();
  }

  private applyWords(): void {
    const { step } = this;
    this.root.style.setProperty("--small", `${wordSize(FONT.label, step).toFixed(2)}px`);
    this.root.style.setProperty("--growth", growth(step).toFixed(3));
    const nodes = [...this.nodes.values()];
    const titles = titlesAt(
      nodes.map(({ node }) => node),
      step,
    );
    for (const { node, group } of nodes) {
      const title = titles.get(node.path);
      if (title) setTitle(node, group, title);
      else setWordsOf(node, group, step);
    }
  }

  element(path: string): SVGGElement | undefined {
    return this.nodes.get(path)?.group;
  }

  item(path: string): SVGElement | undefined {
    return this.nodes.get(path)?.item;
  }

  /** Paints nodes and edges: marks as class names, colours, badges, notes. */
  mark(paint: Required<Layer>): void {
    let hasOtherNotes = false;
    for (const drawn of this.nodes.values())
      if (markNode(drawn, paint.node(drawn.node) ?? {})) hasOtherNotes = true;
    for (const drawn of this.edges.values()) markEdge(drawn, paint.edge(drawn.edge) ?? {});
    if (hasOtherNotes) this.applyWords();
    this.emphasize(this.emphasis);
  }

  /** Updates only the elements whose highlight changes. */
  emphasize(next: Emphasis): void {
    const { current, chosen, highlighted } = this.emphasis;
    this.emphasis = next;
    this.toggle(current, "current", false);
    this.toggle(chosen, "chosen", false);
    this.toggle(next.current, "current", true);
    this.toggle(next.chosen, "chosen", true);
    for (const id of highlighted)
      if (!next.highlighted.has(id)) this.edges.get(id)?.group.classList.remove("followed");
    for (const id of next.highlighted) this.edges.get(id)?.group.classList.add("followed");
  }

  private toggle(path: string, mark: string, on: boolean): void {
    const drawn = this.nodes.get(path);
    drawn?.group.classList.toggle(mark, on);
    drawn?.box?.classList.toggle(mark, on);
  }

  private rebuild(scene: Scene, tree: Tree): void {
    const { nodes, edges } = this;
    this.nodes = new Map(scene.nodes.map((node) => [node.path, drawNode(node, tree, nodes.get(node.path))]));
    this.edges = new Map(scene.edges.map((edge) => [edge.id, drawEdge(edge, edges.get(edge.id))]));
    const drawn = [...this.nodes.values()];
    const lines = [...this.edges.values()];
    fill(
      this.layers.boxes,
      drawn.flatMap(({ box }) => box ?? []),
    );
    this.layers.auxiliaryAreas.replaceChildren(...scene.auxiliaryAreas.flatMap(areaBorder));
    fill(
      this.layers.edges,
      lines.map(({ group }) => group),
    );
    fill(
      this.layers.nodes,
      drawn.map(({ group }) => group),
    );
    fill(
      this.layers.labels,
      lines.flatMap(({ label }) => label ?? []),
    );
  }
}

/** Makes `wanted` the children of `parent`; touches only those that are added, removed or moved. */
function fill(parent: Element, wanted: Element[]): void {
  const stays = new Set(wanted);
  for (const child of [...parent.children]) if (!stays.has(child)) child.remove();
  let at = parent.firstElementChild;
  for (const element of wanted)
    if (element === at) at = at.nextElementSibling;
    else parent.insertBefore(element, at);
}

function setTitle(node: SceneNode, group: SVGGElement, { text, size }: Title): void {
  const title = group.querySelector(".title") as SVGTextElement;
  title.textContent = text;
  const style = `font-size: ${size.toFixed(2)}px`;
  set(title, { ...titleAt(size, node), style, display: size ? undefined : "none" });
  group.classList.toggle("afar", !hasSign(size));
}

function setWordsOf(node: SceneNode, group: SVGGElement, step: number): void {
  const [name, note] = [".name", ".note"].map((part) => group.querySelector<SVGTextElement>(part));
  const words = wordsOf(node, step, note?.getAttribute("data-text") ?? node.note);
  const put = (element: SVGTextElement | null, line: Line | undefined) => {
    if (!element) return;
    set(element, { display: line ? undefined : "none" });
    if (!line) return;
    const { x, y, text, size } = line;
    element.textContent = text;
    set(element, { x: x.toFixed(1), y: y.toFixed(1), style: `font-size: ${size.toFixed(2)}px` });
  };
  put(name, words.name);
  put(note, words.note);
  group.classList.toggle("crowded", !words.chevron);
}

function placeNode(drawn: DrawnNode, from: { x: number; y: number } | undefined, t: number): void {
  const { node } = drawn;
  drawn.x = from ? from.x + (node.x - from.x) * t : node.x;
  drawn.y = from ? from.y + (node.y - from.y) * t : node.y;
  const transform = `translate(${drawn.x.toFixed(2)} ${drawn.y.toFixed(2)})`;
  if (transform === drawn.transform) return;
  drawn.transform = transform;
  drawn.group.setAttribute("transform", transform);
  drawn.box?.setAttribute("transform", transform);
}

function placeEdge(drawn: DrawnEdge, from: number[] | undefined, t: number): void {
  const { edge, group, label } = drawn;
  const glides = from?.length === edge.path.length && t < 1;
  drawn.path = glides ? edge.path.map((value, i) => from[i] + (value - from[i]) * t) : edge.path;
  if (from && !glides) for (const part of [group, label]) part?.classList.toggle("arriving", t < 1);
  const text = curve(drawn.path);
  if (text === drawn.curve) return;
  drawn.curve = text;
  const atStart = edge.kind === "reference";
  const hasHead = edge.arrow || atStart;
  drawn.line.setAttribute("d", hasHead ? curve(withinHead(drawn.path, atStart, edge.width)) : text);
  drawn.hit.setAttribute("d", text);
  drawn.head.setAttribute("d", hasHead ? arrowhead(drawn.path, atStart, edge.width) : "");
}

function placeLabel(drawn: DrawnEdge, from: Spot | undefined, t: number): void {
  const { edge, label } = drawn;
  if (!label || !edge.labelAt) return;
  const { x, y } = edge.labelAt;
  const at = from ? { x: from.x + (x - from.x) * t, y: from.y + (y - from.y) * t } : { x, y };
  if (at.x === drawn.labelAt?.x && at.y === drawn.labelAt.y) return;
  drawn.labelAt = at;
  set(label, { x: at.x.toFixed(1), y: (at.y + 3.5).toFixed(1) });
}

/** Returns whether the node has another note than before. */
function markNode(drawn: DrawnNode, paint: NodePaint): boolean {
  const key = JSON.stringify(paint);
  if (key === drawn.paint) return false;
  drawn.paint = key;
  const { node, group, item, box } = drawn;
  const { marks = [], fill, parts, badge, thumbnail, note, title } = paint;
  const all = fill ? [...marks, "painted"] : marks;
  const style = fill && `--fill: ${fill}`;
  const state = [badge, ...(title?.split("\n") ?? [])].filter(Boolean).join(", ");
  set(item, { "aria-description": state || undefined });
  drawn.title = title;
  markBadge(drawn, badge ?? "", thumbnail);
  const rest = JSON.stringify([all, style, note, parts]);
  if (rest === drawn.rest) return false;
  drawn.rest = rest;
  set(group, { class: [nodeClass(node), ...all].join(" "), style });
  if (box) set(box, { class: ["box", ...all].join(" "), style });
  const line = group.querySelector(".note");
  const hasOtherNote = line !== null && line.getAttribute("data-text") !== (note ?? null);
  if (line) set(line, { "data-text": note });
  group.querySelector(":scope > .strip")?.remove();
  if (parts) group.insertBefore(stripSign(parts, node), drawn.badge?.sign ?? null);
  return hasOtherNote;
}

function markEdge(drawn: DrawnEdge, paint: EdgePaint): void {
  const { edge, group, line, label: text } = drawn;
  const { marks = [], color, width, label } = paint;
  const key = JSON.stringify([marks, color, width, label]);
  if (key === drawn.paint) return;
  drawn.paint = key;
  const all = color ? [...marks, "painted"] : marks;
  set(group, { class: edgeClass(edge, all), style: color && `--color: ${color}` });
  line.setAttribute("stroke-width", (width ?? edge.width).toFixed(2));
  if (!text) return;
  set(text, { class: ["label", ...marks].join(" ") });
  text.textContent = label ?? edge.label;
}

function drawNode(node: SceneNode, tree: Tree, known: DrawnNode | undefined): DrawnNode {
  const look = JSON.stringify({ ...node, x: 0, y: 0 });
  const drawn = known?.look === look ? { ...known, node } : newNode(node, look, known);
  const { level, position, siblings } = tree.branch(node.path);
  set(drawn.item, {
    "aria-label": tree.ariaLabel(node),
    "aria-level": level,
    "aria-posinset": position,
    "aria-setsize": siblings,
  });
  for (const stub of drawn.group.querySelectorAll(".stub")) set(stub, { "aria-level": level + 1 });
  return drawn;
}

function newNode(node: SceneNode, look: string, known: DrawnNode | undefined): DrawnNode {
  const box = node.open ? scopeBox(node) : undefined;
  const group = nodeGroup(node);
  const item = group.querySelector(".shape, .bar") as SVGElement;
  set(item, { role: "treeitem", "aria-expanded": node.opens ? String(node.open) : undefined });
  if (!known) for (const element of [group, box]) element?.classList.add("arriving");
  return {
    node,
    look,
    box,
    group,
    item,
    x: node.x,
    y: node.y,
    transform: "",
    paint: "{}",
    rest: "[[],null,null,null]",
  };
}

function drawEdge(edge: SceneEdge, known: DrawnEdge | undefined): DrawnEdge {
  const look = JSON.stringify({ ...edge, path: 0, labelAt: edge.labelAt !== undefined });
  if (known?.look === look) return { ...known, edge };
  const hit = svg("path", { class: "hit" });
  const line = svg("path", { class: "line", "stroke-width": edge.width.toFixed(2) });
  const head = svg("path", { class: "head" });
  const attributes = {
    class: edgeClass(edge),
    "data-from": edge.from,
    "data-to": edge.to,
    "data-edge": edge.id,
  };
  const group = svg("g", attributes, hit, line, head);
  const label = edge.labelAt && svg("text", { class: "label", "data-edge": edge.id }, edge.label);
  if (!known) for (const element of [group, label]) element?.classList.add("arriving");
  return {
    edge,
    look,
    group,
    hit,
    line,
    head,
    label,
    path: edge.path,
    curve: "",
    paint: "[[],null,null,null]",
  };
}

function nodeGroup(node: SceneNode): SVGGElement {
  const { path, kind, name, width, height, open, opens } = node;
  const group = svg("g", {
    class: nodeClass(node),
    "data-path": path,
  });
  if (open) {
    group.append(
      svg("path", { class: "bar", d: rounded(width, SCOPE.header - 6, 9) }),
      chevron(openToggleAt(node), true),
      svg("text", { class: "title", "aria-hidden": "true", ...titleAt(FONT.title, node) }, name),
    );
    return group;
  }
  for (const away of behind(kind))
    group.append(
      svg("path", {
        class: "behind",
        d: outline(kind, width, height),
        transform: `translate(${away} ${away})`,
      }),
    );
  group.append(svg("path", { class: "shape", d: outline(kind, width, height) }));
  const more = ornament(kind, width);
  if (more) group.append(svg("path", { class: "ornament", d: more }));
  if (opens) group.append(chevron(toggleAt(node), false));
  group.append(...words(node), stubs(node));
  return group;
}

/** Their places depend on the zoom. The node's label has more than they show. */
function words({ name, note }: SceneNode): SVGTextElement[] {
  const word = (part: string, text: string) => svg("text", { class: part, "aria-hidden": "true" }, text);
  return note ? [word("name", name), word("note", note)] : [word("name", name)];
}

function chevron({ x, y }: Spot, open: boolean): SVGGElement {
  return svg(
    "g",
    { class: "toggle", transform: `translate(${x} ${y})` },
    svg("rect", { x: -10, y: -11, width: 20, height: 22, class: "touch" }),
    svg("path", { d: open ? CHEVRON.open : CHEVRON.closed }),
  );
}

/** They grow at low zoom, away from the node. */
function stubs(node: SceneNode): SVGGElement {
  const { x, y } = stubOrigin(node);
  return svg(
    "g",
    { class: "stubs", style: `transform-origin: ${x}px ${y}px` },
    ...stubPlaces(node).map(stubSign),
  );
}

function stubSign({ stub, x, y, lead, arrows, arrowAt, textAt }: StubPlace): SVGGElement {
  return svg(
    "g",
    {
      class: stub.written ? "stub reference" : "stub",
      "data-target": stub.target,
      "data-tip": stub.tip,
      role: "treeitem",
      "aria-label": stub.tip.replaceAll("\n", ", "),
    },
    svg("path", { class: "lead", d: lead }),
    svg("rect", { x, y, width: stub.width, height: STUB.height, rx: STUB.height / 2 }),
    svg("path", { class: "arrows", d: arrows, transform: `translate(${arrowAt.x} ${arrowAt.y})` }),
    svg("text", { ...textAt, "aria-hidden": "true" }, stub.text),
  );
}

/** Draws what a badge says now, in the one that is there if it has the same parts. */
function markBadge(drawn: DrawnNode, words: string, thumbnail: Thumbnail | undefined): void {
  const { node, group, badge: old } = drawn;
  const plotted = thumbnail && !thumbnail.image ? plot(thumbnail) : undefined;
  const form = words || thumbnail ? `${plotted?.kind ?? (thumbnail && "image")} ${words !== ""}` : "";
  if (old && old.form !== form) {
    old.sign.remove();
    drawn.badge = undefined;
  }
  if (!form) return;
  const { x, y, width, height, radius, growsUp, thumbnailAt, textAt } = badgePlate(words, node, thumbnail);
  const badge = drawn.badge ?? newBadge(form, words !== "", thumbnail, plotted?.kind);
  if (!drawn.badge) group.append(badge.sign);
  drawn.badge = badge;
  change(badge.sign, {
    style: `transform: translate(${x}px, ${y}px) scale(var(--growth, 1)); transform-origin: 0 ${growsUp ? height : 0}px`,
  });
  change(badge.rect, { width, height, rx: radius });
  if (badge.text) {
    change(badge.text, textAt);
    if (badge.text.textContent !== words) badge.text.textContent = words;
  }
  if (!thumbnail || !badge.thumbnail) return;
  if (plotted)
    change(badge.thumbnail, {
      d: plotted.d,
      transform: `translate(${thumbnailAt.x} ${thumbnailAt.y})`,
    });
  else
    change(badge.thumbnail, {
      ...thumbnailAt,
      width: thumbnail.width,
      height: thumbnail.height,
      href: `data:image/png;base64,${thumbnail.image}`,
    });
}

/** Sets attributes that are different. */
function change(element: Element, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes))
    if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/** A badge: a few characters at the node's border, a thumbnail, or both. */
function newBadge(form: string, hasWords: boolean, thumbnail?: Thumbnail, kind?: string): Badge {
  const rect = svg("rect");
  const sign = svg("g", { class: "badge", "aria-hidden": "true" }, rect);
  const shown = thumbnail && (kind ? svg("path", { class: kind }) : svg("image"));
  const text = hasWords ? svg("text") : undefined;
  sign.append(...[shown, text].flatMap((part) => part ?? []));
  return { form, sign, rect, thumbnail: shown, text };
}

function stripSign(parts: NonNullable<NodePaint["parts"]>, node: SceneNode): SVGGElement {
  const pieces = strip(parts, node).map(({ tint, ...place }) =>
    svg("rect", { class: `tint-${tint}`, ...place }),
  );
  return svg("g", { class: "strip" }, ...pieces);
}

function scopeBox(node: SceneNode): SVGGElement {
  return svg(
    "g",
    { class: "box", "data-path": node.path },
    svg("path", { d: rounded(node.width, node.height, 9) }),
  );
}

function areaBorder({ x, y, width, height, caption, captionAt }: AuxiliaryArea): SVGElement[] {
  return [
    svg("path", { class: "divider", d: `M${x} ${y}l${width} ${height}` }),
    svg("text", { class: "caption", ...captionAt }, caption),
  ];
}
