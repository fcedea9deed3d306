/** Trace: what an operation comes from, what it goes into, and how one gets to another. */

import { html } from "../dom.ts";
import { countsOf } from "../model/diagram/tally.ts";
import type { Trace, Traced } from "../model/queries/dependencies.ts";
import type { Details } from "../model/queries/details.ts";
import { count } from "../model/text/format.ts";
import { opList } from "../panels/operation-list.ts";
import { cardButton, type MakeFeature } from "./feature.ts";
import { fading } from "./highlight.ts";

const TITLES = { upstream: "Upstream", downstream: "Downstream", neighbours: "Neighbours", path: "Path" };

export const trace: MakeFeature = (desk) => {
  let asked: (Trace & { names: string[] }) | undefined;
  let traced: Traced | undefined;
  let counts = new Map<string, number>();
  /** Where a path begins whose end the reader is about to choose. */
  let start: { op: number; name: string } | undefined;

  async function follow(trace: Trace, ...names: string[]): Promise<void> {
    start = undefined;
    asked = { ...trace, names };
    await update();
    if (!traced || traced.ops.length < 2) return;
    desk.drawer(`${TITLES[trace.kind]} ${phrase()}`, opList(traced.first, traced.ops.length, go));
    desk.look(counts.keys());
  }

  async function update(): Promise<void> {
    const mine = asked;
    if (!mine) return;
    const found = await desk.engine.trace(desk.view, mine);
    const tally = await desk.engine.tally(desk.view, [found.ops]);
    if (mine !== asked) return;
    traced = found;
    counts = countsOf(tally);
    desk.line(line());
    desk.repaint();
  }

  function clear(): void {
    asked = traced = start = undefined;
    counts = new Map();
    desk.line();
    desk.closeDrawer();
    desk.repaint();
    desk.refreshCard();
  }

  function again(change: Partial<Trace>): void {
    if (asked) void follow({ ...asked, ...change }, ...asked.names);
  }

  function go(path: string): void {
    void desk.go(path);
  }

  /** "of loss", "from x to loss". */
  function phrase(): string {
    if (!asked) return "";
    const [from, to] = asked.names;
    return asked.kind === "path" ? `from ${from} to ${to}` : `of ${from}`;
  }

  function line(): HTMLElement {
    const facts = html("div", { class: "facts" });
    const toggle = (text: string, title: string, pressed: boolean, act: () => void) =>
      facts.append(cardButton(text, title, act, pressed));
    if (start) {
      facts.append(
        html("strong", {}, `Path from ${start.name}`),
        "to … click an operation, or find it with /",
      );
    } else if (asked && traced) {
      const others = traced.ops.length - (asked.kind === "path" ? 0 : 1);
      facts.append(
        html(
          "strong",
          { class: "count" },
          `${TITLES[asked.kind].toLowerCase()} ${phrase()}: ${traced.ops.length ? count(others, "operation") : "there is none"}`,
        ),
      );
      const { controls, training, kind } = asked;
      if (kind === "path")
        toggle("Shortest", "Show only one of the shortest ways", !!asked.shortest, () =>
          again({ shortest: !asked?.shortest }),
        );
      if (kind === "downstream" && (traced.cut || training))
        toggle("Training too", "Go on into gradients and updates", training, () =>
          again({ training: !training }),
        );
      toggle("Waiting too", "Follow control edges as well as values", controls, () =>
        again({ controls: !controls }),
      );
    }
    const end = html("button", { class: "clear", title: "Show the whole graph again (Esc)" }, "Clear");
    end.onclick = clear;
    return html("div", { class: "preview trace", role: "status" }, facts, end);
  }

  function choose(about: Details): void {
    if (start?.op === about.op) clear();
    else {
      start = { op: about.op, name: about.name };
      asked = traced = undefined;
      counts = new Map();
      desk.line(line());
      desk.repaint();
      desk.refreshCard();
    }
  }

  return {
    layer: fading(() => traced && counts),
    scene: () => void update(),
    opened(about) {
      if (!start || start.op === about.op) return;
      const path: Trace = { kind: "path", from: start.op, to: about.op, controls: false, training: true };
      void follow(path, start.name, about.name);
    },
    escape() {
      if (!asked && !start) return false;
      clear();
      return true;
    },
    buttons(about) {
      const button = (kind: "upstream" | "downstream" | "neighbours", title: string) => {
        const on = asked?.kind === kind && asked.from === about.op;
        const simple: Trace = { kind, from: about.op, controls: kind === "neighbours", training: false };
        return cardButton(
          TITLES[kind],
          title,
          () => (on ? clear() : void follow(simple, about.name).then(() => desk.refreshCard())),
          on,
        );
      };
      return [
        button("upstream", "Light up all that it is computed from"),
        button("downstream", "Light up all that is computed from it"),
        button("neighbours", "Light up what it takes from, gives to and waits for"),
        cardButton(
          "Path to…",
          "Light up the ways to another operation",
          () => choose(about),
          start?.op === about.op,
        ),
      ];
    },
  };
};
