/** Filters and ranks the catalogue: what fits the selection first, then the best match of what the reader types. */
import { type Entry, type Fit, nameOf } from "./entries.ts";

/** What fits and what does not differ by more than two matches of the same word, unless that is its very name. */
const UNFIT = 5;
/** The rank of a match, by where the word is; none of a match anywhere else. */
const RANK = { name: 0, begins: 1, part: 2, inName: 3, call: 4, group: 5, doc: 6 };
/** What is most likely wanted for the selection is before what a word matches better, up to its very name. */
const LIKELY = 2.5;
const SOURCES = /placeholder|constant|variable|data|source|input/i;

export interface Row {
  entry: Entry;
  /** Undefined while the kernel has not answered. */
  fit?: Fit;
}

export interface RowGroup {
  name: string;
  rows: Row[];
}

interface Words {
  name: string;
  parts: string[];
  call: string;
  group: string;
  doc: string;
}

const known = new WeakMap<Entry, Words>();

/**
 * The entries that match each word of `query`, in groups: the group of the best entry is first. `fits`: by the entry's
 * id, the best first; `startsAnew`: nothing is selected, so that sources come first; `likely`: the ids of what is most
 * likely wanted.
 */
export function arranged(
  entries: readonly Entry[],
  fits: ReadonlyMap<string, Fit>,
  query: string,
  startsAnew = false,
  likely: ReadonlySet<string> = new Set(),
): RowGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const order = new Map([...fits.keys()].map((id, i) => [id, i]));
  const ranked = entries.flatMap((entry, i) => {
    const match = matchOf(entry, words);
    if (match === Infinity) return [];
    // What needs no tensor is applied to none, whatever is selected.
    const isApart = !startsAnew && !entry.tensors.length;
    const fit = isApart ? undefined : fits.get(entry.id);
    const isSource = startsAnew && !words.length && isSourceGroup(entry);
    const later = fit?.why
      ? UNFIT * Math.max(1, words.length)
      : isApart
        ? words.length
          ? 0.5
          : UNFIT - 1
        : 0;
    const isLikely = words.length > 0 && match <= RANK.inName * words.length && likely.has(entry.id);
    const rank = match + later - (isSource ? 1 : 0) - (isLikely && !fit?.why && !isApart ? LIKELY : 0);
    return [{ row: { entry, fit }, rank, order: order.get(entry.id) ?? entries.length + i }];
  });
  ranked.sort((a, b) => a.rank - b.rank || a.order - b.order);
  // Without a word a group is listed once, with what does not fit at the end of all.
  const groups = new Map<string, RowGroup>();
  for (const { row } of ranked) {
    const part = row.fit?.why ? `${row.entry.group} ` : row.entry.group;
    const group = groups.get(part) ?? { name: row.entry.group, rows: [] };
    group.rows.push(row);
    groups.set(part, group);
  }
  return [...groups.values()];
}

/** Whether a group's entries need no tensor to begin with. */
function isSourceGroup({ group, tensors }: Entry): boolean {
  return !tensors.length && SOURCES.test(group);
}

/** The sum of the ranks of each word's best match; Infinity when one has none. */
function matchOf(entry: Entry, words: string[]): number {
  if (!words.length) return 0;
  const texts = wordsOf(entry);
  let sum = 0;
  for (const word of words) sum += rankOf(texts, word);
  return sum;
}

function rankOf({ name, parts, call, group, doc }: Words, word: string): number {
  if (name === word) return RANK.name;
  if (name.startsWith(word)) return RANK.begins;
  if (parts.some((part) => part.startsWith(word))) return RANK.part;
  if (name.includes(word)) return RANK.inName;
  if (call.includes(word)) return RANK.call;
  if (group.startsWith(word)) return RANK.group;
  return ` ${doc}`.includes(` ${word}`) ? RANK.doc : Infinity;
}

function wordsOf(entry: Entry): Words {
  let words = known.get(entry);
  if (!words) {
    const name = nameOf(entry);
    const parts = name.split(/_|(?<=[a-z\d])(?=[A-Z])/).map((part) => part.toLowerCase());
    const [call, group, doc] = [entry.call, entry.group, entry.doc].map((text) => text.toLowerCase());
    words = { name: name.toLowerCase(), parts, call, group, doc: doc.replace(/[^a-z\d]+/g, " ") };
    known.set(entry, words);
  }
  return words;
}
