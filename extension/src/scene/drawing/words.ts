/**
 * The words of a node at a zoom: on the screen they are never smaller than can be read. What then has no space is left
 * out, notes first; names are shortened.
 */
import type { SceneNode } from "../../model/diagram/scene.ts";
import { FONT } from "../../model/diagram/sizes.ts";
import type { Spot } from "./parts.ts";

const LEAST = 11.05; // px on the screen; 11 at the lower end of a step
const STEP = 1.04; // factor between two zooms at which sizes differ
const TOLERANCE = 0.1; // of a step, by which a zoom may be lower
const SIDE = { usual: 4, placeholder: 7 }; // px between a word and its node's border
const BEYOND = { from: -10, side: 6, least: 12 }; // steps at which names may reach beyond the border, px at each side
const HIGHEST = 1.8; // of its node's height: a name may reach beyond the border, where nothing else is then
const CHEVRON = 18; // px beside a name for the chevron that opens its node
const FEWEST = 3; // characters of a shortened name
const NOTE_GAP = 9; // px of a node's height that two lines leave

/** Zooms of the same step have words of the same size. */
export function wordStep(zoom: number): number {
  return Math.floor(Math.log(Math.min(1, zoom)) / Math.log(STEP) + TOLERANCE);
}

/** px of words that are `base` px at zoom 1. */
export function wordSize(base: number, step: number): number {
  return Math.max(base, LEAST * STEP ** -step);
}

/** The factor by which stubs and badges are larger than at zoom 1. */
export function growth(step: number): number {
  return wordSize(FONT.stub, step) / FONT.stub;
}

export interface Line extends Spot {
  text: string;
  size: number;
}

export interface Words {
  /** Undefined where not even a shortened name has space. */
  name?: Line;
  note?: Line;
  /** Whether the chevron that opens the node has space. */
  chevron: boolean;
}

/** `note` replaces the node's own. */
export function wordsOf(node: SceneNode, step: number, note = node.note): Words {
  const { kind, name, width, height, opens, textWidth } = node;
  const base = kind === "constant" ? FONT.note : FONT.name;
  const size = wordSize(base, step);
  const small = wordSize(FONT.note, step);
  const lid = kind === "variable" ? 6 : 0;
  const inside = width - 2 * (kind === "placeholder" ? SIDE.placeholder : SIDE.usual);
  const free = step < BEYOND.from ? width + 2 * Math.max(BEYOND.side, node.space ?? 0) : inside;
  const wide = (textWidth.name * size) / base;
  const chevron = opens && wide + CHEVRON <= inside;
  const x = width / 2 + (chevron ? 7 : 0);
  const middle = (height + lid) / 2;
  const noteWidth = (textWidth.note * small * note.length) / (FONT.note * Math.max(1, node.note.length));
  const fits = size + small + NOTE_GAP + lid <= height && noteWidth + (chevron ? CHEVRON : 0) <= inside;
  const line = note && node.note && fits ? { text: note, size: small, x, y: middle + 1 + small } : undefined;
  if (size > HIGHEST * height) return { chevron: false };
  const text =
    wide <= free
      ? name
      : cut(name, (name.length * free) / wide, (name.length * (free + BEYOND.least)) / wide);
  const y = line ? middle - 2.5 : middle + size * 0.35;
  return { name: text ? { text, size, x, y } : undefined, note: line, chevron };
}

/** A name of at most so many characters, or its beginning; "" where not even `most` characters are enough to be of use. */
export function cut(name: string, characters: number, most = characters): string {
  if (name.length <= most) return name;
  if (most < FEWEST) return "";
  return `${name.slice(0, Math.max(FEWEST, Math.floor(characters)) - 1)}…`;
}
