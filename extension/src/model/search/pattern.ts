/** What a value of a query matches: `/…/` is a regular expression, anything else a text with * as wildcard. */

import { __ } from "../../words.ts";
import { glob, type Pattern } from "./glob.ts";
import { QueryError } from "./syntax.ts";

const WHOLE = /^\/(.+)\/$/s;
// No name has these characters: the expression is still being typed.
const BEGUN = /^\/(?=.*[\\[({^$+|])(.+)$/s;

/** A character class, an escape, the begin of a group, a quantifier, or one character. */
const TOKEN = /\[\^?(?:\\.|[^\]\\])*\]?|\\.|\((?:\?(?:[:=!]|<[=!]|P?<\w+>))?|\{\d*,?\d*\}|./gs;
const UNBOUNDED = /^(?:[*+]|\{\d*,\}|\{\d*,?\d{2,}\})$/;

/** The source of a regular expression; undefined for a value that is none. */
export function expressionIn(value: string): string | undefined {
  return (WHOLE.exec(value) ?? BEGUN.exec(value))?.[1];
}

/**
 * Whether a group that repeats without bound holds a part that does, as `(a+)+`, or alternatives: matching such an
 * expression may need time that grows exponentially, which nothing can interrupt. viz/search.py decides the same.
 */
export function repeatsRepetition(source: string): boolean {
  // For each open group whether it holds an unbounded repetition or alternatives; the first is the whole.
  const groups = [false];
  let nested = false;
  const tokens = [...source.matchAll(TOKEN)].map(([token]) => token);
  tokens.forEach((token, i) => {
    const repeats = UNBOUNDED.test(tokens[i + 1] ?? "");
    if (token.startsWith("(")) groups.push(false);
    else if (token === "|") groups[groups.length - 1] = true;
    else if (token === ")" && groups.length > 1) {
      const holds = groups.pop();
      if (holds || repeats) groups[groups.length - 1] = true;
      if (holds && repeats) nested = true;
    } else if (repeats) groups[groups.length - 1] = true;
  });
  return nested;
}

/** The Pattern of `value` anywhere in a text; `begins`, `ends`: of a wildcard text, only there. */
export function patternOf(value: string, where: { begins?: boolean; ends?: boolean } = {}): Pattern {
  const source = expressionIn(value);
  if (source === undefined) return glob(value, where);
  if (repeatsRepetition(source))
    throw new QueryError(
      __("/%1/ repeats a group that holds repetitions or alternatives: a search could take forever", source),
    );
  try {
    return new RegExp(source, "i");
  } catch (error) {
    // The browser's message repeats the expression before its reason.
    const reason = `${(error as Error).message}`.replace(/^.*: /s, "").toLowerCase();
    throw new QueryError(__("/%1/ is no regular expression: %2", source, reason));
  }
}
