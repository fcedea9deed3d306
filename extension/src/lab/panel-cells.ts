/** Between cells and the diagram of a panel: a selected operation marks its line, the cursor's line highlights what it made. */
import { hub, type Linked, type Made } from "../hub.ts";
import { markCode } from "./code.ts";
import { type Cell, companions, type NotebookPanel, notebookPanel } from "./notebook.ts";

/** Marks the line of the operation that is selected in a panel's diagram; the focus stays there. */
export function followSelection(): void {
  hub.addEventListener("selected", (event) => {
    const { made, host } = (event as CustomEvent<{ made: Made; host: HTMLElement }>).detail;
    for (const { node, notebook } of companions) {
      const panel = node.contains(host) ? notebookPanel(notebook) : undefined;
      if (panel && made.cell >= 0) void markCode(panel, made.cell, made.line);
    }
  });
}

/**
 * Highlights in a panel's diagram what the line with the cursor has made; what its cell has made, where that line made
 * nothing or the cursor is in no cell.
 */
export class ActiveCell {
  private cell: Cell | null = null;

  constructor(
    private readonly notebook: NotebookPanel,
    /** Of which there is a diagram, or not yet. */
    private readonly panel: { readonly linked: Linked | undefined },
  ) {
    notebook.content.activeCellChanged.connect(this.look, this);
    this.look();
  }

  /** The same again: the diagram is another one. */
  update(): void {
    const count = this.cell?.model.executionCount;
    const editor = this.cell?.editor;
    const texts = count ? [`cell:${count}`] : [];
    if (count && editor?.hasFocus())
      texts.unshift(`cell:${count} line:${editor.getCursorPosition().line + 1}`);
    this.panel.linked?.highlight(...texts);
  }

  dispose(): void {
    this.notebook.content.activeCellChanged.disconnect(this.look, this);
    this.leave();
    this.cell = null;
  }

  private leave(): void {
    this.cell?.model.stateChanged?.disconnect(this.update, this);
    this.cell?.model.selections?.changed.disconnect(this.update, this);
  }

  private look(): void {
    this.leave();
    this.cell = this.notebook.content.activeCell;
    // Its number changes when it runs.
    this.cell?.model.stateChanged?.connect(this.update, this);
    this.cell?.model.selections?.changed.connect(this.update, this);
    this.update();
  }
}
