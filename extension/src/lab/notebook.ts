/**
 * The interfaces of JupyterLab's notebooks and editors that are used, recognized by their members: the packages
 * themselves are not bundled.
 */
import type { JupyterFrontEnd } from "@jupyterlab/application";
import type { ISessionContext } from "@jupyterlab/apputils";
import type { ISignal } from "@lumino/signaling";
import type { Widget } from "@lumino/widgets";

const MAGIC = /^\s*%%graph\b/;

interface Position {
  line: number;
  column: number;
}

export interface Editor {
  readonly lineCount: number;
  getLine(line: number): string | undefined;
  setSelection(range: { start: Position; end: Position }): void;
  revealPosition(position: Position): void;
  getCursorPosition(): Position;
  hasFocus(): boolean;
  focus(): void;
}

/** An output in the notebook format. */
export interface OutputData {
  output_type: string;
  ename?: string;
  evalue?: string;
}

export interface Cell {
  readonly node: HTMLElement;
  readonly model: {
    readonly id: string;
    type: string;
    executionCount?: number | null;
    readonly sharedModel: {
      getSource(): string;
      setSource(source: string): void;
      readonly undoManager?: UndoManager;
    };
    readonly outputs?: { toJSON(): OutputData[] };
    readonly stateChanged?: ISignal<unknown, unknown>;
    /** Of the code: they change with the cursor, where the editor has the focus. */
    readonly selections?: { readonly changed: ISignal<unknown, unknown> };
  };
  readonly editor: Editor | null;
  readonly ready: Promise<void>;
  inputHidden?: boolean;
}

export interface Notebook {
  readonly widgets: readonly Cell[];
  activeCellIndex: number;
  readonly activeCell: Cell | null;
  readonly activeCellChanged: ISignal<unknown, unknown>;
  readonly model: NotebookModel | null;
  mode: string;
  deselectAll?(): void;
  scrollToItem?(index: number, align?: string): Promise<void>;
}

/** What is changed between two calls is undone in one step. */
export interface UndoManager {
  stopCapturing(): void;
}

/** Its cells; each change of them can be undone in the notebook. */
export interface NotebookModel {
  readonly sharedModel: {
    insertCell(index: number, cell: { cell_type: string; source: string; metadata: object }): unknown;
    readonly undoManager?: UndoManager;
  };
}

/** A notebook's tab in the main area. */
export interface NotebookPanel extends Widget {
  readonly content: Notebook & Widget;
  readonly sessionContext: ISessionContext;
  readonly context: { readonly path: string; readonly pathChanged: ISignal<unknown, string> };
}

/** The widget, if it is a notebook's tab. */
export function notebookPanel(widget: Widget | null | undefined): NotebookPanel | undefined {
  return notebookIn(widget) && "sessionContext" in (widget as object) ? (widget as NotebookPanel) : undefined;
}

/** The notebook in a panel; undefined if the panel shows something else. */
export function notebookIn(panel: Widget | null | undefined): Notebook | undefined {
  const content = (panel as { content?: Partial<Notebook> } | null | undefined)?.content;
  return content?.widgets && "activeCellIndex" in content ? (content as Notebook) : undefined;
}

/** The index of the cell with this number; -1 if none has it now. */
export function indexOfCount({ widgets }: Notebook, count: number): number {
  return widgets.findIndex(({ model }) => model.executionCount === count);
}

/** The index of the cell that contains an element; -1 if none does. */
export function indexAround({ widgets }: Notebook, element: Element): number {
  return widgets.findIndex(({ node }) => node.contains(element));
}

export function sourceOf({ widgets }: Notebook, index: number): string {
  return widgets[index].model.sharedModel.getSource();
}

/** Whether a cell is one of %%graph, which builds its graph anew. */
export function buildsGraph(notebook: Notebook, index: number): boolean {
  return index >= 0 && MAGIC.test(sourceOf(notebook, index));
}

/** Widgets that show something of a notebook elsewhere on the page. */
export const companions = new Set<{ readonly node: HTMLElement; readonly notebook: Widget | undefined }>();

/** The panel of the main area that contains an element of the page, or that a companion of it belongs to. */
export function panelAround(app: JupyterFrontEnd, element: Element): Widget | undefined {
  for (const { node, notebook } of companions) if (node.contains(element)) return notebook;
  for (const widget of app.shell.widgets("main")) if (widget.node.contains(element)) return widget;
  return undefined;
}
