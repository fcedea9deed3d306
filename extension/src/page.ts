/** What a diagram needs of the page around it: the widths of its font, and whether its theme is dark. */
import { FIRST_CHARACTER, type Metrics } from "./model/text/metrics.ts";

/** Width of each printable ASCII character in `element`'s font, at 1 px. */
export function measureFont(element: Element): Metrics {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) throw new Error("This browser draws no text.");
  const size = 100;
  context.font = `500 ${size}px ${getComputedStyle(element).fontFamily}`;
  return Array.from(
    { length: 95 },
    (_, i) => context.measureText(String.fromCharCode(FIRST_CHARACTER + i)).width / size,
  );
}

/** Keeps `data-dark` on `host` in sync with the page's theme; calls `changed` when colours change. */
export function followTheme(host: HTMLElement, sample: Element, changed: () => void): () => void {
  let known = "";
  const update = () => {
    const [r, g, b] = (
      getComputedStyle(sample).backgroundColor.match(/[\d.]+/g) ?? ["255", "255", "255"]
    ).map(Number);
    host.toggleAttribute("data-dark", 0.299 * r + 0.587 * g + 0.114 * b < 128);
    const { backgroundColor, color, borderTopColor } = getComputedStyle(sample);
    const look = `${backgroundColor} ${color} ${borderTopColor}`;
    if (known && look !== known) changed();
    known = look;
  };
  update();
  // JupyterLab changes attributes of body and loads a style sheet, which takes a moment to apply.
  const observer = new MutationObserver(() => {
    update();
    setTimeout(update, 300);
  });
  observer.observe(document.body, { attributes: true });
  observer.observe(document.head, { childList: true });
  const scheme = matchMedia("(prefers-color-scheme: dark), (forced-colors: active)");
  scheme.addEventListener("change", update);
  return () => {
    observer.disconnect();
    scheme.removeEventListener("change", update);
  };
}

/**
 * Keeps plain keys in the diagram from triggering JupyterLab's shortcuts while it has the focus; Ctrl+S and the like
 * still do. JupyterLab listens on the document in the capture phase, so this has to come before it.
 */
export function guardKeys(host: HTMLElement): () => void {
  const guard = (event: KeyboardEvent) => {
    if (event.composedPath().includes(host))
      host.toggleAttribute("data-lm-suppress-shortcuts", !event.ctrlKey && !event.metaKey);
  };
  addEventListener("keydown", guard, true);
  return () => removeEventListener("keydown", guard, true);
}
