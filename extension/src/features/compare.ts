/**
 * Compares two graphs: one merged graph with added, removed, changed and renamed operations, or the two side by side.
 */
import { html } from "../dom.ts";
import type { OperationSummary } from "../model/queries/summary.ts";
import { count } from "../model/text/format.ts";
import { comparisonLine } from "../panels/comparison.ts";
import { differenceList } from "../panels/differences.ts";
import { bare } from "../scene/continuations.ts";
import { DIFFERENCE } from "../scene/drawing/tones.ts";
import { __ } from "../words.ts";
import type { MakeFeature } from "./feature.ts";
import { type ComparedGraph, type Link, openSideBySide } from "./side-by-side.ts";

export type Difference = keyof typeof DIFFERENCE;

/** An operation, or a scope as `name/`; the operations in it; a description of the difference. */
type Entry = [at: number | string, ops: number[], what: string[]];

/**
 * The kernel's comparison of two graphs; graphlab/_src/viz/compare sends it. Operations are those of the merged
 * graph.
 */
interface GraphDiff extends Record<Difference, Entry[]> {
  scopes: [before: string, after: string][];
  sides: [ComparedGraph, ComparedGraph];
}

/** The number of operations of one kind of difference. */
const counted = (number: string, kind: Difference) =>
  ({
    added: __("%1 added", number),
    removed: __("%1 removed", number),
    changed: __("%1 changed", number),
    renamed: __("%1 renamed", number),
  })[kind];
const SIGNS: Record<Difference, string> = { added: "+", removed: "−", changed: "≠", renamed: "→" };
const MOST_LISTED = 200;
const KINDS = Object.keys(DIFFERENCE) as Difference[];

export const compare: MakeFeature = (context) => {
  let diff: GraphDiff | undefined;
  let sets: number[][] = [];
  let counts = new Map<string, number[]>();
  let stops: Entry[] = [];
  let at = -1;
  let sides: { link: Link; leave: () => void } | undefined; // while the two are side by side

  function receive(content: GraphDiff): Promise<void> {
    diff = content;
    const changed = new Set(content.changed.map(([op]) => op));
    sets = KINDS.map((kind) => content[kind].flatMap(([, ops]) => ops));
    sets[3] = sets[3].filter((op) => !changed.has(op));
    stops = KINDS.flatMap((kind) => content[kind]).sort(([, [a]], [, [b]]) => a - b);
    renderLine();
    return mark();
  }

  async function mark(): Promise<void> {
    if (!diff) return;
    counts = new Map(await context.engine.tally(context.view, sets));
    context.repaint();
  }

  function renderLine(): void {
    const parts = KINDS.flatMap((kind, i) => (sets[i].length ? { kind, i } : [])).map(({ kind, i }) => ({
      sign: SIGNS[kind],
      color: DIFFERENCE[kind],
      text: counted(sets[i].length.toLocaleString("en"), kind),
      act: () => void list(kind),
    }));
    const place = at < 0 ? count(stops.length, "difference") : __("%1 of %2", at + 1, stops.length);
    context.line(
      comparisonLine({
        parts,
        place,
        steps: stops.length ? (by) => void step(by) : undefined,
        sides: { on: sides !== undefined, toggle: () => void toggleSides() },
      }),
    );
  }

  async function step(by: number): Promise<void> {
    at = at < 0 && by < 0 ? stops.length - 1 : (at + by + stops.length) % stops.length;
    renderLine();
    const [found] = await named([stops[at]]);
    const which = diff?.removed.includes(stops[at]) ? 0 : 1;
    sides?.link.send({ from: -1, which, chosen: found.path });
    if (!sides) go(found.path);
  }

  /** The summaries of entries: an operation, or all operations in a scope. */
  async function named(entries: Entry[]): Promise<OperationSummary[]> {
    const ops = await context.engine.named(
      context.view,
      entries.map(([at, [op]]) => (typeof at === "number" ? at : op)),
    );
    return entries.map(([at, of], i) => {
      if (typeof at === "number") return ops[i];
      const path = at.slice(0, -1);
      return { ...ops[i], name: at, path, type: count(of.length, "operation"), tensor: "" };
    });
  }

  /** Lists the differences of one kind. */
  async function list(kind: Difference): Promise<void> {
    if (!diff) return;
    const entries = diff[kind].slice(0, MOST_LISTED);
    const notes = entries.map(([, , what]) => what);
    const total = sets[KINDS.indexOf(kind)].length;
    const panel = differenceList(await named(entries), notes, diff[kind].length, go);
    context.drawer(counted(count(total, "operation"), kind), panel);
  }

  function go(path: string): void {
    void context.go(path).then(() => context.zoomTo([path]));
  }

  async function toggleSides(): Promise<void> {
    if (sides) {
      sides.leave();
      sides = undefined;
    } else if (diff) {
      context.closeDrawer();
      sides = await openSideBySide(diff.sides, diff.scopes, context.float);
    }
    renderLine();
  }

  return {
    layer: {
      node({ path, open, opens, size }) {
        const numbers = counts.get(path);
        if (!numbers) return undefined;
        const most = numbers.indexOf(Math.max(...numbers));
        const whole = numbers[most] === size || !opens;
        if (open && opens) return whole ? { fill: DIFFERENCE[KINDS[most]] } : undefined;
        const kinds = KINDS.filter((_, i) => numbers[i]);
        const badge = opens
          ? kinds.map((kind) => SIGNS[kind] + numbers[KINDS.indexOf(kind)]).join(" ")
          : SIGNS[KINDS[most]];
        // A scope with few differences is coloured faintly.
        return { fill: DIFFERENCE[KINDS[most]].slice(0, 7) + (whole ? "99" : "33"), badge };
      },
      edge({ from, to }) {
        const kind = [0, 1].find((i) => isWhole(bare(from), i) || isWhole(bare(to), i));
        return kind === undefined ? undefined : { color: DIFFERENCE[KINDS[kind]].slice(0, 7) };
      },
    },
    messages: { compare: (content) => receive(content as unknown as GraphDiff) },
    scene: () => void mark(),
    sections({ op }) {
      const kind = KINDS.find((_, i) => sets[i]?.includes(op));
      const entry = kind && diff?.[kind].find(([, ops]) => ops.includes(op));
      if (!kind || !entry) return [];
      const lines = entry[2].map((text) => html("div", { class: "tensor" }, text));
      return [html("h4", {}, counted(__("Compared:"), kind)), ...lines];
    },
    remove: () => sides?.leave(),
  };

  /** Whether all operations at `path` are added, or removed. */
  function isWhole(path: string, kind: number): boolean {
    const size = context.scene()?.nodes.find((node) => node.path === path)?.size;
    return size !== undefined && counts.get(path)?.[kind] === size;
  }
};
