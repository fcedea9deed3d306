/** Adds a line that the reader made in a diagram to the notebook, and runs it. */
import type { JupyterFrontEnd } from "@jupyterlab/application";
import type { KernelMessage } from "@jupyterlab/services";
import type { AddCode, IsWithin } from "../hub.ts";
import { preferences } from "../preferences.ts";
import { __ } from "../words.ts";
import {
  buildsGraph,
  type Cell,
  indexAround,
  type Notebook,
  type NotebookPanel,
  notebookPanel,
  panelAround,
  sourceOf,
} from "./notebook.ts";
import { firstLine, insertCell, runCell, setSource } from "./run-cell.ts";

type Reply = KernelMessage.IReplyErrorContent & { execution_count: number };

/** For each notebook the id of the cell that was added last, by the id of the cell with the diagram. */
const added = new WeakMap<Notebook, Map<string, string>>();

/** For each notebook the id of the cell that a line which ran by itself was appended to, by the number of that run. */
const appended = new WeakMap<Notebook, Map<number, string>>();

export function addCode(app: JupyterFrontEnd): AddCode {
  return async ({ code, from, cells }) => {
    const panel = notebookPanel(panelAround(app, from) ?? app.shell.currentWidget);
    if (!panel) return { why: __("Open the notebook that this graph belongs to: the line goes there.") };
    if (!panel.sessionContext.session?.kernel)
      return { why: __("The notebook has no kernel: start one first.") };
    const { content } = panel;
    const diagram = indexAround(content, from);
    if (ownsGraph(content, diagram)) {
      const again = content.widgets[diagram].node;
      appendTo(content, diagram, code);
      return { failed: await runCell(app, panel, diagram), again };
    }
    const made = lastOf(content, cells);
    if (preferences().addTo === "cell" && made >= 0) return toCell(panel, made, code);
    const index = placeBelow(content, diagram, made);
    insertCell(content, index, code);
    remember(content, diagram, index);
    const failed = await runCell(app, panel, index);
    const shows = content.widgets[index]?.model.outputs?.toJSON().length;
    return { failed, reveal: shows ? () => void content.scrollToItem?.(index, "smart") : undefined };
  };
}

/** Whether the line goes into the diagram's own cell. */
export function isWithin(app: JupyterFrontEnd): IsWithin {
  return (from) => {
    const panel = notebookPanel(panelAround(app, from));
    return panel !== undefined && ownsGraph(panel.content, indexAround(panel.content, from));
  };
}

/** Whether a cell is one of %%graph to which lines for its diagram go. */
function ownsGraph(notebook: Notebook, diagram: number): boolean {
  return preferences().addTo !== "new" && buildsGraph(notebook, diagram);
}

/** At the end of a cell, of which only the line runs: its other operations are there already. */
async function toCell(panel: NotebookPanel, index: number, code: string) {
  const { content, sessionContext } = panel;
  appendTo(content, index, code);
  const kernel = sessionContext.session?.kernel;
  const reply = await kernel?.requestExecute({ code, store_history: true }).done;
  const { status, ename, evalue, execution_count } = (reply?.content ?? {}) as Partial<Reply>;
  const runs = appended.get(content) ?? new Map<number, string>();
  runs.set(execution_count ?? -1, content.widgets[index].model.id);
  appended.set(content, runs);
  return { failed: status === "error" ? `${ename}: ${firstLine(evalue)}` : "" };
}

/** The index for a new cell: under the diagram, the cells that made what it uses, and those that were added before it. */
function placeBelow(notebook: Notebook, diagram: number, made: number): number {
  const { widgets, activeCellIndex } = notebook;
  const last = added.get(notebook)?.get(keyOf(notebook, diagram));
  const before = widgets.findIndex(({ model }) => model.id === last);
  // A panel's diagram is in no cell.
  const base = diagram >= 0 ? diagram : before >= 0 ? before : activeCellIndex;
  return Math.max(base, before, made) + 1;
}

function remember(notebook: Notebook, diagram: number, index: number): void {
  const known = added.get(notebook) ?? new Map<string, string>();
  known.set(keyOf(notebook, diagram), notebook.widgets[index].model.id);
  added.set(notebook, known);
}

function keyOf({ widgets }: Notebook, diagram: number): string {
  return widgets[diagram]?.model.id ?? "";
}

/** The index of the last of the cells with these numbers; -1 if there is none now. */
function lastOf(notebook: Notebook, cells: number[]): number {
  const { widgets } = notebook;
  const counts = new Set(cells);
  const ids = new Set(cells.map((cell) => appended.get(notebook)?.get(cell)));
  const has = ({ id, executionCount }: Cell["model"]) => counts.has(executionCount ?? -1) || ids.has(id);
  return widgets.reduce((last, { model }, i) => (has(model) ? i : last), -1);
}

function appendTo(notebook: Notebook, index: number, code: string): void {
  setSource(notebook, index, `${sourceOf(notebook, index).trimEnd()}\n${code}`);
}
