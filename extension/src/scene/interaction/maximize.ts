/** Lets a picture fill the browser's window: cells are narrow. */

export function isWide(frame: HTMLElement): boolean {
  return frame.hasAttribute("popover");
}

/** In the page's top layer, because an ancestor may clip or transform what lies in it. */
export function setWide(frame: HTMLElement, wide: boolean): void {
  if (wide === isWide(frame) || !frame.showPopover) return;
  if (wide) {
    frame.popover = "manual";
    frame.showPopover();
  } else {
    frame.hidePopover();
    frame.popover = null;
  }
}
