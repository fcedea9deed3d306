/** The protocol between kernel and diagram: pieces of a graph one way, commands the other. */
import { areColumns, readColumns } from "./columns.ts";
import { inflate } from "./inflate.ts";
import { checkPiece } from "./validation.ts";
import { VERSION } from "./version.ts";

/** Some operations of a graph, one column per property; graphlab/_src/viz/protocol.py documents them. */
export interface Piece {
  version: number;
  graph: string;
  from: number;
  to: number;
  /** All texts, concatenated, and the length of each. */
  text: string;
  textLengths: Int32Array;
  scopeParents: Int32Array;
  scopeParts: Int32Array;
  ids: Int32Array;
  scopes: Int32Array;
  parts: Int32Array;
  types: Int32Array;
  devices: Int32Array;
  inputCounts: Int32Array;
  /** The producers of the inputs, and which output of each it is. */
  inputs: Int32Array;
  inputOutputs: Int32Array;
  controlCounts: Int32Array;
  controls: Int32Array;
  outputs: Int32Array;
  outputSets: Int32Array;
  sources: Int32Array;
  locations: Int32Array;
  attributes: Int32Array;
  attributeSets: Int32Array;
  subgraphs: Int32Array;
}

/** A command to the kernel; graphlab/_src/viz/commands.py registers the handlers. */
export interface Command {
  type: string;
  [argument: string]: unknown;
}

const DEFLATED = 0x78; // the first byte of zlib data

/** Unpacks what `packed` in graphlab/_src/viz/protocol.py packed. */
export async function unpack(bytes: Uint8Array<ArrayBuffer>): Promise<Piece> {
  return readPiece(bytes[0] === DEFLATED ? await inflate(bytes) : bytes);
}

/** The same for bytes that are not deflated. */
export function readPiece(bytes: Uint8Array): Piece {
  if (!areColumns(bytes)) throw otherVersion();
  const { header, columns } = readColumns<Pick<Piece, "version" | "graph" | "from" | "to" | "text">>(bytes);
  if (header.version !== VERSION) throw otherVersion();
  const piece = { ...header, ...columns } as unknown as Piece;
  checkPiece(piece);
  addUp(piece.ids);
  addUp(piece.controls);
  let at = 0;
  piece.inputCounts.forEach((count, i) => {
    for (const end = at + count; at < end; at++) piece.inputs[at] = piece.ids[i] - piece.inputs[at];
  });
  return piece;
}

function otherVersion(): Error {
  return new Error("This diagram was saved by another version of graphlab: run its cell again to see it.");
}

/** Replaces differences by the numbers themselves. */
function addUp(numbers: Int32Array): void {
  for (let i = 1; i < numbers.length; i++) numbers[i] += numbers[i - 1];
}

/** Bytes as text and back, for a place in a notebook file. */
export function toBase64(bytes: Uint8Array): string {
  let text = "";
  // In blocks, because every argument of a call takes space on the stack.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/** 32-bit numbers in base64. */
export function numbersIn(text: string): Int32Array {
  const { buffer, length } = fromBase64(text);
  return new Int32Array(buffer, 0, length >> 2);
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text);
  const bytes = new Uint8Array(plain.length);
  for (let i = 0; i < plain.length; i++) bytes[i] = plain.charCodeAt(i);
  return bytes;
}
