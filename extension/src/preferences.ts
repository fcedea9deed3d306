/** The reader's preferences for all diagrams of a page; JupyterLab's settings set them. */
import { hub } from "./hub.ts";
import type { Direction } from "./layout/direction.ts";

export interface Preferences {
  /** The size of text relative to the page's. */
  textSize: number;
  /** "system": as the system says whether motion is to be reduced. */
  animation: "system" | "on" | "off";
  /** Whether auxiliary nodes (gradients, initializers, summaries) are drawn beside the main graph. */
  auxiliary: boolean;
  /** Where data flows in diagrams that do not say so themselves. */
  direction: Direction;
  /** The overlay that new diagrams begin with; "" for none. */
  colourBy: string;
  /**
   * Where a line that is added in a diagram goes: "below" it, in a new cell, or to the end of a %%graph cell that it
   * is in; always into a new cell ("new"); to the end of the "cell" that made the selection.
   */
  addTo: AddTo;
}

export type AddTo = "below" | "new" | "cell";

export const DEFAULTS: Preferences = {
  textSize: 1,
  animation: "system",
  auxiliary: true,
  direction: "down",
  colourBy: "",
  addTo: "below",
};

export function preferences(): Preferences {
  return { ...DEFAULTS, ...hub.preferences };
}

/** Sets some preferences, and informs the diagrams. */
export function prefer(some: Partial<Preferences>): void {
  hub.preferences = { ...hub.preferences, ...some };
  hub.dispatchEvent(new Event("preferences"));
}

/** Calls `changed` at once and after each change; the returned function ends that. */
export function followPreferences(changed: (now: Preferences) => void): () => void {
  const listener = () => changed(preferences());
  listener();
  hub.addEventListener("preferences", listener);
  return () => hub.removeEventListener("preferences", listener);
}
