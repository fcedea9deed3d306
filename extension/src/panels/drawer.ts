/** The panel at the right of the diagram, which all features share. */
import { html } from "../dom.ts";
import { __ } from "../words.ts";
import { icon } from "./icons.ts";

export class Drawer {
  readonly element = html("div", { class: "drawer", role: "group", hidden: true });
  private closed?: () => void;

  /** `left`: called when the reader closes it, so that the focus has somewhere to go. */
  constructor(private readonly left: () => void) {
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
      this.left();
    });
  }

  /** Shows `content`; the previous owner is notified that it was closed. */
  show(title: string, content: HTMLElement, closed?: () => void): void {
    this.notifyClosed();
    this.closed = closed;
    const close = html(
      "button",
      { class: "icon", "aria-label": __("Close %1", title), title: __("Close (Esc)") },
      icon("close"),
    );
    close.onclick = () => {
      this.close();
      this.left();
    };
    this.element.setAttribute("aria-label", title);
    this.element.replaceChildren(html("header", { role: "none" }, html("h3", {}, title), close), content);
    this.element.hidden = false;
  }

  close(): void {
    this.element.hidden = true;
    this.element.replaceChildren();
    this.notifyClosed();
  }

  private notifyClosed(): void {
    const { closed } = this;
    this.closed = undefined;
    closed?.();
  }
}
