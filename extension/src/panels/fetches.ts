/** The menu of fetches and feeds: type to search, Enter or click to fetch, Shift to feed instead. */
import { html } from "../dom.ts";
import type { OperationSummary } from "../model/queries/summary.ts";
import { __ } from "../words.ts";

let menus = 0;

export interface Chosen {
  isFetched(op: number): boolean;
  isFed(op: number): boolean;
  fetch(op: number): void;
  feed(op: number): void;
}

export class FetchMenu {
  readonly element: HTMLElement;
  private readonly input: HTMLInputElement;
  private readonly list: HTMLUListElement;
  private found: OperationSummary[] = [];
  private current = 0;
  private request = 0;

  constructor(
    private readonly search: (query: string) => Promise<OperationSummary[]>,
    private readonly chosen: Chosen,
    private readonly close: () => void,
  ) {
    const id = `graphlab-fetches-${++menus}`;
    this.input = html("input", {
      type: "search",
      placeholder: __("Tensor or operation to fetch…"),
      "aria-label": __("Tensor or operation to fetch"),
      role: "combobox",
      "aria-expanded": "true",
      "aria-controls": id,
      spellcheck: "false",
      autocomplete: "off",
    });
    this.list = html("ul", {
      id,
      role: "listbox",
      "aria-multiselectable": "true",
      "aria-label": __("Tensors and operations"),
    });
    const hint = html("div", { class: "keys" }, __("Enter fetches · Shift+Enter feeds · Esc closes"));
    this.element = html("div", { class: "menu", hidden: true }, this.input, this.list, hint);
    this.input.oninput = () => this.refresh();
    this.input.onkeydown = (event) => this.key(event);
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  async open(): Promise<void> {
    this.element.hidden = false;
    this.input.value = "";
    this.input.focus();
    await this.refresh();
  }

  hide(): void {
    this.element.hidden = true;
  }

  async refresh(): Promise<void> {
    const request = ++this.request;
    const found = await this.search(this.input.value);
    if (request !== this.request) return;
    this.found = found;
    this.current = 0;
    this.render();
  }

  private render(): void {
    if (!this.found.length)
      this.list.replaceChildren(html("li", { class: "none" }, __("Nothing has this name.")));
    else this.list.replaceChildren(...this.found.map((found, i) => this.item(found, i)));
    this.input.setAttribute(
      "aria-activedescendant",
      this.found.length ? `${this.list.id}-${this.current}` : "",
    );
  }

  private item({ op, name, type }: OperationSummary, i: number): HTMLLIElement {
    const item = html(
      "li",
      {
        id: `${this.list.id}-${i}`,
        role: "option",
        "aria-selected": String(this.chosen.isFetched(op)),
        class: i === this.current ? "current" : "",
      },
      html("span", { class: "name" }, name),
      ...(this.chosen.isFed(op) ? [html("span", { class: "fed" }, __("fed"))] : []),
      html("span", { class: "type" }, type),
    );
    // Not click: the text field must keep the focus.
    item.onmousedown = (event) => {
      event.preventDefault();
      this.current = i;
      this.take(event.shiftKey);
    };
    return item;
  }

  private take(feeds: boolean): void {
    const found = this.found[this.current];
    if (!found) return;
    if (!feeds) this.chosen.fetch(found.op);
    else if (found.tensor) this.chosen.feed(found.op);
    this.render();
  }

  private key(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && this.found.length) {
      this.current = (this.current + step + this.found.length) % this.found.length;
      this.render();
      this.list.children[this.current]?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") this.take(event.shiftKey);
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
