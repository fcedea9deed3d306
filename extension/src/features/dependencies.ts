/** Dependencies: the operations upstream and downstream of an operation, its neighbours, and the paths to another. */
import { html } from "../dom.ts";
import { countsOf } from "../model/diagram/tally.ts";
import type { Dependencies, DependencyQuery } from "../model/queries/dependencies.ts";
import type { Details } from "../model/queries/details.ts";
import { count } from "../model/text/format.ts";
import { opList } from "../panels/operation-list.ts";
import { __ } from "../words.ts";
import { cardButton, type MakeFeature } from "./feature.ts";
import { highlighting } from "./highlight.ts";

const titles = () => ({
  upstream: __("Upstream"),
  downstream: __("Downstream"),
  neighbours: __("Neighbours"),
  path: __("Path"),
});

export const dependencies: MakeFeature = (context) => {
  let query: (DependencyQuery & { names: string[] }) | undefined;
  let result: Dependencies | undefined;
  let counts = new Map<string, number>();
  /** The start of a path whose end the reader is about to choose. */
  let start: { op: number; name: string } | undefined;

  async function follow(request: DependencyQuery, ...names: string[]): Promise<void> {
    start = undefined;
    query = { ...request, names };
    await update();
    if (!result || result.ops.length < 2) return;
    context.drawer(phrase(), opList(result.first, result.ops.length, go));
    context.zoomTo(counts.keys());
  }

  async function update(): Promise<void> {
    const mine = query;
    if (!mine) return;
    const found = await context.engine.dependencies(context.view, mine);
    const tally = await context.engine.tally(context.view, [found.ops]);
    if (mine !== query) return;
    result = found;
    counts = countsOf(tally);
    context.line(line());
    context.repaint();
  }

  function clear(): void {
    query = result = start = undefined;
    counts = new Map();
    context.line();
    context.closeDrawer();
    context.repaint();
    context.refreshCard();
  }

  function again(change: Partial<DependencyQuery>): void {
    if (query) void follow({ ...query, ...change }, ...query.names);
  }

  function go(path: string): void {
    void context.go(path);
  }

  /** "Upstream of loss", "Path from x to loss". */
  function phrase(): string {
    if (!query) return "";
    const [from, to] = query.names;
    return {
      upstream: __("Upstream of %1", from),
      downstream: __("Downstream of %1", from),
      neighbours: __("Neighbours of %1", from),
      path: __("Path from %1 to %2", from, to),
    }[query.kind];
  }

  function line(): HTMLElement {
    const facts = html("div", { class: "facts" });
    const toggle = (text: string, title: string, pressed: boolean, act: () => void) =>
      facts.append(cardButton(text, title, act, pressed));
    if (start) {
      facts.append(
        html("strong", {}, __("Path from %1", start.name)),
        __("to … click an operation, or find it with /"),
      );
    } else if (query && result) {
      const others = result.ops.length - (query.kind === "path" ? 0 : 1);
      facts.append(
        html(
          "strong",
          { class: "count" },
          `${phrase()}: ${result.ops.length ? count(others, "operation") : __("there is none")}`,
        ),
      );
      const { controls, training, kind } = query;
      if (kind === "path")
        toggle(__("Shortest"), __("Show only one of the shortest paths"), !!query.shortest, () =>
          again({ shortest: !query?.shortest }),
        );
      if (kind === "downstream" && (result.cut || training))
        toggle(__("Training too"), __("Go on into gradients and updates"), training, () =>
          again({ training: !training }),
        );
      toggle(__("Control edges too"), __("Follow control edges as well as values"), controls, () =>
        again({ controls: !controls }),
      );
    }
    const end = html(
      "button",
      { class: "clear", title: __("Show the whole graph again (Esc)") },
      __("Clear"),
    );
    end.onclick = clear;
    return html("div", { class: "preview dependencies", role: "status" }, facts, end);
  }

  function choose(details: Details): void {
    if (start?.op === details.op) clear();
    else {
      start = { op: details.op, name: details.name };
      query = result = undefined;
      counts = new Map();
      context.line(line());
      context.repaint();
      context.refreshCard();
    }
  }

  return {
    layer: highlighting(() => result && counts),
    scene: () => void update(),
    opened(details) {
      if (!start || start.op === details.op) return;
      const path: DependencyQuery = {
        kind: "path",
        from: start.op,
        to: details.op,
        controls: false,
        training: true,
      };
      void follow(path, start.name, details.name);
    },
    escape() {
      if (!query && !start) return false;
      clear();
      return true;
    },
    buttons(details) {
      const button = (kind: "upstream" | "downstream" | "neighbours", title: string) => {
        const on = query?.kind === kind && query.from === details.op;
        const simple: DependencyQuery = {
          kind,
          from: details.op,
          controls: kind === "neighbours",
          training: false,
        };
        return cardButton(
          titles()[kind],
          title,
          () => (on ? clear() : void follow(simple, details.name).then(() => context.refreshCard())),
          on,
          "highlight",
        );
      };
      return [
        button("upstream", __("Highlight the operations that it is computed from")),
        button("downstream", __("Highlight the operations that are computed from it")),
        button("neighbours", __("Highlight its inputs, its consumers and its control dependencies")),
        cardButton(
          __("Path to…"),
          __("Highlight the paths to another operation"),
          () => choose(details),
          start?.op === details.op,
          "highlight",
        ),
      ];
    },
  };
};
