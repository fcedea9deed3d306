/** The tables of the Graph panel, rendered from the messages of graphlab/_src/viz/panel_tables.py. */
import type { TranslationBundle } from "@jupyterlab/translation";
import { html, svg } from "../dom.ts";

const MOST_ROWS = 500;
const SPARK = { width: 72, height: 16 };

interface Run {
  name: string;
  /** Since the panel was opened; undefined while the session has run nothing. */
  runs?: number;
  failed: boolean;
  seconds: (number | null)[];
  fetches: string[];
  feeds: string[];
  ran: number;
  total: number;
  pruned: number;
  prunedNames: string[];
  reused: string[];
  written: string[];
  segments: { device: string; operations: number; tier: string; reason: string; story: string }[];
}

interface Variable {
  op: number;
  name: string;
  shape: string;
  dtype: string;
  device: string;
  initialized: boolean;
  bytes: number;
  norm: number | null;
  history: number[];
}

interface Queue {
  name: string;
  kind: string;
  size: number;
  capacity: number | null;
  waiting: { enqueue: number; dequeue: number };
  closed: boolean;
}

interface Device {
  name: string;
  memory: number;
  variables: number;
  bytes: number;
  ran: number;
}

type Sessions<Content> = { sessions: ({ name: string } & Content)[] };
type Cell = string | Element;

/** How a table is sorted: by which column, and whether downwards. */
interface Order {
  column: number;
  reversed: boolean;
}

interface Column<Row> {
  title: string;
  cell(row: Row): Cell;
  /** What it is sorted by; without it the column can't be sorted. */
  key?(row: Row): number | string;
  numeric?: boolean;
}

/** `go`: shows an operation in the diagram, by its number or name. */
export class Tables {
  readonly element = html("div", { class: "gl-tables", role: "tabpanel" });
  private readonly orders = new Map<string, Order>();
  private readonly open = new Set<string>();
  private tab = "";
  private content: Record<string, unknown> = {};

  constructor(
    private readonly trans: TranslationBundle,
    private readonly go: (operation: number | string) => void,
  ) {}

  /** Renders a tab; the place to which it was scrolled stays. */
  show(tab: string, content: Record<string, unknown>): void {
    const isSame = tab === this.tab;
    const { scrollTop, scrollLeft } = this.element;
    const focused = isSame && document.activeElement?.getAttribute("data-key");
    this.tab = tab;
    this.content = content;
    this.element.replaceChildren(...this.sections());
    if (!isSame) return;
    this.element.scrollTo(scrollLeft, scrollTop);
    if (focused) this.element.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  private sections(): Element[] {
    const { sessions = [] } = this.content as Partial<Sessions<object>>;
    if (!sessions.length)
      return [note(this.trans.__("No session of this graph is open: make one with tf.Session()."))];
    return sessions.flatMap((session) => {
      const title = sessions.length > 1 || this.tab === "run" ? [html("h3", {}, session.name)] : [];
      return [...title, ...this.section(session)];
    });
  }

  private section(session: object & { name: string }): Element[] {
    if (this.tab === "run") return this.run(session as Run);
    if (this.tab === "variables") return this.variables(session as { name: string; variables: Variable[] });
    if (this.tab === "queues") return this.queues(session as { name: string; queues: Queue[] });
    return this.devices(session as { name: string; devices: Device[] });
  }

  private run(run: Run): Element[] {
    const { trans } = this;
    if (run.runs === undefined) return [note(trans.__("No run yet."))];
    const seconds = run.seconds.filter((one) => one !== null);
    const last = seconds[seconds.length - 1] ?? 0;
    const time = html(
      "span",
      {},
      duration(last),
      " ",
      spark(seconds, trans.__("Durations of the last runs")),
    );
    const ran = trans.__("%1 of %2 operations", whole(run.ran), whole(run.total));
    const facts: [string, Cell][] = [
      [trans.__("Fetched"), this.names("fetched", run.fetches)],
      [trans.__("Fed"), this.names("fed", run.feeds)],
      [trans.__("Time"), seconds.length ? time : trans.__("unknown: it ran before this panel was opened")],
      ...(run.runs ? [[trans.__("Runs"), whole(run.runs)] as [string, Cell]] : []),
      [trans.__("Ran"), html("span", {}, ran, " ", share(run.ran, run.total))],
      [trans.__("Pruned"), this.names("pruned", run.prunedNames, run.pruned)],
      [trans.__("Reused"), this.names("reused", run.reused)],
      [trans.__("Written"), this.names("written", run.written)],
    ];
    const list = html("dl", {});
    if (run.failed)
      list.append(html("dt", {}, trans.__("Result")), html("dd", { class: "gl-bad" }, trans.__("failed")));
    for (const [name, value] of facts) list.append(html("dt", {}, name), html("dd", {}, value));
    const columns: Column<Run["segments"][number]>[] = [
      {
        title: trans.__("Segment"),
        cell: (segment) => String(run.segments.indexOf(segment) + 1),
        numeric: true,
      },
      { title: trans.__("Device"), cell: ({ device }) => device },
      { title: trans.__("Operations"), cell: ({ operations }) => whole(operations), numeric: true },
      {
        title: trans.__("Run by"),
        cell: ({ tier }) => html("span", { class: `gl-tier gl-${tier.toLowerCase()}` }, tier),
      },
      {
        title: trans.__("Why"),
        cell: ({ reason, story }) =>
          html("span", { class: "gl-why" }, [reason, story].filter(Boolean).join(" · ")),
      },
    ];
    return [list, this.table(`run ${run.name}`, columns, run.segments)];
  }

  private variables({ name, variables }: { name: string; variables: Variable[] }): Element[] {
    const { trans } = this;
    if (!variables.length) return [note(trans.__("The graph has no variables."))];
    const columns: Column<Variable>[] = [
      { title: trans.__("Name"), cell: ({ op, name }) => this.link(op, name), key: ({ name }) => name },
      {
        title: trans.__("Shape"),
        cell: ({ shape }) => shapeText(shape),
        key: ({ shape }) => elements(shape),
      },
      {
        title: trans.__("Norm"),
        cell: ({ norm }) => (norm === null ? "–" : String(norm)),
        key: ({ norm }) => norm ?? -1,
        numeric: true,
      },
      { title: trans.__("History"), cell: ({ history }) => spark(history, trans.__("Norms, oldest first")) },
      {
        title: trans.__("Initialized"),
        cell: ({ initialized }) =>
          initialized ? trans.__("yes") : html("span", { class: "gl-bad" }, trans.__("no")),
        key: ({ initialized }) => Number(initialized),
      },
      { title: trans.__("Type"), cell: ({ dtype }) => dtype, key: ({ dtype }) => dtype },
      { title: trans.__("Size"), cell: ({ bytes }) => size(bytes), key: ({ bytes }) => bytes, numeric: true },
      { title: trans.__("Device"), cell: ({ device }) => device, key: ({ device }) => device },
    ];
    return [this.table(`variables ${name}`, columns, variables)];
  }

  private queues({ name, queues }: { name: string; queues: Queue[] }): Element[] {
    const { trans } = this;
    if (!queues.length) return [note(trans.__("No queue yet: a run makes the queues that it uses."))];
    const columns: Column<Queue>[] = [
      { title: trans.__("Name"), cell: ({ name }) => name, key: ({ name }) => name },
      { title: trans.__("Kind"), cell: ({ kind }) => kind, key: ({ kind }) => kind },
      {
        title: trans.__("Size"),
        cell: ({ size, capacity }) =>
          html("span", {}, whole(size), " ", ...(capacity ? [share(size, capacity)] : [])),
        key: ({ size }) => size,
        numeric: true,
      },
      {
        title: trans.__("Capacity"),
        cell: ({ capacity }) => (capacity === null ? trans.__("no bound") : whole(capacity)),
        key: ({ capacity }) => capacity ?? Number.POSITIVE_INFINITY,
        numeric: true,
      },
      {
        title: trans.__("Waiting"),
        cell: ({ waiting: { enqueue, dequeue } }) =>
          [enqueue && trans.__("%1 to enqueue", enqueue), dequeue && trans.__("%1 to dequeue", dequeue)]
            .filter(Boolean)
            .join(", ") || trans.__("none"),
        key: ({ waiting: { enqueue, dequeue } }) => enqueue + dequeue,
      },
      { title: trans.__("State"), cell: ({ closed }) => (closed ? trans.__("closed") : trans.__("open")) },
    ];
    return [this.table(`queues ${name}`, columns, queues)];
  }

  private devices({ name, devices }: { name: string; devices: Device[] }): Element[] {
    const { trans } = this;
    const columns: Column<Device>[] = [
      {
        title: trans.__("Name"),
        cell: ({ name }) => html("span", { title: name }, name.split("device:").pop() ?? name),
        key: ({ name }) => name,
      },
      {
        title: trans.__("Memory"),
        cell: ({ memory }) => size(memory),
        key: ({ memory }) => memory,
        numeric: true,
      },
      {
        title: trans.__("Variables"),
        cell: ({ variables, bytes }) => `${whole(variables)} (${size(bytes)})`,
        key: ({ bytes }) => bytes,
        numeric: true,
      },
      {
        title: trans.__("Last run"),
        cell: ({ ran }) => trans._n("%1 operation", "%1 operations", ran),
        key: ({ ran }) => ran,
        numeric: true,
      },
    ];
    return [this.table(`devices ${name}`, columns, devices)];
  }

  private table<Row>(name: string, columns: Column<Row>[], rows: Row[]): HTMLElement {
    const order = this.orders.get(name);
    const key = order && columns[order.column]?.key;
    const sorted = key ? [...rows].sort((a, b) => compare(key(a), key(b))) : [...rows];
    if (order?.reversed) sorted.reverse();
    const head = columns.map((column, i) => {
      const numeric = column.numeric ? "gl-number" : undefined;
      const role = "columnheader";
      if (!column.key) return html("th", { class: numeric, scope: "col", role }, column.title);
      const isBy = order?.column === i;
      const sign = isBy ? (order.reversed ? " ▾" : " ▴") : "";
      const button = html("button", { "data-key": `${name} ${i}` }, column.title + sign);
      button.onclick = () => {
        this.orders.set(name, { column: i, reversed: isBy && !order.reversed });
        this.show(this.tab, this.content);
      };
      const sort = isBy ? (order.reversed ? "descending" : "ascending") : undefined;
      return html("th", { class: numeric, scope: "col", role, "aria-sort": sort }, button);
    });
    const body = sorted
      .slice(0, MOST_ROWS)
      .map((row) =>
        html(
          "tr",
          { role: "row" },
          ...columns.map(({ title, cell, numeric }) =>
            html(
              "td",
              { class: numeric ? "gl-number" : undefined, role: "cell", "data-title": title },
              cell(row),
            ),
          ),
        ),
      );
    // A narrow panel shows a row as lines, not as a table, which it is all the same.
    const table = html(
      "table",
      { role: "table" },
      html("thead", { role: "rowgroup" }, html("tr", { role: "row" }, ...head)),
      html("tbody", { role: "rowgroup" }, ...body),
    );
    const more = sorted.length - body.length;
    return html(
      "div",
      {},
      table,
      ...(more > 0 ? [note(this.trans._n("and %1 more", "and %1 more", more))] : []),
    );
  }

  /** Names that lead to the diagram; many of them open on request. */
  private names(key: string, names: string[], total = names.length): Cell {
    if (!total) return this.trans.__("none");
    const links = () => names.map((name) => this.link(name, name, "gl-name"));
    const rest = total - names.length;
    const more = rest > 0 ? [note(this.trans._n("and %1 more", "and %1 more", rest))] : [];
    if (total <= 4) return html("span", { class: "gl-names" }, ...links());
    const details = html("details", {}, html("summary", {}, whole(total)));
    const fill = () => details.append(html("span", { class: "gl-names" }, ...links(), ...more));
    if (this.open.has(key)) {
      details.open = true;
      fill();
    }
    details.ontoggle = () => {
      if (details.open && !this.open.has(key)) fill();
      if (details.open) this.open.add(key);
      else this.open.delete(key);
    };
    return details;
  }

  private link(operation: number | string, name: string, kind = ""): HTMLElement {
    const button = html(
      "button",
      { class: `gl-link ${kind}`, title: this.trans.__("Show in the graph") },
      name,
    );
    // A fetch may name a tensor; the diagram has its operation.
    button.onclick = () =>
      this.go(typeof operation === "string" ? operation.replace(/:\d+$/, "") : operation);
    return button;
  }
}

function note(text: string): HTMLElement {
  return html("p", { class: "gl-note" }, text);
}

/** Numbers as a line; the place stays empty where there are fewer than two. */
function spark(values: number[], label: string): Element {
  const { width, height } = SPARK;
  const box = {
    class: "gl-spark",
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: "img",
    "aria-label": label,
  };
  if (values.length < 2) return svg("svg", box);
  const low = Math.min(...values);
  const range = Math.max(...values) - low || 1;
  const points = values.map((value, i) => {
    const x = 1 + (i / (values.length - 1)) * (width - 2);
    const y = height - 2 - ((value - low) / range) * (height - 4);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return svg("svg", box, svg("polyline", { points: points.join(" ") }));
}

function share(part: number, total: number): HTMLElement {
  const percent = total ? Math.round((100 * part) / total) : 0;
  return html(
    "span",
    { class: "gl-share", role: "img", "aria-label": `${percent} %` },
    html("span", { style: `width: ${percent}%` }),
  );
}

function compare(a: number | string, b: number | string): number {
  if (typeof a === "string" && typeof b === "string") return a.localeCompare(b, undefined, { numeric: true });
  return Number(a) - Number(b);
}

function shapeText(shape: string): string {
  return shape === "*" ? "?" : shape === "" ? "scalar" : shape.replaceAll(",", "×");
}

function elements(shape: string): number {
  return shape.split(",").reduce((product, size) => product * (Number(size) || 1), 1);
}

function whole(number: number): string {
  return number.toLocaleString("en");
}

function size(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit && value < 100 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

function duration(seconds: number): string {
  if (seconds < 1e-3) return `${Math.round(seconds * 1e6)} µs`;
  return seconds < 1 ? `${(seconds * 1e3).toPrecision(3)} ms` : `${seconds.toPrecision(3)} s`;
}
