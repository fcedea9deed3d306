/** The form of one entry: its arguments, a name, a name scope, the line that will be written, and what it results in. */
import { html, set } from "../../dom.ts";
import type { Entry } from "../../model/catalogue/entries.ts";
import type { SelectedTensor } from "../../model/queries/tensors.ts";
import { __ } from "../../words.ts";
import { iconButton } from "../icons.ts";
import { type Field, field, plainField } from "./field.ts";
import { formKeys } from "./form-keys.ts";
import { selectedList } from "./selected-list.ts";

/** Optional arguments that come before others, whatever their place in the signature. */
const COMMON = ["activation", "padding", "strides", "axis", "keepdims", "training", "rate"];
const MOST_SHOWN = 4; // optional arguments that are not beneath "More arguments"

/** What is filled in. */
export interface Filled {
  entry: Entry;
  tensors: SelectedTensor[];
  /** Source text by parameter; none for a default. */
  arguments: Record<string, string>;
  name: string;
  scope: string;
}

/** What the kernel says of it. */
export interface Line {
  code: string;
  /** The types and shapes that result. */
  outputs: string[];
  /** What else is to be known: how many parameters. */
  note?: string;
  /** Why it can't be made, and which argument is the reason. */
  why?: string;
  parameter?: string;
  /** What was filled in where the call needs it, by parameter. */
  arguments?: Record<string, string>;
}

export interface FormActions {
  /** Something was changed. */
  changed(filled: Filled): void;
  add(): void;
  back(): void;
}

export class Form {
  readonly element: HTMLFormElement;
  private readonly head = html("div", { class: "form-head" });
  private readonly body = html("div", { class: "form-body" });
  private readonly code = html("code", {});
  private readonly result = html("div", { class: "result", role: "status" });
  private readonly fault = html("div", { class: "fault", role: "alert" });
  private readonly submit = html("button", { type: "submit", class: "primary" }, __("Add"));
  private readonly addLabel: string;
  private fields: Field[] = [];
  private name?: Field;
  private scope?: Field;
  private entry?: Entry;
  private tensors: SelectedTensor[] = [];

  /** `addLabel`: what Add does here. */
  constructor(
    private readonly actions: FormActions,
    addLabel: string,
  ) {
    this.addLabel = addLabel;
    const code = html(
      "pre",
      { class: "line-of-code", role: "group", "aria-label": __("The line that is written") },
      this.code,
    );
    const foot = html(
      "div",
      { class: "form-foot" },
      code,
      this.result,
      this.fault,
      html(
        "div",
        { class: "actions" },
        this.submit,
        html("span", { class: "what" }, __("Enter adds, Esc goes back")),
      ),
    );
    this.element = html("form", { class: "arguments", novalidate: true }, this.head, this.body, foot);
    this.element.oninput = () => this.change();
    formKeys(
      this.element,
      () => actions.add(),
      () => actions.back(),
    );
  }

  /** Shows the form of an entry for these tensors. */
  open(entry: Entry, tensors: readonly SelectedTensor[], scopes: string[]): void {
    this.entry = entry;
    this.tensors = entry.tensors.length ? [...tensors] : [];
    this.submit.textContent = this.addLabel;
    this.renderHead(entry);
    const { parameters } = entry;
    this.fields = parameters.map(field);
    // The tensors are those that are selected; a field appears for what the call needs beside these.
    for (const one of this.fields) one.element.hidden = entry.tensors.includes(one.name);
    this.name = plainField("name", __("name"), { about: __("chosen for you") });
    this.scope = plainField("scope", __("name scope"), { about: __("none"), choices: scopes });
    this.name.element.hidden = entry.named === false;
    this.scope.element.hidden = entry.scoped === false;
    const needed = this.fields.filter((_, i) => parameters[i].default === null);
    const optional = this.fields
      .filter((_, i) => parameters[i].default !== null)
      .sort((a, b) => placeOf(a) - placeOf(b));
    const visible = needed.filter(({ element }) => !element.hidden);
    const most = Math.max(0, MOST_SHOWN - visible.length + 1);
    const shown = optional.length === most + 1 ? optional : optional.slice(0, most);
    const rest = optional.slice(shown.length);
    this.body.replaceChildren(
      this.list(),
      group([...needed, ...shown]),
      ...(rest.length ? [more(rest)] : []),
      group([this.name, this.scope], true),
    );
    this.body.scrollTop = 0;
    this.code.textContent = "";
    this.result.textContent = "";
    this.fault.textContent = "";
    this.change();
    const first = [...visible, this.name, this.scope].find(({ element }) => !element.hidden);
    (first ?? this.submit).focus();
  }

  /** Applies it to other tensors. */
  aimAt(tensors: readonly SelectedTensor[]): void {
    if (!this.entry?.tensors.length) return;
    this.tensors = [...tensors];
    this.body.firstElementChild?.replaceWith(this.list());
    this.change();
  }

  get filled(): Filled | undefined {
    const { entry, tensors } = this;
    if (!entry) return undefined;
    const values = this.fields.flatMap((one) => {
      const value = one.value();
      return value ? [[one.name, value] as const] : [];
    });
    return {
      entry,
      tensors,
      arguments: Object.fromEntries(values),
      name: this.name?.value() ?? "",
      scope: this.scope?.value() ?? "",
    };
  }

  /** Shows what the kernel says of what is filled in. */
  show({ code, outputs, note, why = "", parameter, arguments: filled = {} }: Line): void {
    this.code.textContent = code;
    for (const one of this.fields) {
      const text = filled[one.name];
      if (text === undefined) continue;
      one.suggest(text);
      one.element.hidden = false;
    }
    const own = [...this.fields, this.name, this.scope];
    const at = why ? own.find((one) => one?.name === parameter) : undefined;
    for (const one of own) one?.setFault(one === at ? why : "");
    at?.element.closest("details")?.setAttribute("open", "");
    this.fault.textContent = at ? "" : why;
    this.setBusy("");
    const results = outputs.length ? `→ ${outputs.join(", ")}` : "";
    this.result.textContent = why ? "" : [results, note].filter(Boolean).join(" · ");
  }

  /** Says that something is waited for; "" that nothing is. */
  setBusy(text: string): void {
    set(this.element, { "aria-busy": text ? "true" : undefined });
    if (text) this.result.textContent = text;
  }

  /** Moves the focus to the argument at fault, if there is one. */
  focusFault(): void {
    const at = this.element.querySelector<HTMLElement>("[aria-invalid]");
    (at ?? this.submit).focus();
  }

  private change(): void {
    const { filled } = this;
    if (filled) this.actions.changed(filled);
  }

  private renderHead({ call, doc }: Entry): void {
    const back = iconButton("back", __("Back to the list (Esc)"), () => this.actions.back());
    this.head.replaceChildren(
      back,
      html("div", {}, html("h3", {}, html("code", {}, call)), html("div", { class: "about" }, doc)),
    );
  }

  private list(): HTMLElement {
    const { tensors, entry } = this;
    const list = selectedList(tensors, (from, to) => {
      tensors.splice(to, 0, ...tensors.splice(from, 1));
      const next = this.list();
      this.body.firstElementChild?.replaceWith(next);
      const rows = next.children[to]?.querySelectorAll<HTMLButtonElement>("button:not(:disabled)");
      rows?.[from < to ? rows.length - 1 : 0]?.focus();
      this.change();
    });
    list.hidden = !tensors.length || !entry?.tensors.length;
    return list;
  }
}

function placeOf({ name }: Field): number {
  const place = COMMON.indexOf(name);
  return place < 0 ? COMMON.length : place;
}

/** Fields beside each other; one that appears later shows the group too. `names`: they name what is made. */
function group(fields: Field[], names = false): HTMLElement {
  return html("div", { class: `fields${names ? " names" : ""}` }, ...fields.map(({ element }) => element));
}

function more(fields: Field[]): HTMLElement {
  return html(
    "details",
    { class: "more" },
    html("summary", {}, __("%1 more arguments", fields.length)),
    html("div", { class: "fields" }, ...fields.map(({ element }) => element)),
  );
}
