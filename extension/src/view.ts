/** One diagram on the page: drawing, panels and the reader's actions. */
import { html, set } from "./dom.ts";
import { type Client, until } from "./engine/client.ts";
import { sceneSvg } from "./export/svg.ts";
import type { Feature, FeatureContext, Place } from "./features/feature.ts";
import { FEATURES } from "./features/index.ts";
import { hub, type SubgraphPath, type ViewState } from "./hub.ts";
import type { Direction } from "./layout/direction.ts";
import type { Scene } from "./model/diagram/scene.ts";
import { opensByEnter } from "./model/hierarchy/kinds.ts";
import type { Details } from "./model/queries/details.ts";
import type { ScopeDetails } from "./model/queries/scope-details.ts";
import { count } from "./model/text/format.ts";
import type { Metrics } from "./model/text/metrics.ts";
import { followFont, followTheme, guardClicks, guardKeys } from "./page.ts";
import { breadcrumb } from "./panels/breadcrumb.ts";
import { detailsCard, scopeCard } from "./panels/details.ts";
import { Drawer } from "./panels/drawer.ts";
import { help } from "./panels/help.ts";
import { icon, iconButton } from "./panels/icons.ts";
import { ScopePath } from "./panels/scope-path.ts";
import { Sheet } from "./panels/sheet.ts";
import { signs } from "./panels/signs.ts";
import { PANEL_STYLE } from "./panels/style.ts";
import { followPreferences, type Preferences, preferences } from "./preferences.ts";
import type { Command } from "./protocol.ts";
import { type Layer, merged } from "./scene/drawing/paint.ts";
import { STYLE } from "./scene/drawing/style.ts";
import { isMaximized, setMaximized } from "./scene/interaction/maximize.ts";
import { isNavigationKey, nextNode } from "./scene/interaction/navigation.ts";
import { type Change, type Hit, Stage } from "./scene/stage.ts";
import { __, needsKernel } from "./words.ts";

const SHEET = STYLE + PANEL_STYLE;
const DETAILS_WIDTH = 316; // px that the details card covers
const NARROW = 480; // px of a diagram in which cards and lists are beneath the drawing
const DOUBLE_CLICK = 300; // ms in which the second click of a double click may come

const STILL = { nodes: 150, characters: 64_000 }; // limits of an image that is saved for viewers without our renderer

/** Sends a command to the kernel; does nothing where there is none. */
export type Send = (command: Command) => void;

// Replies of the kernel reach every page that shows the graph, so the numbers of two pages must differ.
let views = Math.floor(Math.random() * 2 ** 40);

export class View {
  readonly id = ++views;
  private readonly host: HTMLElement;
  private readonly frame = html("div", { class: "frame" });
  private readonly summary = html("span", { class: "summary" });
  private readonly news = html("span", { class: "news", "aria-live": "polite" });
  private readonly stage: Stage;
  private readonly hint = html("div", { class: "hint", role: "status" });
  private readonly empty = html(
    "div",
    { class: "empty", hidden: true },
    html("p", {}, __("No operations yet: they appear here as cells add them.")),
  );
  private hintEnds?: ReturnType<typeof setTimeout>;
  private readonly tools = html("span", { class: "tools" });
  private readonly lines = html("div", { class: "lines" });
  private readonly body = html("div", { class: "body" });
  private readonly drawer = new Drawer(() => this.stage.focus());
  private readonly help = new Sheet(
    __("Keys and mouse"),
    () => help(this.direction),
    () => this.stage.focus(),
  );
  private readonly signs = new Sheet(__("Legend"), signs, () => this.stage.focus());
  private readonly scopePath = new ScopePath((path) => {
    if (path) void this.go(path, true);
    else this.stage.fit();
    this.stage.focus();
  });
  private readonly features: Feature[] = [];
  private readonly maximizeButton = html(
    "button",
    { class: "icon", title: __("Maximize"), "aria-label": __("Maximize"), "aria-pressed": "false" },
    icon("wide"),
  );
  private card?: HTMLElement;
  private scene?: Scene;
  /** What the card shows: an operation, or a scope. */
  private details?: Details;
  private scope?: ScopeDetails;
  /** The path of what it is about to show. */
  private opening = "";
  /** Counts how often it was closed: what is read meanwhile is not shown. */
  private closings = 0;
  /** The operations of the tensors that the reader has selected. */
  private selected: readonly number[] = [];
  private cardOpens?: ReturnType<typeof setTimeout>;
  /** Counts them: a card that waits for one is not opened after the next. */
  private clicks = 0;
  private current = "";
  /** The stub that the keyboard is at. */
  private stub = { path: "", index: -1 };
  private live = false;
  private ownDirection?: Direction;
  /** What the reader had made of the diagram when it was saved. */
  private restored?: ViewState;
  /** The reader has opened or closed something. */
  private isArranged = false;
  private auxiliaryChoices: [string, boolean][] = [];
  private isOver = false;
  private readonly engine: Client;
  private readonly undo: (() => void)[] = [];

  constructor(
    element: HTMLElement,
    engine: Client,
    private readonly uid: string,
    private readonly send: Send,
    private readonly subgraphPath?: SubgraphPath,
  ) {
    this.engine = until(() => this.isOver, engine);
    this.host = html("div", { class: "graphlab" });
    element.replaceChildren(this.host);
    const shadow = this.host.attachShadow({ mode: "open" });
    shadow.append(html("style", {}, SHEET), this.frame);
    this.stage = new Stage({
      click: (hit) => this.click(hit),
      doubleClick: (hit) => this.doubleClick(hit),
      notify: (text, time) => this.notify(text, time),
      moved: () => {
        this.scopePath.follow(this.stage.camera);
        for (const feature of this.features) feature.moved?.(this.place());
      },
      height: (pixels) => {
        this.body.style.flexBasis = `${pixels}px`;
      },
    });
    this.stage.element.append(
      this.scopePath.element,
      this.hint,
      this.help.element,
      this.signs.element,
      this.empty,
    );
    if (subgraphPath) {
      const enter = (other: string) => (this.live ? subgraphPath.enter(other) : this.notify(needsKernel()));
      this.frame.append(breadcrumb({ ...subgraphPath, enter }));
    }
    this.body.append(this.stage.element, this.drawer.element);
    this.frame.append(this.toolbar(), this.lines, this.body);
    for (const make of FEATURES) this.features.push(make(this.context()));
    this.listen();
  }

  /** The context of a feature. */
  private context(): FeatureContext {
    const view = this;
    let line: HTMLElement | undefined;
    // The lines are in the order of the features, whichever comes first.
    const slot = this.lines.appendChild(html("div"));
    return {
      view: this.id,
      graph: this.uid,
      name: this.subgraphPath?.name ?? "graph",
      host: this.host,
      engine: this.engine,
      get live() {
        return view.live;
      },
      scene: () => this.scene,
      paint: () => this.paint(),
      current: () => this.current,
      chosen: () => this.opening || this.chosen,
      selected: {
        get: () => this.selected,
        set: (ops) => {
          this.selected = ops;
        },
      },
      send: (command) => this.request({ ...command, view: this.id }),
      go: (path, quietly = false) => this.go(path, quietly),
      goToOperation: async (op, quietly = false) => {
        const { path } = await this.engine.where(this.id, op);
        await this.go(path[path.length - 1], quietly);
      },
      camera: {
        get: () => this.place(),
        set: ({ x, y, zoom }) => this.stage.camera.set(x, y, zoom),
        size: () => this.stage.camera.size,
      },
      state: () => this.state,
      zoomTo: (paths) => this.stage.zoomTo(paths),
      show: (scene, anchor = this.current) => this.show(scene, "opened", anchor),
      repaint: () => this.mark(),
      refreshCard: () => this.renderCard(),
      closeCard: () => this.closeDetails(),
      tool: (element) => this.tools.append(element),
      line: (element) => {
        line?.remove();
        line = element;
        if (element) slot.append(element);
      },
      drawer: (title, element, closed) => this.drawer.show(title, element, closed),
      closeDrawer: () => this.drawer.close(),
      float: (element) => this.frame.append(element),
      empty: (element) => this.empty.append(element),
      notify: (text) => this.notify(text),
      focus: () => this.stage.focus(),
    };
  }

  private place(): Place {
    const { x, y, zoom } = this.stage.camera;
    return { x, y, zoom };
  }

  /**
   * `depth`: how many levels of scopes are open initially; `restored`: what the reader had made of it; `direction`: where
   * data flows, whatever the reader prefers.
   */
  async start(depth?: number, restored?: ViewState, direction?: Direction): Promise<void> {
    const [metrics, stop] = followFont(this.frame, (now) => void this.measure(now));
    this.undo.push(stop);
    await this.engine.show(this.id, this.uid, metrics, depth);
    this.ownDirection = direction;
    await this.engine.arrange(this.id, preferences().auxiliary, this.direction);
    if (restored) await this.engine.restore(this.id, restored.open, restored.auxiliary);
    this.restored = restored;
    this.auxiliaryChoices = restored?.auxiliary ?? [];
  }

  get isInSight(): boolean {
    return this.stage.isInSight;
  }

  /** What the reader has made of the diagram; undefined if that is nothing. */
  get state(): ViewState | undefined {
    const { place } = this.stage;
    const chosen = Object.assign({}, ...this.features.map((feature) => feature.chosen?.()));
    const isChosen = Object.keys(chosen).length > 0;
    if (!this.scene || !(place || this.isArranged || isChosen)) return this.restored;
    const scopes = this.scene.nodes.filter(({ opens }) => opens);
    return {
      open: scopes.map(({ path, open }) => [path, open]),
      auxiliary: this.auxiliaryChoices,
      ...(place ? { place } : {}),
      chosen: { ...this.restored?.chosen, ...chosen },
    };
  }

  /** Makes the nodes as wide as their text is in another font. */
  private async measure(metrics: Metrics): Promise<void> {
    const scene = await this.engine.setMetrics(this.id, metrics);
    if (this.scene) this.show(scene, "measured", this.current);
  }

  remove(): void {
    for (const feature of this.features) feature.remove?.();
    for (const undo of this.undo) undo();
    this.stage.remove();
    this.isOver = true;
    void this.engine.hide(this.id);
    this.host.remove();
  }

  /** Makes it as large as its element. */
  fillElement(): void {
    set(this.host, { "data-fill": true });
  }

  /** The diagram as SVG text, if that is small enough to be saved. */
  still(): string | undefined {
    const { scene } = this;
    if (!scene || scene.nodes.length > STILL.nodes || this.host.hidden) return undefined;
    const { text } = this.styled((root) => sceneSvg(scene, this.paint(), root));
    return text.length <= STILL.characters ? text : undefined;
  }

  /** Calls `act` with a root in which the style sheet applies: an output that is scrolled away may be off the page. */
  private styled<Result>(act: (root: ShadowRoot) => Result): Result {
    if (this.host.isConnected) return act(this.host.shadowRoot as ShadowRoot);
    const host = document.body.appendChild(html("div"));
    const root = host.attachShadow({ mode: "open" });
    const frame = html("div", { class: "frame" });
    root.append(html("style", {}, SHEET), frame);
    followTheme(host, frame, () => {})();
    try {
      return act(root);
    } finally {
      host.remove();
    }
  }

  /** Draws the current graph. */
  draw(scene: Scene): void {
    this.show(scene, this.scene ? "grown" : "first");
    void this.refreshDetails();
  }

  async refreshDetails(): Promise<void> {
    const path = this.chosen;
    if (!path) return;
    const found = await this.read(path);
    if (this.chosen !== path) return; // it was closed, or another one opened
    [this.details, this.scope] = found;
    this.renderCard();
  }

  /** Shows an error in place of the diagram. */
  fail(error: unknown): void {
    this.stage.element.append(
      html("div", { class: "failure", role: "alert" }, __("The diagram failed: %1", String(error))),
    );
  }

  /** Shows a message for some time. */
  notify(text: string, time = 6000): void {
    this.hint.textContent = text;
    this.hint.classList.add("shown");
    clearTimeout(this.hintEnds);
    this.hintEnds = setTimeout(() => this.hint.classList.remove("shown"), time);
  }

  /** Hides this diagram while another is shown in its place; the focus goes to the visible one. */
  setHidden(hidden: boolean): void {
    this.host.hidden = hidden;
    if (!hidden) this.comeIntoSight();
  }

  private comeIntoSight(): void {
    this.stage.focus();
    this.frame.firstElementChild?.scrollIntoView({ block: "nearest" });
  }

  setLive(live: boolean): void {
    this.live = live;
    set(this.frame, { "data-live": live });
    set(this.summary, {
      title: live
        ? __("Grows as cells add operations")
        : __("As it was saved; run the notebook to make it live"),
    });
    for (const feature of this.features) feature.live?.(live);
    if (this.chosen) this.renderCard();
  }

  /** Passes a message of the kernel to the features; one with a `view` is for that diagram alone. */
  receive(content: Record<string, unknown>): void {
    if (content.view !== undefined && content.view !== this.id) return;
    const type = content.type as string;
    if (type === "refused") this.notify(`${content.why}`);
    for (const { messages } of this.features)
      if (messages && Object.hasOwn(messages, type))
        messages[type](content)?.catch((error) => this.notify(__("This can't be shown: %1", error.message)));
  }

  private show(scene: Scene, why: Change, anchor = ""): void {
    this.scene = scene;
    this.scopePath.show(scene);
    this.current ||= scene.nodes[0]?.path ?? "";
    this.stage.show(scene, why, anchor);
    if (why === "first") this.stage.place = this.restored?.place;
    if (why === "opened") {
      this.isArranged = true;
      void this.engine.auxiliaryChoices(this.id).then((choices) => {
        this.auxiliaryChoices = choices;
      });
    }
    if (why === "first" && this.subgraphPath) this.comeIntoSight();
    this.summary.textContent = count(scene.operations, "operation");
    this.empty.hidden = scene.operations > 0;
    this.news.textContent = scene.added ? __("+%1 new", scene.added) : "";
    this.mark();
    for (const feature of this.features) feature.scene?.(scene);
  }

  private toolbar(): HTMLElement {
    return html(
      "div",
      { class: "toolbar", role: "toolbar", "aria-label": __("Diagram") },
      this.tools,
      this.summary,
      this.news,
      html("span", { class: "space" }),
      iconButton("minus", __("Zoom out (−)"), () => this.stage.zoomBy(-1)),
      iconButton("plus", __("Zoom in (+)"), () => this.stage.zoomBy(1)),
      iconButton("fit", __("Fit all (f)"), () => this.stage.fit()),
      this.maximizeButton,
      iconButton("legend", __("Legend (l)"), () => this.toggleSheet(this.signs)),
      iconButton("help", __("Keys and mouse (?)"), () => this.toggleSheet(this.help)),
    );
  }

  private listen(): void {
    this.stage.window.addEventListener("keydown", (event) => this.key(event));
    this.frame.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.target === this.stage.window) return;
      if (!this.closeSheets()) this.closeDetails();
      this.stage.focus();
    });
    this.maximizeButton.onclick = () => this.setMaximized(!isMaximized(this.frame));
    this.undo.push(
      followPreferences((now) => this.prefer(now)),
      followTheme(this.host, this.frame, () => this.stage.updateColours()),
      guardKeys(this.host),
      guardClicks(this.host),
      this.followWidth(),
    );
  }

  private prefer({ textSize, auxiliary }: Preferences): void {
    this.host.style.setProperty("--text-size", String(textSize));
    this.stage.setScale(textSize);
    if (!this.scene) return;
    void this.engine.arrange(this.id, auxiliary, this.direction).then((scene) => {
      if (!scene) return;
      if (scene.direction === this.scene?.direction) this.show(scene, "opened");
      else this.show(scene, "transposed", this.current);
    });
  }

  private get direction(): Direction {
    return this.ownDirection ?? preferences().direction;
  }

  private setMaximized(maximized: boolean): void {
    setMaximized(this.frame, maximized);
    set(this.maximizeButton, { "aria-pressed": String(maximized) });
    this.stage.focus();
  }

  private click(hit: Hit): void {
    const { node, toggle, stub } = hit;
    const taken = this.features.filter((feature) => feature.clicked?.(hit) === true);
    this.closeSheets();
    this.cancelCard();
    if (taken.length) return;
    if (stub) void this.go(stub, false);
    if (!node) this.closeDetails();
    if (stub || !node) return;
    this.current = node.path;
    if (node.opens && (toggle || node.kind === "rest")) void this.toggle(node.path);
    else if (!this.card && (this.isNarrow || hit.fromEnd < DETAILS_WIDTH)) void this.openUnderPointer(node);
    else void this.open(node.path);
  }

  /** Opens the card where the pointer may be: not before the second click of a double click can have come. */
  private async openUnderPointer({ path, opens }: NonNullable<Hit["node"]>): Promise<void> {
    this.opening = path;
    const clicks = this.clicks;
    const waits = opens || (await this.engine.details(this.id, path))?.hasSubgraph;
    if (clicks !== this.clicks) return;
    this.cardOpens = setTimeout(() => void this.open(path), waits ? DOUBLE_CLICK : 0);
  }

  /** No card of an earlier click opens any more. */
  private cancelCard(): void {
    this.clicks++;
    this.opening = "";
    clearTimeout(this.cardOpens);
  }

  private doubleClick({ node, edge, toggle, adds, stub, move }: Hit): void {
    this.cancelCard();
    if (toggle || adds || stub || move || node?.kind === "rest") return; // two clicks
    if (node?.opens) void this.toggle(node.path);
    else if (node) void this.openSubgraphAt(node.path);
    else if (!edge) this.stage.fit();
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.scene) return;
    const node = this.stage.find(this.current);
    if (isNavigationKey(event.key) && !event.shiftKey) {
      this.current = nextNode(this.scene, this.stage.tree, this.current, event.key);
      const next = this.stage.find(this.current);
      if (next) this.stage.reveal(next);
      this.select();
    } else if (event.key === "s" && node?.stubs.length) {
      this.stub = { path: node.path, index: (this.stubIndex + 1) % node.stubs.length };
      this.stage.reveal(node);
      this.select();
    } else if (event.key === "Enter" && event.shiftKey) {
      this.features.some((feature) => feature.key?.(event));
    } else if (event.key === "Enter" && node?.stubs[this.stubIndex]?.target) {
      void this.go(node.stubs[this.stubIndex].target, false);
    } else if (event.key === "Enter" || event.key === " ") {
      const toggles = event.key === "Enter" || node?.kind === "rest";
      if (toggles && node?.opens && (opensByEnter(node.kind) || node.open)) void this.toggle(node.path);
      else if (node) void this.open(node.path);
    } else if (event.key === "?") this.toggleSheet(this.help);
    else if (event.key === "l") this.toggleSheet(this.signs);
    else if (event.key === "Escape") this.escape();
    else if (!this.stage.key(event) && !this.features.some((feature) => feature.key?.(event))) return;
    this.consume(event);
  }

  /** Shows or hides a sheet; only one is visible at a time. */
  private toggleSheet(sheet: Sheet): void {
    (sheet === this.help ? this.signs : this.help).close();
    sheet.toggle();
  }

  /** Returns false if all were closed already. */
  private closeSheets(): boolean {
    return [this.help.close(), this.signs.close()].includes(true);
  }

  /** Ends the innermost mode; at last leaves the diagram. */
  private escape(): void {
    if (this.closeSheets()) return;
    if (this.card) this.closeDetails();
    else if (this.features.some((feature) => feature.escape?.())) return;
    else if (isMaximized(this.frame)) this.setMaximized(false);
    else if (this.subgraphPath) this.subgraphPath.leave();
    else this.stage.window.blur();
  }

  private consume(event: KeyboardEvent): void {
    event.preventDefault();
    event.stopPropagation();
  }

  private async toggle(path: string): Promise<void> {
    this.show(await this.engine.toggle(this.id, path), "opened", path);
    const node = this.stage.find(path);
    if (node) for (const feature of this.features) feature.toggled?.(path, node.open);
    if (node && this.chosen && !this.stage.find(this.chosen)) this.closeDetails();
    else this.renderCard();
  }

  /** Shows the node at `path`, opening the scopes around it, and its details unless `quietly`. */
  private async go(path: string, quietly: boolean): Promise<void> {
    if (!path) return; // what is not there has no way to it
    if (!this.stage.find(path)) this.show(await this.engine.reveal(this.id, path), "opened", this.current);
    this.current = path;
    if (quietly) this.select();
    else await this.open(path);
    const node = this.stage.find(path);
    if (node) this.stage.reveal(node);
  }

  private async openSubgraphAt(path: string): Promise<void> {
    const details = await this.engine.details(this.id, path);
    if (details?.hasSubgraph) this.openSubgraph(details.op);
  }

  private openSubgraph(op: number): void {
    this.request({ type: "subgraph", view: this.id, op, subgraph: "" });
  }

  /** Sends a command, or says why it can't be done. */
  private request(command: Command): void {
    if (this.live) this.send(command);
    else this.notify(needsKernel());
  }

  private async open(path: string): Promise<void> {
    this.opening = path;
    const { closings } = this;
    const found = await this.read(path);
    if (closings !== this.closings || (this.opening && this.opening !== path)) return; // closed, or another one opens
    this.opening = "";
    [this.details, this.scope] = found;
    const { details } = this;
    this.renderCard();
    this.select();
    if (details) for (const feature of this.features) feature.opened?.(details);
    if (details && !details.attributes) this.send({ type: "attributes", op: details.op });
    const node = this.stage.find(path);
    if (this.chosen && node) this.stage.reveal(node);
  }

  /** The path of what the card shows; "" if there is no card. */
  private get chosen(): string {
    return this.details?.path ?? this.scope?.path ?? "";
  }

  /** What the card of a node shows: of an operation, or else of a scope. */
  private async read(path: string): Promise<[Details?, ScopeDetails?]> {
    const details = await this.engine.details(this.id, path);
    return details ? [details] : [undefined, await this.engine.scopeDetails(this.id, path)];
  }

  private renderCard(): void {
    if (this.chosen && this.card?.matches(":active")) {
      // A button that is replaced before it is let go is never clicked.
      const pressed = new AbortController();
      const later = () => {
        pressed.abort();
        setTimeout(() => this.renderCard());
      };
      for (const end of ["pointerup", "pointercancel", "keyup"]) addEventListener(end, later, pressed);
      return;
    }
    const card = this.makeCard();
    this.stage.camera.covered = card && !this.isNarrow ? DETAILS_WIDTH : 0;
    const around = this.isNarrow ? this.body : this.stage.element;
    if (card && this.card?.parentElement === around) this.card.replaceWith(card);
    else {
      this.card?.remove();
      if (card) around.append(card);
    }
    this.card = card;
    if (this.isNarrow) this.stage.measure();
  }

  private get isNarrow(): boolean {
    return this.frame.hasAttribute("data-narrow");
  }

  private followWidth(): () => void {
    const sizes = new ResizeObserver(() => {
      const width = this.frame.clientWidth;
      const narrow = width > 0 ? width < NARROW * preferences().textSize : this.isNarrow;
      if (narrow === this.isNarrow) return;
      set(this.frame, { "data-narrow": narrow });
      this.renderCard();
    });
    sizes.observe(this.frame);
    return () => sizes.disconnect();
  }

  private makeCard(): HTMLElement | undefined {
    const { details, scope, chosen } = this;
    const node = this.stage.find(chosen);
    const { live, features } = this;
    const toggle = node?.opens ? (node.open ? ("close" as const) : ("open" as const)) : undefined;
    const actions = {
      close: () => {
        this.closeDetails();
        this.stage.focus();
      },
      go: (path: string) => void this.go(path, false),
      openSubgraph: (op: number) => this.openSubgraph(op),
      copy: (text: string) => void this.copy(text),
      code: hub.goToCode && details && (() => void this.goToCode(details.made)),
      open: (path: string) => void this.toggle(path),
    };
    if (details) {
      const buttons = features.flatMap((feature) => feature.buttons?.(details) ?? []);
      const sections = features.flatMap((feature) => feature.sections?.(details) ?? []);
      return detailsCard(details, { toggle, live, buttons, sections }, actions);
    }
    if (!scope) return undefined;
    const buttons = features.flatMap((feature) => feature.scopeButtons?.(scope.path) ?? []);
    const sections = features.flatMap((feature) => feature.scopeSections?.(scope.path) ?? []);
    return scopeCard(scope, node?.name ?? scope.path, { toggle, live, buttons, sections }, actions);
  }

  private async copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.notify(__("Copied %1", text));
    } catch {
      this.notify(__("This page may not use the clipboard: select the name and copy it."));
    }
  }

  private async goToCode(made: Details["made"]): Promise<void> {
    const why = await hub.goToCode?.(made, this.host);
    if (why) this.notify(why);
  }

  private closeDetails(): void {
    this.cancelCard();
    this.closings++;
    this.details = this.scope = undefined;
    this.renderCard();
    this.select();
  }

  /** Paints every node and edge as the features require. */
  private mark(): void {
    this.select();
    this.stage.mark(this.paint());
  }

  /** The paint of all features. */
  private paint(): Required<Layer> {
    return merged(this.features.flatMap(({ layer }) => layer ?? []));
  }

  private select(): void {
    if (this.stub.path !== this.current) this.stub.index = -1;
    this.stage.select(this.current, this.chosen, this.stub.index);
  }

  /** Of the current node; -1 when the keyboard is at the node itself. */
  private get stubIndex(): number {
    return this.stub.path === this.current ? this.stub.index : -1;
  }
}
