/** The table of an overlay in the drawer: operations or scopes, sorted by value or by name; a click goes there. */
import { html } from "../dom.ts";
import type { Order, OverlayTable } from "../model/overlays/table.ts";
import type { OverlayInfo } from "../model/overlays/values.ts";
import { __ } from "../words.ts";

type Of = "operations" | "scopes";

export interface TableSource {
  read(of: Of, order: Order, reversed: boolean): Promise<OverlayTable | undefined>;
  go(path: string): void;
}

export class OverlayTablePanel {
  readonly element = html("div", { class: "overlay-table" });
  private of: Of = "operations";
  private order: Order = "value";
  private reversed = false;

  constructor(
    private readonly info: OverlayInfo,
    private readonly source: TableSource,
  ) {}

  async refresh(): Promise<void> {
    const overlayTable = await this.source.read(this.of, this.order, this.reversed);
    if (!overlayTable) return;
    const rows = html("div", { class: "rows" }, this.table(overlayTable));
    const parts: HTMLElement[] = [rows];
    if (this.info.kind !== "categories") parts.unshift(this.choice());
    const rest = overlayTable.of - overlayTable.rows.length;
    if (rest > 0) parts.push(html("div", { class: "rest" }, __("and %1 more", rest.toLocaleString("en"))));
    this.element.replaceChildren(...parts);
  }

  private choice(): HTMLElement {
    const one = (of: Of, text: string) => {
      const made = html("button", { "aria-pressed": String(of === this.of) }, text);
      made.onclick = () => {
        this.of = of;
        void this.refresh();
      };
      return made;
    };
    return html("div", { class: "switch" }, one("operations", __("Operations")), one("scopes", __("Scopes")));
  }

  private table({ rows }: OverlayTable): HTMLElement {
    const adds = this.info.sums === "sum";
    const body = html("tbody");
    for (const { path, name, value, share, part } of rows) {
      const go = html("button", {
        title: name,
        style: part ? `--part: ${(100 * part).toFixed(1)}%` : undefined,
      });
      go.append(html("span", { class: "name" }, name));
      go.onclick = () => this.source.go(path);
      body.append(
        html(
          "tr",
          {},
          html("td", {}, go),
          html("td", {}, value),
          ...(adds ? [html("td", { class: "share" }, share)] : []),
        ),
      );
    }
    const head = html(
      "tr",
      {},
      this.heading("name", __("Name"), "ascending"),
      this.heading("value", __("Value"), "descending"),
      ...(adds ? [html("th", { scope: "col", class: "share" }, __("Share"))] : []),
    );
    return html("table", {}, html("thead", {}, head), body);
  }

  private heading(order: Order, text: string, first: "ascending" | "descending"): HTMLElement {
    const other = first === "ascending" ? "descending" : "ascending";
    const on = order === this.order;
    const made = html("button", { title: __("Sort by this; again for the other way round") }, text);
    if (on) made.append(this.reversed === (first === "ascending") ? " ▾" : " ▴");
    made.onclick = () => {
      this.reversed = on && !this.reversed;
      this.order = order;
      void this.refresh();
    };
    return html("th", { scope: "col", "aria-sort": on ? (this.reversed ? other : first) : undefined }, made);
  }
}
