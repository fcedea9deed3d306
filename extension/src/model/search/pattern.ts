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

const MOST = 4; // repetitions without bound, of which each multiplies the time by the length of a text
const PATIENCE = 1_000; // ms for all texts of a search

/**
 * Whether matching one text may take so long that it seems to hang, which nothing can interrupt: there are many
 * repetitions without bound, or a group that repeats so holds one, as `(a+)+`, or alternatives, and the time may grow
 * exponentially. viz/search.py decides the same.
 */
function repeatsTooMuch(source: string): boolean {
  // For each open group whether it holds an unbounded repetition or alternatives; the first is the whole.
  const groups = [false];
  let repetitions = 0;
  const tokens = [...source.matchAll(TOKEN)].map(([token]) => token);
  tokens.forEach((token, i) => {
    const repeats = UNBOUNDED.test(tokens[i + 1] ?? "");
    if (repeats) repetitions++;
    if (token.startsWith("(")) groups.push(false);
    else if (token === "|") groups[groups.length - 1] = true;
    else if (token === ")" && groups.length > 1) {
      const holds = groups.pop();
      if (holds || repeats) groups[groups.length - 1] = true;
      if (holds && repeats) repetitions += MOST;
    } else if (repeats) groups[groups.length - 1] = true;
  });
  return repetitions > MOST;
}

/** The Pattern of `value` anywhere in a text; `begins`, `ends`: of a wildcard text, only there. */
export function patternOf(value: string, where: { begins?: boolean; ends?: boolean } = {}): Pattern {
  const source = expressionIn(value);
  if (source === undefined) return glob(value, where);
  const tooSlow = () => new QueryError(__("/%1/ repeats too much: a search could take forever", source));
  if (repeatsTooMuch(source)) throw tooSlow();
  const end = performance.now() + PATIENCE;
  try {
    const expression = new RegExp(source, "i");
    return {
      test(text) {
        if (performance.now() > end) throw tooSlow();
        return expression.test(text);
      },
    };
  } catch (error) {
    // The browser's message repeats the expression before its reason.
    const reason = `${(error as Error).message}`.replace(/^.*: /s, "").toLowerCase();
    throw new QueryError(__("/%1/ is no regular expression: %2", source, reason));
  }
}
