/** Questions about a run, and what is right in an answer. */

/** The message of graphlab/_src/teach/questions.py. */
export interface Question {
  /** "runs": mark what a run executes; "order": put operations in an order; "fetch": choose what a run fetched. */
  kind: "runs" | "order" | "fetch";
  text: string;
  /** The choices: operations with their names; of a "fetch", what may have been fetched. */
  choices: [op: number, name: string][];
  /** The positions of the choices that are right; none of an "order". */
  right: number[];
  /** Of an "order": [a, b] where choice a runs before choice b. */
  pairs: [number, number][];
  /** The operations that the run executes. */
  executed: number[];
}

/**
 * Whether each choice is right in an answer: the positions that were chosen, in the order in which they were. Of an
 * "order" a choice is wrong when it comes before one that it needs, or when it is missing. Of a "fetch" only what was
 * chosen is right or wrong: a mark at the others would be an answer.
 */
export function marks({ kind, choices, right, pairs }: Question, chosen: number[]): (boolean | undefined)[] {
  return choices.map((_, i) => {
    const place = chosen.indexOf(i);
    if (kind === "fetch" && place < 0) return undefined;
    if (kind !== "order") return right.includes(i) === place >= 0;
    return place >= 0 && pairs.every(([a, b]) => b !== i || chosen.indexOf(a) < place);
  });
}
