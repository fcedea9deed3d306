/** The table of an overlay: operations or scopes, sorted, up to a readable number. */
import { ROOT } from "../graph/names.ts";
import { type Hierarchy, isScope } from "../hierarchy/hierarchy.ts";
import { share, written } from "../text/units.ts";
import type { Values } from "./values.ts";

export interface Row {
  path: string;
  name: string;
  /** `12 ms`, or a category. */
  value: string;
  /** `33 %`, and the fraction of the highest value; "" and 0 where values aren't amounts. */
  share: string;
  part: number;
}

export type Order = "value" | "name";

export interface OverlayTable {
  rows: Row[];
  /** The total number of rows. */
  of: number;
}

export const MOST_ROWS = 300;

/** `reversed`: the lowest value, or the last name, first. */
export function overlayTable(
  hierarchy: Hierarchy,
  values: Values,
  of: "operations" | "scopes",
  order: Order,
  reversed: boolean,
): OverlayTable {
  const { info } = values;
  const found = of === "scopes" ? scopes(hierarchy, values) : operations(hierarchy, values);
  const name = ({ key }: Entry) =>
    of === "scopes" ? hierarchy.graph.names.scopeName(key) : hierarchy.graph.name(key);
  const byName = (a: Entry, b: Entry) => (name(a) < name(b) ? -1 : 1);
  const byValue = (a: Entry, b: Entry) =>
    (info.kind === "categories" ? a.value - b.value : b.value - a.value) || a.key - b.key;
  found.sort(order === "name" ? byName : byValue);
  if (reversed) found.reverse();
  const total = of === "scopes" ? undefined : found.reduce((sum, { value }) => sum + value, 0);
  const all = total ?? operations(hierarchy, values).reduce((sum, { value }) => sum + value, 0);
  const most = found.reduce((high, { value }) => Math.max(high, value), 0);
  const rows = found.slice(0, MOST_ROWS).map((cost): Row => {
    const { key, value } = cost;
    const node = of === "scopes" ? hierarchy.scope(key) : hierarchy.leaf(key);
    const categorical = info.kind === "categories";
    return {
      path: node.path,
      name: isScope(node) ? `${name(cost)}/` : name(cost),
      value: categorical ? info.categories[value] : written(value, info.unit),
      share: info.sums === "sum" ? share(value, all) : "",
      part: categorical || most <= 0 ? 0 : Math.max(0, value / most),
    };
  });
  return { rows, of: found.length };
}

interface Entry {
  /** The number of an operation or of a scope. */
  key: number;
  value: number;
}

function operations({ graph }: Hierarchy, { of }: Values): Entry[] {
  const found: Entry[] = [];
  for (let key = 0; key < graph.count; key++)
    if (of[key] !== undefined && !Number.isNaN(of[key])) found.push({ key, value: of[key] });
  return found;
}

/** Each operation counts in every scope around it; the outermost is the graph itself. */
function scopes({ graph: { names, count } }: Hierarchy, { of, info }: Values): Entry[] {
  const sums = new Float64Array(names.scopeCount).fill(Number.NaN);
  for (let id = 0; id < count; id++) {
    const value = of[id];
    if (value === undefined || Number.isNaN(value)) continue;
    for (let scope = names.scopes[id]; scope > ROOT; scope = names.nameParents[scope]) {
      const before = sums[scope];
      sums[scope] = Number.isNaN(before)
        ? value
        : info.sums === "sum"
          ? before + value
          : Math.max(before, value);
    }
  }
  const found: Entry[] = [];
  sums.forEach((value, key) => {
    if (!Number.isNaN(value)) found.push({ key, value });
  });
  return found;
}
