/** Maximizes a diagram to the browser's window: cells are narrow. */

export function isMaximized(frame: HTMLElement): boolean {
  return frame.hasAttribute("popover");
}

/** In the page's top layer, because an ancestor may clip or transform what lies in it. */
export function setMaximized(frame: HTMLElement, maximized: boolean): void {
  if (maximized === isMaximized(frame) || !frame.showPopover) return;
  if (maximized) {
    frame.popover = "manual";
    frame.showPopover();
  } else {
    frame.hidePopover();
    frame.popover = null;
  }
}
