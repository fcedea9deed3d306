/** The diagram's window: draws a scene, as SVG while it is small and on Canvas beyond, and handles the pointer. */
import { html, set, svg } from "../dom.ts";
import type { ViewState } from "../hub.ts";
import type { Scene, SceneEdge, SceneNode } from "../model/diagram/scene.ts";
import { __ } from "../words.ts";
import { Canvas } from "./canvas/canvas.ts";
import { ComputedStyles } from "./canvas/computed-styles.ts";
import { bare, Continuations } from "./continuations.ts";
import { detailAt } from "./drawing/detail.ts";
import { Drawing } from "./drawing/drawing.ts";
import type { Layer } from "./drawing/paint.ts";
import { AuxiliaryButton } from "./interaction/auxiliary-button.ts";
import { Camera, MARGIN, READABLE } from "./interaction/camera.ts";
import { Minimap } from "./interaction/minimap.ts";
import { attachPointer } from "./interaction/pointer.ts";
import { Tooltip } from "./interaction/tooltip.ts";
import { Tree } from "./tree.ts";

// SVG lays out its text again at each zoom: beyond about this size that takes longer than a frame, on two cores without a GPU.
const SVG_UP_TO = 300; // nodes
const MOST_NEAR = 40; // nodes and edges that are elements while the rest is on Canvas
const HEIGHT = { least: 180, most: 600, share: 0.75 }; // px of the window; of a tall page its share
const EDGE_SLACK = 5; // px beside an edge that count as a hit
const NO_PAINT: Required<Layer> = { node: () => undefined, edge: () => undefined };

/** What is under the pointer. */
export interface Hit {
  node?: SceneNode;
  edge?: SceneEdge;
  /** The chevron that opens and closes. */
  toggle: boolean;
  /** Whether it was clicked together with Shift, Ctrl or ⌘. */
  adds: boolean;
  /** The button that removes the node from the main graph, or adds it again. */
  move?: boolean;
  /** Path of a stub's neighbour. */
  stub?: string;
  /** px from there to the window's right border. */
  fromEnd: number;
}

/** Why a scene replaces another; "measured": the font has other widths than was known, "transposed": data flows in another direction. */
export type Change = "first" | "grown" | "opened" | "measured" | "transposed";

export interface StageActions {
  click(hit: Hit): void;
  doubleClick(hit: Hit): void;
  /** Shows a message for some time. */
  notify(text: string, time: number): void;
  /** The window has moved over the scene. */
  moved(): void;
  /** Requests a height for the window. */
  height(pixels: number): void;
}

let stages = 0;

export class Stage {
  readonly window = svg("svg", {
    class: "scene near",
    tabindex: 0,
    role: "tree",
    "aria-label": __("Graph"),
    "aria-description": __("Arrow keys follow the edges; the question mark lists all keys"),
  });
  readonly camera = new Camera(() => this.follow());
  private readonly id = `graphlab-${++stages}-current`;
  private readonly styles = new ComputedStyles();
  private readonly canvas = new Canvas(this.styles);
  private readonly drawing = new Drawing();
  private readonly minimap = new Minimap(this.camera, this.styles, () => this.touch());
  private readonly tooltip = new Tooltip();
  readonly element = html(
    "div",
    { class: "window" },
    this.canvas.sheet.element,
    this.styles.samples,
    this.window,
    this.minimap.element,
    this.tooltip.element,
  );
  scene?: Scene;
  tree = new Tree({ nodes: [], edges: [] });
  private continuations = new Continuations({ nodes: [], edges: [] });
  private nodes = new Map<string, SceneNode>();
  private paint = NO_PAINT;
  private onCanvas = false;
  private current = "";
  private chosen = "";
  private stub = -1;
  private hovered = "";
  private readonly sign = new AuxiliaryButton();
  private detail = "near";
  /** In the window of the page, or near it. */
  isInSight = true;
  /** The reader has panned or zoomed: the view stays. */
  private touched = false;
  /** The reader has navigated to a node: resizing the window keeps that place. */
  private visited = false;
  /** The path of that node. */
  private revealed = "";
  private readonly undo: (() => void)[] = [];

  constructor(private readonly actions: StageActions) {
    this.window.append(this.drawing.root);
    this.listen();
  }

  remove(): void {
    for (const undo of this.undo) undo();
    this.canvas.clear();
    this.minimap.remove();
  }

  /** Reads the window's size now: something beside it was added or removed. */
  measure(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width) this.camera.size = { width, height };
  }

  focus(): void {
    this.window.focus({ preventScroll: true });
  }

  find(path: string): SceneNode | undefined {
    return this.nodes.get(path);
  }

  /** Shows a scene; the node `anchor` keeps its place on the screen. */
  show(scene: Scene, why: Change, anchor = ""): void {
    const before = this.find(anchor);
    this.scene = scene;
    this.tree = new Tree(scene);
    this.continuations = new Continuations(scene);
    this.nodes = new Map(scene.nodes.map((node) => [node.path, node]));
    const moving = (why === "grown" || why === "opened") && this.isInSight;
    if (why === "opened") this.visited = true;
    if (why === "transposed") this.touched = false;
    this.tooltip.show([]);
    this.camera.settle();
    this.fitHeight(scene, why === "transposed");
    const after = this.find(anchor);
    const reframed = why === "grown" || why === "transposed" || (why === "measured" && !this.visited);
    if (why === "first" || (!this.touched && reframed)) {
      this.frame(scene);
      if (why === "transposed" && this.visited && after) this.camera.reveal(after);
    } else if (before && after) this.camera.keep(before, after, moving, this.touched ? undefined : scene);
    const wasOnCanvas = this.onCanvas;
    this.onCanvas = scene.nodes.length > SVG_UP_TO;
    set(this.element, { "data-painter": this.onCanvas ? "canvas" : "svg" });
    if (this.onCanvas) {
      this.canvas.show(scene, moving && wasOnCanvas);
      this.canvas.mark(this.paint);
      if (!wasOnCanvas && this.isInSight) this.canvas.sheet.now();
    } else {
      if (wasOnCanvas) this.canvas.clear();
      this.drawing.show(scene, this.tree, moving && !wasOnCanvas);
    }
    this.minimap.show(scene, this.paint);
    this.follow(true);
  }

  /** Paints nodes and edges. */
  mark(paint: Required<Layer>): void {
    this.paint = paint;
    if (!this.scene) return;
    if (this.onCanvas) this.canvas.mark(paint);
    else this.drawing.mark(paint);
    this.minimap.show(this.scene, paint);
    this.point();
  }

  /** Marks the current node, the stub of it that the keyboard is at, and the node whose details are shown. */
  select(current: string, chosen: string, stub = -1): void {
    [this.current, this.chosen, this.stub] = [current, chosen, stub];
    this.point();
  }

  /** Reads all colours again after the theme has changed. */
  updateColours(): void {
    this.styles.forget();
    if (!this.scene) return;
    if (this.onCanvas) this.canvas.mark(this.paint);
    this.minimap.show(this.scene, this.paint);
  }

  /** Where the reader has moved the window to; undefined until then. */
  get place(): ViewState["place"] {
    if (!this.touched) return undefined;
    this.camera.settle();
    const { x, y, zoom, size } = this.camera;
    const place = { x: (size.width / 2 - x) / zoom, y: (size.height / 2 - y) / zoom, zoom };
    return this.scene?.direction === "right" ? { ...place, direction: "right" } : place;
  }

  /** One of a diagram that was laid out in another direction is nowhere here. */
  set place(place: ViewState["place"]) {
    if (!place || (place.direction ?? "down") !== this.scene?.direction) return;
    this.touch();
    const { width, height } = this.camera.size;
    this.camera.settle();
    this.camera.set(width / 2 - place.x * place.zoom, height / 2 - place.y * place.zoom, place.zoom);
  }

  /** Sets the size of text, as a factor. */
  setScale(scale: number): void {
    if (this.camera.scale === scale) return;
    this.camera.scale = scale;
    if (!this.scene) return;
    this.fitHeight(this.scene);
    this.frame(this.scene);
  }

  fit(): void {
    this.touch();
    if (this.scene) this.camera.fit(this.scene);
  }

  /** Pans just as far as needed for a node to be visible and readable. */
  reveal(node: SceneNode): void {
    this.visited = true;
    this.revealed = node.path;
    this.camera.reveal(node);
  }

  /** Zooms to the current node. */
  approach(): void {
    this.touch();
    const node = this.find(this.current);
    if (node) this.camera.approach(node);
  }

  /** Shows all of these nodes, if some are outside of the window. */
  zoomTo(paths: Iterable<string>): void {
    const nodes = [...paths].flatMap((path) => this.find(path) ?? []).filter(({ open }) => !open);
    if (!nodes.length) return;
    const x = Math.min(...nodes.map((node) => node.x));
    const y = Math.min(...nodes.map((node) => node.y));
    const width = Math.max(...nodes.map((node) => node.x + node.width)) - x;
    const height = Math.max(...nodes.map((node) => node.y + node.height)) - y;
    this.touch();
    // A drawer may just have been opened; the window's size is known a moment later.
    setTimeout(() => this.camera.include({ x, y, width, height }), 50);
  }

  zoomBy(steps: number): void {
    this.touch();
    this.camera.zoomBy(steps);
  }

  page(right: number, down: number): void {
    this.touch();
    this.camera.page(right, down);
  }

  /** Handles the keys that pan and zoom; returns false for any other. */
  key({ key, shiftKey }: KeyboardEvent): boolean {
    const pages: Record<string, [number, number]> = {
      ArrowLeft: [-0.4, 0],
      ArrowRight: [0.4, 0],
      ArrowUp: [0, -0.4],
      ArrowDown: [0, 0.4],
    };
    if (shiftKey && pages[key]) this.page(...pages[key]);
    else if (key === "PageDown") this.page(0, 0.8);
    else if (key === "PageUp") this.page(0, -0.8);
    else if (key === "+" || key === "=") this.zoomBy(1);
    else if (key === "-") this.zoomBy(-1);
    else if (key === "0" || key === "f") this.fit();
    else if (key === "z") this.approach();
    else return false;
    return true;
  }

  private touch(): void {
    this.touched = true;
  }

  private follow(renewed = false): void {
    const { x, y, zoom, size } = this.camera;
    this.drawing.root.setAttribute(
      "transform",
      `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${zoom.toFixed(4)})`,
    );
    const detail = detailAt(zoom);
    if (detail !== this.detail) {
      this.window.classList.replace(this.detail, detail);
      this.detail = detail;
    }
    this.drawing.setWords(zoom, renewed);
    if (this.onCanvas) this.canvas.sheet.follow({ x, y, zoom, ...size, ratio: devicePixelRatio });
    this.minimap.follow();
    this.actions.moved();
  }

  /** Highlights what the pointer or the keyboard is at. */
  private point(): void {
    const { scene, current, chosen, hovered } = this;
    if (!scene) return;
    const highlighted = new Set<string>();
    const edge = hovered.startsWith(EDGE) && scene.edges.find(({ id }) => EDGE + id === hovered);
    if (edge) for (const id of this.continuations.along(edge)) highlighted.add(id);
    for (const path of [hovered, chosen])
      if (this.find(path)) for (const id of this.continuations.at(path)) highlighted.add(id);
    if (this.onCanvas) {
      this.drawing.show(this.near(scene, highlighted), this.tree, false);
      this.drawing.mark(this.paint);
      this.drawing.setWords(this.camera.zoom, true);
    }
    this.drawing.emphasize({ current, chosen, highlighted });
    const pointed = this.find(hovered) ?? this.find(chosen);
    this.sign.place(pointed, pointed && this.drawing.element(pointed.path));
    this.window.querySelector(`#${this.id}`)?.removeAttribute("id");
    this.window.querySelector(".stub.current")?.classList.remove("current");
    const item = this.drawing.item(current);
    const stub = item?.parentElement?.querySelectorAll(".stub")[this.stub];
    stub?.classList.add("current");
    const element = stub ?? item;
    if (element) element.id = this.id;
    set(this.window, { "aria-activedescendant": element ? this.id : undefined });
  }

  /** The part of a large scene that is drawn as elements above the canvas: what is highlighted, and its neighbours. */
  private near(scene: Scene, highlighted: Set<string>): Scene {
    const { from, to } = this.tree.neighbours(this.current);
    const paths = new Set([
      this.current,
      this.chosen,
      this.hovered,
      ...from.slice(0, MOST_NEAR / 2),
      ...to.slice(0, MOST_NEAR / 2),
    ]);
    for (let node = this.find(this.current); node; node = this.find(node.parent)) paths.add(node.path);
    const edges: SceneEdge[] = [];
    if (highlighted.size)
      for (const edge of scene.edges)
        if (highlighted.has(edge.id) && edges.push(edge) >= 5 * MOST_NEAR) break;
    return {
      ...scene,
      nodes: [...paths].flatMap((path) => this.find(path) ?? []),
      edges,
      auxiliaryAreas: [],
    };
  }

  private hit(event: MouseEvent): Hit {
    let target = event.target as Element;
    const fromEnd = this.window.getBoundingClientRect().right - event.clientX;
    const adds = event.shiftKey || event.ctrlKey || event.metaKey;
    if (this.onCanvas) {
      const { node, edge } = this.onSheet(event);
      this.hover(node, edge);
      // Now it is an element, with its button and its stubs.
      target =
        (this.window.getRootNode() as ShadowRoot).elementFromPoint(event.clientX, event.clientY) ?? target;
      if (!target.closest(".node")) return { node, edge, toggle: false, adds, fromEnd };
    }
    const path = target.closest(".node")?.getAttribute("data-path");
    const id = target.closest(".edge")?.getAttribute("data-edge");
    return {
      node: path == null ? undefined : this.find(path),
      edge: id == null ? undefined : this.scene?.edges.find((edge) => edge.id === id),
      toggle: target.closest(".toggle") !== null,
      adds,
      move: target.closest(".move") !== null,
      stub: target.closest(".stub")?.getAttribute("data-target") ?? undefined,
      fromEnd,
    };
  }

  private onSheet(event: MouseEvent) {
    const { left, top } = this.window.getBoundingClientRect();
    const { x, y, zoom } = this.camera;
    return this.canvas.at(
      (event.clientX - left - x) / zoom,
      (event.clientY - top - y) / zoom,
      EDGE_SLACK / zoom,
    );
  }

  private hover(node: SceneNode | undefined, edge?: SceneEdge, stub?: string): void {
    const hovered = node ? node.path : edge ? EDGE + edge.id : "";
    if (stub) this.tooltip.show(stub.split("\n"));
    else if (hovered !== this.hovered || this.tooltip.element.hidden)
      this.tooltip.show(this.tooltipLines(node, edge));
    if (hovered === this.hovered) return;
    this.hovered = hovered;
    this.window.classList.toggle("over", this.onCanvas && node !== undefined);
    this.point();
  }

  private tooltipLines(node?: SceneNode, edge?: SceneEdge): string[] {
    if (node) {
      const details = node.ariaLabel.includes(", ")
        ? node.ariaLabel.slice(node.ariaLabel.indexOf(", ") + 2)
        : node.kind;
      const title = this.paint.node(node)?.title;
      return [
        asName(node),
        details.replaceAll(", ", " · "),
        ...(title?.split("\n") ?? []),
        ...(node.hint ? [node.hint] : []),
      ];
    }
    if (!edge) return [];
    const title = this.paint.edge(edge)?.title;
    return [
      `${bare(edge.from)} → ${bare(edge.to)}`,
      ...edge.title.split("\n"),
      ...(title?.split("\n") ?? []),
    ];
  }

  private listen(): void {
    const { window } = this;
    attachPointer(window, this.camera, {
      moved: () => {
        this.touch();
        this.tooltip.show([]);
      },
      passedBy: () => this.actions.notify(__("Ctrl + wheel zooms · drag moves"), 1200),
      extent: () => this.scene ?? { width: 0, height: 0 },
    });
    // What a double click is about: after its first click the diagram may move.
    let first: Hit | undefined;
    window.addEventListener("click", (event) => {
      const hit = this.hit(event);
      if (event.detail < 2 || !first) first = hit;
      this.tooltip.show([]);
      this.actions.click(hit);
    });
    window.addEventListener("dblclick", (event) => this.actions.doubleClick(first ?? this.hit(event)));
    window.addEventListener("pointermove", (event) => {
      if (event.pointerType === "touch" || window.classList.contains("panning")) return;
      const { left, top } = window.getBoundingClientRect();
      this.tooltip.move(event.clientX - left, event.clientY - top);
      const stub = (event.target as Element).closest(".stub")?.getAttribute("data-tip") ?? undefined;
      if (this.onCanvas) {
        const { node, edge } = this.onSheet(event);
        this.hover(node, edge, stub);
      } else {
        const { node, edge } = this.hit(event);
        this.hover(node, edge, stub);
      }
    });
    window.addEventListener("pointerleave", () => this.hover(undefined));
    window.addEventListener("keydown", () => this.tooltip.show([]));
    let width = 0;
    const sizes = new ResizeObserver(() => {
      const { clientWidth, clientHeight } = this.element;
      if (!clientWidth) return;
      const first = width === 0;
      const wider = clientWidth - width;
      const higher = clientHeight - this.camera.size.height;
      width = clientWidth;
      this.camera.size = { width: clientWidth, height: clientHeight };
      if (this.scene && wider && (first || !(this.touched || this.visited))) {
        this.fitHeight(this.scene);
        this.frame(this.scene);
        // It was navigated to before the window had a size.
        const node = this.find(this.revealed);
        if (node) this.camera.reveal(node);
      } else if (this.scene && wider) this.camera.pan(wider / 2, higher / 2);
      else this.follow();
    });
    sizes.observe(this.element);
    const sight = new IntersectionObserver(
      ([entry]) => {
        this.isInSight = entry.isIntersecting;
        this.canvas.sheet.setSeen(this.isInSight);
      },
      // Of the page, and of any scrolling element in it, such as a notebook.
      { rootMargin: "50%", scrollMargin: "50%" } as IntersectionObserverInit,
    );
    sight.observe(this.element);
    this.undo.push(
      () => sizes.disconnect(),
      () => sight.disconnect(),
    );
  }

  private frame(scene: Scene): void {
    this.camera.frame(scene, startOf(scene), mainSize(scene));
  }

  /** The window grows with the scene up to a limit, and does not shrink while it is read, unless it `mayShrink`. */
  private fitHeight(scene: Scene, mayShrink = false): void {
    const width = this.element.clientWidth || 900;
    const { scale } = this.camera;
    const zoom = Math.min(scale, Math.max(scale * READABLE, (width - 2 * MARGIN) / scene.width));
    const most = Math.max(HEIGHT.most, HEIGHT.share * innerHeight);
    const wanted = Math.min(most, Math.max(HEIGHT.least, scene.height * zoom + 2 * MARGIN));
    if (mayShrink || wanted > this.element.clientHeight) this.actions.height(Math.round(wanted));
    const { clientWidth, clientHeight } = this.element;
    if (clientWidth) this.camera.size = { width: clientWidth, height: clientHeight };
  }
}

const EDGE = "edge ";

/** The tooltip's name of a node; one without an operation or scope has no path to show. */
function asName({ kind, name, path }: SceneNode): string {
  return kind === "stack" || kind === "rest" ? name : path;
}

/** The width of the main graph, from the left of the scene; its height where data flows to the right. */
function mainSize({ nodes, direction }: Scene): number {
  const ends = nodes.flatMap(({ parent, auxiliary, x, y, width, height }) =>
    parent || auxiliary ? [] : direction === "right" ? y + height : x + width,
  );
  return ends.reduce((a, b) => Math.max(a, b), 0);
}

/** x of the topmost node, in open scopes too; y of the leftmost where data flows to the right. */
function startOf({ nodes, direction }: Scene): number {
  const apart = new Set<string>(); // auxiliary scopes and what is in them; a scope comes before its nodes
  const along = direction === "right" ? "x" : "y";
  let first: SceneNode | undefined;
  for (const node of nodes) {
    if (node.auxiliary || apart.has(node.parent)) apart.add(node.path);
    else if (!node.open && !(first && first[along] <= node[along])) first = node;
  }
  if (!first) return 0;
  return along === "x" ? first.y + first.height / 2 : first.x + first.width / 2;
}
