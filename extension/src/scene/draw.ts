/** Draws a scene as SVG and moves what was there before to its new place. */
import type { Scene, SceneEdge, SceneNode } from "../model/scene.ts";
import { ASIDE, BADGE, SCOPE, STUB } from "../model/sizes.ts";
import { set, svg } from "./dom.ts";
import { animate } from "./motion.ts";
import type { Layer } from "./paint.ts";
import { arrowhead, curve, ornament, outline, rounded } from "./shapes.ts";

interface DrawnNode {
  node: SceneNode;
  /** All that is drawn of it but its place: while it stays the same, so do the elements. */
  look: string;
  /** An open scope's box lies below the edges, everything else above them. */
  box?: SVGGElement;
  group: SVGGElement;
  x: number;
  y: number;
}

interface DrawnEdge {
  edge: SceneEdge;
  look: string;
  group: SVGGElement;
  path: number[];
}

export class Drawing {
  readonly root = svg("g", { class: "drawing" });
  private readonly layers = {
    boxes: this.root.appendChild(svg("g", { class: "boxes" })),
    asides: this.root.appendChild(svg("g", { class: "asides" })),
    edges: this.root.appendChild(svg("g", { class: "edges" })),
    nodes: this.root.appendChild(svg("g", { class: "nodes" })),
    labels: this.root.appendChild(svg("g", { class: "labels" })),
  };
  private readonly nodes = new Map<string, DrawnNode>();
  private readonly edges = new Map<string, DrawnEdge>();
  private stop = () => {};

  /** Shows `scene`; with `moving`, what is known glides to its place and what is new fades in. */
  show(scene: Scene, moving: boolean): void {
    this.stop();
    const nodesFrom = new Map([...this.nodes].map(([path, { x, y }]) => [path, { x, y }]));
    const edgesFrom = new Map([...this.edges].map(([id, { path }]) => [id, path]));
    this.rebuild(scene);
    const place = (t: number) => {
      for (const drawn of this.nodes.values()) this.placeNode(drawn, nodesFrom.get(drawn.node.path), t);
      for (const drawn of this.edges.values()) this.placeEdge(drawn, edgesFrom.get(drawn.edge.id), t);
      this.root.style.setProperty("--arrival", String(t));
    };
    if (moving && nodesFrom.size) this.stop = animate(place);
    else place(1);
  }

  find(path: string): SceneNode | undefined {
    return this.nodes.get(path)?.node;
  }

  element(path: string): SVGGElement | undefined {
    return this.nodes.get(path)?.group;
  }

  all(): SceneNode[] {
    return [...this.nodes.values()].map(({ node }) => node);
  }

  /** Gives nodes and edges what is said of them: marks as class names, colours, badges, other words. */
  mark(paint: Required<Layer>): void {
    for (const { node, group, box } of this.nodes.values()) {
      const { marks = [], fill, badge, note, title } = paint.node(node) ?? {};
      if (fill) marks.push("painted");
      set(group, { class: [nodeClass(node), ...marks].join(" "), style: fill && `--fill: ${fill}` });
      if (box) set(box, { class: ["box", ...marks].join(" "), style: fill && `--fill: ${fill}` });
      const line = group.querySelector(".note");
      if (line) line.textContent = note ?? node.note;
      group.querySelector(":scope > .badge")?.remove();
      if (badge) group.append(badgeSign(badge, node.width));
      group.querySelector(":scope > title")?.remove();
      if (title) group.append(svg("title", {}, title));
    }
    const labels = new Map<string, Element>();
    for (const label of this.layers.labels.children)
      labels.set(label.getAttribute("data-edge") as string, label);
    for (const { edge, group } of this.edges.values()) {
      const { marks = [], color, width, label } = paint.edge(edge) ?? {};
      if (color) marks.push("painted");
      set(group, {
        class: ["edge", edge.kind, ...(edge.added ? ["added"] : []), ...marks].join(" "),
        style: color && `--color: ${color}`,
      });
      group.querySelector(".line")?.setAttribute("stroke-width", (width ?? edge.width).toFixed(2));
      const text = labels.get(edge.id);
      if (!text) continue;
      set(text, { class: ["label", ...marks].join(" ") });
      text.textContent = label ?? edge.label;
    }
  }

  private rebuild(scene: Scene): void {
    const known = new Map(this.nodes);
    const knownEdges = new Map(this.edges);
    this.nodes.clear();
    this.edges.clear();
    for (const node of scene.nodes) this.nodes.set(node.path, drawNode(node, known.get(node.path)));
    for (const edge of scene.edges) this.edges.set(edge.id, drawEdge(edge, knownEdges.get(edge.id)));
    const nodes = [...this.nodes.values()];
    this.layers.boxes.replaceChildren(...nodes.flatMap(({ box }) => box ?? []));
    this.layers.asides.replaceChildren(...scene.asides.flatMap(asideSign));
    this.layers.edges.replaceChildren(...[...this.edges.values()].map(({ group }) => group));
    this.layers.nodes.replaceChildren(...nodes.map(({ group }) => group));
    this.layers.labels.replaceChildren(...scene.edges.flatMap(edgeLabel));
  }

  private placeNode(drawn: DrawnNode, from: { x: number; y: number } | undefined, t: number): void {
    drawn.x = from ? from.x + (drawn.node.x - from.x) * t : drawn.node.x;
    drawn.y = from ? from.y + (drawn.node.y - from.y) * t : drawn.node.y;
    const transform = `translate(${drawn.x.toFixed(2)} ${drawn.y.toFixed(2)})`;
    drawn.group.setAttribute("transform", transform);
    drawn.box?.setAttribute("transform", transform);
  }

  private placeEdge(drawn: DrawnEdge, from: number[] | undefined, t: number): void {
    const { edge, group } = drawn;
    const glides = from?.length === edge.path.length && t < 1;
    drawn.path = glides ? edge.path.map((value, i) => from[i] + (value - from[i]) * t) : edge.path;
    if (from && !glides) group.classList.toggle("arriving", t < 1);
    const text = curve(drawn.path);
    for (const line of group.querySelectorAll(".line, .hit")) line.setAttribute("d", text);
    const atStart = edge.kind === "reference";
    group
      .querySelector(".head")
      ?.setAttribute("d", edge.arrow || atStart ? arrowhead(drawn.path, atStart) : "");
  }
}

function drawNode(node: SceneNode, known: DrawnNode | undefined): DrawnNode {
  const look = JSON.stringify({ ...node, x: 0, y: 0 });
  if (known?.look === look) return { ...known, node };
  const box = node.open ? scopeBox(node) : undefined;
  const group = nodeGroup(node);
  if (!known) for (const element of [group, box]) element?.classList.add("arriving");
  return { node, look, box, group, x: node.x, y: node.y };
}

function drawEdge(edge: SceneEdge, known: DrawnEdge | undefined): DrawnEdge {
  const look = JSON.stringify({ ...edge, path: 0, labelAt: 0 });
  if (known?.look === look) return { ...known, edge };
  const group = edgeGroup(edge);
  if (!known) group.classList.add("arriving");
  return { edge, look, group, path: edge.path };
}

function nodeClass({ kind, open, aside, added }: SceneNode): string {
  return `node ${kind}${open ? " open" : ""}${aside ? " aside" : ""}${added ? " added" : ""}`;
}

function nodeGroup(node: SceneNode): SVGGElement {
  const { path, kind, name, width, height, open, opens, spoken, added } = node;
  const group = svg("g", {
    class: nodeClass(node),
    "data-path": path,
    role: "treeitem",
    tabindex: -1,
    "aria-label": spoken + (added ? `, ${added} new` : ""),
    "aria-expanded": opens ? String(open) : undefined,
  });
  if (open) {
    group.append(
      svg("path", { class: "bar", d: rounded(width, SCOPE.header - 6, 9) }),
      chevron(13, 12, true),
      svg("text", { class: "title", x: 24, y: 16 }, name),
    );
    if (node.hint) group.append(svg("title", {}, node.hint));
    return group;
  }
  // A scope has something behind it, a stack many things.
  for (const away of kind === "scope" ? [4] : kind === "stack" ? [8, 4] : [])
    group.append(
      svg("path", { class: "behind", d: rounded(width, height, 9), transform: `translate(${away} ${away})` }),
    );
  group.append(svg("path", { class: "shape", d: outline(kind, width, height) }));
  const lines = ornament(kind, width);
  if (lines) group.append(svg("path", { class: "ornament", d: lines }));
  if (opens)
    group.append(
      chevron(kind === "placeholder" ? 18 : 13, height / 2 + (kind === "variable" ? 3 : 0), false),
    );
  group.append(...words(node));
  if (node.hint) group.append(svg("title", {}, node.hint));
  node.stubs.forEach((stub, i) => {
    const top = height / 2 + (i - node.stubs.length / 2) * (STUB.height + STUB.gap) + STUB.gap / 2;
    group.append(stubSign(stub, width, top, height));
  });
  return group;
}

function words({ name, note, width, height, opens, kind }: SceneNode): SVGTextElement[] {
  const x = width / 2 + (opens ? 7 : 0);
  const middle = height / 2 + (kind === "variable" ? 3.5 : 0);
  if (!note) return [svg("text", { class: "name", x, y: middle + 4 }, name)];
  return [
    svg("text", { class: "name", x, y: middle - 2.5 }, name),
    svg("text", { class: "note", x, y: middle + 11 }, note),
  ];
}

function chevron(x: number, y: number, open: boolean): SVGGElement {
  return svg(
    "g",
    { class: "toggle", transform: `translate(${x} ${y})` },
    svg("rect", { x: -10, y: -11, width: 20, height: 22, class: "touch" }),
    svg("path", { d: open ? "M-3.5 -2L0 2L3.5 -2" : "M-2 -3.5L2 0L-2 3.5" }),
  );
}

function stubSign(stub: SceneNode["stubs"][number], width: number, top: number, height: number): SVGGElement {
  const y = top + STUB.height / 2;
  const signs = `M2 0H11${stub.takes || stub.written ? "M5 -3L2 0L5 3" : ""}${stub.gives ? "M8 -3L11 0L8 3" : ""}`;
  return svg(
    "g",
    { class: stub.written ? "stub reference" : "stub", "data-target": stub.target },
    svg("path", {
      class: "lead",
      d: `M${width} ${height / 2}C${width + 7} ${height / 2} ${width + 5} ${y} ${width + STUB.lead} ${y}`,
    }),
    svg("rect", {
      x: width + STUB.lead,
      y: top,
      width: stub.width,
      height: STUB.height,
      rx: STUB.height / 2,
    }),
    svg("path", { class: "way", d: signs, transform: `translate(${width + STUB.lead + 3} ${y})` }),
    svg("text", { x: width + STUB.lead + 18, y: y + 3.5 }, stub.text),
    svg("title", {}, stubTitle(stub)),
  );
}

function stubTitle({ text, gives, takes, written }: SceneNode["stubs"][number]): string {
  const ways = [written && "is written by", gives && "gives to", takes && "takes from"].filter(Boolean);
  return `${ways.join(" and ")} ${text}, which is set aside`;
}

/** A few characters at the upper right corner. */
function badgeSign(text: string, width: number): SVGGElement {
  const length = text.length * BADGE.character + 2 * BADGE.side;
  return svg(
    "g",
    { class: "badge", transform: `translate(${width - length + BADGE.over} ${-BADGE.height / 2})` },
    svg("rect", { width: length, height: BADGE.height, rx: BADGE.height / 2 }),
    svg("text", { x: length / 2, y: BADGE.height / 2 + 3.5 }, text),
  );
}

function scopeBox(node: SceneNode): SVGGElement {
  return svg(
    "g",
    { class: "box", "data-path": node.path },
    svg("path", { d: rounded(node.width, node.height, 9) }),
  );
}

function edgeGroup(edge: SceneEdge): SVGGElement {
  return svg(
    "g",
    { class: `edge ${edge.kind}${edge.added ? " added" : ""}`, "data-from": edge.from, "data-to": edge.to },
    svg("path", { class: "hit" }, svg("title", {}, edge.title)),
    svg("path", { class: "line", "stroke-width": edge.width.toFixed(2) }),
    svg("path", { class: "head" }),
  );
}

function edgeLabel({ label, labelAt, id }: SceneEdge): SVGTextElement[] {
  if (!labelAt) return [];
  return [
    svg(
      "text",
      { class: "label", "data-edge": id, x: labelAt.x.toFixed(1), y: (labelAt.y + 3.5).toFixed(1) },
      label,
    ),
  ];
}

function asideSign({ x, y, height }: Scene["asides"][number]): SVGElement[] {
  return [
    svg("path", { class: "divider", d: `M${x} ${y}V${y + height}` }),
    svg("text", { class: "caption", x: x + ASIDE.gap / 2, y: y + 11 }, "set aside"),
  ];
}
