/** One picture on the page: drawing, panels and what the reader does with them. */
import type { Client } from "./engine/client.ts";
import type { Desk, Feature } from "./features/desk.ts";
import { FEATURES } from "./features/index.ts";
import type { Way } from "./hub.ts";
import type { Details } from "./model/details.ts";
import type { Scene, SceneNode } from "./model/scene.ts";
import { count } from "./model/text.ts";
import { followTheme, guardKeys, measureFont } from "./page.ts";
import { detailsCard } from "./panels/details.ts";
import { Drawer } from "./panels/drawer.ts";
import { icon } from "./panels/icons.ts";
import { PANEL_STYLE } from "./panels/style.ts";
import { wayLine } from "./panels/way.ts";
import type { Command } from "./protocol.ts";
import { Camera, MARGIN } from "./scene/camera.ts";
import { html, set, svg } from "./scene/dom.ts";
import { Drawing } from "./scene/draw.ts";
import { type Layer, merged } from "./scene/paint.ts";
import { attachPointer } from "./scene/pointer.ts";
import { isStep, step } from "./scene/steps.ts";
import { STYLE } from "./scene/style.ts";
import { edgesAt } from "./scene/trace.ts";

const HEIGHT = { least: 180, most: 600 }; // px of the drawing's window
const DETAILS_WIDTH = 316; // px that the details cover
const ZOOM_HINT = "Ctrl + wheel zooms · drag moves";

/** Asks the kernel; nothing happens where there is none. */
export type Send = (command: Command) => void;

// Answers of the kernel reach every page that shows the graph, so the numbers of two pages must differ.
let views = Math.floor(Math.random() * 2 ** 40);

export class View {
  readonly id = ++views;
  private readonly host: HTMLElement;
  private readonly window = svg("svg", { class: "scene", tabindex: 0, role: "tree", "aria-label": "Graph" });
  private readonly drawing = new Drawing();
  private readonly camera: Camera;
  private readonly frame = html("div", { class: "frame" });
  private readonly summary = html("span", { class: "summary" });
  private readonly news = html("span", { class: "news", "aria-live": "polite" });
  private readonly stage = html("div", { class: "window" });
  private readonly hint = html("div", { class: "hint", role: "status" });
  private hintEnds?: ReturnType<typeof setTimeout>;
  private readonly tools = html("span", { class: "tools" });
  private readonly lines = html("div", { class: "lines" });
  private readonly body = html("div", { class: "body" });
  private readonly drawer = new Drawer(() => this.window.focus());
  private readonly features: Feature[] = [];
  private card?: HTMLElement;
  private scene?: Scene;
  private about?: Details;
  private current = "";
  private hovered = "";
  private touched = false;
  private live = false;
  private readonly undo: (() => void)[] = [];

  constructor(
    element: HTMLElement,
    private readonly engine: Client,
    private readonly uid: string,
    private readonly send: Send,
    private readonly way?: Way,
  ) {
    this.host = html("div", { class: "graphlab" });
    element.replaceChildren(this.host);
    const shadow = this.host.attachShadow({ mode: "open" });
    shadow.append(html("style", {}, STYLE + PANEL_STYLE), this.frame);
    this.window.append(this.drawing.root);
    this.camera = new Camera(this.window, this.drawing.root);
    this.stage.append(this.window, this.hint);
    if (way) this.frame.append(wayLine(way));
    this.body.append(this.stage, this.drawer.element);
    this.frame.append(this.toolbar(), this.lines, this.body);
    for (const make of FEATURES) this.features.push(make(this.desk()));
    this.listen();
  }

  /** What a feature gets of this picture. */
  private desk(): Desk {
    const view = this;
    let line: HTMLElement | undefined;
    // The lines stand in the order of the features, whichever comes first.
    const slot = this.lines.appendChild(html("div"));
    return {
      view: this.id,
      graph: this.uid,
      engine: this.engine,
      get live() {
        return view.live;
      },
      scene: () => this.scene,
      current: () => this.current,
      send: (command) => this.send({ ...command, view: this.id }),
      go: (path, quietly = false) => this.go(path, quietly),
      show: (scene, anchor = this.current) => this.show(scene, "opened", anchor),
      repaint: () => this.mark(),
      refreshCard: () => this.renderCard(),
      tool: (element) => this.tools.append(element),
      line: (element) => {
        line?.remove();
        line = element;
        if (element) slot.append(element);
      },
      drawer: (title, element, closed) => this.drawer.show(title, element, closed),
      closeDrawer: () => this.drawer.close(),
      float: (element) => this.frame.append(element),
      say: (text) => this.say(text),
      focus: () => this.window.focus(),
    };
  }

  async start(): Promise<void> {
    await this.engine.show(this.id, this.uid, measureFont(this.frame));
  }

  remove(): void {
    for (const feature of this.features) feature.remove?.();
    for (const undo of this.undo) undo();
    this.engine.hide(this.id);
    this.host.remove();
  }

  /** Draws the graph as it is now. */
  draw(scene: Scene): void {
    this.show(scene, this.scene ? "grown" : "first");
    void this.refreshDetails();
  }

  async refreshDetails(): Promise<void> {
    if (!this.about) return;
    this.about = await this.engine.details(this.id, this.about.path);
    this.renderCard();
  }

  /** Says what went wrong, where the picture would have been. */
  fail(error: unknown): void {
    this.stage.append(html("div", { class: "failure", role: "alert" }, `The picture failed: ${error}`));
  }

  /** Tells the reader something for a while. */
  say(text: string): void {
    this.hint.textContent = text;
    this.showHint(6000);
  }

  /** Another picture stands in for this one; the focus goes to whichever is seen. */
  setHidden(hidden: boolean): void {
    this.host.hidden = hidden;
    if (!hidden) this.comeIntoSight();
  }

  private comeIntoSight(): void {
    this.window.focus({ preventScroll: true });
    this.frame.firstElementChild?.scrollIntoView({ block: "nearest" });
  }

  setLive(live: boolean): void {
    this.live = live;
    set(this.frame, { "data-live": live });
    set(this.summary, {
      title: live ? "Grows as cells add operations" : "As it was saved; run the notebook to make it live",
    });
    for (const feature of this.features) feature.live?.(live);
  }

  /** Hands on what the kernel says; a message with a number is for the picture of that number alone. */
  hear(content: Record<string, unknown>, buffers: DataView[]): void {
    if (content.view !== undefined && content.view !== this.id) return;
    for (const feature of this.features) feature.messages?.[content.type as string]?.(content, buffers);
  }

  private show(scene: Scene, why: "first" | "grown" | "opened", anchor = ""): void {
    const before = this.drawing.find(anchor);
    this.scene = scene;
    this.drawing.show(scene, why !== "first");
    this.current ||= scene.nodes[0]?.path ?? "";
    this.fitHeight(scene);
    const after = this.drawing.find(anchor);
    if (why === "first") {
      this.camera.frame(scene);
      if (this.way) this.comeIntoSight();
    } else if (before && after) {
      const { x, y, zoom } = this.camera;
      this.camera.glide(x + (before.x - after.x) * zoom, y + (before.y - after.y) * zoom, zoom);
    } else if (!this.touched) this.camera.frame(scene);
    this.summary.textContent = count(scene.operations, "operation");
    this.news.textContent = scene.added ? `+${scene.added} new` : "";
    this.mark();
    for (const feature of this.features) feature.scene?.(scene);
  }

  private toolbar(): HTMLElement {
    const button = (name: "plus" | "minus" | "fit", label: string, act: () => void) => {
      const made = html("button", { class: "icon", title: label, "aria-label": label }, icon(name));
      made.onclick = () => {
        this.touched = true;
        act();
      };
      return made;
    };
    return html(
      "div",
      { class: "toolbar", role: "toolbar", "aria-label": "Picture" },
      this.tools,
      this.summary,
      this.news,
      html("span", { class: "space" }),
      button("minus", "Zoom out", () => this.camera.zoomBy(-1)),
      button("plus", "Zoom in", () => this.camera.zoomBy(1)),
      button("fit", "Fit all", () => this.scene && this.camera.fit(this.scene)),
    );
  }

  private listen(): void {
    attachPointer(this.window, this.camera, {
      moved: () => {
        this.touched = true;
      },
      passedBy: () => {
        this.hint.textContent = ZOOM_HINT;
        this.showHint(1200);
      },
      extent: () => this.scene ?? { width: 0, height: 0 },
    });
    this.window.addEventListener("click", (event) => this.click(event));
    this.window.addEventListener("dblclick", (event) => {
      const node = this.nodeAt(event);
      if (node?.opens && node.kind === "variable") void this.toggle(node.path);
      else if (node) void this.lookInside(node.path);
    });
    this.window.addEventListener("pointerover", (event) => this.hover(this.nodeAt(event)?.path ?? ""));
    this.window.addEventListener("pointerleave", () => this.hover(""));
    this.window.addEventListener("keydown", (event) => this.key(event));
    this.frame.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && event.target !== this.window) {
        this.closeDetails();
        this.window.focus();
      }
    });
    this.undo.push(followTheme(this.host, this.frame), guardKeys(this.host));
    let width = 0;
    const observer = new ResizeObserver(() => {
      if (this.window.clientWidth === width) return;
      const first = width === 0;
      width = this.window.clientWidth;
      if (!this.scene || (this.touched && !first)) return;
      this.fitHeight(this.scene);
      this.camera.frame(this.scene);
    });
    observer.observe(this.stage);
    this.undo.push(() => observer.disconnect());
  }

  /** The window grows with the scene up to a limit, and never shrinks under the reader's eyes. */
  private fitHeight(scene: Scene): void {
    const width = this.window.clientWidth || 900;
    const zoom = Math.min(1, Math.max(0.8, (width - 2 * MARGIN) / scene.width));
    const wanted = Math.min(HEIGHT.most, Math.max(HEIGHT.least, scene.height * zoom + 2 * MARGIN));
    if (wanted > this.stage.clientHeight) this.body.style.flexBasis = `${Math.round(wanted)}px`;
  }

  private nodeAt(event: Event): SceneNode | undefined {
    const path = (event.target as Element).closest?.(".node")?.getAttribute("data-path");
    return path === null || path === undefined ? undefined : this.drawing.find(path);
  }

  private click(event: MouseEvent): void {
    for (const feature of this.features) feature.clicked?.();
    const target = event.target as Element;
    const stub = target.closest(".stub")?.getAttribute("data-target");
    const node = this.nodeAt(event);
    if (stub) void this.go(stub, false);
    if (!node) this.closeDetails();
    if (stub || !node) return;
    this.current = node.path;
    if (node.opens && (node.kind !== "variable" || target.closest(".toggle") || node.open))
      void this.toggle(node.path);
    else void this.open(node.path);
  }

  private hover(path: string): void {
    if (path === this.hovered) return;
    this.hovered = path;
    this.mark();
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.scene) return;
    const node = this.drawing.find(this.current);
    if (isStep(event.key)) {
      this.current = step(this.scene, this.current, event.key);
      const next = this.drawing.find(this.current);
      if (next) this.camera.reveal(next.open ? { ...next, height: 30 } : next, this.card ? DETAILS_WIDTH : 0);
      this.mark();
    } else if (event.key === "Enter" || event.key === " ") {
      if (node?.opens && node.kind !== "variable") void this.toggle(node.path);
      else if (node) void this.open(node.path);
    } else if (event.key === "+" || event.key === "=") this.camera.zoomBy(1);
    else if (event.key === "-") this.camera.zoomBy(-1);
    else if (event.key === "0") this.camera.fit(this.scene);
    else if (event.key === "Escape") {
      if (this.card) this.closeDetails();
      else if (this.features.some((feature) => feature.escape?.())) {
        // Something that was on has ended.
      } else if (this.way) this.way.leave();
      else this.window.blur();
    } else if (!this.features.some((feature) => feature.key?.(event))) return;
    this.took(event);
  }

  private took(event: KeyboardEvent): void {
    event.preventDefault();
    event.stopPropagation();
  }

  private async toggle(path: string): Promise<void> {
    this.show(await this.engine.toggle(this.id, path), "opened", path);
    const node = this.drawing.find(path);
    if (node && this.about && !this.drawing.find(this.about.path)) this.closeDetails();
  }

  /** Shows the node at `path`, opening what hides it, and its details unless `quietly`. */
  private async go(path: string, quietly: boolean): Promise<void> {
    if (!this.drawing.find(path)) this.show(await this.engine.reveal(this.id, path), "opened", this.current);
    this.current = path;
    if (quietly) this.mark();
    else await this.open(path);
    const node = this.drawing.find(path);
    if (node) this.camera.reveal(node.open ? { ...node, height: 30 } : node, this.card ? DETAILS_WIDTH : 0);
  }

  private async lookInside(path: string): Promise<void> {
    const about = await this.engine.details(this.id, path);
    if (about?.inside) this.lookInto(about.op);
  }

  private lookInto(op: number): void {
    this.send({ type: "inside", view: this.id, op, room: "" });
  }

  private async open(path: string): Promise<void> {
    const about = await this.engine.details(this.id, path);
    this.about = about;
    this.renderCard();
    this.mark();
    if (about && !about.attributes) this.send({ type: "attributes", op: about.op });
    const node = this.drawing.find(path);
    if (about && node) this.camera.reveal(node, DETAILS_WIDTH);
  }

  private renderCard(): void {
    const { about } = this;
    if (!about) {
      this.card?.remove();
      this.card = undefined;
      return;
    }
    const node = this.drawing.find(about.path);
    const card = detailsCard(
      about,
      {
        toggle: node?.opens ? (node.open ? "close" : "open") : undefined,
        live: this.live,
        buttons: this.features.flatMap((feature) => feature.buttons?.(about) ?? []),
        sections: this.features.flatMap((feature) => feature.sections?.(about) ?? []),
      },
      {
        close: () => {
          this.closeDetails();
          this.window.focus();
        },
        go: (path) => void this.go(path, false),
        inside: (op) => this.lookInto(op),
        open: (path) => void this.toggle(path).then(() => this.renderCard()),
      },
    );
    if (this.card) this.card.replaceWith(card);
    else this.stage.append(card);
    this.card = card;
  }

  private closeDetails(): void {
    this.about = undefined;
    this.renderCard();
    this.mark();
  }

  /** Gives every node and edge what the features and the reader's own doing say of it. */
  private mark(): void {
    const { scene, about } = this;
    if (!scene) return;
    const lit = new Set<string>();
    for (const path of [this.hovered, about?.path])
      if (path && this.drawing.find(path)) for (const id of edgesAt(path, scene)) lit.add(id);
    const own: Layer = {
      node: ({ path }) => ({
        marks: [...(path === about?.path ? ["chosen"] : []), ...(path === this.current ? ["current"] : [])],
      }),
      edge: ({ id }) => (lit.has(id) ? { marks: ["lit"] } : undefined),
    };
    this.drawing.mark(merged([...this.features.flatMap(({ layer }) => layer ?? []), own]));
    const element = this.drawing.element(this.current);
    if (element) element.id = `graphlab-${this.id}-current`;
    set(this.window, { "aria-activedescendant": element ? element.id : undefined });
  }

  private showHint(time: number): void {
    this.hint.classList.add("shown");
    clearTimeout(this.hintEnds);
    this.hintEnds = setTimeout(() => this.hint.classList.remove("shown"), time);
  }
}
