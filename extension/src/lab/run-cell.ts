/** Inserts and runs cells by the notebook's own model and JupyterLab's own commands, so that its undo undoes them. */
import type { JupyterFrontEnd } from "@jupyterlab/application";
import type { Notebook, NotebookPanel } from "./notebook.ts";

const RUN = "notebook:run-cell";

/** Inserts a code cell; it can be undone by itself. */
export function insertCell({ model }: Notebook, index: number, source: string): void {
  model?.sharedModel.undoManager?.stopCapturing();
  model?.sharedModel.insertCell(index, { cell_type: "code", source, metadata: { trusted: true } });
  model?.sharedModel.undoManager?.stopCapturing();
}

/** Replaces the source of a cell; it can be undone by itself, in the cell. */
export function setSource({ widgets }: Notebook, index: number, source: string): void {
  const { sharedModel } = widgets[index].model;
  sharedModel.undoManager?.stopCapturing();
  sharedModel.setSource(source);
  sharedModel.undoManager?.stopCapturing();
}

/** Runs a cell to its end; returns the error that it ended in, "" if there was none. */
export async function runCell(app: JupyterFrontEnd, panel: NotebookPanel, index: number): Promise<string> {
  const { content } = panel;
  content.deselectAll?.();
  // A notebook that has the focus would move it to the cell.
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && content.node.contains(activeElement)) activeElement.blur();
  content.activeCellIndex = index;
  const cell = content.widgets[index];
  // The notebook of a panel beside it need not be the current one.
  await withoutScrolling(content, () =>
    app.commands.execute(RUN, { semanticWidget: panel.id, activate: false }),
  );
  const error = cell.model.outputs?.toJSON().find(({ output_type }) => output_type === "error");
  return error ? `${error.ename}: ${firstLine(error.evalue)}` : "";
}

/** Calls `run`, which begins with a scroll to the cell that runs; the reader looks at the diagram. */
function withoutScrolling<Result>(notebook: Notebook, run: () => Result): Result {
  const own: Partial<Notebook> = notebook;
  own.scrollToItem = () => Promise.resolve();
  try {
    return run();
  } finally {
    delete own.scrollToItem; // that of its class is there again
  }
}

export function firstLine(text = ""): string {
  return text.split("\n", 1)[0];
}
