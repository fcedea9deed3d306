/** Find: a search field, its results in a list and in the diagram, and steps from one to the next. */
import { html } from "../dom.ts";
import type { Answer } from "../engine/engine.ts";
import { hub } from "../hub.ts";
import { countsOf } from "../model/diagram/tally.ts";
import type { OperationSummary } from "../model/queries/summary.ts";
import { KEYS } from "../model/search/syntax.ts";
import { count } from "../model/text/format.ts";
import { icon } from "../panels/icons.ts";
import { Results, type Row } from "../panels/results.ts";
import { SearchLine } from "../panels/search.ts";
import { numbersIn } from "../protocol.ts";
import { FOUND } from "../scene/drawing/tones.ts";
import { __ } from "../words.ts";
import type { MakeFeature } from "./feature.ts";

const MOST_RECENT = 6;
const EXPRESSION = "/…/";
const EXAMPLE = "/conv\\d+$/";

/** Searches on this page, the last first. */
const recent: string[] = [];

export const find: MakeFeature = (context) => {
  const list = `graphlab-found-${context.view}`;
  const results = new Results(list, take);
  const line = new SearchLine(list, {
    changed: () => void search(true),
    key,
    focused: () => showList(),
    left: () => hideList(),
    step: (by) => void step(by),
    close,
  });
  const button = html(
    "button",
    {
      class: "icon",
      title: __("Find operations ( / )"),
      "aria-label": __("Find operations"),
      "aria-pressed": "false",
    },
    icon("find"),
  );
  button.onclick = () => (isOpen() ? close() : open());
  context.tool(button);
  context.float(results.element);

  let answer: Answer | undefined;
  let at = -1; // the index of the current result
  let counts = new Map<string, number>();
  let operations = 0;
  let requests = 0;
  /** Whether the text has changed since the last result. */
  let isNewText = false;
  let pending = Promise.resolve();

  function isOpen(): boolean {
    return line.element.isConnected;
  }

  function open(text?: string): void {
    context.line(line.element);
    button.setAttribute("aria-pressed", "true");
    if (text !== undefined) line.input.value = text;
    line.input.focus();
    line.input.select();
    void search(true);
  }

  function close(): void {
    hideList();
    context.line();
    button.setAttribute("aria-pressed", "false");
    remember();
    answer = undefined;
    counts = new Map();
    context.repaint();
    context.focus();
  }

  /** Searches again: the text, the graph or the kernel's data has changed. */
  function search(fresh: boolean): Promise<void> {
    pending = answered(fresh);
    return pending;
  }

  async function answered(isNew: boolean): Promise<void> {
    const text = line.input.value.trim();
    const mine = ++requests;
    // A growing graph searches once more; the text is new all the same.
    isNewText ||= isNew;
    const found = text ? await context.engine.find(context.view, text, true) : undefined;
    if (mine !== requests || !isOpen()) return;
    const fresh = isNewText;
    isNewText = false;
    answer = found;
    if (fresh) at = -1;
    if (context.live)
      for (const [name, value] of found?.kernelQueries ?? []) context.send({ type: "find", name, value });
    if (fresh && line.input.matches(":focus")) showList();
    await look();
  }

  /** Counts the results in the visible nodes, and renders the status. */
  async function look(): Promise<void> {
    const mine = requests;
    const tally = answer?.total ? await context.engine.hitsAt(context.view) : [];
    if (mine !== requests) return;
    counts = countsOf(tally);
    renderStatus();
    context.repaint();
  }

  function renderStatus(): void {
    if (!answer) line.setStatus("", false, false);
    else if (answer.fault) line.setStatus(answer.fault, true, false);
    else if (answer.kernelQueries.length)
      line.setStatus(
        context.live
          ? __("asking the kernel…")
          : __("Attributes of this graph are in the kernel: run the notebook to search them."),
        !context.live,
        false,
      );
    else if (!answer.total) line.setStatus(__("nothing found"), false, false);
    else {
      const total = answer.total.toLocaleString("en");
      line.setStatus(
        at < 0 ? __("%1 found", total) : __("%1 of %2", (at + 1).toLocaleString("en"), total),
        false,
        true,
      );
    }
  }

  function showList(): void {
    const { element } = line;
    results.element.style.top = `${element.offsetTop + element.offsetHeight - 2}px`;
    if (!answer) results.show(suggestions(), [], "", -1);
    else if (answer.total) {
      const more = answer.total - answer.first.length;
      const foot = more > 0 ? __("and %1", count(more, "other")) : "";
      const scopes = answer.scopes.map(({ path, size }) => ({
        name: `${path}/`,
        note: count(size, "operation"),
        scope: path,
      }));
      const rows = [...scopes, ...answer.first.map(rowOf)];
      results.show(rows, answer.words, foot, scopes.length + Math.max(0, at));
    } else results.hide();
    line.showList(results.isOpen, results.active);
  }

  function hideList(): void {
    results.hide();
    line.showList(false, "");
  }

  function take(row: Row, index: number): void {
    if (row.fill !== undefined) {
      line.input.value = row.fill;
      line.input.focus();
      void search(true);
    } else if (row.scope !== undefined) {
      hideList();
      remember();
      void context.go(row.scope).then(() => context.zoomTo([row.scope as string]));
    } else void goTo(index - (answer?.scopes.length ?? 0));
  }

  async function goTo(index: number): Promise<void> {
    if (!answer?.total) return;
    const mine = requests;
    at = (index + answer.total) % answer.total;
    const hit: OperationSummary | undefined =
      answer.first[at] ?? (await context.engine.hit(context.view, at));
    if (mine !== requests || !hit) return;
    hideList();
    remember();
    renderStatus();
    await context.go(hit.path);
  }

  function step(by: number): Promise<void> {
    return goTo(at < 0 && by < 0 ? -1 : at + by);
  }

  /** Enter may come before the results of the last text. */
  async function enter(back: boolean): Promise<void> {
    await pending;
    if (results.isOpen && results.row) take(results.row, results.at);
    else await step(back ? -1 : 1);
  }

  function key(event: KeyboardEvent): boolean {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!results.isOpen) showList();
      else results.step(event.key === "ArrowDown" ? 1 : -1);
      line.showList(results.isOpen, results.active);
    } else if (event.key === "Enter") {
      void enter(event.shiftKey);
    } else if (event.key === "F3") void step(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") {
      if (results.isOpen && answer) hideList();
      else close();
    } else return false;
    return true;
  }

  /** The suggestions of an empty field: earlier searches, and the filters. */
  function suggestions(): Row[] {
    const filters = Object.entries(KEYS).map(([name, note]) => ({
      name: `${name}:`,
      note: note(),
      fill: `${name}:`,
    }));
    const expression = {
      name: EXPRESSION,
      note: __("regular expression, part of a name: %1", EXAMPLE),
      fill: EXAMPLE,
    };
    return [...recent.map((text) => ({ name: text, note: __("again"), fill: text })), expression, ...filters];
  }

  function remember(): void {
    const text = line.input.value.trim();
    if (!text || !answer?.total) return;
    if (recent.includes(text)) recent.splice(recent.indexOf(text), 1);
    recent.unshift(text);
    recent.length = Math.min(recent.length, MOST_RECENT);
  }

  const diagram = {
    graph: context.graph,
    host: () => context.host,
    find: (text: string) => {
      open(text);
      hideList();
    },
  };
  hub.diagrams.add(diagram);

  return {
    layer: {
      node({ path, open: isBox, opens, kind }) {
        const number = counts.get(path);
        if (!number || (isBox && opens)) return undefined;
        const many = kind === "scope" || number > 1;
        return { fill: FOUND, badge: many ? number.toLocaleString("en") : undefined };
      },
    },
    messages: {
      async find({ name, value, bytes }) {
        const ops = numbersIn(bytes as string);
        await context.engine.setAttributeMatches(context.view, name as string, value as string, ops);
        await search(true);
      },
    },
    scene(scene) {
      if (!isOpen()) return;
      const grown = scene.operations !== operations;
      operations = scene.operations;
      void (grown ? search(false) : look());
    },
    key(event) {
      if (event.key === "/") open();
      else if (!answer?.total) return false;
      else if (event.key === "n" || (event.key === "F3" && !event.shiftKey)) void step(1);
      else if (event.key === "N" || event.key === "F3") void step(-1);
      else return false;
      return true;
    },
    escape() {
      if (!isOpen()) return false;
      close();
      return true;
    },
    clicked: hideList,
    remove: () => hub.diagrams.delete(diagram),
  };
};

function rowOf(op: OperationSummary): Row {
  return { name: op.name, note: [op.type, op.tensor.replace(/^\S+ /, "")].filter(Boolean).join(" · "), op };
}
