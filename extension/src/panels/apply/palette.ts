/** The palette: a field, and beneath it the catalogue's entries in groups, as far as they match. */
import { html, set } from "../../dom.ts";
import { type Entry, type Fit, nameOf } from "../../model/catalogue/entries.ts";
import type { Row, RowGroup } from "../../model/catalogue/ranking.ts";
import { grouped } from "../../model/text/format.ts";
import { __ } from "../../words.ts";

const MORE = 60; // rows that become elements of the page at a time
const NEAR = 240; // px before the end of these at which there are more
const PAGE = 8; // rows that Page Up and Page Down move by

export interface PaletteActions {
  /** The text has changed. */
  changed(): void;
  take(entry: Entry): void;
  close(): void;
}

interface RowElement {
  item: HTMLElement;
  fit?: Fit;
}

export class Palette {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  private readonly title = html("h3", {});
  private readonly list: HTMLElement;
  private readonly status = html("div", { class: "keys", role: "status" });
  private readonly elements = new Map<string, RowElement>();
  private groups: readonly RowGroup[] = [];
  private waits = "";
  private most = MORE;
  private count = 0;
  /** Those that are elements, and whether there are others. */
  private rows: Row[] = [];
  private hasMore = false;
  /** The id of the active entry. */
  private active = "";
  /** Whether the reader has moved to it. */
  private isChosen = false;

  constructor(
    private readonly id: string,
    private readonly actions: PaletteActions,
  ) {
    this.list = html("div", { id, role: "listbox", class: "entries", "aria-label": __("Operations") });
    this.input = html("input", {
      type: "search",
      placeholder: __("Search: relu, conv, loss, placeholder …"),
      "aria-label": __("What to apply"),
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "true",
      "aria-controls": id,
      spellcheck: "false",
      autocomplete: "off",
    });
    this.input.oninput = () => {
      this.isChosen = false;
      this.active = "";
      this.most = MORE;
      actions.changed();
    };
    this.list.onscroll = () => {
      const { scrollTop, clientHeight, scrollHeight } = this.list;
      if (scrollTop + clientHeight > scrollHeight - NEAR) this.showMore();
    };
    this.input.onkeydown = (event) => this.key(event);
    this.element = html("div", { class: "palette" }, this.title, this.input, this.list, this.status);
  }

  get query(): string {
    return this.input.value;
  }

  /** `count`: how many tensors are selected. */
  aimAt(title: string, count: number): void {
    this.title.textContent = title;
    this.count = count;
  }

  /** Begins anew. */
  reset(): void {
    this.input.value = "";
    this.active = "";
    this.isChosen = false;
    this.most = MORE;
    this.list.scrollTop = 0;
  }

  /** Shows these rows; what the reader is at stays where it is on the screen. */
  show(groups: readonly RowGroup[], waits: string): void {
    [this.groups, this.waits] = [groups, waits];
    const before = this.isChosen ? this.placeOf(this.active) : undefined;
    const all = groups.flatMap(({ rows }) => rows);
    this.rows = all.slice(0, this.most);
    this.hasMore = all.length > this.most;
    let left = this.most;
    const parts = groups.flatMap(({ name, rows }, i) => {
      const shown = rows.slice(0, left);
      left -= shown.length;
      return shown.length ? [this.group(`${this.id}-group-${i}`, name, shown)] : [];
    });
    this.list.replaceChildren(...parts);
    if (!this.isChosen || !this.rows.some(({ entry }) => entry.id === this.active)) {
      this.active = this.rows[0]?.entry.id ?? "";
      this.isChosen = false;
    }
    this.mark();
    const after = this.isChosen ? this.placeOf(this.active) : undefined;
    if (before !== undefined && after !== undefined) this.list.scrollTop += after - before;
    else if (!this.isChosen && this.most === MORE) this.list.scrollTop = 0;
    this.status.textContent = waits || statusOf(all);
  }

  private showMore(): void {
    if (!this.hasMore) return;
    const { scrollTop } = this.list;
    this.most += MORE;
    this.show(this.groups, this.waits);
    this.list.scrollTop = scrollTop;
  }

  focus(): void {
    this.input.focus();
  }

  private group(id: string, name: string, rows: Row[]): HTMLElement {
    return html(
      "div",
      { role: "group", "aria-labelledby": id },
      html("div", { class: "heading", id, role: "presentation" }, name),
      ...rows.map((row) => this.row(row)),
    );
  }

  /** Its element, made once. */
  private row({ entry, fit }: Row): HTMLElement {
    let known = this.elements.get(entry.id);
    if (!known) {
      const item = html("div", { id: `${this.id}-${entry.id}`, role: "option", class: "entry" });
      // Not click: the text field must keep the focus.
      item.onmousedown = (event) => {
        event.preventDefault();
        this.choose(entry.id);
        this.take();
      };
      known = { item };
      fill(item, entry, fit);
      this.elements.set(entry.id, known);
    } else if (known.fit?.why !== fit?.why || known.fit?.shapes !== fit?.shapes) fill(known.item, entry, fit);
    known.fit = fit;
    return known.item;
  }

  private choose(id: string): void {
    this.active = id;
    this.isChosen = true;
    this.mark();
    this.elements.get(id)?.item.scrollIntoView({ block: "nearest" });
  }

  private mark(): void {
    for (const { entry } of this.rows) {
      const item = this.elements.get(entry.id)?.item;
      if (item) set(item, { "aria-selected": String(entry.id === this.active) });
    }
    const current = this.elements.get(this.active)?.item;
    set(this.input, { "aria-activedescendant": current?.isConnected ? current.id : undefined });
  }

  private placeOf(id: string): number | undefined {
    const item = this.elements.get(id)?.item;
    return item?.isConnected ? item.offsetTop - this.list.scrollTop : undefined;
  }

  private take(): void {
    const row = this.rows.find(({ entry }) => entry.id === this.active);
    if (!row) return;
    if (row.fit?.why) {
      const more = this.count > 0 && row.entry.tensors.length > this.count;
      const how = more ? __("Shift and a click, or Shift+Enter, selects another tensor beside these.") : "";
      this.status.textContent = [`${nameOf(row.entry)}: ${row.fit.why}`, how].filter(Boolean).join(". ");
    } else this.actions.take(row.entry);
  }

  private key(event: KeyboardEvent): void {
    const at = this.rows.findIndex(({ entry }) => entry.id === this.active);
    if (at > this.rows.length - PAGE && /Down$/.test(event.key)) this.showMore();
    const last = this.rows.length - 1;
    const step: Record<string, number> = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      PageDown: Math.min(last, at + PAGE),
      PageUp: Math.max(0, at - PAGE),
    };
    const next = step[event.key];
    if (next !== undefined && last >= 0) this.choose(this.rows[next].entry.id);
    else if (event.key === "Enter") this.take();
    else if (event.key === "Escape") this.actions.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

function fill(item: HTMLElement, entry: Entry, fit: Fit | undefined): void {
  set(item, { "aria-disabled": fit?.why ? "true" : undefined });
  item.replaceChildren(
    html("span", { class: "name" }, nameOf(entry)),
    html("span", { class: "call" }, entry.call),
    html("span", { class: "shapes" }, fit && !fit.why && fit.shapes ? `→ ${fit.shapes}` : ""),
    html("span", { class: "about" }, entry.doc),
    ...(fit?.why ? [html("span", { class: "why" }, fit.why)] : []),
  );
}

/** How many there are and fit, and the keys. */
function statusOf(rows: readonly Row[]): string {
  if (!rows.length) return __("Nothing has this name or purpose.");
  const unfit = rows.filter(({ fit }) => fit?.why).length;
  const fitting = grouped(rows.length - unfit);
  const counts = unfit ? __("%1 fit, %2 do not", fitting, grouped(unfit)) : __("%1 to choose from", fitting);
  return `${counts} · ${__("↑ ↓ choose, Enter sets its arguments, Esc closes")}`;
}
