/**
 * "Apply…": the reader selects tensors, chooses what to apply to them, and the page writes the line into the notebook and
 * runs it. The diagram never changes a graph itself.
 */
import { html, set } from "../../dom.ts";
import { builderIn, hub } from "../../hub.ts";
import type { Entry, Fit } from "../../model/catalogue/entries.ts";
import { arranged } from "../../model/catalogue/ranking.ts";
import type { SelectedTensor } from "../../model/queries/tensors.ts";
import { type Filled, Form, type Line } from "../../panels/apply/form.ts";
import { Palette } from "../../panels/apply/palette.ts";
import { __, needsKernel } from "../../words.ts";
import { cardButton, type MakeFeature } from "../feature.ts";
import { Growth } from "./growth.ts";
import { PaletteKernel } from "./kernel.ts";
import { Selection } from "./selection.ts";

const PAUSE = 40; // ms after a key in a form before the kernel is requested to read it
const LATE = 500; // ms after which a reader is informed that the kernel has not answered
const NEXT_DIAGRAM = 10_000; // ms that a cell that has run again needs for its diagram at most

export const apply: MakeFeature = (context) => {
  const kernel = new PaletteKernel((command) => context.send(command));
  const selection = new Selection(context, () => void open(), selectionChanged);
  const growth = new Growth(() => context.scene()?.operations ?? 0);
  const palette = new Palette(`graphlab-palette-${context.view}`, {
    changed: () => render(),
    take: (entry) => void openForm(entry),
    close: () => close(true),
  });
  const form = new Form(
    { changed: (filled) => schedule(filled), add: () => void add(), back: () => back() },
    hub.addCode ? __("Add") : __("Copy the line"),
  );
  const panel = html(
    "div",
    { class: "menu apply", role: "dialog", "aria-label": __("Apply"), hidden: true },
    palette.element,
    form.element,
  );
  const button = html("button", { class: "primary", "aria-expanded": "false", hidden: true }, __("Apply…"));
  button.onclick = () => (panel.hidden ? void open() : close(true));
  const first = html("button", { class: "primary", hidden: true }, __("Apply…"));
  first.onclick = () => void open();
  context.tool(button);
  context.float(panel);
  context.empty(first);

  let entries: Entry[] = [];
  let fits: ReadonlyMap<string, Fit> = new Map();
  /** The selection that they are for. */
  let fitted = "";
  /** What the palette is open for. */
  let tensors: readonly SelectedTensor[] = [];
  let isBusy = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The last line that the kernel wrote, and for what. */
  let line: { filled: string; line: Line } | undefined;
  let begins = false;

  const host = () => (button.getRootNode() as ShadowRoot).host as HTMLElement;
  const isOpen = () => !panel.hidden;
  const hasKernel = () => context.live || hub.known.has(context.graph);

  function open(): void {
    if (!context.live) {
      context.notify(needsKernel());
      return;
    }
    void selection.current((current) => {
      palette.reset();
      showPart(palette.element);
      panel.hidden = false;
      // It is as high as the palette from now on: nothing moves when that opens again.
      if (panel.parentElement) set(panel.parentElement, { "data-builds": true });
      set(button, { "aria-expanded": "true" });
      aimAt(current);
      palette.focus();
    });
  }

  /** What is chosen in the palette will be applied to these. */
  function aimAt(current: readonly SelectedTensor[]): void {
    tensors = current;
    palette.setTitle(
      tensors.length
        ? __("Apply to %1", tensors.map(({ name, tensor }) => `${name} ${tensor}`).join(", "))
        : __("Nothing is selected: begin with a source"),
    );
    // Until the kernel answers, as it was the last time.
    if (selectionKey(current) !== fitted) fits = new Map();
    render();
    void request();
  }

  function showPart(part: HTMLElement): void {
    palette.element.hidden = part !== palette.element;
    form.element.hidden = part !== form.element;
  }

  /** Requests what the palette needs of the kernel; it is there already, and filled as the answers arrive. */
  async function request(): Promise<void> {
    const wanted = tensors;
    kernel.prepare();
    const fitting = kernel.fitting(wanted);
    entries = await kernel.entries();
    render();
    const found = await fitting;
    if (!found || wanted !== tensors) return;
    fits = found;
    fitted = selectionKey(wanted);
    render();
  }

  function render(): void {
    if (!isOpen() || palette.element.hidden) return;
    const groups = arranged(entries, fits, palette.query, !tensors.length);
    const waits = entries.length ? "" : __("Waiting for the kernel's list of operations …");
    palette.show(groups, waits);
  }

  function close(moveFocus = false): void {
    if (!isOpen()) return;
    panel.hidden = true;
    clearTimeout(timer);
    set(button, { "aria-expanded": "false" });
    if (moveFocus) context.focus();
  }

  function selectionChanged(): void {
    if (!isOpen() || isBusy) return;
    aimAt(selection.tensors);
    if (palette.element.hidden) form.aimAt(selection.tensors);
  }

  async function openForm(entry: Entry): Promise<void> {
    const scopes = await context.engine.scopeNames(context.view);
    line = undefined;
    showPart(form.element);
    form.open(entry, tensors, scopes);
  }

  function back(): void {
    clearTimeout(timer);
    showPart(palette.element);
    render();
    palette.focus();
  }

  /** Has the kernel read the form when the reader pauses. */
  function schedule(filled: Filled): void {
    clearTimeout(timer);
    timer = setTimeout(() => void read(filled), line ? PAUSE : 0);
  }

  /** The line for what is filled in; undefined when something else is filled in meanwhile. */
  async function read(filled: Filled): Promise<Line | undefined> {
    const key = keyOf(filled);
    if (line?.filled === key) return line.line;
    const late = setTimeout(() => form.setBusy(__("Waiting for the kernel, which is busy …")), LATE);
    const found = await kernel.lineFor(filled, hub.isWithin?.(host()) ?? false);
    clearTimeout(late);
    if (!found) return undefined;
    line = { filled: key, line: found };
    form.show(found);
    return found;
  }

  async function add(): Promise<void> {
    const { filled } = form;
    if (!filled || isBusy) return;
    clearTimeout(timer);
    isBusy = true;
    try {
      const found = await read(filled);
      if (found?.why) form.focusFault();
      else if (found) await write(found, filled);
    } finally {
      isBusy = false;
    }
  }

  async function write({ code, outputs }: Line, { tensors: used }: Filled): Promise<void> {
    if (!hub.addCode) return copy(code);
    const from = context.scene()?.operations ?? 0;
    const cells = [...new Set(used.map(({ made }) => made.cell).filter((cell) => cell >= 0))];
    form.setBusy(__("Adding it …"));
    const outcome = await hub.addCode({ code, from: host(), cells });
    if (outcome.why) {
      form.show({ code, outputs: [], why: outcome.why });
      return;
    }
    close(true);
    isBusy = false; // the reader may go on while the diagram changes
    if (outcome.failed) context.notify(__("The line failed: %1", outcome.failed));
    else if (outcome.again) {
      // Its graph is another one, in another diagram.
      const next = await builderIn(outcome.again, NEXT_DIAGRAM);
      await next?.goOn(from, outputs);
    } else await goOn(from, outputs);
  }

  /** Where the page can't write into the notebook. */
  async function copy(code: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(code);
      close(true);
      context.notify(__("The line is copied: paste it into a cell and run that."));
    } catch {
      form.show({
        code,
        outputs: [],
        why: __("This page may not use the clipboard: copy the line above into a cell."),
      });
    }
  }

  /** Goes to what a line made, and selects it, so that the next line goes on from there. */
  async function goOn(from: number, outputs: string[]): Promise<void> {
    if (!isOpen()) context.focus();
    host().scrollIntoView({ block: "nearest" });
    await growth.beyond(from);
    const operations = context.scene()?.operations ?? 0;
    if (operations <= from) return; // not every line adds some
    const found = await context.engine.madeSince(context.view, from, outputs);
    if (found.length) selection.set(found);
    await goTo(found[0]?.op ?? operations - 1);
  }

  async function goTo(op: number): Promise<void> {
    const { path } = await context.engine.where(context.view, op);
    await context.go(path[path.length - 1] ?? "", true);
  }

  const builder = {
    host,
    begin() {
      begins = true;
      if (context.live && context.scene()) beginNow();
    },
    goOn,
  };
  hub.builders.add(builder);

  function beginNow(): void {
    begins = false;
    open();
  }

  return {
    layer: selection.layer,
    messages: kernel.messages,
    scene({ operations }) {
      growth.seen(operations);
      if (selection.tensors.length) void selection.place();
      line = undefined; // a name may be taken now
      if (begins && context.live) beginNow();
    },
    live(live) {
      kernel.forget();
      for (const one of [button, first]) {
        one.hidden = !hasKernel();
        const title = live
          ? __("Apply an operation to what is selected, or begin with a source (a)")
          : needsKernel();
        set(one, { title, disabled: !live });
      }
      if (!live) close();
      else host().addEventListener("focusin", () => kernel.prepare(), { once: true });
      if (begins && live && context.scene()) beginNow();
    },
    key(event) {
      if (event.key === "Enter" && event.shiftKey) void selection.toggleNode(context.current());
      else if (event.key === "a" && hasKernel()) open();
      else return false;
      return true;
    },
    escape() {
      if (!isOpen()) return selection.clear();
      close(true);
      return true;
    },
    clicked({ node, edge, toggle, adds, move, stub }) {
      selection.closeMenu();
      if (toggle || move || stub || !hasKernel()) {
        close();
        return false;
      }
      if (!adds) close();
      if (adds && node) void selection.toggleNode(node.path);
      else if (edge && !node) void selection.takeEdge(edge.id, adds);
      else if (!adds) selection.clear();
      return adds && Boolean(node ?? edge);
    },
    buttons: () => cardButtons(),
    scopeButtons: () => cardButtons(),
    remove: () => hub.builders.delete(builder),
  };

  function cardButtons(): HTMLElement[] {
    if (!hasKernel()) return [];
    const title = context.live ? __("Apply an operation to what this outputs (a)") : needsKernel();
    const made = cardButton(__("Apply…"), title, () => {
      selection.clear();
      open();
    });
    set(made, { disabled: !context.live });
    return [made];
  }
};

function keyOf({ entry, tensors, ...rest }: Filled): string {
  return JSON.stringify([entry.id, selectionKey(tensors), rest]);
}

function selectionKey(tensors: readonly SelectedTensor[]): string {
  return tensors.map(({ op, output }) => `${op}:${output}`).join(" ");
}
