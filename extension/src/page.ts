/** What a diagram needs of the page around it: the widths of its font, and whether its theme is dark. */
import { FIRST_CHARACTER, type Metrics } from "./model/text/metrics.ts";

const MEASURED = 100; // px of the font whose characters are measured

/**
 * Measures the font of `element`, and again whenever it may have changed; calls `changed` with other widths. Text that
 * is set in one font and measured in another does not fit its boxes.
 */
export function followFont(element: Element, changed: (metrics: Metrics) => void): [Metrics, () => void] {
  const first = measureFont(element);
  let known = first;
  const update = () => {
    const now = measureFont(element);
    if (now.every((width, i) => width === known[i])) return;
    known = now;
    changed(now);
  };
  return [first, followStyle(element, update)];
}

/** Width of each printable ASCII character in `element`'s font, at 1 px; in the page's font before it is on the page. */
function measureFont(element: Element): Metrics {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) throw new Error("This browser draws no text.");
  const { fontFamily } = getComputedStyle(element.isConnected ? element : document.body);
  context.font = `500 ${MEASURED}px ${fontFamily}`;
  return Array.from(
    { length: 95 },
    (_, i) => context.measureText(String.fromCharCode(FIRST_CHARACTER + i)).width / MEASURED,
  );
}

/** Keeps `data-dark` on `host` in sync with the page's theme; calls `changed` when colours change. */
export function followTheme(host: HTMLElement, sample: Element, changed: () => void): () => void {
  let known = "";
  const update = () => {
    if (!sample.isConnected) return;
    const [r, g, b] = (
      getComputedStyle(sample).backgroundColor.match(/[\d.]+/g) ?? ["255", "255", "255"]
    ).map(Number);
    host.toggleAttribute("data-dark", 0.299 * r + 0.587 * g + 0.114 * b < 128);
    const { backgroundColor, color, borderTopColor } = getComputedStyle(sample);
    const look = `${backgroundColor} ${color} ${borderTopColor}`;
    if (look === known) return;
    known = look;
    changed();
  };
  update();
  return followStyle(sample, update);
}

/**
 * Calls `update` when the style of `element` may have changed: it has come onto the page (before that no style sheet
 * applies), a font or a style sheet has been loaded, or the theme is another.
 */
function followStyle(element: Element, update: () => void): () => void {
  const sizes = new ResizeObserver(update);
  sizes.observe(element);
  // JupyterLab changes attributes of body and loads a style sheet.
  const changes = new MutationObserver(update);
  changes.observe(document.body, { attributes: true });
  changes.observe(document.head, { childList: true });
  const scheme = matchMedia("(prefers-color-scheme: dark), (forced-colors: active)");
  scheme.addEventListener("change", update);
  document.head.addEventListener("load", update, true);
  document.fonts.addEventListener("loadingdone", update);
  return () => {
    sizes.disconnect();
    changes.disconnect();
    scheme.removeEventListener("change", update);
    document.head.removeEventListener("load", update, true);
    document.fonts.removeEventListener("loadingdone", update);
  };
}

/** What edits a text field together with Ctrl or ⌘; JupyterLab would select, copy or paste cells. */
const EDITS = /^([acvxyz]|Arrow\w+|Home|End|Backspace|Delete)$/i;

/**
 * Keeps plain keys in the diagram from triggering JupyterLab's shortcuts while it has the focus, and those that edit a
 * text field from doing so in one; Ctrl+S and the like still do. JupyterLab listens on the document in the capture phase, so this has to come before it.
 */
export function guardKeys(host: HTMLElement): () => void {
  const guard = (event: KeyboardEvent) => {
    const path = event.composedPath();
    if (!path.includes(host)) return;
    const isPlain = !event.ctrlKey && !event.metaKey;
    const edits = EDITS.test(event.key) && path[0] instanceof Element && path[0].matches("input, textarea");
    host.toggleAttribute("data-lm-suppress-shortcuts", isPlain || edits);
  };
  addEventListener("keydown", guard, true);
  return () => removeEventListener("keydown", guard, true);
}

/**
 * Keeps Shift + click in the diagram from selecting a range of JupyterLab's cells, which would also leave the focus
 * where it was; the diagram itself reads pointer events and clicks.
 */
export function guardClicks(host: HTMLElement): () => void {
  const guard = (event: MouseEvent) => {
    if (event.shiftKey && event.composedPath().includes(host)) event.stopPropagation();
  };
  addEventListener("mousedown", guard, true);
  return () => removeEventListener("mousedown", guard, true);
}
