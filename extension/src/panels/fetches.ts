/** The list to choose fetches from: type to search, Enter or click to choose, as many as wanted. */
import type { Found } from "../model/found.ts";
import { html } from "../scene/dom.ts";

let menus = 0;

export class FetchMenu {
  readonly element: HTMLElement;
  private readonly input: HTMLInputElement;
  private readonly list: HTMLUListElement;
  private found: Found[] = [];
  private current = 0;
  private asked = 0;

  constructor(
    private readonly search: (query: string) => Promise<Found[]>,
    private readonly isChosen: (op: number) => boolean,
    private readonly choose: (op: number) => void,
    private readonly close: () => void,
  ) {
    const id = `graphlab-fetches-${++menus}`;
    this.input = html("input", {
      type: "search",
      placeholder: "Tensor or operation to fetch…",
      "aria-label": "Tensor or operation to fetch",
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
      "aria-label": "Tensors and operations",
    });
    this.element = html("div", { class: "menu", hidden: true }, this.input, this.list);
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
    const asked = ++this.asked;
    const found = await this.search(this.input.value);
    if (asked !== this.asked) return;
    this.found = found;
    this.current = 0;
    this.render();
  }

  private render(): void {
    if (!this.found.length)
      this.list.replaceChildren(html("li", { class: "none" }, "Nothing has this name."));
    else this.list.replaceChildren(...this.found.map((found, i) => this.item(found, i)));
    this.input.setAttribute(
      "aria-activedescendant",
      this.found.length ? `${this.list.id}-${this.current}` : "",
    );
  }

  private item({ op, name, type }: Found, i: number): HTMLLIElement {
    const item = html(
      "li",
      {
        id: `${this.list.id}-${i}`,
        role: "option",
        "aria-selected": String(this.isChosen(op)),
        class: i === this.current ? "current" : "",
      },
      html("span", { class: "name" }, name),
      html("span", { class: "type" }, type),
    );
    // Not click: the text field must keep the focus.
    item.onmousedown = (event) => {
      event.preventDefault();
      this.current = i;
      this.take();
    };
    return item;
  }

  private take(): void {
    const found = this.found[this.current];
    if (!found) return;
    this.choose(found.op);
    this.render();
  }

  private key(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && this.found.length) {
      this.current = (this.current + step + this.found.length) % this.found.length;
      this.render();
      this.list.children[this.current]?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") this.take();
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
