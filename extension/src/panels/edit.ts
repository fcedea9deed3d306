/** The form, in the details card, of an edit of the line that made an operation. */
import { html, set } from "../dom.ts";
import { __ } from "../words.ts";
import { choiceField, type Field, plainField } from "./apply/field.ts";
import { formKeys } from "./apply/form-keys.ts";

export type EditKind = "rename" | "arguments" | "move" | "rewire" | "delete";

/** What can be edited of a line; the message `edit-form` of graphlab/_src/editor/cell_edits.py. */
export interface EditForm {
  op: number;
  /** The edits that there are; all if it does not say so. */
  kinds?: EditKind[];
  cell: number;
  line: number;
  text: string;
  function: string;
  name: string;
  /** Why it can't be renamed; "" if it can. */
  unnamed: string;
  /** The variable that is assigned; "" if it can't be renamed. */
  variable: string;
  scope: string;
  /** Parameter, its text in the call, its default. */
  arguments: [string, string, string][];
  /** Inputs that can be rewired, and their text. */
  inputs: [string, string][];
  /** Variables of the notebook that are tensors made before, and what they are. */
  tensors: [string, string][];
  scopes: string[];
}

export interface EditActions {
  send(fields: Record<string, string>): void;
  cancel(): void;
}

const MOST_SHOWN = 6; // arguments that are not beneath "More arguments"

const TITLES: Record<EditKind, () => string> = {
  rename: () => __("Rename"),
  arguments: () => __("Edit the arguments"),
  move: () => __("Move to another name scope"),
  rewire: () => __("Rewire an input"),
  delete: () => __("Delete"),
};

export class EditPanel {
  readonly element: HTMLFormElement;
  private readonly body = html("div", { class: "fields" });
  private readonly fault = html("div", { class: "fault", role: "alert" });
  private readonly submit = html("button", { type: "submit", class: "primary" }, __("Apply"));
  private read: () => Record<string, string> | string = () => ({});

  constructor(
    readonly op: number,
    readonly kind: EditKind,
    /** Of the scope whose card it is in; "" in the card of an operation. */
    readonly path: string,
    actions: EditActions,
  ) {
    const cancel = html("button", { type: "button" }, __("Cancel"));
    cancel.onclick = () => actions.cancel();
    this.element = html(
      "form",
      { class: "arguments edit", novalidate: true, "aria-label": TITLES[kind]() },
      html("h4", {}, TITLES[kind]()),
      this.body,
      this.fault,
      html("div", { class: "actions" }, this.submit, cancel),
    );
    const apply = () => {
      if (this.submit.disabled) return;
      const fields = this.read();
      this.fail(typeof fields === "string" ? fields : "");
      if (typeof fields === "string") return;
      set(this.element, { "aria-busy": "true" });
      actions.send(fields);
    };
    formKeys(this.element, apply, () => actions.cancel());
    if (kind !== "delete") this.submit.disabled = true;
  }

  /** Shows the fields; none where the line can't be edited that way. */
  open(form: EditForm): void {
    const line = html("code", {}, form.text);
    const where = html("div", { class: "about" }, __("cell [%1], line %2", form.cell, form.line), ": ", line);
    const [fields, read] = FIELDS[this.kind](form);
    this.read = read;
    const shown = fields.slice(0, MOST_SHOWN + 1);
    const rest = fields.slice(shown.length);
    this.body.replaceChildren(where, ...shown.map(({ element }) => element), ...more(rest));
    this.submit.disabled = fields.length === 0;
    if (!fields.length)
      this.fail(this.kind === "rename" ? form.unnamed : __("The line has nothing to edit here."));
    this.element.scrollIntoView({ block: "nearest" });
    const first = this.body.querySelector<HTMLElement>("input, select") ?? this.submit;
    first.focus();
    if (first instanceof HTMLInputElement) first.select();
  }

  /** Keeps the focus in the form while it is moved to another place of the page. */
  keepFocus(): void {
    const root = this.element.getRootNode();
    const focused = root instanceof ShadowRoot ? root.activeElement : null;
    if (focused && this.element.contains(focused)) queueMicrotask(() => (focused as HTMLElement).focus());
  }

  /** Says why the edit can't be done; "" that nothing is wrong. */
  fail(why: string): void {
    set(this.element, { "aria-busy": undefined });
    this.fault.textContent = why;
    if (why) this.element.scrollIntoView({ block: "nearest" });
  }
}

type Fields = [Field[], () => Record<string, string> | string];

const FIELDS: Record<EditKind, (form: EditForm) => Fields> = {
  rename({ name, unnamed, variable }) {
    if (unnamed) return [[], () => ({})];
    const inGraph = plainField("name", __("name in the graph"), { text: name });
    const inCode = variable ? plainField("variable", __("variable"), { text: variable }) : undefined;
    return [
      inCode ? [inGraph, inCode] : [inGraph],
      () => {
        const other = inCode?.value() ?? "";
        return { name: inGraph.value(), ...(other && other !== variable ? { variable: other } : {}) };
      },
    ];
  },
  arguments({ arguments: all }) {
    const fields = all.map(([name, text, about]) => plainField(name, name, { text, about }));
    return [
      fields,
      () => {
        const changed = fields.flatMap((one, i) =>
          one.value() === all[i][1] ? [] : [[one.name, one.value()]],
        );
        if (!changed.length) return __("Change an argument first.");
        return { arguments: JSON.stringify(Object.fromEntries(changed)) };
      },
    ];
  },
  move({ scope, scopes }) {
    const field = plainField("scope", __("name scope"), { text: scope, about: __("none"), choices: scopes });
    return [[field], () => ({ scope: field.value() })];
  },
  rewire({ inputs, tensors }) {
    if (!inputs.length || !tensors.length) return [[], () => ({})];
    const input = choiceField("input", __("input"), inputs);
    const tensor = choiceField("tensor", __("comes from"), tensors);
    return [[input, tensor], () => ({ input: input.value(), tensor: tensor.value() })];
  },
  delete: () => [[], () => ({})],
};

function more(fields: Field[]): HTMLElement[] {
  if (!fields.length) return [];
  const summary = html("summary", {}, __("%1 more arguments", fields.length));
  return [html("details", { class: "more" }, summary, ...fields.map(({ element }) => element))];
}
