/**
 * A feature: an action that a diagram offers. FeatureContext is what it gets of the diagram, Feature what it returns.
 */
import type { Client } from "../engine/client.ts";
import type { ViewState } from "../hub.ts";
import type { Scene } from "../model/diagram/scene.ts";
import type { Details } from "../model/queries/details.ts";
import type { Command } from "../protocol.ts";
import type { Layer } from "../scene/drawing/paint.ts";
import type { Hit } from "../scene/stage.ts";

/** The position and zoom of the window over the scene. */
export interface Place {
  x: number;
  y: number;
  zoom: number;
}

/** px of the window. */
export interface Size {
  width: number;
  height: number;
}

/** The diagram as a feature sees it. */
export interface FeatureContext {
  /** The diagram's number, for the engine and for replies of the kernel. */
  readonly view: number;
  /** The graph's uid. */
  readonly graph: string;
  /** The name of what is shown, for a file: a scope, an operation, or "graph". */
  readonly name: string;
  /** The diagram's element on the page. */
  readonly host: HTMLElement;
  readonly engine: Client;
  /** Whether there is a kernel. */
  readonly live: boolean;
  /** The visible nodes and edges; undefined before the first scene. */
  scene(): Scene | undefined;
  /** The paint of all features. */
  paint(): Required<Layer>;
  /** Path of the current node; "" before there is one. */
  current(): string;
  /** Path of what the details card shows; "" if there is no card. */
  chosen(): string;
  /** The operations of the tensors that the reader has selected, in their order. */
  readonly selected: { get(): readonly number[]; set(ops: readonly number[]): void };
  /** Sends a command to the kernel, with the diagram's number as `view`. Does nothing where there is no kernel. */
  send(command: Command): void;
  /** Goes to the node at `path`, opening the scopes around it; shows its details unless `quietly`. */
  go(path: string, quietly?: boolean): Promise<void>;
  /** The same for the operation of this number. */
  goToOperation(op: number, quietly?: boolean): Promise<void>;
  /** The window's position over the scene: a point (x, y) of the scene is at `x * zoom + camera.x`. */
  readonly camera: { get(): Place; set(place: Place): void; size(): Size };
  /** Pans and zooms so that all of these visible nodes are in the window. */
  zoomTo(paths: Iterable<string>): void;
  /** What the reader has made of the diagram; undefined if that is nothing. */
  state(): ViewState | undefined;
  /** Shows another scene; `anchor` keeps its place on the screen. */
  show(scene: Scene, anchor?: string): void;
  /** Paints again after this feature's layer has changed. */
  repaint(): void;
  /** Renders the details card again, after a button of it has changed. */
  refreshCard(): void;
  /** Closes the details card, if there is one. */
  closeCard(): void;
  /** Adds a control to the toolbar; called once, when the feature is created. */
  tool(element: HTMLElement): void;
  /** Sets this feature's line beneath the toolbar; without an element, removes it. */
  line(element?: HTMLElement): void;
  /** Opens the panel at the right, which all features share; `closed` is called when it is closed or replaced. */
  drawer(title: string, element: HTMLElement, closed?: () => void): void;
  closeDrawer(): void;
  /** Adds an element above the diagram's top left corner, such as a menu; hide it with `hidden`. */
  float(element: HTMLElement): void;
  /** Adds an element to what an empty graph shows instead of nodes. */
  empty(element: HTMLElement): void;
  /** Shows a message for some time. */
  notify(text: string): void;
  /** Moves the keyboard's focus to the drawing. */
  focus(): void;
}

export interface Feature {
  /** How it paints nodes and edges. */
  layer?: Layer;
  /** Handlers of the kernel's messages, by type; also of those saved with the output, after the first scene. */
  messages?: Record<string, (content: Record<string, unknown>) => void | Promise<void>>;
  /** The messages that show again what the reader chose, by what they are about; none if that is as it began. */
  chosen?(): ViewState["chosen"];
  /** Called when another scene is shown: the graph has grown, or a scope was opened. */
  scene?(scene: Scene): void;
  /** Handles a key while the drawing has the focus; returns whether it did. */
  key?(event: KeyboardEvent): boolean;
  /** Ends a mode of this feature; returns whether there was one. */
  escape?(): boolean;
  /** Called after a click in the drawing: menus close. Returns true when this handled the click. */
  clicked?(hit: Hit): unknown;
  /** Called when the details of an operation are opened. */
  opened?(details: Details): void;
  /** Called when a scope is opened or closed. */
  toggled?(path: string, open: boolean): void;
  /** Called when the window has moved over the scene. */
  moved?(place: Place): void;
  /** Buttons for the details card of an operation. */
  buttons?(details: Details): HTMLElement[];
  /** Buttons for the card of the scope or stack at `path`. */
  scopeButtons?(path: string): HTMLElement[];
  /** Sections for the card of the scope or stack at `path`. */
  scopeSections?(path: string): HTMLElement[];
  /** Sections for the details card of an operation, beneath its own. */
  sections?(details: Details): HTMLElement[];
  /** Called when a kernel connects or disconnects. */
  live?(live: boolean): void;
  /** Called when the diagram is removed. */
  remove?(): void;
}

export type MakeFeature = (context: FeatureContext) => Feature;

/** Where a card has a button: with the frequent actions, in a line of those that highlight or edit, or beneath "More". */
export type CardGroup = "" | "highlight" | "edit" | "more";

/** A button of the details card. */
export function cardButton(
  text: string,
  title: string,
  act: () => void,
  pressed?: boolean,
  group: CardGroup = "",
): HTMLElement {
  const button = document.createElement("button");
  button.textContent = text;
  button.title = title;
  if (group) button.dataset.group = group;
  if (pressed !== undefined) button.setAttribute("aria-pressed", String(pressed));
  button.onclick = act;
  return button;
}
