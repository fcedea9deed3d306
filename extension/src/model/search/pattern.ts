/** What a value of a query matches: `/…/` is a regular expression, anything else a text with * as wildcard. */

import { __ } from "../../words.ts";
import { glob, type Pattern } from "./glob.ts";
import { QueryError } from "./syntax.ts";

const WHOLE = /^\/(.+)\/$/s;
// No name has these characters: the expression is still being typed.
const BEGUN = /^\/(?=.*[\\[({^$+|])(.+)$/s;

/** The source of a regular expression; undefined for a value that is none. */
export function expressionIn(value: string): string | undefined {
  return (WHOLE.exec(value) ?? BEGUN.exec(value))?.[1];
}

/** The Pattern of `value` anywhere in a text; `begins`, `ends`: of a wildcard text, only there. */
export function patternOf(value: string, where: { begins?: boolean; ends?: boolean } = {}): Pattern {
  const source = expressionIn(value);
  if (source === undefined) return glob(value, where);
  try {
    return new RegExp(source, "i");
  } catch (error) {
    // The browser's message repeats the expression before its reason.
    const reason = `${(error as Error).message}`.replace(/^.*: /s, "").toLowerCase();
    throw new QueryError(__("/%1/ is no regular expression: %2", source, reason));
  }
}
