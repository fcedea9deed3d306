/** The app: one picture in one element. */
import type { Source } from "./hub.ts";

declare const WORKER_SOURCE: string;

export function show(element: HTMLElement, source: Source): () => void {
  element.textContent = `${source.graph} ${WORKER_SOURCE.length}`;
  return () => element.replaceChildren();
}
