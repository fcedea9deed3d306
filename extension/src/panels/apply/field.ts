/** One field of a form: the argument for a parameter, as source text. */
import { html, set } from "../../dom.ts";
import type { Parameter } from "../../model/catalogue/entries.ts";
import { __ } from "../../words.ts";

const OTHER = "\0other";

export interface Field {
  readonly name: string;
  readonly element: HTMLElement;
  /** What is written for it; "" for the default. */
  value(): string;
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
  return asField(parameter, [text], () => text.value.trim());
}

/** A field for text that is not an argument: a name, a scope. */
export function plainField(name: string, label: string, about: string, choices: string[] = []): Field {
  const text = textField("");
  set(text, { placeholder: about });
  const made = asField({ name, default: "", kind: "text" }, [text], () => text.value.trim(), label);
  if (choices.length) {
    const list = html("datalist", { id: `${text.id}-choices` });
    list.append(...choices.map((value) => html("option", { value })));
    set(text, { list: list.id });
    made.element.append(list);
  }
  return made;
}

function textField(value: string): HTMLInputElement {
  const input = html("input", { type: "text", spellcheck: "false", autocomplete: "off" });
  input.value = value;
  return input;
}

function checkBox(name: string, begins: string): Field {
  const box = html("input", { type: "checkbox" });
  box.checked = begins === "True";
  return asField({ name, default: begins, kind: "bool" }, [box], () => (box.checked ? "True" : "False"));
}

/** A list of choices, with a field for any other value where they are not the only ones. */
function dropDown(parameter: Parameter, choices: string[], begins: string): Field {
  const values = choices.includes(begins) || !begins ? choices : [begins, ...choices];
  const list = html("select", {}, ...values.map((value) => html("option", { value }, value)));
  if (parameter.kind === "choice") {
    list.value = begins || values[0];
    return asField(parameter, [list], () => list.value);
  }
  const text = textField("");
  set(text, { "aria-label": __("%1: another value", parameter.name), hidden: true });
  list.append(html("option", { value: OTHER }, __("other…")));
  list.value = begins || values[0];
  list.addEventListener("change", () => {
    text.hidden = list.value !== OTHER;
    if (!text.hidden) text.focus();
  });
  return asField(parameter, [list, text], () => (list.value === OTHER ? text.value.trim() : list.value));
}

function asField(
  parameter: Parameter,
  controls: [HTMLElement, ...HTMLElement[]],
  read: () => string,
  label = parameter.name,
): Field {
  const id = `graphlab-field-${++fields}`;
  const [control] = controls;
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
      return text === parameter.default ? "" : text;
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
