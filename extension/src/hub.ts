/** What all pictures of a page share: the app, loaded once, and a link to the kernel for each living graph. */
import type { Command } from "./protocol.ts";

export interface Link {
  send(command: Command): void;
  /** Hears what the kernel sends; the function that comes back stops it. */
  listen(listener: (content: Record<string, unknown>, buffers: DataView[]) => void): () => void;
}

/** A place to show a graph: its uid, and the compressed pieces of it that are at hand. */
export interface Source {
  graph: string;
  chunks: string[];
  /** Called with the pieces worth saving whenever the kernel has sent more. */
  keep?: (chunks: string[]) => void;
}

export interface App {
  show(element: HTMLElement, source: Source): () => void;
}

interface Hub extends EventTarget {
  app?: Promise<App>;
  links: Map<string, Link>;
}

const KEY = Symbol.for("graphlab");
const page = globalThis as unknown as Record<symbol, Hub | undefined>;

page[KEY] ??= Object.assign(new EventTarget(), { links: new Map<string, Link>() });
export const hub: Hub = page[KEY];

export function connect(graph: string, link: Link): () => void {
  hub.links.set(graph, link);
  hub.dispatchEvent(new CustomEvent("link", { detail: graph }));
  return () => {
    if (hub.links.get(graph) !== link) return;
    hub.links.delete(graph);
    hub.dispatchEvent(new CustomEvent("link", { detail: graph }));
  };
}
