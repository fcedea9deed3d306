/** A button in the output of a failed run, which opens the operation that failed in the Graph panel. */
import type { IRenderMimeRegistry } from "@jupyterlab/rendermime";
import type { TranslationBundle } from "@jupyterlab/translation";
import { html } from "../dom.ts";

const TYPES = ["application/vnd.jupyter.error", "application/vnd.jupyter.stderr"];
const RANK = 60; // before JupyterLab's own, which it extends
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one
const COLOURS = /\u001b\[[0-9;]*m/g;

/** Extends JupyterLab's rendering of errors; `open(name, output)`: what the button does. */
export function addErrorButtons(
  rendermime: IRenderMimeRegistry,
  trans: TranslationBundle,
  open: (name: string, output: HTMLElement) => void,
): void {
  for (const type of TYPES) {
    const own = rendermime.getFactory(type);
    if (!own) continue;
    const createRenderer: typeof own.createRenderer = (options) => {
      const renderer = own.createRenderer(options);
      const render = renderer.renderModel.bind(renderer);
      renderer.renderModel = async (model) => {
        await render(model);
        renderer.node.querySelector(".gl-error-button")?.remove();
        const name = failedOperation(model.data[type] as string);
        if (!name) return;
        const text = trans.__("Show %1 in the graph", name);
        const button = html(
          "button",
          { class: "gl-error-button jp-Button jp-mod-styled jp-mod-minimal" },
          text,
        );
        button.onclick = () => open(name, renderer.node);
        renderer.node.append(button);
      };
      return renderer;
    };
    rendermime.addFactory({ safe: own.safe, mimeTypes: [type], createRenderer }, RANK);
  }
}

/** The operation that an error of graphlab names, or undefined: its lines begin with "at" and "created". */
export function failedOperation(traceback: unknown): string | undefined {
  if (typeof traceback !== "string") return undefined;
  const plain = traceback.replace(COLOURS, "");
  return /^ {2}at {6}([\w.\-/>\\]+):.*\n(?:.*\n)*? {2}created /m.exec(plain)?.[1];
}
