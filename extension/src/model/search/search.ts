/** Searches a graph for operations, the best first. */
import type { Graph } from "../graph/graph.ts";
import { IN_GRADIENTS } from "../graph/op-types.ts";
import { expressionIn } from "./pattern.ts";
import { attributeQuery, type SearchContext, scopeTest, type Test, testOf } from "./predicates.ts";
import { parse, QueryError, type Term } from "./syntax.ts";

export interface Hits {
  /** The operations, the best first. */
  ids: Int32Array;
  /** The parts of names in the query, to be marked in the results. */
  words: string[];
  /** Attributes that only the kernel has: the result is complete when it has sent the operations that have them. */
  kernelQueries: [name: string, value: string][];
  /** Whether the query consists of parts of names only. */
  onlyWords: boolean;
  /** What is wrong with the query. */
  fault?: string;
}

const NOTHING: SearchContext = { is: () => false, attribute: () => undefined };

export function search(graph: Graph, text: string, context: SearchContext = NOTHING): Hits {
  const none = (fault?: string): Hits => ({
    ids: new Int32Array(0),
    words: [],
    kernelQueries: [],
    onlyWords: false,
    fault,
  });
  let terms: Term[];
  const found: number[] = [];
  try {
    terms = parse(text);
    const tests = [...terms]
      .sort((a, b) => cost(a) - cost(b))
      .map((term) => negated(term, testOf(graph, term, context)));
    for (let id = 0; id < graph.count; id++) if (tests.every((test) => test(id))) found.push(id);
  } catch (error) {
    if (error instanceof QueryError) return none(error.message);
    throw error;
  }
  const words = terms
    .filter(
      ({ key, value, not }) => (key === "" || key === "name") && !not && expressionIn(value) === undefined,
    )
    .map(({ value }) => value);
  const last = graph.count - 1;
  const isInKernel = last >= 0 && !(graph.attributes(0) && graph.attributes(last));
  const kernelQueries = terms.flatMap((term) => {
    const query = isInKernel ? attributeQuery(term) : undefined;
    return query && !context.attribute(...query) ? [query] : [];
  });
  const onlyWords = words.length > 0 && words.length === terms.length;
  return { ids: ranked(graph, found, words), words, kernelQueries, onlyWords };
}

/** Names are the longest texts: they are tested last, on few operations. */
function cost({ key }: Term): number {
  return key === "" || key === "name" || key === "scope" ? 1 : 0;
}

function negated({ not }: Term, test: Test): Test {
  return not ? (id) => !test(id) : test;
}

const RANKS = 40;
const COMMON = new Set(["Const", "Shape", "Identity", "Assign"]);

/** Ranks the results: names that begin with a word, ends of the graph, shallow scopes; then by creation. */
function ranked(graph: Graph, found: number[], words: string[]): Int32Array {
  // Counting sort: there may be a million of them.
  const rank = ranker(graph, words);
  const ranks = Uint8Array.from(found, rank);
  const starts = new Int32Array(RANKS + 1);
  for (const rank of ranks) starts[rank + 1]++;
  for (let i = 0; i < RANKS; i++) starts[i + 1] += starts[i];
  const sorted = new Int32Array(found.length);
  for (let i = 0; i < found.length; i++) sorted[starts[ranks[i]]++] = found[i];
  return sorted;
}

/** Returns the rank of an operation, from its scope, its last name part, its type and its edges, each computed once. */
function ranker(graph: Graph, words: string[]): (id: number) => number {
  const { names, texts } = graph;
  const plain = words.map((word) => word.toLowerCase().replace(/:\d+$/, ""));
  const leaves = plain.map((word) => word.slice(word.lastIndexOf("/") + 1));
  const inGradients = scopeTest(graph, IN_GRADIENTS);
  const depths = new Uint8Array(names.scopeCount);
  for (let scope = 1; scope < names.scopeCount; scope++)
    depths[scope] = Math.min(5, depths[names.nameParents[scope]] + 1);
  const ofPart = new Int8Array(texts.count).fill(1);
  const part = (number: number) => {
    if (ofPart[number] > 0) {
      const text = texts.of(number).toLowerCase();
      ofPart[number] = leaves.includes(text) ? -10 : leaves.some((leaf) => text.startsWith(leaf)) ? -8 : 0;
    }
    return ofPart[number];
  };
  const whole = plain.length === 1 ? plain[0] : "";
  return (id) => {
    const scope = names.scopes[id];
    const isOwn = names.own[scope] === id;
    let rank = 12 + 2 * Math.max(0, depths[scope] - (isOwn ? 1 : 0)) + part(names.parts[id]);
    if (whole && ofPart[names.parts[id]] === -10 && graph.name(id).toLowerCase() === whole) return 0;
    if (graph.uses(id) === 0) rank -= 1;
    if (inGradients(id)) rank += 12;
    if (COMMON.has(graph.type(id))) rank += 4;
    return Math.max(1, Math.min(RANKS - 1, rank));
  };
}

/** The scopes that a query of names alone finds: the last part of their name begins with one of the words. */
export function scopesFor(graph: Graph, words: string[], most: number): number[] {
  const { names, texts } = graph;
  const plain = words.map((word) => word.toLowerCase());
  const found: number[] = [];
  for (let scope = 1; scope < names.scopeCount && plain.length; scope++) {
    const leaf = texts.of(names.scopeParts[scope]).toLowerCase();
    if (!plain.some((word) => leaf.startsWith(word.slice(word.lastIndexOf("/") + 1)))) continue;
    const path = names.scopeName(scope).toLowerCase();
    if (plain.every((word) => path.includes(word))) found.push(scope);
  }
  const length = new Map(found.map((scope) => [scope, names.scopeName(scope).length]));
  return found.sort((a, b) => (length.get(a) ?? 0) - (length.get(b) ?? 0) || a - b).slice(0, most);
}
