/**
 * Keeps saved code of widgets from running in a notebook that is not trusted.
 *
 * JupyterLab restores the models of a notebook's saved widget state when it is opened, trusted or not, and those of
 * anywidget, on which graphlab depends, run the code (`_esm`) that they were saved with. Their output is not shown in
 * such a notebook anyway, so nothing is missed.
 */
import type { JupyterFrontEnd } from "@jupyterlab/application";

const STATE = "application/vnd.jupyter.widget-state+json";
const RUNS_CODE = "anywidget";

/** The part of a notebook's model that is used here. */
interface NotebookModel {
  readonly cells: Iterable<{ readonly type: string; readonly trusted: boolean }>;
  getMetadata(key: string): unknown;
  setMetadata(key: string, value: unknown): void;
}

/** Checks each notebook when it is loaded: the kernel, without which no widget is created, connects later. */
export function guardUntrusted(app: JupyterFrontEnd): void {
  app.docRegistry.addWidgetExtension("Notebook", {
    createNew(_panel, context) {
      void context.ready.then(() => {
        const model = context.model as unknown as NotebookModel;
        const isTrusted = [...model.cells].every(({ type, trusted }) => type !== "code" || trusted);
        const widgets = isTrusted ? undefined : withoutCode(model.getMetadata("widgets"));
        if (widgets) model.setMetadata("widgets", widgets);
      });
    },
  });
}

/** Returns a notebook's widget metadata without the models that would run code; undefined if there are none. */
export function withoutCode(widgets: unknown): object | undefined {
  const saved = record(record(widgets)?.[STATE]);
  const state = record(saved?.state);
  if (!saved || !state) return undefined;
  const safe = Object.entries(state).filter(([, model]) => !runsCode(model));
  if (safe.length === Object.keys(state).length) return undefined;
  return { ...record(widgets), [STATE]: { ...saved, state: Object.fromEntries(safe) } };
}

function runsCode(model: unknown): boolean {
  const { model_module, state } = record(model) ?? {};
  return model_module === RUNS_CODE || record(state)?._model_module === RUNS_CODE;
}

function record(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
}
