/** Commands about diagrams: in the palette, the launcher, and by settings.json in menus, the toolbar and shortcuts. */
import type { JupyterFrontEnd, JupyterFrontEndPlugin } from "@jupyterlab/application";
import { ICommandPalette, Notification } from "@jupyterlab/apputils";
import { PathExt, URLExt } from "@jupyterlab/coreutils";
import { ILauncher } from "@jupyterlab/launcher";
import { ServerConnection } from "@jupyterlab/services";
import { ISettingRegistry } from "@jupyterlab/settingregistry";
import { ITranslator, nullTranslator, type TranslationBundle } from "@jupyterlab/translation";
import { type Findable, hub } from "../hub.ts";
import { preferences } from "../preferences.ts";
import { graphIcon } from "./icon.ts";
import { addNewGraphCommand, NEW_GRAPH } from "./new-graph.ts";
import { SETTINGS } from "./settings.ts";

const PANEL = "graphlab:show-panel";
const TUTORIAL = "graphlab:tutorial";
const IN_PALETTE = [
  ...["graphlab:show-graph", NEW_GRAPH, "graphlab:new-view", "graphlab:find", "graphlab:fit"],
  ...["graphlab:larger-text", "graphlab:smaller-text", "graphlab:left-to-right", TUTORIAL],
];
const NOTEBOOK = "01_first_graph.ipynb";
const TEXT = { step: 10, least: 70, most: 200 }; // percent

export const commandsPlugin: JupyterFrontEndPlugin<void> = {
  id: "graphlab:commands",
  description: "Commands about graphlab's diagrams, and its tutorial.",
  autoStart: true,
  optional: [ICommandPalette, ILauncher, ISettingRegistry, ITranslator],
  activate: (
    app: JupyterFrontEnd,
    palette: ICommandPalette | null,
    launcher: ILauncher | null,
    settings: ISettingRegistry | null,
    translator: ITranslator | null,
  ) => {
    const trans = (translator ?? nullTranslator).load("graphlab");
    const category = trans.__("Graph");
    addDiagramCommands(app, trans);
    if (settings) addSettingCommands(app, settings, trans);
    addTutorial(app, trans);
    addNewGraphCommand(app, trans);
    // The panel's commands are there when all plugins are.
    void app.restored.then(() => {
      for (const command of IN_PALETTE)
        if (app.commands.hasCommand(command)) palette?.addItem({ command, category });
    });
    launcher?.add({ command: TUTORIAL, category: trans.__("Other"), rank: 3 });
  },
};

function addDiagramCommands(app: JupyterFrontEnd, trans: TranslationBundle): void {
  const find = () => current(app);
  const isEnabled = () => find() !== undefined;
  app.commands.addCommand("graphlab:show-graph", {
    label: trans.__("Show Graph"),
    caption: trans.__("Show the graph of this notebook"),
    icon: graphIcon,
    execute: async () => {
      // The panel shows it wherever the notebook is; without one, the notebook's own diagram comes into view.
      if (app.commands.hasCommand(PANEL)) return app.commands.execute(PANEL);
      const diagram = find();
      if (diagram) diagram.host().scrollIntoView({ block: "nearest" });
      else
        Notification.info(
          trans.__("This notebook shows no graph: end a cell with `graph` or gl.show(graph)."),
        );
    },
  });
  app.commands.addCommand("graphlab:find", {
    label: trans.__("Find in Graph…"),
    isEnabled,
    execute: () => {
      const diagram = find();
      diagram?.host().scrollIntoView({ block: "nearest" });
      diagram?.find("");
    },
  });
  app.commands.addCommand("graphlab:fit", {
    label: trans.__("Fit Graph in Its Window"),
    isEnabled,
    execute: () => {
      const pane = find()?.host().shadowRoot?.querySelector(".window");
      pane?.dispatchEvent(new KeyboardEvent("keydown", { key: "f" }));
    },
  });
}

/** The diagram that a command is about: the one with the focus, else the first that is visible. */
function current(app: JupyterFrontEnd): Findable | undefined {
  const all = [...hub.diagrams].filter((diagram) => {
    const host = diagram.host();
    return host?.isConnected && !host.hidden && host.getClientRects().length > 0;
  });
  const at = document.activeElement;
  const inside = all.filter((diagram) => app.shell.currentWidget?.node.contains(diagram.host()));
  return all.find((diagram) => diagram.host() === at) ?? inside[0] ?? all[0];
}

function addSettingCommands(
  app: JupyterFrontEnd,
  settings: ISettingRegistry,
  trans: TranslationBundle,
): void {
  const add = (name: string, label: string, step: number) =>
    app.commands.addCommand(name, {
      label,
      execute: async () => {
        const known = ((await settings.get(SETTINGS, "textSize")).composite as number | undefined) ?? 100;
        const size = Math.min(TEXT.most, Math.max(TEXT.least, known + step));
        await settings.set(SETTINGS, "textSize", size);
      },
    });
  add("graphlab:larger-text", trans.__("Larger Text in Graphs"), TEXT.step);
  add("graphlab:smaller-text", trans.__("Smaller Text in Graphs"), -TEXT.step);
  const isRight = () => preferences().direction === "right";
  app.commands.addCommand("graphlab:left-to-right", {
    label: trans.__("Lay Out Graphs From Left to Right"),
    isToggleable: true,
    isToggled: isRight,
    execute: () => settings.set(SETTINGS, "direction", isRight() ? "down" : "right"),
  });
}

/** The first example, copied into the folder that the launcher shows; a copy that is there is opened as it is. */
function addTutorial(app: JupyterFrontEnd, trans: TranslationBundle): void {
  const { contents, serverSettings } = app.serviceManager;
  app.commands.addCommand(TUTORIAL, {
    label: trans.__("Graph Tutorial"),
    caption: trans.__("A notebook that builds a first graph, draws it and runs it"),
    icon: graphIcon,
    execute: async (args) => {
      const folder = (args.cwd as string | undefined) ?? "";
      const path = PathExt.join(folder, NOTEBOOK);
      const listed: { name: string }[] = (await contents.get(folder)).content;
      if (!listed.some(({ name }) => name === NOTEBOOK)) {
        const url = URLExt.join(serverSettings.baseUrl, "graphlab", "tutorial");
        const response = await ServerConnection.makeRequest(url, {}, serverSettings);
        if (!response.ok) {
          Notification.error(trans.__("This server does not have graphlab's tutorial."));
          return undefined;
        }
        const content = await response.json();
        await contents.save(path, { type: "notebook", format: "json", content });
      }
      return app.commands.execute("docmanager:open", { path, factory: "Notebook" });
    },
  });
}
