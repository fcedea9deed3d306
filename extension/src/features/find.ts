/** Find: a search field, what it finds in a list and in the picture, and the way from one to the next. */

import { html } from "../dom.ts";
import type { Answer } from "../engine/engine.ts";
import { hub } from "../hub.ts";
import { countsOf } from "../model/diagram/tally.ts";
import type { Found } from "../model/queries/summary.ts";
import { KEYS } from "../model/search/syntax.ts";
import { count } from "../model/text/format.ts";
import { icon } from "../panels/icons.ts";
import { Results, type Row } from "../panels/results.ts";
import { SearchLine } from "../panels/search.ts";
import { FOUND } from "../scene/drawing/tones.ts";
import type { MakeFeature } from "./feature.ts";

const MOST_RECENT = 6;
const IN_KERNEL = "Attributes of this graph are in the kernel: run the notebook to search them.";

/** What was searched for on this page, the last first. */
const recent: string[] = [];

export const find: MakeFeature = (desk) => {
  const list = `graphlab-found-${desk.view}`;
  const results = new Results(list, take);
  const line = new SearchLine(list, {
    changed: () => void ask(true),
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
      title: "Find operations ( / )",
      "aria-label": "Find operations",
      "aria-pressed": "false",
    },
    icon("find"),
  );
  button.onclick = () => (isOpen() ? close() : open());
  desk.tool(button);
  desk.float(results.element);

  let answer: Answer | undefined;
  let at = -1; // which of what was found the reader is at
  let counts = new Map<string, number>();
  let operations = 0;
  let asked = 0;
  /** Whether a text that was typed has had no answer yet. */
  let unanswered = false;
  let asking = Promise.resolve();

  function isOpen(): boolean {
    return line.element.isConnected;
  }

  function open(text?: string): void {
    desk.line(line.element);
    button.setAttribute("aria-pressed", "true");
    if (text !== undefined) line.input.value = text;
    line.input.focus();
    line.input.select();
    void ask(true);
  }

  function close(): void {
    hideList();
    desk.line();
    button.setAttribute("aria-pressed", "false");
    remember();
    answer = undefined;
    counts = new Map();
    desk.repaint();
    desk.focus();
  }

  /** Asks anew: the text, the graph, or what the kernel has told is different. */
  function ask(fresh: boolean): Promise<void> {
    asking = answered(fresh);
    return asking;
  }

  async function answered(isNew: boolean): Promise<void> {
    const text = line.input.value.trim();
    const mine = ++asked;
    // A graph that grows meanwhile asks once more; the text is new all the same.
    unanswered ||= isNew;
    const found = text ? await desk.engine.find(desk.view, text, true) : undefined;
    if (mine !== asked || !isOpen()) return;
    const fresh = unanswered;
    unanswered = false;
    answer = found;
    if (fresh) at = -1;
    if (desk.live) for (const [name, value] of found?.asks ?? []) desk.send({ type: "find", name, value });
    if (fresh && line.input.matches(":focus")) showList();
    await look();
  }

  /** Where in the picture it is, and what the line says. */
  async function look(): Promise<void> {
    const mine = asked;
    const tally = answer?.total ? await desk.engine.hitsAt(desk.view) : [];
    if (mine !== asked) return;
    counts = countsOf(tally);
    say();
    desk.repaint();
  }

  function say(): void {
    if (!answer) line.tell("", false, false);
    else if (answer.fault) line.tell(answer.fault, true, false);
    else if (answer.asks.length) line.tell(desk.live ? "asking the kernel…" : IN_KERNEL, !desk.live, false);
    else if (!answer.total) line.tell("nothing found", false, false);
    else {
      const total = answer.total.toLocaleString("en");
      line.tell(at < 0 ? `${total} found` : `${(at + 1).toLocaleString("en")} of ${total}`, false, true);
    }
  }

  function showList(): void {
    const { element } = line;
    results.element.style.top = `${element.offsetTop + element.offsetHeight - 2}px`;
    if (!answer) results.show(suggestions(), [], "", -1);
    else if (answer.total) {
      const more = answer.total - answer.first.length;
      const foot = more > 0 ? `and ${count(more, "other")}` : "";
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
      void ask(true);
    } else if (row.scope !== undefined) {
      hideList();
      remember();
      void desk.go(row.scope).then(() => desk.look([row.scope as string]));
    } else void goTo(index - (answer?.scopes.length ?? 0));
  }

  async function goTo(index: number): Promise<void> {
    if (!answer?.total) return;
    const mine = asked;
    at = (index + answer.total) % answer.total;
    const hit: Found | undefined = answer.first[at] ?? (await desk.engine.hit(desk.view, at));
    if (mine !== asked || !hit) return;
    hideList();
    remember();
    say();
    await desk.go(hit.path);
  }

  function step(by: number): Promise<void> {
    return goTo(at < 0 && by < 0 ? -1 : at + by);
  }

  /** Enter may come before the answer to what was typed last. */
  async function enter(back: boolean): Promise<void> {
    await asking;
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

  /** What an empty field offers: earlier searches, and what one can ask for. */
  function suggestions(): Row[] {
    const filters = Object.entries(KEYS).map(([name, note]) => ({
      name: `${name}:`,
      note,
      fill: `${name}:`,
    }));
    return [...recent.map((text) => ({ name: text, note: "again", fill: text })), ...filters];
  }

  function remember(): void {
    const text = line.input.value.trim();
    if (!text || !answer?.total) return;
    if (recent.includes(text)) recent.splice(recent.indexOf(text), 1);
    recent.unshift(text);
    recent.length = Math.min(recent.length, MOST_RECENT);
  }

  const picture = {
    host: () => (button.getRootNode() as ShadowRoot).host as HTMLElement,
    find: (text: string) => {
      open(text);
      hideList();
    },
  };
  hub.pictures.add(picture);

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
      find({ name, value }, buffers) {
        const { buffer, byteOffset, byteLength } = buffers[0];
        const ops = new Int32Array(buffer.slice(byteOffset, byteOffset + byteLength));
        return desk.engine.know(desk.view, name as string, value as string, ops).then(() => ask(true));
      },
    },
    scene(scene) {
      if (!isOpen()) return;
      const grown = scene.operations !== operations;
      operations = scene.operations;
      void (grown ? ask(false) : look());
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
    remove: () => hub.pictures.delete(picture),
  };
};

function rowOf(op: Found): Row {
  return { name: op.name, note: [op.type, op.tensor.replace(/^\S+ /, "")].filter(Boolean).join(" · "), op };
}
