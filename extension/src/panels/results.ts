/** The list beneath a search field: results, or suggestions. */
import { html } from "../dom.ts";
import type { OperationSummary } from "../model/queries/summary.ts";
import { __ } from "../words.ts";

/** One row: an operation, or a text that goes into the field. */
export interface Row {
  name: string;
  /** At the right: type and shape, or what a filter does. */
  note: string;
  op?: OperationSummary;
  /** Path of a scope. */
  scope?: string;
  /** The text that it fills the field with. */
  fill?: string;
}

export class Results {
  readonly element: HTMLElement;
  private readonly list: HTMLUListElement;
  private readonly foot = html("div", { class: "none", hidden: true });
  private rows: Row[] = [];
  private words: string[] = [];
  at = -1;

  constructor(
    id: string,
    private readonly take: (row: Row, at: number) => void,
  ) {
    this.list = html("ul", { id, role: "listbox", "aria-label": __("Operations found") });
    this.element = html("div", { class: "menu results", hidden: true }, this.list, this.foot);
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  /** The id of the active row, for the field; "" if there is none. */
  get active(): string {
    return this.isOpen && this.at >= 0 ? `${this.list.id}-${this.at}` : "";
  }

  get row(): Row | undefined {
    return this.rows[this.at];
  }

  show(rows: Row[], words: string[], foot: string, at: number): void {
    [this.rows, this.words, this.at] = [rows, words, rows.length ? at : -1];
    this.foot.textContent = foot;
    this.foot.hidden = !foot;
    this.element.hidden = false;
    this.render();
  }

  hide(): void {
    this.element.hidden = true;
  }

  step(by: number): void {
    if (!this.rows.length) return;
    this.at = (this.at + by + this.rows.length) % this.rows.length;
    this.render();
    this.list.children[this.at]?.scrollIntoView({ block: "nearest" });
  }

  private render(): void {
    this.list.replaceChildren(...this.rows.map((row, i) => this.item(row, i)));
  }

  private item(row: Row, i: number): HTMLLIElement {
    const current = i === this.at;
    const item = html(
      "li",
      {
        id: `${this.list.id}-${i}`,
        role: "option",
        "aria-selected": String(current),
        class: current ? "current" : "",
        title: row.name,
      },
      html("span", { class: "name" }, ...marked(row.name, row.op || row.scope ? this.words : [])),
      html("span", { class: "type" }, row.note),
    );
    // Not click: the text field must keep the focus.
    item.onmousedown = (event) => {
      event.preventDefault();
      this.take(row, i);
    };
    return item;
  }
}

/** A name with the words of the query marked. */
function marked(name: string, words: string[]): (Element | string)[] {
  const parts = words.flatMap((word) => word.replace(/:\d+$/, "").split("*")).filter(Boolean);
  if (!parts.length) return [name];
  const any = parts.map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&")).join("|");
  // With a group, split returns the text between matches and the matches, alternating.
  return name
    .split(new RegExp(`(${any})`, "i"))
    .map((text, i) => (i % 2 ? html("mark", {}, text) : text))
    .filter((part) => part !== "");
}
