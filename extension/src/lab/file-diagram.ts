/** The diagram of a file, without a kernel: what the server reads of it, and a line of progress until then. */
import type { DocumentRegistry } from "@jupyterlab/docregistry";
import type { Contents, ServerConnection } from "@jupyterlab/services";
import type { TranslationBundle } from "@jupyterlab/translation";
import type { Message } from "@lumino/messaging";
import { Widget } from "@lumino/widgets";
import { html } from "../dom.ts";
import type { App } from "../hub.ts";
import { loadApp } from "./load-app.ts";
import {
  type FileGraph,
  NoServerExtensionError,
  type Progress,
  readFile,
  type Table,
} from "./server-graph.ts";

const STYLE = `
.graphlab-File { display: flex; flex-direction: column; background: var(--jp-layout-color1); color: var(--jp-ui-font-color1);
  font-size: var(--jp-ui-font-size1); }
.graphlab-File > header { padding: 6px 12px; flex: none; border-bottom: 1px solid var(--jp-border-color2); }
.graphlab-File .line { color: var(--jp-ui-font-color2); }
.graphlab-File .note { color: var(--jp-error-color1); margin: 4px 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.graphlab-File > .diagram { flex: 1; min-height: 0; }
.graphlab-File > .tables { flex: none; max-height: 45%; overflow: auto; border-top: 1px solid var(--jp-border-color2); }
.graphlab-File > .tables.alone { max-height: none; flex: 1; border-top: none; }
.graphlab-File summary { cursor: pointer; padding: 5px 12px; }
.graphlab-File details details summary { padding-inline-start: 26px; }
.graphlab-File table { border-collapse: collapse; margin: 0 40px 8px; font: var(--jp-code-font-size)/1.5 var(--jp-code-font-family); }
.graphlab-File td { padding-inline-end: 20px; vertical-align: top; }
.graphlab-File .wait { margin: auto; padding: 24px; max-width: 640px; text-align: center; overflow-wrap: anywhere;
  color: var(--jp-ui-font-color2); }
.graphlab-File .wait.busy { animation: graphlab-late 0.3s 0.4s both; }
.graphlab-File .wait progress { display: block; width: 220px; margin: 12px auto 0; }
.graphlab-File .wait.failed { color: var(--jp-error-color1); white-space: pre-wrap; }
@keyframes graphlab-late { from { opacity: 0; } to { opacity: 1; } }
`;

export interface FileDiagramOptions {
  context: DocumentRegistry.Context;
  contents: Contents.IManager;
  settings: ServerConnection.ISettings;
  trans: TranslationBundle;
}

export class FileDiagram extends Widget {
  private request?: AbortController;
  private removeDiagram?: () => void;
  /** Where tables are to be added, once the graph is drawn. */
  private tables?: HTMLElement;

  constructor(private readonly options: FileDiagramOptions) {
    super();
    this.addClass("graphlab-File");
    this.node.tabIndex = -1;
    // Reverted and renamed files are read again. The first reading begins at once, before the context is ready, which
    // says that the file has changed.
    options.context.fileChanged.connect(() => {
      if (options.context.isReady) void this.read();
    });
    options.context.pathChanged.connect(this.read, this);
    void this.read();
  }

  dispose(): void {
    if (this.isDisposed) return;
    this.request?.abort();
    this.removeDiagram?.();
    super.dispose();
  }

  protected onActivateRequest(_message: Message): void {
    this.node.focus({ preventScroll: true });
  }

  private async read(): Promise<void> {
    const { context, contents, settings, trans } = this.options;
    const name = contents.localPath(context.path);
    this.request?.abort();
    const request = new AbortController();
    this.request = request;
    this.wait(trans.__("Opening %1…", name));
    try {
      void loadApp();
      for await (const content of readFile(name, settings, request.signal)) {
        const { show } = await loadApp();
        if (request.signal.aborted) return;
        if (content.type === "progress") this.wait(this.words(name, content));
        else if (content.type === "tables") this.list(content.tables);
        else this.draw(content, show);
      }
    } catch (error) {
      if (!request.signal.aborted) this.fail(this.reason(error));
    }
  }

  private reason(error: unknown): string {
    if (!(error instanceof NoServerExtensionError)) return (error as Error).message;
    return this.options.trans.__(
      "This server does not read graphs: install graphlab where JupyterLab runs, or enable it with “jupyter server extension enable graphlab._src.server”, and start JupyterLab again.",
    );
  }

  private words(name: string, progress: Progress): string {
    const { trans } = this.options;
    if (progress.stage === "drawing")
      return trans.__("Drawing %1 operations…", progress.operations.toLocaleString());
    return trans.__("Reading %1 (%2 MB)…", name, (progress.bytes / 1e6).toFixed(1));
  }

  private wait(text: string): void {
    const place = this.node.querySelector(".wait.busy > span");
    if (place) place.textContent = text;
    else
      this.replace(
        html("div", { class: "wait busy", role: "status" }, html("span", {}, text), html("progress")),
      );
  }

  /** A file whose graph is drawn keeps its diagram. */
  private fail(why: string): void {
    if (this.tables) this.node.querySelector("header")?.append(this.note(why));
    else this.replace(html("div", { class: "wait failed", role: "alert" }, why));
  }

  private draw({ line, notes, graph, chunks }: FileGraph, show: App["show"]): void {
    const header = html("header", { role: "none" }, html("div", { class: "line" }, line));
    header.append(...notes.map((note) => this.note(note)));
    if (!graph || !chunks) {
      const tables = html("div", { class: "tables alone" });
      this.replace(header, tables);
      this.tables = tables;
      return;
    }
    const diagram = html("div", { class: "diagram" });
    const summary = html("summary", {}, this.options.trans.__("What else the file holds"));
    const tables = html("details", { class: "tables" }, summary);
    this.replace(header, diagram, tables);
    this.tables = tables;
    this.removeDiagram = show(diagram, { graph, chunks, fillsElement: true });
  }

  private note(text: string): HTMLElement {
    return html("p", { class: "note", role: "alert" }, text);
  }

  private list(tables: Table[]): void {
    this.tables?.append(...tables.map((table) => this.table(table, !this.removeDiagram)));
  }

  private table({ title, rows, more }: Table, open: boolean): HTMLElement {
    const lines = rows.map((row) => html("tr", {}, ...row.map((cell) => html("td", {}, cell))));
    if (more) lines.push(html("tr", {}, html("td", {}, this.options.trans.__("… %1 more", more))));
    return html("details", { open }, html("summary", {}, title), html("table", {}, ...lines));
  }

  private replace(...elements: HTMLElement[]): void {
    this.removeDiagram?.();
    this.removeDiagram = undefined;
    this.tables = undefined;
    this.node.replaceChildren(html("style", {}, STYLE), ...elements);
  }
}
