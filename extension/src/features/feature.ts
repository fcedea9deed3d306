/** What a feature, a thing that the reader can do beside looking, gets of its picture, and what it gives. */
import type { Client } from "../engine/client.ts";
import type { Scene } from "../model/diagram/scene.ts";
import type { Details } from "../model/queries/details.ts";
import type { Command } from "../protocol.ts";
import type { Layer } from "../scene/drawing/paint.ts";
import type { Hit } from "../scene/stage.ts";

/** A place of the window over the scene. */
export interface Place {
  x: number;
  y: number;
  zoom: number;
}

/** The picture as a feature sees it. */
export interface FeatureContext {
  /** The picture's number, for the engine and for what the kernel answers. */
  readonly view: number;
  /** The graph's uid. */
  readonly graph: string;
  /** What the picture is of, for a file's name: a scope, an operation, or "graph". */
  readonly name: string;
  readonly engine: Client;
  /** Whether there is a kernel to ask. */
  readonly live: boolean;
  /** What is visible now; undefined before the first picture. */
  scene(): Scene | undefined;
  /** What all features say of nodes and edges. */
  paint(): Required<Layer>;
  /** Path of the node that the reader is at; "" before there is one. */
  current(): string;
  /** Asks the kernel; the picture's number goes along as `view`. Nothing happens where there is no kernel. */
  send(command: Command): void;
  /** Goes to the node at `path`, opening what hides it; its details are shown unless `quietly`. */
  go(path: string, quietly?: boolean): Promise<void>;
  /** Where the window lies over the scene: a point (x, y) of it is at `x * zoom + camera.x`. */
  readonly camera: { get(): Place; set(place: Place): void };
  /** Shows all of these nodes, of what is visible, where they are not in sight. */
  zoomTo(paths: Iterable<string>): void;
  /** Shows a scene that came of another choice of what is visible; `anchor` stays where it is on the screen. */
  show(scene: Scene, anchor?: string): void;
  /** What this feature says of nodes and edges is different now. */
  repaint(): void;
  /** Makes the details card anew, when a button of it has changed. */
  refreshCard(): void;
  /** A control for the toolbar; called once, when the feature is made. */
  tool(element: HTMLElement): void;
  /** This feature's line beneath the toolbar; nothing takes it away. */
  line(element?: HTMLElement): void;
  /** The panel at the right, one for all features; `closed` hears that the reader or another feature took it away. */
  drawer(title: string, element: HTMLElement, closed?: () => void): void;
  closeDrawer(): void;
  /** Something that floats above the picture's top left corner, a menu for instance; hide it with `hidden`. */
  float(element: HTMLElement): void;
  /** Tells the reader something for a while. */
  notify(text: string): void;
  /** Gives the drawing the keyboard's focus. */
  focus(): void;
}

export interface Feature {
  /** What it says of nodes and edges. */
  layer?: Layer;
  /** Hears messages of the kernel, by type; also those that were saved with the output, after the first picture. */
  messages?: Record<string, (content: Record<string, unknown>, buffers: DataView[]) => void | Promise<void>>;
  /** Another scene is shown: the graph has grown, or a scope was opened. */
  scene?(scene: Scene): void;
  /** A key that nobody else took, while the drawing has the focus; true when it is done with. */
  key?(event: KeyboardEvent): boolean;
  /** The reader wants out of whatever is on; true when something of this feature ended. */
  escape?(): boolean;
  /** Somebody clicked in the drawing: menus close. True when this click is done with. */
  clicked?(hit: Hit): unknown;
  /** The reader has opened the details of an operation. */
  opened?(about: Details): void;
  /** The reader has opened or closed a scope. */
  toggled?(path: string, open: boolean): void;
  /** The window has moved over the scene. */
  moved?(place: Place): void;
  /** Buttons for the details of an operation. */
  buttons?(about: Details): HTMLElement[];
  /** Sections for the details of an operation, beneath its own. */
  sections?(about: Details): HTMLElement[];
  /** The kernel came or went. */
  live?(live: boolean): void;
  /** The picture is taken away. */
  remove?(): void;
}

export type MakeFeature = (context: FeatureContext) => Feature;

/** A button of the details card. */
export function cardButton(text: string, title: string, act: () => void, pressed?: boolean): HTMLElement {
  const button = document.createElement("button");
  button.textContent = text;
  button.title = title;
  if (pressed !== undefined) button.setAttribute("aria-pressed", String(pressed));
  button.onclick = act;
  return button;
}
