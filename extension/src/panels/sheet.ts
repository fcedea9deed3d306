/** A sheet of information over the diagram, which a key or a button shows and hides. */
import { html } from "../dom.ts";
import { __ } from "../words.ts";
import { icon } from "./icons.ts";

export class Sheet {
  readonly element: HTMLElement;

  /** `left`: called when the reader closes it, so that the focus has somewhere to go. */
  constructor(
    private readonly title: string,
    private readonly content: () => HTMLElement[],
    private readonly left: () => void,
  ) {
    this.element = html("section", {
      class: "info",
      role: "dialog",
      "aria-label": title,
      tabindex: -1,
      hidden: true,
    });
  }

  toggle(): void {
    if (this.close()) this.left();
    else this.open();
  }

  /** Returns false if it was closed already. */
  close(): boolean {
    if (this.element.hidden) return false;
    this.element.hidden = true;
    this.element.replaceChildren();
    return true;
  }

  private open(): void {
    const close = html(
      "button",
      { class: "icon close", "aria-label": __("Close %1", this.title), title: __("Close (Esc)") },
      icon("close"),
    );
    close.onclick = () => this.toggle();
    this.element.replaceChildren(close, ...this.content());
    this.element.hidden = false;
    this.element.focus();
  }
}

/** A heading of a sheet, and rows of two columns beneath it. */
export function rows(heading: string, entries: [sign: string | Element, what: string][]): HTMLElement[] {
  const cells = entries.flatMap(([sign, what]) => [html("dt", {}, sign), html("dd", {}, what)]);
  return [html("h3", {}, heading), html("dl", {}, ...cells)];
}
