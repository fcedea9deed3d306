/** The plugin of the Graph panel: in the right side bar, following the active notebook, and as views in the main area. */
import {
  ILabShell,
  ILayoutRestorer,
  type JupyterFrontEnd,
  type JupyterFrontEndPlugin,
} from "@jupyterlab/application";
import { WidgetTracker } from "@jupyterlab/apputils";
import { IRenderMimeRegistry } from "@jupyterlab/rendermime";
import type { Kernel } from "@jupyterlab/services";
import { IStateDB } from "@jupyterlab/statedb";
import { ITranslator, nullTranslator } from "@jupyterlab/translation";
import { graphIcon } from "./icon.ts";
import { NEW_GRAPH } from "./new-graph.ts";
import { type NotebookPanel, notebookPanel, panelAround } from "./notebook.ts";
import { followSelection } from "./panel-cells.ts";
import { addErrorButtons } from "./panel-errors.ts";
import { PanelMemory } from "./panel-memory.ts";
import { addPanelStyle } from "./panel-style.ts";
import { GraphPanel } from "./panel-view.ts";

const ID = "graphlab-panel";
const NEW_VIEW = "graphlab:new-view";
const SHOW_PANEL = "graphlab:show-panel";
const RANK = 650; // in the side bar, after JupyterLab's own

export const panelPlugin: JupyterFrontEndPlugin<void> = {
  id: "graphlab:panel",
  description: "A panel that shows the graphs of the active notebook's kernel.",
  autoStart: true,
  requires: [IRenderMimeRegistry],
  optional: [ILabShell, ILayoutRestorer, ITranslator, IStateDB],
  activate: (
    app: JupyterFrontEnd,
    rendermime: IRenderMimeRegistry,
    shell: ILabShell | null,
    restorer: ILayoutRestorer | null,
    translator: ITranslator | null,
    state: IStateDB | null,
  ) => {
    if (!shell) return; // a page of one document has no side bars that follow others
    addPanelStyle();
    const trans = (translator ?? nullTranslator).load("graphlab");
    const notebooks = () => [...shell.widgets("main")].flatMap((widget) => notebookPanel(widget) ?? []);
    const memory = new PanelMemory(state);
    const views = new WidgetTracker<GraphView>({ namespace: "graphlab-views" });
    app.serviceManager.contents.fileChanged.connect((_, { type, oldValue, newValue }) => {
      if (type !== "rename") return;
      const [before, now] = [oldValue?.path ?? "", newValue?.path ?? ""];
      void memory.rename(before, now);
      views.forEach((view) => {
        view.rename(before, now);
      });
    });
    const build = (path: string) => void app.commands.execute(NEW_GRAPH, { path });
    const context = { trans, kernels: () => kernelsOf(notebooks()), memory, build };

    const side = new GraphPanel(context, ID);
    side.id = ID;
    side.title.icon = graphIcon;
    side.title.caption = trans.__("Graph");
    shell.add(side, "right", { rank: RANK, type: "Graph" });
    restorer?.add(side, ID);

    /** The notebook worked in last: the panel itself, or a file, may have the focus now. */
    const follow = () => {
      const panel = notebookPanel(shell.currentWidget);
      if (panel) side.setNotebook(panel);
      else if (!side.notebook) side.setNotebook(notebooks().find(({ isVisible }) => isVisible));
    };
    shell.currentChanged.connect(follow);
    void app.restored.then(follow);

    followSelection();
    addErrorButtons(rendermime, trans, (name, output) => {
      const notebook = notebookPanel(panelAround(app, output));
      if (notebook) side.setNotebook(notebook);
      shell.activateById(ID);
      void side.goTo(name, true).then((found) => {
        const message = trans.__("The graph that is shown has no operation %1.", name);
        if (!found) void app.commands.execute("apputils:notify", { message, type: "info" });
      });
    });
    app.commands.addCommand(SHOW_PANEL, {
      label: trans.__("Show Graph Panel"),
      caption: trans.__("Shows the graphs of the active notebook's kernel"),
      execute: () => {
        follow();
        shell.activateById(ID);
      },
    });
    app.commands.addCommand(NEW_VIEW, {
      label: trans.__("New Graph View for Notebook"),
      caption: trans.__("Opens a view of the graphs of this notebook's kernel beside it"),
      icon: graphIcon,
      isEnabled: () => notebookPanel(shell.currentWidget) !== undefined,
      execute: (args) => {
        const path = args.path as string | undefined;
        const panel = path === undefined ? notebookPanel(shell.currentWidget) : undefined;
        if (path === undefined && !panel) return;
        const view = new GraphView(context, path ?? panel?.context.path ?? "");
        view.title.icon = graphIcon;
        const find = () => {
          if (!view.notebook) view.setNotebook(notebooks().find((one) => one.context.path === view.path));
        };
        if (panel) view.setNotebook(panel);
        else find();
        shell.layoutModified.connect(find);
        view.disposed.connect(() => shell.layoutModified.disconnect(find));
        shell.add(view, "main", { mode: "split-right", ref: panel?.id, activate: path === undefined });
        void views.add(view);
        view.title.changed.connect(() => void views.save(view));
        return view;
      },
    });
    void restorer?.restore(views, {
      command: NEW_VIEW,
      args: ({ path }) => ({ path }),
      name: ({ id }) => id,
    });
    app.contextMenu.addItem({ command: NEW_VIEW, selector: ".jp-Notebook", rank: 13 });
  },
};

/** A view in the main area of one notebook's graphs. */
class GraphView extends GraphPanel {
  private static count = 0;
  private last: string;

  constructor(context: ConstructorParameters<typeof GraphPanel>[0], path: string) {
    super(context, path);
    this.last = path;
    GraphView.count += 1;
    this.id = `graphlab-view-${GraphView.count}-${path}`;
    this.title.closable = true;
    this.renderHead();
  }

  /** The path of its notebook, also while that is not open. */
  get path(): string {
    this.last = this.notebook?.context.path ?? this.last;
    return this.last;
  }

  /** Its notebook, which may be closed, has another path now. */
  rename(before: string, now: string): void {
    if (this.path === before) this.last = now;
    this.renderHead();
  }

  protected renderHead(): void {
    super.renderHead();
    const { path, trans } = this;
    this.title.label = trans.__("Graph: %1", path?.split("/").pop());
    this.title.caption = trans.__("The graphs of %1", path);
  }
}

function* kernelsOf(notebooks: NotebookPanel[]): Iterable<Kernel.IKernelConnection> {
  for (const { sessionContext } of notebooks) {
    const kernel = sessionContext.session?.kernel;
    if (kernel) yield kernel;
  }
}
