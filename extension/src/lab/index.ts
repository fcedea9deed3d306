/** The JupyterLab plugin: renders our mimetype, so that a reopened notebook shows its graphs without a kernel. */
import type { JupyterFrontEnd, JupyterFrontEndPlugin } from "@jupyterlab/application";
import { IRenderMimeRegistry } from "@jupyterlab/rendermime";
import type { IRenderMime } from "@jupyterlab/rendermime-interfaces";
import { Widget } from "@lumino/widgets";
import { hub, type SavedOutput, type Source } from "../hub.ts";
import { addCode, isWithin } from "./add-code.ts";
import { addCellCommand } from "./cells.ts";
import { goToCode } from "./code.ts";
import { commandsPlugin } from "./commands.ts";
import { editCell, editsCell } from "./edit-cell.ts";
import { filesPlugin } from "./files.ts";
import { FIX_TYPE, FixRenderer } from "./fix.ts";
import { followKernels } from "./kernel-end.ts";
import { loadApp, loadAppWhenIdle } from "./load-app.ts";
import { panelPlugin } from "./panel.ts";
import { announceSaving } from "./saving.ts";
import { settingsPlugin } from "./settings.ts";
import { guardUntrusted } from "./untrusted.ts";

const MIME_TYPE = "application/vnd.graphlab.graph+json";
const SVG = "image/svg+xml";

class DiagramRenderer extends Widget implements IRenderMime.IRenderer {
  private shown = "";
  private remove?: () => void;

  async renderModel(model: IRenderMime.IMimeModel): Promise<void> {
    const data = model.data[MIME_TYPE];
    const saved: object = typeof data === "object" && data !== null ? data : {};
    const { graph, chunks, messages, imageCursor, view } = saved as Source;
    const what = JSON.stringify([graph, messages]);
    if (this.shown === what) return; // our own save() came back
    this.shown = what;
    this.remove?.();
    const save = ({ svg, ...rest }: SavedOutput) => {
      const data = { ...model.data, [MIME_TYPE]: { ...saved, ...rest } } as typeof model.data;
      model.setData({ data: svg ? { ...data, [SVG]: svg } : data });
    };
    const { show } = await loadApp();
    if (this.isDisposed || this.shown !== what) return;
    const begins = successorOf(this.node, { messages, view });
    this.remove = show(this.node, { graph, chunks, imageCursor, save, ...begins });
  }

  dispose(): void {
    this.remove?.();
    super.dispose();
  }
}

/** What a diagram begins with, in place of the one that an edit of its cell has replaced. */
function successorOf(node: HTMLElement, own: Pick<Source, "messages" | "view">): typeof own {
  const { successor } = hub;
  if (!successor?.cell.contains(node)) return own;
  hub.successor = undefined;
  const { view = own.view, at, field } = successor;
  const show = { type: "show", at, focus: field === undefined, field };
  return { messages: [...(own.messages ?? []), show], view };
}

const plugin: JupyterFrontEndPlugin<void> = {
  id: "graphlab:diagram",
  description: "Draws graphlab's dataflow graphs.",
  autoStart: true,
  requires: [IRenderMimeRegistry],
  activate: (app: JupyterFrontEnd, rendermime: IRenderMimeRegistry) => {
    // Before the widget view, whose rank is -10: that one is an error message without a kernel.
    rendermime.addFactory(
      { safe: true, mimeTypes: [MIME_TYPE], createRenderer: () => new DiagramRenderer() },
      -20,
    );
    hub.goToCode = goToCode(app);
    hub.addCode = addCode(app);
    hub.isWithin = isWithin(app);
    hub.editCell = editCell(app);
    hub.editsCell = editsCell(app);
    rendermime.addFactory(
      { safe: true, mimeTypes: [FIX_TYPE], createRenderer: () => new FixRenderer(app) },
      -20,
    );
    void loadAppWhenIdle(app);
    addCellCommand(app);
    guardUntrusted(app);
    announceSaving(app);
    followKernels(app);
  },
};

export default [plugin, settingsPlugin, commandsPlugin, filesPlugin, panelPlugin];
