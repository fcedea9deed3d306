/** The help: keys and mouse. */
import { html } from "../dom.ts";

const KEYS: [keys: string, what: string][] = [
  ["↑ ↓", "follow the edges; ↓ at a scope's title goes into it"],
  ["← →", "the node at the left, at the right"],
  ["Enter", "open or close a scope, show the details of an operation"],
  ["Backspace", "the scope around it"],
  ["Home End", "the first node, the last one"],
  ["/", "search"],
  ["r R", "fetch the operation in the preview of a run; feed it"],
  [", .", "one step back, one step on, in a run that is stepped through"],
  ["+ − 0", "zoom in, zoom out, all of it"],
  ["z", "zoom to the node"],
  ["x", "remove the node from the main graph, or add it again"],
  ["Shift + arrows", "move the diagram"],
  ["Esc", "close what is open, at last leave the diagram"],
];
const POINTER: [how: string, what: string][] = [
  ["click", "the same as Enter"],
  ["double click", "look inside an operation; beside all nodes: fit all"],
  ["drag", "move the diagram"],
  ["Ctrl + wheel, pinch", "zoom"],
  ["wheel", "move, once the diagram has the focus"],
];

export class Help {
  readonly element = html(
    "section",
    { class: "help", role: "dialog", "aria-label": "Keys and mouse", tabindex: -1, hidden: true },
    html("h3", {}, "Keys, while the diagram has the focus"),
    list(KEYS),
    html("h3", {}, "Mouse, trackpad, touch"),
    list(POINTER),
  );

  /** `left`: called when the reader closes it, so that the focus has somewhere to go. */
  constructor(private readonly left: () => void) {}

  toggle(): void {
    if (this.close()) this.left();
    else {
      this.element.hidden = false;
      this.element.focus();
    }
  }

  /** Returns false if it was closed already. */
  close(): boolean {
    const was = !this.element.hidden;
    this.element.hidden = true;
    return was;
  }
}

function list(rows: [string, string][]): HTMLElement {
  return html("dl", {}, ...rows.flatMap(([key, what]) => [html("dt", {}, key), html("dd", {}, what)]));
}
