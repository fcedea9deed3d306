/** The buttons of a bar that plays something, by their names. */
import { html, set } from "../dom.ts";
import { __ } from "../words.ts";
import { type IconName, icon, iconButton } from "./icons.ts";

export class BarButtons {
  private readonly made = new Map<string, HTMLButtonElement>();

  /** Makes one that has an icon's name. */
  icon(name: IconName, label: string, act: () => void): HTMLButtonElement {
    const button = iconButton(name, label, act);
    this.made.set(name, button);
    return button;
  }

  word(name: string, text: string, title: string, act: () => void): HTMLButtonElement {
    const button = html("button", { title }, text);
    button.onclick = act;
    this.made.set(name, button);
    return button;
  }

  get(name: string): HTMLButtonElement {
    return this.made.get(name) as HTMLButtonElement;
  }

  press(name: string, pressed: boolean): void {
    set(this.get(name), { "aria-pressed": String(pressed) });
  }

  /** Shows what "play" does: `label`, where that is not to play. */
  showPlaying(playing: boolean, label = __("Play")): void {
    const button = this.get("play");
    const name = playing ? "pause" : "play";
    if (button.dataset.icon !== name) {
      button.dataset.icon = name;
      button.replaceChildren(icon(name));
    }
    const text = playing ? __("Pause") : label;
    set(button, { title: text, "aria-label": text });
  }

  set disabled(disabled: boolean) {
    for (const button of this.made.values()) button.disabled = disabled;
  }
}
