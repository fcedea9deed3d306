/** The list beneath a search field: what was found, or what one can look for. */

import { html } from "../dom.ts";
import type { OperationSummary } from "../model/queries/summary.ts";

/** One row: an operation, or a text that goes into the field. */
export interface Row {
  name: string;
  /** At the right: type and shape, or what a filter does. */
  note: string;
  op?: OperationSummary;
  /** Path of a scope. */
  scope?: string;
  /** What it puts into the field. */
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
    this.list = html("ul", { id, role: "listbox", "aria-label": "Operations found" });
    this.element = html("div", { class: "menu results", hidden: true }, this.list, this.foot);
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  /** The id of the row that the keys are at, for the field; "" when they are at none. */
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

/** A name in which what was asked for is marked. */
function marked(name: string, words: string[]): (Element | string)[] {
  const parts = words.flatMap((word) => word.replace(/:\d+$/, "").split("*")).filter(Boolean);
  if (!parts.length) return [name];
  const any = parts.map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&")).join("|");
  // With a group, split gives what lies between and what was found, by turns.
  return name
    .split(new RegExp(`(${any})`, "i"))
    .map((text, i) => (i % 2 ? html("mark", {}, text) : text))
    .filter((part) => part !== "");
}
