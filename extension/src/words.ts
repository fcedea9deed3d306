/** The texts of diagrams in the reader's language, from JupyterLab's translation catalogue where there is one. */
import { literalsIn } from "../literals.mjs";
import { hub } from "./hub.ts";

/** The translations of what the engine writes: it is a worker, which has no catalogue. source: its script. */
export function engineCatalogue(source: string): Record<string, string> {
  if (!hub.translate) return {};
  return Object.fromEntries(
    literalsIn(source)
      .map((text) => [text, __(text)])
      .filter(([text, found]) => text !== found),
  );
}

/** Returns the translation of `text`, or `text`; %1, %2, … represent `values`. */
export function __(text: string, ...values: (string | number)[]): string {
  const found = hub.translate?.(text) ?? text;
  return found.replace(/%(\d)/g, (mark, number) => String(values[number - 1] ?? mark));
}

/** Why something can't be done. */
export const needsKernel = () => __("Needs the kernel: run the notebook");
