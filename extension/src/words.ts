/** The texts of diagrams in the reader's language, from JupyterLab's translation catalogue where there is one. */
import { hub } from "./hub.ts";

/** The texts that the engine writes; build.mjs collects them. */
declare const ENGINE_TEXTS: string[] | undefined;

/** The translations of what the engine writes: it is a worker, which has no catalogue. */
export function engineCatalogue(): Record<string, string> {
  const texts = typeof ENGINE_TEXTS === "undefined" ? [] : ENGINE_TEXTS;
  return Object.fromEntries(texts.map((text) => [text, __(text)]).filter(([text, found]) => text !== found));
}

/** Returns the translation of `text`, or `text`; %1, %2, … represent `values`. */
export function __(text: string, ...values: (string | number)[]): string {
  const found = hub.translate?.(text) ?? text;
  return found.replace(/%(\d)/g, (mark, number) => String(values[number - 1] ?? mark));
}
