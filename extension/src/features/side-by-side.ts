/** Two diagrams side by side, each of its own graph, that pan, open and select together. */
import { html } from "../dom.ts";
import { hub } from "../hub.ts";
import { __ } from "../words.ts";

/** One of two graphs, and which of its operations differ from the other's. */
export interface ComparedGraph {
  graph: string;
  chunks: string[];
  alone: number[];
  changed: number[];
  renamed: number[];
}

/** An event from one linked diagram to the other. */
export interface LinkEvent {
  /** Number of the diagram; -1 when both should follow. */
  from: number;
  /** Whose paths these are: 0 for the earlier graph. */
  which: number;
  /** The values of the diagram that sends it. */
  moved?: { x: number; y: number; zoom: number };
  toggled?: { path: string; open: boolean };
  chosen?: string;
}

/** The channel between two linked diagrams. */
export class Link extends EventTarget {
  constructor(private readonly scopes: [before: string, after: string][]) {
    super();
  }

  send(event: LinkEvent): void {
    this.dispatchEvent(new CustomEvent("sent", { detail: event }));
  }

  /** Translates a path of one graph to the other's; `of`: 0 for the earlier graph. */
  translate(path: string, of: number): string {
    const inside = (scope: string) => path === scope || path.startsWith(`${scope}/`);
    const known = this.scopes
      .map((pair) => (of === 0 ? pair : [pair[1], pair[0]]))
      .filter(([scope]) => inside(scope))
      .sort(([a], [b]) => b.length - a.length)[0];
    return known ? known[1] + path.slice(known[0].length) : path;
  }
}

export const links = new Map<string, Link>();
let made = 0;

/** Shows both graphs in an element that `place` inserts; `leave` removes it. */
export async function openSideBySide(
  sides: [ComparedGraph, ComparedGraph],
  scopes: [before: string, after: string][],
  place: (element: HTMLElement) => void,
): Promise<{ link: Link; leave: () => void }> {
  const app = await hub.app;
  const name = `${++made}`;
  const link = new Link(scopes);
  links.set(name, link);
  const columns = [__("Before"), __("After")].map((title) =>
    html("section", { "aria-label": title }, html("h3", {}, title), html("div")),
  );
  const element = html("div", { class: "side-by-side" }, ...columns);
  // Before the diagrams are created: these measure their font.
  place(element);
  const removes = sides.map(({ graph, chunks, ...ops }, which) => {
    // All scopes are closed initially, so that both show the same.
    const messages = [
      { type: "show", depth: 0 },
      { type: "side", link: name, which, ...ops },
    ];
    return app?.show(columns[which].lastElementChild as HTMLElement, { graph, chunks, messages });
  });
  const leave = () => {
    for (const remove of removes) remove?.();
    element.remove();
    links.delete(name);
  };
  return { link, leave };
}
