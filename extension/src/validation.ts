/**
 * Validates pieces: a notebook or page may contain any numbers, and the code that reads a graph uses them as indices.
 */
import type { Piece } from "./protocol.ts";

// The limits of what can be drawn. Paths are texts of their own, so deeply nested names take the square of their length.
const MOST_OPERATIONS = 2 ** 22;
const DEEPEST = 1000;
const MOST_PATHS = 2 ** 27; // characters

const COLUMNS = [
  ...[
    "textLengths",
    "scopeParents",
    "scopeParts",
    "ids",
    "scopes",
    "parts",
    "types",
    "devices",
    "inputCounts",
  ],
  ...["inputs", "inputOutputs", "controlCounts", "controls", "outputs", "outputSets", "sources", "locations"],
  ...["attributes", "attributeSets", "subgraphs"],
] as (keyof Piece)[];

/** Raises an Error if a piece is inconsistent in itself; its numbers are no longer differences. */
export function checkPiece(piece: Piece): void {
  need(typeof piece.text === "string" && typeof piece.graph === "string", "it has no texts");
  need(isCursor(piece.from) && isCursor(piece.to), "it has no place in a graph");
  for (const name of COLUMNS) need(piece[name] instanceof Int32Array, `it has no ${name}`);
  const { ids, textLengths, scopeParents, locations } = piece;
  const texts = textLengths.length;
  const count = ids.length;
  need(count <= MOST_OPERATIONS, `it has ${count.toLocaleString("en")} operations`);
  for (const name of ["scopes", "parts", "types", "devices", "inputCounts", "controlCounts"] as const)
    need(piece[name].length === count, `${name} are not as many as operations`);
  for (const name of ["outputs", "sources", "attributes"] as const)
    need(piece[name].length === count, `${name} are not as many as operations`);
  need(sum(textLengths) === piece.text.length, "its texts are not as long as it says");
  need(sum(piece.inputCounts) === piece.inputs.length, "its inputs are not as many as it says");
  need(piece.inputOutputs.length === piece.inputs.length, "its inputs are not as many as it says");
  need(sum(piece.controlCounts) === piece.controls.length, "its control inputs are not as many as it says");
  need(piece.scopeParts.length === scopeParents.length, "its scopes have no names");
  need(locations.length % 3 === 0, "its locations are cut off");
  for (const name of ["scopeParts", "parts", "types", "devices"] as const)
    within(piece[name], 0, texts, name);
  within(piece.scopes, 0, scopeParents.length + 1, "scopes");
  within(piece.inputOutputs, 0, 2 ** 31, "inputOutputs");
  within(piece.outputs, 0, checkSets(piece.outputSets, texts), "outputs");
  within(piece.attributes, -1, checkSets(piece.attributeSets, texts), "attributes");
  within(piece.sources, 0, locations.length / 3, "sources");
  for (let i = 1; i < locations.length; i += 3) need(locations[i] >= -1 && locations[i] < texts, "locations");
  checkScopes(piece);
}

/**
 * Raises an Error if a piece does not fit a graph of `known` operations: new ones have the next numbers. Returns the
 * new number of operations.
 */
export function checkNumbers({ ids, inputs, controls, subgraphs }: Piece, known: number): number {
  let next = known;
  for (const id of ids) {
    need(id >= 0 && id <= next, "its operations are not numbered one after the other");
    if (id === next) next++;
  }
  need(known > 0 || next === ids.length, "it describes an operation twice");
  need(next <= MOST_OPERATIONS, `the graph would have ${next.toLocaleString("en")} operations`);
  within(inputs, 0, next, "inputs");
  within(controls, 0, next, "controls");
  within(subgraphs, 0, next, "subgraphs");
  return next;
}

function checkScopes({ scopeParents, scopeParts, textLengths }: Piece): void {
  const depths = new Int32Array(scopeParents.length + 1);
  const lengths = new Float64Array(scopeParents.length + 1);
  let all = 0;
  for (let i = 0; i < scopeParents.length; i++) {
    const parent = scopeParents[i];
    need(parent >= 0 && parent <= i, "a scope lies in itself");
    depths[i + 1] = depths[parent] + 1;
    lengths[i + 1] = lengths[parent] + textLengths[scopeParts[i]] + 1;
    all += lengths[i + 1];
    need(depths[i + 1] <= DEEPEST, `its scopes lie more than ${DEEPEST.toLocaleString("en")} deep`);
  }
  need(all <= MOST_PATHS, "its names are too long");
}

/** The number of lists of pairs of texts in a flat column, in which each list follows its length. */
function checkSets(column: Int32Array, texts: number): number {
  let count = 0;
  for (let at = 0; at < column.length; count++) {
    const length = column[at];
    need(length >= 0 && length % 2 === 0 && at + length < column.length, "a list is not as long as it says");
    for (const end = at++ + length; at <= end; at++)
      need(column[at] >= 0 && column[at] < texts, "a text is missing");
  }
  return count;
}

function within(numbers: Int32Array, low: number, high: number, name: string): void {
  for (const number of numbers)
    need(number >= low && number < high, `it refers to ${name} that do not exist`);
}

function sum(lengths: Int32Array): number {
  let all = 0;
  for (const length of lengths) {
    if (length < 0) return -1;
    all += length;
  }
  return all;
}

function isCursor(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function need(is: boolean, what: string): void {
  if (!is) throw new Error(`This is not a graph that can be drawn: ${what}.`);
}
