/** Writes edits of cells into the notebook, and runs these cells again. */
import type { JupyterFrontEnd } from "@jupyterlab/application";
import { type CellEdit, type EditCell, hub } from "../hub.ts";
import { __ } from "../words.ts";
import {
  buildsGraph,
  indexOfCount,
  type NotebookPanel,
  notebookPanel,
  panelAround,
  sourceOf,
} from "./notebook.ts";
import { runCell, setSource } from "./run-cell.ts";

export function editCell(app: JupyterFrontEnd): EditCell {
  return async (edit, from, shown) => {
    const panel = notebookPanel(panelAround(app, from) ?? app.shell.currentWidget);
    if (!panel) return __("Open the notebook that this graph belongs to: the edit goes there.");
    const index = write(panel, edit);
    if (typeof index === "string") return index;
    const successor = shown && { cell: panel.content.widgets[index].node, ...shown };
    hub.successor = successor;
    const error = await runCell(app, panel, index);
    // The diagram of a later run is of what the reader has written then.
    if (error && hub.successor === successor) hub.successor = undefined;
    return error;
  };
}

/** Writes an edit into its cell; returns the cell's index, or why it can't be written. */
export function write({ content, sessionContext }: NotebookPanel, edit: CellEdit): number | string {
  if (!sessionContext.session?.kernel) return __("The notebook has no kernel: start one first.");
  const index = indexOfCount(content, edit.cell);
  if (index < 0)
    return __("Cell [%1] was deleted, or has run again since: no cell has this number now.", edit.cell);
  if (!isSame(sourceOf(content, index), edit.before))
    return __("Cell [%1] has been changed since it ran: run it again first.", edit.cell);
  setSource(content, index, edit.after);
  return index;
}

/** Whether operations of a cell can be edited in the diagram. */
export function editsCell(app: JupyterFrontEnd): (cell: number, from: Element) => boolean {
  return (cell, from) => {
    const panel = notebookPanel(panelAround(app, from) ?? app.shell.currentWidget);
    return panel !== undefined && buildsGraph(panel.content, indexOfCount(panel.content, cell));
  };
}

/** IPython drops line breaks at the end of a cell. */
function isSame(one: string, other: string): boolean {
  return one.trimEnd() === other.trimEnd();
}
