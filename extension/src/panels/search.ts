/** The search line: the field, the number of results, and the current one. */
import { html, set } from "../dom.ts";
import { __ } from "../words.ts";
import { icon, iconButton } from "./icons.ts";

export interface SearchActions {
  changed(): void;
  key(event: KeyboardEvent): boolean;
  focused(): void;
  left(): void;
  step(by: number): void;
  close(): void;
}

export class SearchLine {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  private readonly count = html("span", { class: "count", role: "status" });
  private readonly steps: HTMLButtonElement[];

  constructor(list: string, actions: SearchActions) {
    this.input = html("input", {
      type: "search",
      placeholder: __("Find: part of a name, type:MatMul, shape:?x10 …"),
      "aria-label": __("Find operations"),
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": list,
      spellcheck: "false",
      autocomplete: "off",
    });
    this.input.oninput = () => actions.changed();
    this.input.onfocus = () => actions.focused();
    this.input.onblur = () => actions.left();
    this.input.onkeydown = (event) => {
      if (!actions.key(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    this.steps = [
      iconButton("up", __("Previous (Shift+N)"), () => actions.step(-1)),
      iconButton("down", __("Next (N)"), () => actions.step(1)),
    ];
    this.element = html(
      "div",
      { class: "search", role: "search" },
      icon("find"),
      this.input,
      this.count,
      ...this.steps,
      iconButton("close", __("End the search (Esc)"), () => actions.close()),
    );
  }

  /** Sets the status: "3 of 17", or a syntax error. */
  setStatus(text: string, isFault: boolean, canStep: boolean): void {
    this.count.textContent = text;
    this.count.title = text;
    this.count.classList.toggle("fault", isFault);
    for (const button of this.steps) button.disabled = !canStep;
  }

  /** Sets whether the list is open, and its active row. */
  showList(open: boolean, active: string): void {
    set(this.input, { "aria-expanded": String(open), "aria-activedescendant": active || undefined });
  }
}
