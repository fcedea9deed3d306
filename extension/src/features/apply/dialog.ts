/** The dialog of "Apply…": the palette, and the form of what is chosen in it, with the kernel's answers to both. */
import { html } from "../../dom.ts";
import type { Entry } from "../../model/catalogue/entries.ts";
import { arranged } from "../../model/catalogue/ranking.ts";
import type { SelectedTensor } from "../../model/queries/tensors.ts";
import { type Filled, Form, type Line } from "../../panels/apply/form.ts";
import { Palette } from "../../panels/apply/palette.ts";
import { __ } from "../../words.ts";
import type { Fits, PaletteKernel } from "./kernel.ts";

const PAUSE = 40; // ms after a key in the form before the kernel is requested to read it
const NOTHING: Fits = { fits: new Map(), likely: new Set() };
const LATE = 500; // ms after which a reader is informed that the kernel has not answered

export interface DialogActions {
  /** The name scopes to choose from. */
  scopeNames(): Promise<string[]>;
  /** Whether a line goes to where the graph is the default one. */
  isWithin(): boolean;
  /** Adds the line that was filled in; what it returns is shown as the reason why it could not. */
  add(line: Line, filled: Filled): Promise<string>;
  /** It was opened or closed; `moveFocus`: the focus has to go elsewhere. */
  toggled(isOpen: boolean, moveFocus: boolean): void;
}

export class Dialog {
  readonly element: HTMLElement;
  private readonly palette: Palette;
  private readonly form: Form;
  private entries: Entry[] = [];
  private fits = NOTHING;
  /** The selection that they are for. */
  private fitted = "";
  /** What it is open for. */
  private tensors: readonly SelectedTensor[] = [];
  /** The last line that the kernel wrote, and for what. */
  private line?: { filled: string; line: Line };
  private timer?: ReturnType<typeof setTimeout>;
  private isAdding = false;

  /** `id`: of the list; `addLabel`: what the form's button does. */
  constructor(
    private readonly kernel: PaletteKernel,
    id: string,
    addLabel: string,
    private readonly actions: DialogActions,
  ) {
    this.palette = new Palette(id, {
      changed: () => this.render(),
      take: (entry) => void this.openForm(entry),
      close: () => this.close(true),
    });
    this.form = new Form(
      {
        changed: (filled) => this.schedule(filled),
        add: () => void this.add(),
        back: () => this.back(),
      },
      addLabel,
    );
    this.element = html(
      "div",
      { class: "menu apply", role: "dialog", "aria-label": __("Apply"), hidden: true },
      this.palette.element,
      this.form.element,
    );
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  open(tensors: readonly SelectedTensor[]): void {
    this.palette.reset();
    this.showPart(this.palette.element);
    this.element.hidden = false;
    this.actions.toggled(true, false);
    this.aimAt(tensors);
    this.palette.focus();
  }

  close(moveFocus = false): void {
    if (!this.isOpen) return;
    this.element.hidden = true;
    clearTimeout(this.timer);
    this.actions.toggled(false, moveFocus);
  }

  /** What is chosen will be applied to these. */
  aimAt(tensors: readonly SelectedTensor[]): void {
    if (!this.isOpen || this.isAdding) return;
    this.tensors = tensors;
    this.palette.aimAt(
      tensors.length
        ? __("Apply to %1", tensors.map(({ name, tensor }) => `${name} ${tensor}`).join(", "))
        : __("Nothing is selected: begin with a source"),
      tensors.length,
    );
    // Until the kernel answers, as it was the last time.
    if (selectionKey(tensors) !== this.fitted) this.fits = NOTHING;
    this.render();
    if (this.palette.element.hidden) this.form.aimAt(tensors);
    void this.request();
  }

  /** The graph has changed: a name may be taken now. */
  forgetLine(): void {
    this.line = undefined;
  }

  private showPart(part: HTMLElement): void {
    for (const one of [this.palette.element, this.form.element]) one.hidden = one !== part;
  }

  /** Requests what the palette needs of the kernel; it is there already, and filled as the answers arrive. */
  private async request(): Promise<void> {
    const { kernel, tensors } = this;
    kernel.prepare();
    const fitting = kernel.fitting(tensors);
    this.entries = await kernel.entries();
    this.render();
    const found = await fitting;
    if (!found || tensors !== this.tensors) return;
    this.fits = found;
    this.fitted = selectionKey(tensors);
    this.render();
  }

  private render(): void {
    const { palette, entries } = this;
    if (!this.isOpen || palette.element.hidden) return;
    const { fits, likely } = this.fits;
    const groups = arranged(entries, fits, palette.query, !this.tensors.length, likely);
    palette.show(groups, entries.length ? "" : __("Waiting for the kernel's list of operations …"));
  }

  private async openForm(entry: Entry): Promise<void> {
    const scopes = await this.actions.scopeNames();
    this.line = undefined;
    this.showPart(this.form.element);
    this.form.open(entry, this.tensors, scopes);
  }

  private back(): void {
    clearTimeout(this.timer);
    this.showPart(this.palette.element);
    this.render();
    this.palette.focus();
  }

  /** Has the kernel read the form when the reader pauses. */
  private schedule(filled: Filled): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.read(filled), this.line ? PAUSE : 0);
  }

  /** The line for what is filled in; undefined when something else is filled in meanwhile. */
  private async read(filled: Filled): Promise<Line | undefined> {
    const key = keyOf(filled);
    if (this.line?.filled === key) return this.line.line;
    const late = setTimeout(() => this.form.setBusy(__("Waiting for the kernel, which is busy …")), LATE);
    const line = await this.kernel.lineFor(filled, this.actions.isWithin());
    clearTimeout(late);
    if (!line) return undefined;
    this.line = { filled: key, line };
    this.form.show(line);
    return line;
  }

  private async add(): Promise<void> {
    const { filled } = this.form;
    if (!filled || this.isAdding) return;
    clearTimeout(this.timer);
    this.isAdding = true;
    try {
      const line = await this.read(filled);
      if (!line) return;
      if (line.why) return this.form.focusFault();
      this.form.setBusy(__("Adding it …"));
      const why = await this.actions.add(line, filled);
      if (!why) return this.close(true);
      this.form.show({ ...line, outputs: [], why });
      this.form.focusFault();
    } finally {
      this.isAdding = false;
    }
  }
}

function keyOf({ entry, tensors, ...rest }: Filled): string {
  return JSON.stringify([entry.id, selectionKey(tensors), rest]);
}

function selectionKey(tensors: readonly SelectedTensor[]): string {
  return tensors.map(({ op, output }) => `${op}:${output}`).join(" ");
}
