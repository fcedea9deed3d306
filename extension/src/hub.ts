/** What all pictures of a page share: the app, loaded once, and a transport to the kernel for each living graph. */
import type { Command } from "./protocol.ts";

export interface Transport {
  send(command: Command): void;
  /** Hears what the kernel sends; the function that comes back stops it. */
  listen(listener: (content: Record<string, unknown>, buffers: DataView[]) => void): () => void;
}

/** A place to show a graph: its uid, and the compressed pieces of it that are at hand. */
export interface Source {
  graph: string;
  /** As base64 from a file, as bytes from the kernel. */
  chunks: (string | Uint8Array<ArrayBuffer>)[];
  /** What the kernel had to say to this picture when it was made, as it would say it later. */
  messages?: Record<string, unknown>[];
  /** Of a graph inside an operation: how one came here. */
  subgraphPath?: SubgraphPath;
  /** The cursor at which the saved still picture was drawn. */
  drawn?: number;
  /** Takes the whole place that it is given for itself. */
  fills?: boolean;
  /** Called with what is worth saving, when the kernel has sent more or there is no still picture yet. */
  keep?: (saved: SavedOutput) => void;
}

/** What a saved output holds of a picture. */
export interface SavedOutput {
  chunks: string[];
  drawn?: number;
  /** The picture as it is seen, for places without our renderer; undefined where it would be large. */
  svg?: string;
}

/** The way into an operation: what it is called, what else is in it, and how to get back. */
export interface SubgraphPath {
  name: string;
  rooms: string[];
  room: string;
  enter(room: string): void;
  leave(): void;
}

export interface App {
  show(element: HTMLElement, source: Source): () => void;
}

/** A picture on the page, for what is around it: where it is, and how to have it show what a text finds. */
export interface Findable {
  host(): HTMLElement;
  find(text: string): void;
}

/** Goes to a line of code, of a cell of the notebook that `from` stands in or of a file; says why it can't. */
export type GoToCode = (made: { cell: number; file: string; line: number }, from: Element) => Promise<string>;

interface Hub extends EventTarget {
  app?: Promise<App>;
  transports: Map<string, Transport>;
  pictures: Set<Findable>;
  /** Where code can be gone to: in JupyterLab. */
  goToCode?: GoToCode;
}

const KEY = Symbol.for("graphlab");
const page = globalThis as unknown as Record<symbol, Hub | undefined>;

page[KEY] ??= Object.assign(new EventTarget(), {
  transports: new Map<string, Transport>(),
  pictures: new Set<Findable>(),
});
export const hub: Hub = page[KEY];

export function connect(graph: string, transport: Transport): () => void {
  hub.transports.set(graph, transport);
  hub.dispatchEvent(new CustomEvent("transport", { detail: graph }));
  return () => {
    if (hub.transports.get(graph) !== transport) return;
    hub.transports.delete(graph);
    hub.dispatchEvent(new CustomEvent("transport", { detail: graph }));
  };
}
