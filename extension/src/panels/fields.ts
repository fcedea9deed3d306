/** The line of fields beneath the toolbar: a slider, box, menu or text for each. */
import { html, set } from "../dom.ts";
import { __ } from "../words.ts";

/** graphlab/_src/editor/form_fields.py describes each. */
export interface Field {
  name: string;
  kind: "slider" | "number" | "choice" | "boolean" | "text";
  /** As Python writes it. */
  value: string;
  min?: number;
  max?: number;
  step?: number;
  choices?: string[];
}

type Control = HTMLInputElement | HTMLSelectElement;

export class FieldBar {
  readonly element = html("div", {
    class: "cell-fields",
    role: "group",
    "aria-label": __("Fields of the cell"),
  });
  private readonly trouble = html("div", { class: "trouble wrong", role: "alert", hidden: true });
  private readonly controls = new Map<string, Control>();

  constructor(fields: Field[], changed: (name: string, value: string) => void) {
    for (const field of fields) this.element.append(this.labelled(field, changed));
    this.element.append(this.trouble);
  }

  private labelled(field: Field, changed: (name: string, value: string) => void): HTMLElement {
    const control = controlOf(field);
    const value = html("output", { hidden: field.kind !== "slider" }, field.value);
    control.oninput = () => value.replaceChildren(control.value);
    control.onchange = () => changed(field.name, textOf(control));
    this.controls.set(field.name, control);
    return html("label", {}, html("span", { class: "name" }, field.name), control, value);
  }

  /** Enables the controls, or says why they can't be used. */
  enable(why: string): void {
    for (const control of this.controls.values()) set(control, { disabled: why !== "" });
    set(this.element, { title: why || undefined });
  }

  /** Shows why a change can't be made; "" shows none. */
  fail(why: string): void {
    this.trouble.textContent = why;
    this.trouble.hidden = why === "";
  }

  /** The name of the field with the focus. */
  focused(): string | undefined {
    const active = (this.element.getRootNode() as ShadowRoot).activeElement;
    return [...this.controls].find(([, control]) => control === active)?.[0];
  }

  focus(name: string): void {
    this.controls.get(name)?.focus();
  }
}

function controlOf({ kind, value, min, max, step, choices = [] }: Field): Control {
  if (kind === "choice") {
    const options = choices.map((choice) => html("option", { selected: choice === value }, choice));
    return html("select", {}, ...options);
  }
  const type = { slider: "range", number: "number", boolean: "checkbox", text: "text" }[kind];
  const input = html("input", { type, min, max, step: kind === "number" ? "any" : step });
  input.value = value;
  input.checked = value === "True";
  return input;
}

function textOf(control: Control): string {
  if (control instanceof HTMLInputElement && control.type === "checkbox")
    return control.checked ? "True" : "False";
  return control.value;
}
