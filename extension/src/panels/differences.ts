/** A list of operations with their differences. */
import { html } from "../dom.ts";
import type { OperationSummary } from "../model/queries/summary.ts";
import { opList } from "./operation-list.ts";

/** `notes`: the differences of each operation, one per line. */
export function differenceList(
  found: OperationSummary[],
  notes: string[][],
  of: number,
  go: (path: string) => void,
): HTMLElement {
  const list = opList(found, of, go);
  notes.forEach((lines, i) => {
    for (const text of lines) list.children[i].append(html("div", { class: "note" }, text));
  });
  return list;
}
