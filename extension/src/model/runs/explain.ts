/** What the kernel says of a selection, and how the page names the selection to it. */

/** Text, and links: the number of an operation, and what is written. */
export type Sentence = (string | [op: number, text: string])[];

/** Something that a run may fetch: its operation, its name, and what kind it is, "" for a plain tensor. */
export type Fetch = [op: number, name: string, kind: string];

/** The message `explain`; its keys are the protocol's. */
export interface KernelExplanation {
  request: number;
  computes: Sentence[];
  gradients: Sentence[];
  /** The fetches that need the selection, and those that do not. */
  needed: Fetch[];
  others: Fetch[];
  /** The operations that a gradient flows back through, and those where one stops: 32-bit numbers in base64. */
  path: string;
  stops: string;
  /** What receives a gradient, and of which losses. */
  receivers: [op: number, losses: string][];
}

/** The characters that a text of a command may have. */
const LONGEST = 2_000;

/** Ascending numbers as "3-10,12"; undefined where that is longer than a command may be. */
export function ranges(ops: readonly number[]): string | undefined {
  const parts: string[] = [];
  for (let i = 0; i < ops.length; ) {
    let end = i;
    while (end + 1 < ops.length && ops[end + 1] === ops[end] + 1) end++;
    parts.push(end > i ? `${ops[i]}-${ops[end]}` : `${ops[i]}`);
    i = end + 1;
  }
  const text = parts.join(",");
  return text.length <= LONGEST ? text : undefined;
}
