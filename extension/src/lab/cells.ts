/** The command "Show in the Graph" in the context menu of cells. */
import type { JupyterFrontEnd } from "@jupyterlab/application";
import { hub } from "../hub.ts";
import { __ } from "../words.ts";
import { notebookIn } from "./notebook.ts";

const COMMAND = "graphlab:show-cell";

export function addCellCommand(app: JupyterFrontEnd): void {
  app.commands.addCommand(COMMAND, {
    label: __("Show in the Graph What This Cell Made"),
    caption: __("Finds the operations that this cell made, in the graph's diagram"),
    isEnabled: () => notebookIn(app.shell.currentWidget) !== undefined,
    execute: () => {
      const panel = app.shell.currentWidget;
      const count = notebookIn(panel)?.activeCell?.model.executionCount;
      const why = count ? show(panel?.node as HTMLElement, count) : __("This cell has not run yet.");
      if (why) void app.commands.execute("apputils:notify", { message: why, type: "info" });
    },
  });
  app.contextMenu.addItem({ command: COMMAND, selector: ".jp-Notebook .jp-CodeCell", rank: 12 });
}

/** Shows the operations in the first diagram below the cell, else in the last one; returns the reason if it can't. */
function show(panel: HTMLElement, count: number): string {
  const active = panel.querySelector(".jp-Cell.jp-mod-active");
  const diagrams = [...hub.diagrams].filter((diagram) => {
    const host = diagram.host();
    return !host.hidden && panel.contains(host);
  });
  if (!diagrams.length) return __("This notebook shows no graph: end a cell with `graph` or gl.show(graph).");
  const follows = (host: HTMLElement) =>
    active !== null && (active.compareDocumentPosition(host) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  diagrams.sort((a, b) =>
    a.host().compareDocumentPosition(b.host()) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  const diagram = diagrams.find((one) => follows(one.host())) ?? diagrams[diagrams.length - 1];
  diagram.host().scrollIntoView({ block: "nearest" });
  diagram.find(`cell:${count}`);
  return "";
}
