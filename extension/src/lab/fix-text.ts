/** The data of a fix, as graphlab/_src/editor/fix_offers.py writes it, and the lines that it changes. */

export interface FixChoice {
  /** The cell with the fix: before the value that the reader may change, the value, and behind it. */
  after: string;
  slot: string;
  rest: string;
}

export interface Fix {
  text: string;
  /** The number of the cell that it changes. */
  cell: number;
  /** The text of that cell as it ran. */
  before: string;
  choices: FixChoice[];
}

const MOST = 8; // choices

/** Whether saved data is of a fix: a notebook may be from anybody. */
export function isFix(data: unknown): data is Fix {
  const { text, cell, before, choices } = (data ?? {}) as Record<string, unknown>;
  return (
    typeof text === "string" &&
    Number.isSafeInteger(cell) &&
    typeof before === "string" &&
    Array.isArray(choices) &&
    choices.length <= MOST &&
    choices.every((choice) => ["after", "slot", "rest"].every((key) => typeof choice?.[key] === "string"))
  );
}

export interface ChangedLine {
  sign: "-" | "+" | " ";
  text: string;
}

const CONTEXT = 1; // lines around those that change, where a call is on several

/** All lines between the first and the last that differ, so that nothing that is written is hidden, and some around. */
export function changedLines(before: string, after: string): ChangedLine[] {
  const old = before.split("\n");
  const now = after.split("\n");
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  const signed = (sign: ChangedLine["sign"], lines: string[]) => lines.map((text) => ({ sign, text }));
  return [
    ...signed(" ", old.slice(Math.max(0, start - CONTEXT), start)),
    ...signed("-", old.slice(start, old.length - end)),
    ...signed("+", now.slice(start, now.length - end)),
    ...signed(" ", old.slice(old.length - end, old.length - end + CONTEXT)),
  ];
}
