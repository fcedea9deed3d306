/** The texts of diagrams in the reader's language, from JupyterLab's translation catalogue where there is one. */
import { hub } from "./hub.ts";

/** The literals of a script that may be texts, and their plurals. */
const LITERALS = /(?="((?:[^"\\\n]|\\.)*)")/g;

/** The translations of what the engine writes: it is a worker, which has no catalogue. source: its script. */
export function engineCatalogue(source: string): Record<string, string> {
  const texts = [...source.matchAll(LITERALS)].flatMap(([, text]) => [text, `${text}s`]);
  return Object.fromEntries(texts.map((text) => [text, __(text)]).filter(([text, found]) => text !== found));
}

/** Returns the translation of `text`, or `text`; %1, %2, … represent `values`. */
export function __(text: string, ...values: (string | number)[]): string {
  const found = hub.translate?.(text) ?? text;
  return found.replace(/%(\d)/g, (mark, number) => String(values[number - 1] ?? mark));
}

/** Why something can't be done. */
export const needsKernel = () => __("Needs the kernel: run the notebook");
