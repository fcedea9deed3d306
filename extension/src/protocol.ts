/** What goes between the kernel and the picture: pieces of a graph one way, commands the other. */

export const VERSION = 1;

/** Some operations of a graph, one column per property; graphlab/viz/protocol.py says what each holds. */
export interface Piece {
  version: number;
  graph: string;
  from: number;
  to: number;
  strings: string[];
  ids: number[];
  names: string[];
  types: number[];
  devices: number[];
  inputs: number[];
  controls: number[];
  outputs: number[];
  sources: number[];
  attributes: number[];
  attributeSets: number[][];
  /** Operations that can be looked into; pieces that were saved before this was told lack it. */
  insides?: number[];
}

/** What a picture asks of the kernel; graphlab/viz/commands.py says who answers. */
export interface Command {
  type: string;
  [argument: string]: unknown;
}
const BRACE = 123; // how JSON begins, and nothing that is deflated

/** Opens what `packed` in graphlab/viz/protocol.py closed. */
export async function unpack(bytes: Uint8Array<ArrayBuffer>): Promise<Piece> {
  const piece: Piece =
    bytes[0] === BRACE ? JSON.parse(new TextDecoder().decode(bytes)) : await inflate(bytes);
  if (piece.version !== VERSION)
    throw new Error(`This picture reads protocol ${VERSION}, the graph was written as ${piece.version}.`);
  return piece;
}

function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Piece> {
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

/** Bytes as text and back, for a place in a notebook file. */
export function toBase64(bytes: Uint8Array): string {
  let text = "";
  // In blocks, because every argument of one call takes a place on the stack.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
