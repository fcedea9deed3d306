/** A menu of exclusive choices: a click or Enter chooses, arrows move, Esc closes. */
import { html, set } from "../dom.ts";
import { __ } from "../words.ts";

export interface Choice {
  name: string;
  title: string;
  about: string;
}

export interface Group {
  heading: string;
  choices: Choice[];
}

/** Places a visible menu beneath its button, within the diagram. */
export function placeMenu(menu: HTMLElement, button: HTMLElement): void {
  const top = button.offsetTop + button.offsetHeight + 4;
  menu.style.left = "0px"; // where it is as wide as it wants to be
  const most = (menu.offsetParent?.clientWidth ?? 0) - menu.offsetWidth - 6;
  menu.style.left = `${Math.max(6, Math.min(button.offsetLeft, most))}px`;
  menu.style.top = `${top}px`;
  menu.style.maxHeight = `calc(100% - ${top + 8}px)`;
}

export class Choices {
  readonly element: HTMLElement;
  private readonly headings = new Map<string, HTMLElement>();
  private readonly entries = new Map<string, HTMLElement>();

  constructor(
    label: string,
    private readonly choose: (name: string) => void,
    private readonly close: () => void,
  ) {
    this.element = html("div", { class: "menu choices", role: "menu", "aria-label": label, hidden: true });
    this.element.onkeydown = (event) => this.key(event);
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  /** Shows these choices; focuses the current one. What is shown already stays the same element: it may be pressed. */
  open(groups: Group[], on: string): void {
    const before = this.items().indexOf(this.active());
    this.element.hidden = false;
    const parts = groups.flatMap((group) => this.group(group, on));
    const remaining = new Set(parts);
    for (const part of [...this.element.children]) if (!remaining.has(part as HTMLElement)) part.remove();
    parts.forEach((part, at) => {
      const there = this.element.children[at] ?? null;
      if (there !== part) this.element.insertBefore(part, there);
    });
    const items = this.items();
    if (items.includes(this.active())) return;
    (
      items[before] ??
      items.find((item) => item.getAttribute("aria-checked") === "true") ??
      items[0]
    )?.focus();
  }

  hide(): void {
    this.element.hidden = true;
  }

  private group({ heading, choices }: Group, on: string): HTMLElement[] {
    if (!choices.length) return [];
    return [
      ...(heading ? [once(this.headings, heading, () => this.heading(heading))] : []),
      ...choices.map((choice) => {
        const key = JSON.stringify([choice.name, choice.title, choice.about]);
        const item = once(this.entries, key, () => this.item(choice));
        set(item, { "aria-checked": String(choice.name === on) });
        return item;
      }),
    ];
  }

  private heading(text: string): HTMLElement {
    return html("div", { class: "heading", role: "presentation" }, text);
  }

  private item({ name, title, about }: Choice): HTMLElement {
    const item = html(
      "button",
      { role: "menuitemradio", tabindex: -1 },
      html("span", {}, title),
      html("span", { class: "about" }, __(about)),
    );
    item.onclick = () => this.choose(name);
    return item;
  }

  private items(): HTMLElement[] {
    return [...this.element.querySelectorAll<HTMLElement>("button")];
  }

  private active(): HTMLElement {
    return (this.element.getRootNode() as ShadowRoot).activeElement as HTMLElement;
  }

  private key(event: KeyboardEvent): void {
    const items = this.items();
    const at = items.indexOf(this.active());
    const step = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[
      event.key
    ];
    if (step !== undefined) items[step % items.length]?.focus();
    else if (event.key === "Escape" || event.key === "Tab") this.close();
    else if (event.key === "Enter" || event.key === " ")
      return; // the button's own
    else {
      const letter = event.key.toLowerCase();
      const order = [...items.slice(at + 1), ...items.slice(0, at + 1)];
      order.find((item) => item.textContent?.toLowerCase().startsWith(letter))?.focus();
      if (event.key.length > 1) return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

/** The element that is known by a key, made when it is first wanted. */
function once(known: Map<string, HTMLElement>, key: string, make: () => HTMLElement): HTMLElement {
  const element = known.get(key) ?? make();
  known.set(key, element);
  return element;
}
