/**
 * Keeps saved code of widgets from running where a notebook is not trusted.
 *
 * JupyterLab makes the models of a notebook's saved widget state anew when it is opened, trusted or not, and those of
 * anywidget, which graphlab brings along, run the code (`_esm`) that they were saved with. What they show is not shown in such
 * a notebook anyway, so nothing is missed.
 */
import type { JupyterFrontEnd } from "@jupyterlab/application";

const STATE = "application/vnd.jupyter.widget-state+json";
const RUNS_CODE = "anywidget";

/** Of a notebook's model, what is used here. */
interface NotebookModel {
  readonly cells: Iterable<{ readonly type: string; readonly trusted: boolean }>;
  getMetadata(key: string): unknown;
  setMetadata(key: string, value: unknown): void;
}

/** Looks at each notebook as it is loaded: the kernel, without which no widget is made, comes later. */
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

/** A notebook's metadata of widgets without the models that would run code; undefined where there are none. */
export function withoutCode(widgets: unknown): object | undefined {
  const saved = record(record(widgets)?.[STATE]);
  const state = record(saved?.state);
  if (!saved || !state) return undefined;
  const kept = Object.entries(state).filter(([, model]) => !runsCode(model));
  if (kept.length === Object.keys(state).length) return undefined;
  return { ...record(widgets), [STATE]: { ...saved, state: Object.fromEntries(kept) } };
}

function runsCode(model: unknown): boolean {
  const { model_module, state } = record(model) ?? {};
  return model_module === RUNS_CODE || record(state)?._model_module === RUNS_CODE;
}

function record(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
}
