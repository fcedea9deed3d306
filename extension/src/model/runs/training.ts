/** Where a training is. graphlab/_src/play/training_view.py defines the messages. */

export interface FedSlider {
  name: string;
  /** "range", "check", or "other": a widget that only its own view moves. */
  kind: string;
  low: number;
  high: number;
  log: boolean;
  whole: boolean;
  value: number | null;
}

export interface TrainingState {
  state: "playing" | "paused" | "done" | "stopped" | "failed";
  step: number;
  /** Null: when the feed ends. */
  steps: number | null;
  /** The most steps a second; null: as many as there can be. */
  speed: number | null;
  /** Steps in the last second. */
  rate: number;
  why: string;
  /** Whether a cell waits for the end. */
  awaited: boolean;
  sliders: FedSlider[];
}

/** Positions of a slider on the page. */
export const POSITIONS = 1000;

export function isOver({ state }: TrainingState): boolean {
  return state === "done" || state === "stopped" || state === "failed";
}

/** The value at a slider's position, from 0 to POSITIONS. */
export function valueAt({ low, high, log, whole }: FedSlider, position: number): number {
  const share = Math.min(1, Math.max(0, position / POSITIONS));
  const value = log ? low * (high / low) ** share : low + (high - low) * share;
  const rounded = whole ? Math.round(value) : Number(value.toPrecision(3));
  return Math.min(high, Math.max(low, rounded));
}

export function positionOf({ low, high, log, value }: FedSlider): number {
  if (value === null) return 0;
  const share = log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
  return Math.round(Math.min(1, Math.max(0, share)) * POSITIONS);
}
