/** The Graph panel: a graph of one notebook's kernel, drawn live, and tables of its runs, variables, queues and devices. */
import type { Kernel } from "@jupyterlab/services";
import type { TranslationBundle } from "@jupyterlab/translation";
import type { Message } from "@lumino/messaging";
import { Widget } from "@lumino/widgets";
import { html } from "../dom.ts";
import { hub, type Linked } from "../hub.ts";
import { loadApp } from "./load-app.ts";
import { companions, type NotebookPanel } from "./notebook.ts";
import { ActiveCell } from "./panel-cells.ts";
import { type GraphEntry, KernelLink, type KernelState } from "./panel-kernel.ts";
import type { ChosenGraph, PanelMemory } from "./panel-memory.ts";
import { Tables } from "./panel-tables.ts";

type Tab = "graph" | "run" | "variables" | "queues" | "devices";

/** What the panel needs of the page around it. */
export interface PanelContext {
  trans: TranslationBundle;
  /** The connections of all open notebooks. */
  kernels(): Iterable<Kernel.IKernelConnection>;
  memory: PanelMemory;
  /** Adds a cell with a graph to the notebook at `path`, to be built there. */
  build(path: string): void;
}

let panels = 0;

export class GraphPanel extends Widget {
  private readonly number = ++panels;
  private readonly notebookName = html("span", { class: "gl-notebook" });
  private readonly picker = html("select", {});
  private readonly status = html("div", { class: "gl-panel-status", role: "status" });
  private readonly build = html("button", {
    class: "gl-build jp-Button jp-mod-styled jp-mod-accept",
    hidden: true,
  });
  private readonly place = html("div", { class: "gl-diagram", role: "tabpanel" });
  private readonly tabs = new Map<Tab, HTMLButtonElement>();
  private readonly tables: Tables;
  protected readonly trans: TranslationBundle;
  private panel?: NotebookPanel;
  private link?: KernelLink;
  private state: KernelState = "none";
  /** Why the diagram is of a kernel that is gone; "" while it is not. */
  private past = "";
  private tab: Tab = "graph";
  /** The uid of the graph that the reader has chosen, if the kernel has it; "" for the one that the notebook works on. */
  private chosen = "";
  private target?: ChosenGraph;
  private notebookPath = "";
  private graphs: GraphEntry[] = [];
  private shown = "";
  /** A graph that replaces the diagram of a former kernel as soon as it has operations. */
  private next?: { graph: string; bytes: string };
  private remove?: () => void;
  private readonly contents = new Map<string, Record<string, unknown>>();
  private trouble = "";
  private activeCell?: ActiveCell;
  /** The operation to show as soon as there is a diagram. */
  private wanted?: number | string;

  /** key: what the tab in front is remembered by. */
  constructor(
    private readonly context: PanelContext,
    private readonly key: string,
  ) {
    super();
    this.trans = context.trans;
    this.addClass("gl-panel");
    const { trans } = this;
    this.picker.setAttribute("aria-label", trans.__("Graph"));
    this.picker.title = trans.__("Which of the kernel's graphs is shown");
    this.picker.onchange = () => {
      this.chosen = this.picker.value;
      const entry = this.graphs.find(({ uid }) => uid === this.chosen);
      this.target = entry && { uid: entry.uid, name: entry.name };
      context.memory.setGraph(this.notebookPath, this.target);
      this.link?.choose();
    };
    this.tables = new Tables(trans, (operation) => void this.goTo(operation));
    this.tables.element.hidden = true;
    this.build.textContent = trans.__("Build a graph");
    this.build.title = trans.__("Adds a cell with an empty graph, and what it can begin with");
    this.build.onclick = () => context.build(this.notebookPath);
    const head = html("div", { class: "gl-panel-head" }, this.notebookName, this.picker);
    const body = html("div", { class: "gl-panel-body" }, this.place, this.tables.element);
    this.node.append(head, this.tabBar(), this.status, this.build, body);
    this.renderHead();
    this.renderStatus();
    companions.add(this);
    void context.memory.ready.then(() => this.restore());
  }

  /** Chooses again what the reader had chosen. */
  private restore(): void {
    const tab = this.context.memory.tab(this.key) as Tab;
    if (this.tabs.has(tab)) this.tab = tab;
    this.target = this.context.memory.graph(this.notebookPath);
    this.renderPicker();
    this.renderTab();
    this.link?.choose();
  }

  private onRenamed(_: unknown, path: string): void {
    this.context.memory.setGraph(path, this.target); // it may have been saved as another
    this.notebookPath = path;
    this.renderHead();
  }

  /** The notebook that it follows. */
  get notebook(): NotebookPanel | undefined {
    return this.panel;
  }

  /** Follows another notebook; what is shown of the last one goes. */
  setNotebook(panel: NotebookPanel | undefined): void {
    if (panel === this.panel) return;
    this.link?.dispose();
    this.activeCell?.dispose();
    this.activeCell = undefined;
    this.panel?.disposed.disconnect(this.onNotebookGone, this);
    this.panel?.context.pathChanged.disconnect(this.onRenamed, this);
    this.link = undefined;
    this.panel = panel;
    this.notebookPath = panel?.context.path ?? "";
    this.target = this.context.memory.graph(this.notebookPath);
    this.forget();
    this.state = "none";
    if (panel) {
      this.activeCell = new ActiveCell(panel, this);
      panel.disposed.connect(this.onNotebookGone, this);
      panel.context.pathChanged.connect(this.onRenamed, this);
      this.link = new KernelLink(
        panel.sessionContext,
        () => this.context.kernels(),
        () => ({ graph: this.chosen || this.target?.uid || "", tab: this.tab }),
        {
          state: (state) => this.setState(state),
          message: (content) => void this.receive(content),
        },
      );
      if (this.isVisible) this.link.start();
    }
    this.renderHead();
    this.renderStatus();
  }

  /** The diagram, for links between cells and operations; undefined while there is none. */
  get linked(): Linked | undefined {
    for (const linked of hub.linked) if (this.place.contains(linked.host())) return linked;
    return undefined;
  }

  /**
   * Shows an operation in the diagram, as soon as there is one, and its details unless `quietly`; resolves to false when
   * the graph has none such.
   */
  async goTo(operation: number | string, quietly = false): Promise<boolean> {
    this.select("graph");
    const { linked } = this;
    if (!linked) this.wanted = operation;
    return linked ? linked.go(operation, quietly) : true;
  }

  dispose(): void {
    if (this.isDisposed) return;
    this.setNotebook(undefined);
    companions.delete(this);
    super.dispose();
  }

  protected onAfterShow(message: Message): void {
    super.onAfterShow(message);
    this.link?.start();
  }

  protected onAfterHide(message: Message): void {
    super.onAfterHide(message);
    this.link?.stop();
  }

  protected onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    if (this.isVisible) this.link?.start();
  }

  protected onBeforeDetach(message: Message): void {
    this.link?.stop();
    super.onBeforeDetach(message);
  }

  private onNotebookGone(): void {
    this.setNotebook(undefined);
  }

  private forget(): void {
    this.remove?.();
    this.remove = undefined;
    this.shown = this.past = this.chosen = this.trouble = "";
    this.next = this.wanted = undefined;
    this.graphs = [];
    this.contents.clear();
    this.renderPicker();
    this.renderTab();
  }

  private setState(state: KernelState): void {
    const before = this.state;
    this.state = state;
    // The diagram of a kernel that is gone stays.
    const end = this.remove ? this.end(state, before) : "";
    if (!this.past || state === "autorestarting") this.past = end || this.past;
    this.renderStatus();
  }

  /** What became of the kernel, "" while it is there. */
  private end(state: KernelState, before: KernelState): string {
    const { trans } = this;
    if (state === "restarting") return trans.__("The kernel was restarted");
    if (state === "autorestarting") return trans.__("The kernel died and was started again");
    if (state === "dead") return trans.__("The kernel has died");
    return state === "none" && before !== "none" ? trans.__("The kernel was shut down") : "";
  }

  private async receive(content: Record<string, unknown>): Promise<void> {
    const { type } = content;
    if (type === "trouble") this.trouble = `${content.why}`;
    else if (type === "graphs") this.setGraphs(content.graphs as GraphEntry[]);
    else if (type === "graph") this.setGraph(content.graph as string, content.bytes as string);
    else if (type === "cell") this.followCell(content as unknown as CellNews);
    else {
      this.contents.set(type as string, content);
      this.renderTab();
    }
    if (type !== "trouble") this.trouble = "";
    this.renderStatus();
  }

  private setGraphs(graphs: GraphEntry[]): void {
    this.graphs = graphs;
    const before = this.chosen;
    this.renderPicker();
    if (this.chosen !== before) this.link?.choose();
    const { next } = this;
    if (next && this.operations(next.graph)) this.draw(next.graph, next.bytes);
  }

  private setGraph(graph: string, bytes: string): void {
    // Until the cells have run again, the diagram of the former kernel says more than an empty one.
    if (this.past && !this.operations(graph)) this.next = { graph, bytes };
    else this.draw(graph, bytes);
  }

  private operations(graph: string): number {
    return this.graphs.find(({ uid }) => uid === graph)?.operations ?? 0;
  }

  private draw(graph: string, bytes: string): void {
    this.next = undefined;
    this.past = "";
    this.renderStatus();
    if (this.shown === graph && this.remove) return;
    this.shown = graph;
    this.remove?.();
    this.remove = undefined;
    void loadApp().then(({ show }) => {
      if (this.isDisposed || this.shown !== graph || this.remove) return;
      this.remove = show(this.place, { graph, chunks: [bytes], fillsElement: true });
      this.activeCell?.update();
      const { wanted } = this;
      this.wanted = undefined;
      if (wanted !== undefined) void this.linked?.go(wanted, true);
    });
  }

  /** Brings into view what the cell added, or broke. */
  private followCell({ graph, from, to, failed }: CellNews): void {
    if (graph !== this.shown) return;
    if (failed !== null) void this.linked?.go(failed, true);
    // The first operations of a graph are all in view.
    else if (from > 0) this.linked?.reveal(from, to);
  }

  private tabBar(): HTMLElement {
    const { trans } = this;
    const titles: [Tab, string][] = [
      ["graph", trans.__("Graph")],
      ["run", trans.__("Run")],
      ["variables", trans.__("Variables")],
      ["queues", trans.__("Queues")],
      ["devices", trans.__("Devices")],
    ];
    const bar = html("div", {
      class: "gl-panel-tabs",
      role: "tablist",
      "aria-label": trans.__("Graph panel"),
    });
    this.place.id = `gl-place-${this.number}`;
    this.tables.element.id = `gl-tables-${this.number}`;
    for (const [tab, title] of titles) {
      const controls = (tab === "graph" ? this.place : this.tables.element).id;
      const button = html("button", { role: "tab", "aria-controls": controls, "data-tab": tab }, title);
      button.onclick = () => this.select(tab);
      this.tabs.set(tab, button);
      bar.append(button);
    }
    bar.onkeydown = (event) => {
      const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? titles.length - 1 : 0;
      if (!step) return;
      const at = titles.findIndex(([tab]) => tab === this.tab);
      this.select(titles[(at + step) % titles.length][0]);
      this.tabs.get(this.tab)?.focus();
    };
    this.renderTab();
    return bar;
  }

  private select(tab: Tab): void {
    this.tab = tab;
    this.context.memory.setTab(this.key, tab);
    this.renderTab();
    this.link?.choose();
  }

  private renderTab(): void {
    for (const [tab, button] of this.tabs) {
      button.setAttribute("aria-selected", String(tab === this.tab));
      button.tabIndex = tab === this.tab ? 0 : -1;
    }
    const isGraph = this.tab === "graph";
    this.place.hidden = !isGraph;
    this.tables.element.hidden = isGraph;
    if (!isGraph) this.tables.show(this.tab, this.contents.get(this.tab) ?? {});
  }

  protected renderHead(): void {
    const path = this.notebookPath;
    this.notebookName.textContent = path.split("/").pop() ?? "";
    this.notebookName.title = path;
  }

  private renderPicker(): void {
    const { trans, picker } = this;
    const followed = this.graphs.find((graph) => graph.followed);
    const labels: [string, string][] = [
      [
        "",
        followed
          ? trans.__("Live: %1", this.label(followed))
          : trans.__("Live: the graph that the notebook works on"),
      ],
      ...this.graphs.map((graph): [string, string] => [graph.uid, this.label(graph)]),
    ];
    const options = [...picker.options];
    // Rebuilt only when the graphs change, so that an open list stays open.
    if (options.length !== labels.length || labels.some(([value], i) => options[i].value !== value))
      picker.replaceChildren(...labels.map(([value, label]) => html("option", { value }, label)));
    else
      labels.forEach(([, label], i) => {
        if (options[i].textContent !== label) options[i].textContent = label;
      });
    this.chosen = this.found()?.uid ?? "";
    picker.value = this.chosen;
    picker.disabled = !this.graphs.length;
  }

  /** The graph that the reader has chosen; after a restart of the kernel the one of the same name. */
  private found(): GraphEntry | undefined {
    const { graphs, target } = this;
    return graphs.find(({ uid }) => uid === target?.uid) ?? graphs.find(({ name }) => name === target?.name);
  }

  private label({ name, operations, sessions }: GraphEntry): string {
    const { trans } = this;
    const count = trans._n("%1 operation", "%1 operations", operations);
    return [name, count, ...sessions].join(" · ");
  }

  private renderStatus(): void {
    const text = this.statusText();
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.hidden = !text;
    // Without a graph, in a kernel that has not imported graphlab.
    this.build.hidden = !this.panel || this.remove !== undefined || this.state !== "waiting";
    this.status.classList.toggle("gl-warn", Boolean(this.past || this.trouble || this.state === "lost"));
  }

  private statusText(): string {
    const { trans, state } = this;
    if (!this.panel) return trans.__("Open a notebook to see the graphs of its kernel.");
    if (this.trouble) return this.trouble;
    if (this.past) return trans.__("%1: the graph is shown as it was. Run the cells again.", this.past);
    if (state === "lost")
      return trans.__("The connection to the kernel is lost; the graph is shown as it was.");
    if (state === "none") return trans.__("The notebook has no kernel yet.");
    if (this.remove) return "";
    if (state === "asked")
      return trans.__("Waiting for the kernel, which may answer only when the cell that runs has ended.");
    if (state === "waiting") return trans.__("The graph appears here when a cell has imported graphlab.");
    return "";
  }
}

/** A message of the kernel: what a cell has added to a graph, and the operation that failed in it. */
interface CellNews {
  graph: string;
  from: number;
  to: number;
  failed: number | null;
}
