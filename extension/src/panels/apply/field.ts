/** One field of a form: the argument for a parameter, as source text. */
import { html, set } from "../../dom.ts";
import type { Parameter } from "../../model/catalogue/entries.ts";
import { __ } from "../../words.ts";

const OTHER = "\0other";

export interface Field {
  readonly name: string;
  readonly element: HTMLElement;
  /** What is written for it; "" for the default, or for what was suggested. */
  value(): string;
  /** Writes what a call needs, unless the reader has written something else. */
  suggest(text: string): void;
  focus(): void;
  /** Shows why the argument can't be used; "" that it can. */
  setFault(why: string): void;
}

let fields = 0;

export function field(parameter: Parameter): Field {
  const { name, kind, choices, suggestion } = parameter;
  const begins = parameter.default ?? suggestion ?? "";
  if (kind === "bool" && (begins === "True" || begins === "False")) return checkBox(name, begins);
  if (choices?.length) return dropDown(parameter, choices, begins);
  const text = textField(begins);
  if (kind === "int" || kind === "float") set(text, { inputmode: "decimal" });
  return asField(parameter, [text], textAccess(text), begins);
}

/** A field for text that has no default: a name, a scope; `about`: what it says while it is empty. */
export function plainField(
  name: string,
  label: string,
  { text = "", about = "", choices = [] }: { text?: string; about?: string; choices?: string[] },
): Field {
  const input = textField(text);
  set(input, { placeholder: about });
  const made = asField({ name, default: "", kind: "text" }, [input], textAccess(input), "", label);
  if (choices.length) {
    const list = html("datalist", { id: `${input.id}-choices` });
    list.append(...choices.map((value) => html("option", { value })));
    set(input, { list: list.id });
    made.element.append(list);
  }
  return made;
}

/** A list to choose from: [value, what it is]. */
export function choiceField(name: string, label: string, entries: [string, string][]): Field {
  const options = entries.map(([value, about]) =>
    html("option", { value }, value === about ? value : `${value} · ${about}`),
  );
  const list = html("select", {}, ...options);
  return asField({ name, default: "", kind: "choice" }, [list], plainAccess(list), "", label);
}

function textField(value: string): HTMLInputElement {
  const input = html("input", { type: "text", spellcheck: "false", autocomplete: "off" });
  input.value = value;
  return input;
}

function checkBox(name: string, begins: string): Field {
  const box = html("input", { type: "checkbox" });
  box.checked = begins === "True";
  const access = {
    read: () => (box.checked ? "True" : "False"),
    write: (value: string) => {
      box.checked = value === "True";
    },
  };
  return asField({ name, default: begins, kind: "bool" }, [box], access, begins);
}

/** A list of choices, with a field for any other value where they are not the only ones. */
function dropDown(parameter: Parameter, choices: string[], begins: string): Field {
  const values = choices.includes(begins) || !begins ? choices : [begins, ...choices];
  const list = html("select", {}, ...values.map((value) => html("option", { value }, value)));
  if (parameter.kind === "choice") {
    list.value = begins || values[0];
    return asField(parameter, [list], plainAccess(list), list.value);
  }
  const text = textField("");
  set(text, { "aria-label": __("%1: another value", parameter.name), hidden: true });
  list.append(html("option", { value: OTHER }, __("other…")));
  list.value = begins || values[0];
  list.addEventListener("change", () => {
    text.hidden = list.value !== OTHER;
    if (!text.hidden) text.focus();
  });
  const access = {
    read: () => (list.value === OTHER ? text.value.trim() : list.value),
    write: (value: string) => {
      if (![...list.options].some((option) => option.value === value))
        list.prepend(html("option", { value }, value));
      list.value = value;
    },
  };
  return asField(parameter, [list, text], access, list.value);
}

/** How a field's text is read and written. */
interface Access {
  read(): string;
  write(text: string): void;
}

function textAccess(input: HTMLInputElement): Access {
  return { read: () => input.value.trim(), write: plainAccess(input).write };
}

function plainAccess(control: HTMLInputElement | HTMLSelectElement): Access {
  const write = (text: string) => {
    control.value = text;
  };
  return { read: () => control.value, write };
}

function asField(
  parameter: Parameter,
  controls: [HTMLElement, ...HTMLElement[]],
  { read, write }: Access,
  begins: string,
  label = parameter.name,
): Field {
  const id = `graphlab-field-${++fields}`;
  const [control] = controls;
  let suggested = begins;
  control.id = id;
  const fault = html("div", { class: "fault", id: `${id}-fault`, hidden: true });
  const isNeeded = parameter.default === null;
  if (isNeeded) set(control, { "aria-required": "true" });
  const element = html(
    "div",
    { class: parameter.kind === "bool" ? "field check" : "field" },
    html("label", { for: id, class: isNeeded ? "needed" : "" }, label),
    ...controls,
    fault,
  );
  return {
    name: parameter.name,
    element,
    value() {
      const text = read();
      return text === parameter.default || text === suggested ? "" : text;
    },
    suggest(text) {
      if (read() !== suggested) return;
      suggested = text;
      write(text);
    },
    focus: () => control.focus(),
    setFault(why) {
      fault.textContent = why;
      fault.hidden = !why;
      for (const one of controls)
        set(one, {
          "aria-invalid": why ? "true" : undefined,
          "aria-describedby": why ? fault.id : undefined,
        });
    },
  };
}
