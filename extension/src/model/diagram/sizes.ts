/** Every size in the diagram, in pixels at zoom 1. The style sheet sets text in these sizes. */
import type { Kind } from "../hierarchy/kinds.ts";
import { type Metrics, textWidth } from "../text/metrics.ts";

export const FONT = { name: 12, note: 11, label: 11, title: 12, stub: 11 };
export const LONGEST_NAME = 28; // characters
/** `badges`: px more beneath the title for badges at the upper border of nodes. */
export const SCOPE = { header: 30, side: 16, bottom: 14, badges: 8 };
/** `above`: px between the line and the caption, where auxiliary nodes are beneath the main graph. */
export const AUXILIARY = { gap: 44, caption: 24, baseline: 11, above: 6 };
/** The node for the plumbing of a scope: from the title and the border, and from what is above it. */
export const PLUMBING = { height: 20, gap: 16, side: 6, top: 6 };
/** `lead`: px of the line from its node, `drop` where it is beneath the node. */
export const STUB = { height: 15, gap: 3, lead: 12, drop: 8, most: 3 };
/** `inside`: px of its height within the node; `over`: px beside it at most; `edge`: half of the edge that it leaves free. */
export const BADGE = { height: 14, side: 6, character: 6.4, inside: 3, over: 8, edge: 6 };
/**
 * The thumbnail in a badge: px of it, between it and the badge's border, and before the text. `inside` and `over` as of a
 * badge, so that it covers neither the node's words nor the label of the edge beneath.
 */
export const THUMBNAIL = { width: 36, height: 18, side: 2, gap: 4, inside: 2, over: 12, least: 8 };
/** Radii of the button that moves a node out of the main graph, and of its clickable area. */
export const AUXILIARY_BUTTON = { radius: 8, touch: 11 };
/** The strip that shows the mixture of categories in a closed scope. */
export const STRIP = { height: 4, side: 12, bottom: -2 };
export const LABEL_HEIGHT = 14;
/** px that a placeholder leans. */
export const SLANT = 9;
/** Of the overview: px from the window's border, and from the handle that resizes it. */
export const AWAY = { side: 8, handle: 20 };

const PADDING: Record<Kind, number> = {
  placeholder: 18,
  variable: 14,
  constant: 10,
  group: 12,
  op: 12,
  scope: 16,
  stack: 16,
  rest: 12,
};
const NARROWEST: Record<Kind, number> = {
  placeholder: 64,
  variable: 64,
  constant: 34,
  group: 44,
  op: 56,
  scope: 84,
  stack: 84,
  rest: 56,
};
const ONE_LINE: Record<Kind, number> = {
  placeholder: 30,
  variable: 32,
  constant: 22,
  group: 24,
  op: 28,
  scope: 34,
  stack: 34,
  rest: 26,
};
const LID = 6; // more for a variable's lid
const TOGGLE = 18; // the chevron that opens a closed scope
const TITLE = 24; // px before an open scope's title, for its chevron
const BOLD = 1.12; // a scope's name is set in semibold, wider than the weight that is measured

/** The width of an open scope's title with the chevron before it. */
export function titleWidth(name: string, metrics: Metrics): number {
  return textWidth(name, FONT.title, metrics) * BOLD + TITLE;
}

/** The node for the plumbing of a scope: it fits into the line of the title. */
export function plumbingSize(name: string, metrics: Metrics) {
  const width = textWidth(name, FONT.name, metrics) + 2 * PADDING.constant + TOGGLE;
  return { width: Math.ceil(width / 2) * 2, height: PLUMBING.height };
}

export function nodeSize(kind: Kind, name: string, note: string, opens: boolean, metrics: Metrics) {
  const words = wordWidths(kind, name, note, metrics);
  const text = Math.max(words.name, words.note);
  const width = Math.max(NARROWEST[kind], text + 2 * PADDING[kind] + (opens ? TOGGLE : 0));
  return {
    width: Math.ceil(width / 2) * 2,
    height: (note ? (kind === "constant" ? 34 : 40) : ONE_LINE[kind]) + (kind === "variable" ? LID : 0),
  };
}

/** px of a node's words. */
export function wordWidths(kind: Kind, name: string, note: string, metrics: Metrics) {
  const size = kind === "constant" ? FONT.note : FONT.name;
  const weight = kind === "scope" || kind === "stack" ? BOLD : 1;
  return { name: textWidth(name, size, metrics) * weight, note: textWidth(note, FONT.note, metrics) };
}

export function stubWidth(text: string, metrics: Metrics): number {
  return text ? textWidth(text, FONT.stub, metrics) + 24 : 19;
}

export function labelSize(text: string, metrics: Metrics) {
  return { text, width: textWidth(text, FONT.label, metrics) + 6, height: LABEL_HEIGHT };
}
