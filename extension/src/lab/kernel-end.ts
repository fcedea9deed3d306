/** The end of a notebook's kernel, by a restart or its death: its diagrams stay, and are no longer live. */
import type { JupyterFrontEnd } from "@jupyterlab/application";
import { disconnect, hub } from "../hub.ts";
import { type NotebookPanel, panelAround } from "./notebook.ts";

export function followKernels(app: JupyterFrontEnd): void {
  app.docRegistry.addWidgetExtension("Notebook", {
    createNew(widget) {
      const { sessionContext } = widget as unknown as NotebookPanel;
      sessionContext.statusChanged.connect((_, status) => {
        if (!/restart|dead|terminat/.test(status)) return;
        for (const { graph, host } of hub.diagrams)
          if (panelAround(app, host()) === widget) disconnect(graph);
      });
    },
  });
}
