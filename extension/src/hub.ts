/**
 * What the diagrams of a page share: the app, loaded once, and the transport to the kernel of each live graph.
 * Diagrams of another version of the protocol share a hub of their own.
 */
import type { Direction } from "./layout/direction.ts";
import type { Preferences } from "./preferences.ts";
import type { Command } from "./protocol.ts";
import { VERSION } from "./version.ts";

export interface Transport {
  send(command: Command): void;
  /** Listens to the kernel; the returned function stops it. */
  listen(listener: (content: Record<string, unknown>) => void): () => void;
}

/** A graph to show: its uid, and the compressed pieces that are available. */
export interface Source {
  graph: string;
  /** As base64, or as bytes from the server. */
  chunks: (string | Uint8Array<ArrayBuffer>)[];
  /** The messages of the kernel for this diagram when it was created. */
  messages?: Record<string, unknown>[];
  /** Of a subgraph: where it is, and how to go back. */
  subgraphPath?: SubgraphPath;
  /** The cursor at which the saved image was drawn. */
  imageCursor?: number;
  /** What the reader had opened and moved to. */
  view?: ViewState;
  /** Whether the diagram has the size of its element. */
  fillsElement?: boolean;
  /** Called with what to save in the notebook, when the kernel has sent more or there is no still image yet. */
  save?: (saved: SavedOutput) => void;
}

/** The part of a saved output that belongs to a diagram. */
export interface SavedOutput {
  chunks: string[];
  imageCursor?: number;
  /** Undefined as long as the reader has changed nothing. */
  view?: ViewState;
  /** The diagram as an image, for viewers without our renderer; undefined where it would be large. */
  svg?: string;
}

/** What a reader has made of a diagram; a saved notebook shows the same again. */
export type ViewState = {
  /** The visible scopes and stacks, and whether they are open. */
  open: [path: string, isOpen: boolean][];
  /** The nodes that the reader removed from the main graph, or added to it. */
  auxiliary: [path: string, isAuxiliary: boolean][];
  /**
   * The point of the scene at the middle of the window, and the zoom, if the reader has moved the diagram. It is one of
   * a scene in which data flows in this direction, "down" if there is none.
   */
  place?: { x: number; y: number; zoom: number; direction?: Direction };
  /** Messages that show again what the reader chose: the overlay, the preview of a run. */
  chosen?: Record<string, Record<string, unknown>>;
};

/**
 * The path into the subgraph of an operation: its name, its other subgraphs, and how to go back.
 */
export interface SubgraphPath {
  name: string;
  subgraphs: string[];
  subgraph: string;
  enter(subgraph: string): void;
  leave(): void;
}

export interface App {
  show(element: HTMLElement, source: Source): () => void;
}

/** A diagram on the page, for commands outside of it: its element, and how to search in it. */
export interface Findable {
  /** The graph's uid. */
  readonly graph: string;
  host(): HTMLElement;
  find(text: string): void;
}

/** A diagram as a panel that follows a notebook sees it. */
export interface Linked {
  host(): HTMLElement;
  /** Brings operations into view, from number `from` on and up to `to`, as soon as the diagram has them. */
  reveal(from: number, to: number): void;
  /**
   * Shows the operation of this number, or of this name, and its details unless `quietly`, as soon as the graph has
   * operations; resolves to false when there is none such.
   */
  go(operation: number | string, quietly?: boolean): Promise<boolean>;
  /** Highlights what the first of these searches finds that finds something. */
  highlight(...texts: string[]): void;
}

/** The line of code that made an operation. */
export interface Made {
  cell: number;
  file: string;
  line: number;
}

/**
 * Goes to a line of code, in a cell of the notebook that contains `from` or in a file; returns the reason if it
 * can't.
 */
export type GoToCode = (made: Made, from: Element) => Promise<string>;

interface Hub extends EventTarget {
  app?: Promise<App>;
  transports: Map<string, Transport>;
  /** The graphs that had a transport in this page. */
  known: Set<string>;
  diagrams: Set<Findable>;
  linked: Set<Linked>;
  /** Set in JupyterLab, where code can be shown. */
  goToCode?: GoToCode;
  /** Set in JupyterLab: a text in the reader's language. */
  translate?: (text: string) => string;
  /** What the reader has set; preferences.ts has the rest. */
  preferences?: Partial<Preferences>;
}

const KEY = Symbol.for(`graphlab ${VERSION}`);
const page = globalThis as unknown as Record<symbol, Hub | undefined>;

page[KEY] ??= Object.assign(new EventTarget(), {
  transports: new Map<string, Transport>(),
  known: new Set<string>(),
  diagrams: new Set<Findable>(),
  linked: new Set<Linked>(),
});
export const hub: Hub = page[KEY];

export function connect(graph: string, transport: Transport): () => void {
  hub.transports.set(graph, transport);
  hub.known.add(graph);
  hub.dispatchEvent(new CustomEvent("transport", { detail: graph }));
  return () => {
    if (hub.transports.get(graph) === transport) disconnect(graph);
  };
}

/** The kernel that had the graph has ended. */
export function disconnect(graph: string): void {
  if (hub.transports.delete(graph)) hub.dispatchEvent(new CustomEvent("transport", { detail: graph }));
}
