/** An overlay's table in the drawer: operations or scopes, sorted by value or by name; a click goes there. */

import { html } from "../dom.ts";
import type { Costs, Order } from "../model/overlays/table.ts";
import type { About } from "../model/overlays/values.ts";

type Of = "operations" | "scopes";

export interface CostsSource {
  read(of: Of, order: Order, reversed: boolean): Promise<Costs | undefined>;
  go(path: string): void;
}

export class CostsTable {
  readonly element = html("div", { class: "costs" });
  private of: Of = "operations";
  private order: Order = "value";
  private reversed = false;

  constructor(
    private readonly about: About,
    private readonly source: CostsSource,
  ) {}

  async refresh(): Promise<void> {
    const costs = await this.source.read(this.of, this.order, this.reversed);
    if (!costs) return;
    const rows = html("div", { class: "rows" }, this.table(costs));
    const parts: HTMLElement[] = [rows];
    if (this.about.kind !== "categories") parts.unshift(this.choice());
    const rest = costs.of - costs.rows.length;
    if (rest > 0) parts.push(html("div", { class: "rest" }, `and ${rest.toLocaleString("en")} more`));
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
    return html("div", { class: "switch" }, one("operations", "Operations"), one("scopes", "Scopes"));
  }

  private table({ rows }: Costs): HTMLElement {
    const adds = this.about.sums === "sum";
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
      this.heading("name", "Name", "ascending"),
      this.heading("value", "Value", "descending"),
      ...(adds ? [html("th", { scope: "col", class: "share" }, "Share")] : []),
    );
    return html("table", {}, html("thead", {}, head), body);
  }

  private heading(order: Order, text: string, first: "ascending" | "descending"): HTMLElement {
    const other = first === "ascending" ? "descending" : "ascending";
    const on = order === this.order;
    const made = html("button", { title: "Sort by this; again for the other way round" }, text);
    if (on) made.append(this.reversed === (first === "ascending") ? " ▾" : " ▴");
    made.onclick = () => {
      this.reversed = on && !this.reversed;
      this.order = order;
      void this.refresh();
    };
    return html("th", { scope: "col", "aria-sort": on ? (this.reversed ? other : first) : undefined }, made);
  }
}
