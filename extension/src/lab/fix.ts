/** What a cell shows beneath an error that has a fix: the changed lines, and a button that writes and runs them. */
import type { JupyterFrontEnd } from "@jupyterlab/application";
import type { IRenderMime } from "@jupyterlab/rendermime-interfaces";
import { Widget } from "@lumino/widgets";
import { html, set } from "../dom.ts";
import { __ } from "../words.ts";
import { write } from "./edit-cell.ts";
import { addFixStyle } from "./fix-style.ts";
import { changedLines, type Fix, type FixChoice, isFix } from "./fix-text.ts";
import { indexAround, notebookPanel, panelAround } from "./notebook.ts";
import { runCell } from "./run-cell.ts";

export const FIX_TYPE = "application/vnd.graphlab.fix+json";

const CLASSES = { "-": "gl-fix-old", "+": "gl-fix-new", " ": "gl-fix-same" };

let inputs = 0;

export class FixRenderer extends Widget implements IRenderMime.IRenderer {
  constructor(private readonly app: JupyterFrontEnd) {
    super();
    addFixStyle();
  }

  async renderModel(model: IRenderMime.IMimeModel): Promise<void> {
    const fix: unknown = model.data[FIX_TYPE];
    if (!isFix(fix)) {
      this.node.replaceChildren();
      return;
    }
    const element = html("div", { class: "gl-fix", role: "group", "aria-label": __("Fix") });
    element.append(
      html("div", { class: "gl-fix-text" }, html("strong", {}, `${__("Fix")}: `), fix.text),
      ...fix.choices.map((choice) => this.row(fix, choice, model.trusted)),
    );
    this.node.replaceChildren(element);
  }

  /** One choice: the lines that it changes, and the button. */
  private row(fix: Fix, choice: FixChoice, isTrusted: boolean): HTMLElement {
    const field = choice.slot ? slotField(choice.slot) : undefined;
    const after = () => choice.after + (field?.value ?? "") + choice.rest;
    const lines = changedLines(fix.before, choice.after + choice.slot + choice.rest);
    const diff = html("pre", { class: "gl-fix-lines", "aria-label": __("Changed lines") });
    for (const { sign, text } of lines) {
      const line = html("div", { class: CLASSES[sign] }, `${sign} `);
      // The line with the value that may be changed has a field in its place.
      const at = field && sign === "+" ? text.indexOf(choice.slot, slotColumn(choice)) : -1;
      if (field && at >= 0) line.append(text.slice(0, at), field, text.slice(at + choice.slot.length));
      else line.append(text);
      diff.append(line);
    }
    const status = html("span", { class: "gl-fix-status", role: "status" });
    const button = html(
      "button",
      { class: "jp-Button jp-mod-styled jp-mod-accept", disabled: !isTrusted },
      __("Apply and run again"),
    );
    if (!isTrusted)
      set(button, { title: __("Trust the notebook first: this writes code into it and runs it") });
    button.onclick = () => {
      set(button, { disabled: true });
      void this.apply({ cell: fix.cell, before: fix.before, after: after() }).then((why) => {
        status.textContent = why;
        set(button, { disabled: false });
      });
    };
    field?.addEventListener("keydown", (event) => {
      event.stopPropagation(); // the notebook's keys
      if (event.key === "Enter") button.click();
    });
    return html(
      "div",
      { class: "gl-fix-choice" },
      diff,
      html("div", { class: "gl-fix-act" }, button, status),
    );
  }

  /** Writes the edit and runs its cell, and then the one that failed where that is another; returns why it can't. */
  private async apply(edit: { cell: number; before: string; after: string }): Promise<string> {
    const panel = notebookPanel(panelAround(this.app, this.node));
    if (!panel) return __("This output is not in a notebook.");
    const failed = indexAround(panel.content, this.node);
    const index = write(panel, edit);
    if (typeof index === "string") return index;
    const error = await runCell(this.app, panel, index);
    if (!error && failed >= 0 && failed !== index) await runCell(this.app, panel, failed);
    panel.content.activate(); // the button that had the focus is gone
    return "";
  }
}

function slotColumn({ after }: FixChoice): number {
  return after.length - (after.lastIndexOf("\n") + 1);
}

function slotField(value: string): HTMLInputElement {
  const field = html("input", {
    type: "text",
    id: `graphlab-fix-${++inputs}`,
    "aria-label": __("Value"),
    title: __("Change the value before you apply it"),
    spellcheck: "false",
    autocomplete: "off",
  });
  field.value = value;
  const adapt = () => set(field, { size: Math.max(4, Math.min(60, field.value.length)) });
  field.oninput = adapt;
  adapt();
  return field;
}
