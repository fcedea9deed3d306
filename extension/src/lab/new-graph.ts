/** The command "New Graph": a cell that shows the default graph, and the palette in it to build that. */
import type { JupyterFrontEnd } from "@jupyterlab/application";
import type { TranslationBundle } from "@jupyterlab/translation";
import { builderIn } from "../hub.ts";
import { graphIcon } from "./icon.ts";
import { type NotebookPanel, notebookPanel } from "./notebook.ts";
import { insertCell, runCell, setSource } from "./run-cell.ts";

export const NEW_GRAPH = "graphlab:new-graph";

const SOURCE = "import graphlab as tf\n\ntf.show()";
const PATIENCE = 15_000; // ms until the diagram is there

export function addNewGraphCommand(app: JupyterFrontEnd, trans: TranslationBundle): void {
  const panelAt = (path: unknown) => {
    if (path === undefined) return notebookPanel(app.shell.currentWidget);
    const all = [...app.shell.widgets("main")].flatMap((widget) => notebookPanel(widget) ?? []);
    return all.find(({ context }) => context.path === path);
  };
  app.commands.addCommand(NEW_GRAPH, {
    label: trans.__("New Graph"),
    caption: trans.__("Adds a cell that shows the default graph, to build it by clicks and keys"),
    icon: graphIcon,
    isEnabled: ({ path }) => panelAt(path) !== undefined,
    execute: async ({ path }) => {
      const panel = panelAt(path);
      if (!panel) return;
      const index = prepare(panel);
      app.shell.activateById(panel.id);
      if (await runCell(app, panel, index)) return; // the cell shows the error
      const builder = await builderIn(panel.content.widgets[index].node, PATIENCE);
      builder?.begin();
    },
  });
}

/** Writes the cell: into the active one where that is empty, else below it; returns its index. */
function prepare({ content }: NotebookPanel): number {
  const { activeCell, activeCellIndex } = content;
  const isEmpty = activeCell?.model.type === "code" && !activeCell.model.sharedModel.getSource().trim();
  if (isEmpty) {
    setSource(content, activeCellIndex, SOURCE);
    return activeCellIndex;
  }
  insertCell(content, activeCellIndex + 1, SOURCE);
  return activeCellIndex + 1;
}
