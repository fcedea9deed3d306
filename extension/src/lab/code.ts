/** Goes to the line of code that created an operation: in a cell of the notebook, or in a file. */
import type { JupyterFrontEnd } from "@jupyterlab/application";
import type { GoToCode } from "../hub.ts";
import { __ } from "../words.ts";
import {
  type Cell,
  type Editor,
  indexOfCount,
  type Notebook,
  type NotebookPanel,
  notebookIn,
  panelAround,
} from "./notebook.ts";

const FLASH = 1200; // ms

export function goToCode(app: JupyterFrontEnd): GoToCode {
  return async ({ cell, file, line }, from) =>
    cell >= 0 ? toCell(app, cell, line, from) : toFile(app, file, line);
}

async function toCell(app: JupyterFrontEnd, count: number, line: number, from: Element): Promise<string> {
  const panel = panelAround(app, from) ?? app.shell.currentWidget;
  const notebook = notebookIn(panel);
  const cell = notebook && (await scrollTo(notebook, count));
  if (!notebook || !cell)
    return __("Cell [%1] was deleted, or has run again since: no cell has this number now.", count);
  notebook.mode = "edit";
  if (!cell.editor) return __("Cell [%1] can't be shown.", count);
  cell.editor.focus();
  select(cell.editor, line);
  flash(cell.node);
  return "";
}

/** Scrolls to the cell with this number, and marks a line of it; the focus stays where it is. */
export async function markCode(panel: NotebookPanel, count: number, line: number): Promise<void> {
  const cell = await scrollTo(panel.content, count);
  if (!cell?.editor) return;
  select(cell.editor, line);
  flash(cell.node);
}

async function scrollTo(notebook: Notebook, count: number): Promise<Cell | undefined> {
  const index = indexOfCount(notebook, count);
  const cell = notebook.widgets[index];
  if (!cell) return undefined;
  notebook.activeCellIndex = index;
  if (cell.inputHidden) cell.inputHidden = false;
  await notebook.scrollToItem?.(index, "smart");
  await cell.ready;
  return cell;
}

async function toFile(app: JupyterFrontEnd, file: string, line: number): Promise<string> {
  const path = inServer(file);
  if (path === undefined)
    return __("Made by %1, line %2, which lies outside the folder that JupyterLab serves.", file, line);
  try {
    const widget = (await app.commands.execute("docmanager:open", { path, factory: "Editor" })) as
      | { context?: { ready: Promise<void> }; content?: { ready?: Promise<void>; editor?: Editor } }
      | undefined;
    await widget?.context?.ready;
    await widget?.content?.ready;
    const editor = widget?.content?.editor;
    editor?.focus();
    if (editor) select(editor, line);
    return "";
  } catch {
    return __("Made by %1, line %2, which can't be opened here.", file, line);
  }
}

/** The server's path of a file; undefined for one outside its folder. */
export function inServer(file: string): string | undefined {
  const config = document.getElementById("jupyter-config-data")?.textContent;
  const root: unknown = config ? JSON.parse(config).serverRoot : undefined;
  if (typeof root !== "string") return undefined;
  // The server writes its user's home as ~, so that only the end of its folder's path is known.
  const folder = `${root.replace(/^~/, "").replace(/\/$/, "")}/`;
  const at = root.startsWith("~") ? file.indexOf(folder) : file.startsWith(folder) ? 0 : -1;
  return at < 0 ? undefined : file.slice(at + folder.length);
}

function select(editor: Editor, line: number): void {
  const at = Math.max(0, Math.min(line, editor.lineCount) - 1);
  const column = editor.getLine(at)?.length ?? 0;
  editor.setSelection({ start: { line: at, column: 0 }, end: { line: at, column } });
  editor.revealPosition({ line: at, column: 0 });
}

/** Flashes a cell that was scrolled into view. */
function flash(node: HTMLElement): void {
  const brand = "var(--jp-brand-color1, #1976d2)";
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  node.animate(
    [{ boxShadow: `inset 0 0 0 2px ${brand}` }, { boxShadow: "inset 0 0 0 2px transparent" }],
    FLASH,
  );
}
