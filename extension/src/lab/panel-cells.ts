/** Between cells and the diagram of a panel: a selected operation marks its line, the active cell highlights what it made. */
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

/** Highlights in a panel's diagram what the active cell of its notebook has made. */
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
    this.panel.linked?.highlight(count ? `cell:${count}` : "");
  }

  dispose(): void {
    this.notebook.content.activeCellChanged.disconnect(this.look, this);
    this.cell?.model.stateChanged?.disconnect(this.update, this);
    this.cell = null;
  }

  private look(): void {
    this.cell?.model.stateChanged?.disconnect(this.update, this);
    this.cell = this.notebook.content.activeCell;
    // Its number changes when it runs.
    this.cell?.model.stateChanged?.connect(this.update, this);
    this.update();
  }
}
