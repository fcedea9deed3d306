/** The end of a notebook's kernel, by a restart or its death: the diagrams in the notebook stay, and are no longer live. */
import type { JupyterFrontEnd } from "@jupyterlab/application";
import { disconnect, hub } from "../hub.ts";
import type { NotebookPanel } from "./notebook.ts";

export function followKernels(app: JupyterFrontEnd): void {
  app.docRegistry.addWidgetExtension("Notebook", {
    createNew(widget) {
      const { node, sessionContext } = widget as unknown as NotebookPanel;
      sessionContext.statusChanged.connect((_, status) => {
        if (!/restart|dead|terminat/.test(status)) return;
        for (const { graph, host } of hub.diagrams) if (node.contains(host())) disconnect(graph);
      });
    },
  });
}
