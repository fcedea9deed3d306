/** Animates changes, unless the reader prefers reduced motion. */
import { preferences } from "../preferences.ts";

const DURATION = 180; // ms

export function prefersStillness(): boolean {
  const { animation } = preferences();
  return (
    animation === "off" || (animation === "system" && matchMedia("(prefers-reduced-motion: reduce)").matches)
  );
}

/** Calls `frame` with t from 0 to 1, first immediately; the returned function jumps to the end. */
export function animate(frame: (t: number) => void, duration = DURATION): () => void {
  if (prefersStillness()) {
    frame(1);
    return () => {};
  }
  let running = true;
  const start = performance.now();
  const step = (now: number) => {
    if (!running) return;
    const t = Math.min(1, Math.max(0, (now - start) / duration));
    frame(1 - (1 - t) ** 3);
    if (t < 1) requestAnimationFrame(step);
    else running = false;
  };
  frame(0);
  requestAnimationFrame(step);
  return () => {
    if (running) frame(1);
    running = false;
  };
}
