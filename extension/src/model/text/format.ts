/** How shapes, counts and names are written. */

import { __ } from "../../words.ts";
import type { Output } from "../graph/graph.ts";

/** `?×784`, `[784]`, which without brackets might be a value, `scalar`, or "" for an unknown rank. */
export function shapeText(shape: string): string {
  if (shape === "*") return "";
  if (shape === "") return __("scalar");
  return shape.includes(",") ? shape.replaceAll(",", "×") : `[${shape}]`;
}

/** `float32 ?×784` */
export function tensorText({ dtype, shape }: Output): string {
  return `${dtype.replace(/_ref$/, "")} ${shapeText(shape) || __("any shape")}`;
}

/** `12,345`; toLocaleString costs 20 ms on its first call. */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** `1 operation`, `12 operations`: the catalogue has both. */
export function count(number: number, thing: string): string {
  return `${grouped(number)} ${__(number === 1 ? thing : `${thing}s`)}`;
}

/** Shortens in the middle, because names differ at both ends. */
export function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const tail = Math.floor((longest - 1) / 2);
  return `${text.slice(0, longest - 1 - tail)}…${text.slice(-tail)}`;
}

// Characters that XML forbids, and those that change the direction of text.
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
  /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text for a file: every character in it is visible. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, "\ufffd");
}
