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

/** A line of code for the notebook. */
export interface AddedCode {
  code: string;
  /** An element of the diagram that it is for. */
  from: Element;
  /** The numbers of the cells that made what the code uses. */
  cells: number[];
}

/** What became of it. */
export interface AddedOutcome {
  /** Why it was not added. */
  why?: string;
  /** It was added, and failed when it ran: the error. */
  failed?: string;
  /** The cell, if it ran again: the diagram in it is another one now. */
  again?: Element;
  /** Scrolls to what its cell shows, if that is something. */
  reveal?: () => void;
}

/** Adds code to the notebook that contains the diagram, and runs it. */
export type AddCode = (added: AddedCode) => Promise<AddedOutcome>;

/** Whether a line for this diagram goes to the end of the cell of %%graph that makes the graph. */
export type IsWithin = (from: Element) => boolean;

/** An edit of a cell of the notebook: the cell's number, its text as it ran, and its new text. */
export interface CellEdit {
  cell: number;
  before: string;
  after: string;
}

/** What the diagram that takes the place of another one shows: what the reader had made of that, and a node. */
export interface Shown {
  view?: ViewState;
  /** The path to go to; "" for none. */
  at: string;
  /** The field of the cell that gets the focus, in place of the drawing. */
  field?: string;
}

/**
 * Writes an edit into the notebook that contains `from` and runs the cell; returns why it can't, or how it failed. `shown`
 * is what the diagram that the cell shows then begins with.
 */
export type EditCell = (edit: CellEdit, from: Element, shown?: Shown) => Promise<string>;

/** A diagram in which a graph is built. */
export interface Builder {
  host(): HTMLElement;
  /** Opens the palette, as soon as the diagram has a kernel. */
  begin(): void;
  /**
   * Selects what operations from number `from` on output, of these types and shapes, as soon as the diagram has
   * them, and moves the focus there.
   */
  goOn(from: number, outputs: string[]): Promise<void>;
}

interface Hub extends EventTarget {
  app?: Promise<App>;
  transports: Map<string, Transport>;
  /** The graphs that had a transport in this page. */
  known: Set<string>;
  diagrams: Set<Findable>;
  linked: Set<Linked>;
  builders: Set<Builder>;
  /** Set in JupyterLab, where the page can write into the notebook. */
  addCode?: AddCode;
  isWithin?: IsWithin;
  /** Set in JupyterLab, where the page can change cells; whether operations that a cell made can be edited in it. */
  editCell?: EditCell;
  editsCell?: (cell: number, from: Element) => boolean;
  /** What the next diagram in this cell begins with. */
  successor?: Shown & { cell: Element };
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
  builders: new Set<Builder>(),
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

/** The builder of the diagram in `place`, where there soon is one; undefined if none appears. */
export async function builderIn(place: Element, patience: number): Promise<Builder | undefined> {
  const deadline = performance.now() + patience;
  for (;;) {
    for (const builder of hub.builders) if (contains(place, builder.host())) return builder;
    if (performance.now() > deadline) return undefined;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

const PAUSE = 15; // ms

function contains(place: Element, host: HTMLElement): boolean {
  return host.isConnected && !host.hidden && place.contains(host);
}
