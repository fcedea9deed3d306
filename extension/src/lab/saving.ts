/** Has diagrams store what their reader made of them when a notebook is saved, and not before: looking changes no file. */
import type { JupyterFrontEnd } from "@jupyterlab/application";
import { hub } from "../hub.ts";

export function announceSaving(app: JupyterFrontEnd): void {
  app.docRegistry.addWidgetExtension("Notebook", {
    createNew(_panel, context) {
      context.saveState.connect((_, state) => {
        // The content is read after this signal.
        if (state === "started") hub.dispatchEvent(new Event("saving"));
      });
    },
  });
}
