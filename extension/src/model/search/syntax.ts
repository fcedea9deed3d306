/**
 * The syntax of a search: `conv -bias type:MatMul shape:?x10 padding:SAME`.
 *
 * A word without `key:` is part of a name. `-` negates a term, quotes keep spaces, `/…/` is a regular expression.
 */
import { __ } from "../../words.ts";

export interface Term {
  /** "" for a part of a name. */
  key: string;
  value: string;
  not: boolean;
}

/** A syntax error in a query, with a message for its author. */
export class QueryError extends Error {}

/** One term: `-`, `key:` or `key=` … and a value, each with quotes or without. */
const TERM = /(-?)(?:([A-Za-z_][\w.]*):)?("[^"]*"?|\S*)/y;

/** The filters and their descriptions; an unknown key is an attribute's name. */
export const KEYS = {
  name: () => __("part of the name"),
  type: () => __("type of operation: MatMul, Conv*"),
  shape: () => __("shape of an output: ?x10, *x10, 3x…"),
  dtype: () => __("type of an output: float32, int*"),
  device: () => __("device: GPU, none"),
  scope: () => __("name scope around it"),
  attr: () => __("attribute: attr:padding=SAME, or padding:SAME"),
  cell: () => __("number of the cell that made it: 3, 3-5"),
  line: () => __("line that made it: 12, 10-20"),
  file: () => __("file that made it"),
  is: () => __("kind: variable, placeholder, constant, gradient, end, …"),
  in: () => __("number of inputs: 0, >4"),
  out: () => __("number of its consumers: 0, >10"),
} as const;

/** Parses `text`; raises QueryError if it is not a query. */
export function parse(text: string): Term[] {
  const terms: Term[] = [];
  TERM.lastIndex = 0;
  for (let at = skip(text, 0); at < text.length; at = skip(text, TERM.lastIndex)) {
    TERM.lastIndex = at;
    const [whole, minus, prefix = "", raw] = TERM.exec(text) as RegExpExecArray;
    const end = at + whole.length;
    TERM.lastIndex = end;
    const open = raw.startsWith('"') && (raw.length < 2 || !raw.endsWith('"'));
    if (open) throw new QueryError(__("a quote is open"));
    const value = raw.replace(/^"|"$/g, "");
    // `hidden/MatMul:0` is the name of a tensor, not an attribute called "MatMul".
    const tensor = prefix && !isKey(prefix) && /^\d+$/.test(value) && /[A-Z]/.test(prefix);
    const key = tensor ? "" : prefix;
    if (key && !value) throw new QueryError(__("%1: what? %2", key, usage(key)));
    if (value || prefix) terms.push({ key, value: tensor ? prefix : value, not: minus === "-" });
    else if (minus) terms.push({ key: "", value: minus, not: false });
  }
  return terms;
}

export function isKey(key: string): key is keyof typeof KEYS {
  return Object.hasOwn(KEYS, key);
}

function usage(key: string): string {
  return isKey(key) ? KEYS[key]() : __("the value of an attribute “%1”", key);
}

function skip(text: string, at: number): number {
  while (/\s/.test(text[at] ?? "")) at++;
  return at;
}
