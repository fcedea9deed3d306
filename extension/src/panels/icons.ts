/** Line icons on a 16 px grid. */
import { html, svg } from "../dom.ts";

const ICONS = {
  back: "M9.5 3.5L5 8L9.5 12.5",
  close: "M4 4L12 12M12 4L4 12",
  copy: "M5.5 5.5V2.5H13.5V10.5H10.5M2.5 5.5H10.5V13.5H2.5Z",
  down: "M3.5 6L8 10.5L12.5 6",
  find: "M10.2 10.2L13.5 13.5M11.5 7A4.5 4.5 0 1 1 2.5 7A4.5 4.5 0 1 1 11.5 7",
  first: "M4 4V12M12 4L6 8L12 12Z",
  fit: "M2.5 6V2.5H6M10 2.5H13.5V6M13.5 10V13.5H10M6 13.5H2.5V10",
  help: "M5.6 6A2.4 2.4 0 1 1 8 8.4V10M8 12.6V12.7",
  last: "M12 4V12M4 4L10 8L4 12Z",
  legend: "M2.5 3H6.5V6.5H2.5ZM9 4.8H13.5M4.5 9.3L6.7 13H2.3ZM9 11.2H13.5",
  left: "M11 4L5 8L11 12Z",
  minus: "M3.5 8H12.5",
  pause: "M5.5 4V12M10.5 4V12",
  play: "M4.5 3.5L12.5 8L4.5 12.5Z",
  plus: "M8 3.5V12.5M3.5 8H12.5",
  right: "M5 4L11 8L5 12Z",
  next: "M4 4L9.5 8L4 12ZM12 4V12",
  save: "M8 2.5V10M4.5 7L8 10.5L11.5 7M2.5 13.5H13.5",
  stop: "M4.5 4.5H11.5V11.5H4.5Z",
  up: "M3.5 10L8 5.5L12.5 10",
  wide: "M9.5 3H13V6.5M13 3L9 7M6.5 13H3V9.5M3 13L7 9",
};

export type IconName = keyof typeof ICONS;

export function icon(name: IconName): SVGSVGElement {
  return svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
}

/** A button with an icon; `label`: for those who do not see it, and the tooltip if there is no other `title`. */
export function iconButton(name: IconName, label: string, act: () => void, title = label): HTMLButtonElement {
  const button = html("button", { type: "button", class: "icon", title, "aria-label": label }, icon(name));
  button.onclick = act;
  return button;
}
