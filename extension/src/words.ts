/** The texts of diagrams in the reader's language, from JupyterLab's translation catalogue where there is one. */
import { hub } from "./hub.ts";

/** Returns the translation of `text`, or `text`; %1, %2, … represent `values`. */
export function __(text: string, ...values: (string | number)[]): string {
  const found = hub.translate?.(text) ?? text;
  return found.replace(/%(\d)/g, (mark, number) => String(values[number - 1] ?? mark));
}
