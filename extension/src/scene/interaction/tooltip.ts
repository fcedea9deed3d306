/** The tooltip beside the pointer: describes what is under it. */
import { html } from "../../dom.ts";

const DELAY = 150; // ms before the first one; the next follow at once
const AWAY = 14; // px from the pointer

export class Tooltip {
  readonly element = html("div", { class: "tip", role: "tooltip", hidden: true });
  private timer?: ReturnType<typeof setTimeout>;
  private at = { x: 0, y: 0 };

  /** The pointer is at (x, y) of the window. */
  move(x: number, y: number): void {
    this.at = { x, y };
    if (!this.element.hidden) this.place();
  }

  /** Shows lines of text, the first in bold; hides the tooltip when there are none. */
  show(lines: string[]): void {
    clearTimeout(this.timer);
    if (!lines.length) {
      this.element.hidden = true;
      return;
    }
    const appear = () => {
      const [first, ...rest] = lines;
      this.element.replaceChildren(html("strong", {}, first), ...rest.map((line) => html("span", {}, line)));
      this.element.hidden = false;
      this.place();
    };
    if (this.element.hidden) this.timer = setTimeout(appear, DELAY);
    else appear();
  }

  private place(): void {
    const { clientWidth, clientHeight } = this.element.parentElement as HTMLElement;
    const { offsetWidth, offsetHeight } = this.element;
    const { x, y } = this.at;
    const left = Math.max(4, Math.min(x + AWAY, clientWidth - offsetWidth - 4));
    const top = y + AWAY + offsetHeight > clientHeight ? Math.max(4, y - AWAY - offsetHeight) : y + AWAY;
    this.element.style.transform = `translate(${left}px, ${top}px)`;
  }
}
