/** Two pictures side by side, each of a graph of its own, that move, open and choose together. */

import { html } from "../dom.ts";
import { hub } from "../hub.ts";

/** One of two graphs, and which of its operations are not the other's; operations are its own. */
export interface ComparedGraph {
  graph: string;
  chunks: string[];
  alone: number[];
  changed: number[];
  renamed: number[];
}

/** What passes between two linked pictures. */
export interface LinkEvent {
  /** Number of the picture; -1 when both should do it. */
  from: number;
  /** Whose paths these are: 0 for the earlier graph. */
  which: number;
  /** Each as the picture that sends it has it. */
  moved?: { x: number; y: number; zoom: number };
  toggled?: { path: string; open: boolean };
  chosen?: string;
}

/** A place where linked pictures hear of each other. */
export class Link extends EventTarget {
  constructor(private readonly scopes: [before: string, after: string][]) {
    super();
  }

  send(event: LinkEvent): void {
    this.dispatchEvent(new CustomEvent("sent", { detail: event }));
  }

  /** The path in the other graph for one of this; `of`: 0 for the earlier graph. */
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

/** Puts them where `place` does; `leave` takes them away. */
export async function openSideBySide(
  sides: [ComparedGraph, ComparedGraph],
  scopes: [before: string, after: string][],
  place: (element: HTMLElement) => void,
): Promise<{ link: Link; leave: () => void }> {
  const app = await hub.app;
  const name = `${++made}`;
  const link = new Link(scopes);
  links.set(name, link);
  const columns = ["Before", "After"].map((title) =>
    html("section", { "aria-label": title }, html("h3", {}, title), html("div")),
  );
  const element = html("div", { class: "side-by-side" }, ...columns);
  // Before the pictures come: these measure their font.
  place(element);
  const removes = sides.map(({ graph, chunks, ...ops }, which) => {
    // All scopes are closed at first, so that both show the same.
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
