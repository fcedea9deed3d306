/** The graph in the browser: operations by number, in columns that each piece extends. */
import type { Piece } from "../../protocol.ts";
import { checkNumbers } from "../../validation.ts";
import { Names } from "./names.ts";
import { grown, RaggedArray } from "./ragged.ts";
import { StringTable } from "./strings.ts";

/** A tensor: operation and output index; as a fetch, output -1 is the operation itself. */
export type TensorId = [op: number, output: number];

export interface Output {
  dtype: string;
  /** As the protocol writes it: "?,784", "" for a scalar, "*" for an unknown rank. */
  shape: string;
}

/** Where an operation was made: in a cell (its number, else -1), or in a file; the line counts from 1. */
export interface Source {
  cell: number;
  file: string;
  line: number;
}

export class Graph {
  cursor = 0;
  /** Operations are numbered from 0 to here. */
  count = 0;
  texts = new StringTable();
  names = new Names(this.texts);
  /** The type of each operation, as the number of a text: for loops over the whole graph. */
  types: Int32Array = new Int32Array(0);
  /** The numbers of the texts that are types. */
  readonly typeTexts = new Set<number>();
  /** Flat pairs: operation, output. */
  inputLists = new RaggedArray();
  controlLists = new RaggedArray();
  consumerLists = new RaggedArray();
  private devices: Int32Array = new Int32Array(0);
  private outputSets: Output[][] = [];
  private outputsOf: Int32Array = new Int32Array(0);
  private sources: Source[] = [];
  private sourceOf: Int32Array = new Int32Array(0);
  private attributeSets: string[][] = [];
  private attributesOf: Int32Array = new Int32Array(0);
  /** Attributes that the kernel sent on request. */
  private readonly receivedAttributes = new Map<number, string[]>();
  private readonly withSubgraph = new Set<number>();

  constructor(readonly uid: string) {}

  name(id: number): string {
    return this.names.name(id);
  }

  type(id: number): string {
    return this.texts.of(this.types[id]);
  }

  device(id: number): string {
    return this.texts.of(this.devices[id]);
  }

  /** Flat pairs: operation, output. */
  inputs(id: number): readonly number[] {
    return this.inputLists.list(id);
  }

  controls(id: number): readonly number[] {
    return this.controlLists.list(id);
  }

  /** The consumers of its outputs, and the operations with a control dependency on it; one entry per edge. */
  consumers(id: number): readonly number[] {
    return this.consumerLists.list(id);
  }

  /** Whether `test` is true of every consumer; faster than a list of them. */
  everyUser(id: number, test: (user: number) => boolean): boolean {
    const { at, length, data } = this.consumerLists;
    const end = at[id] + length[id];
    for (let i = at[id]; i < end; i++) if (!test(data[i])) return false;
    return true;
  }

  /** The number of edges from it to consumers. */
  uses(id: number): number {
    return this.consumerLists.length[id];
  }

  /** The producers of its inputs, then its control inputs. */
  producers(id: number): number[] {
    return [...this.inputs(id).filter((_, i) => i % 2 === 0), ...this.controls(id)];
  }

  outputs(id: number): readonly Output[] {
    return this.outputSets[this.outputsOf[id]];
  }

  source(id: number): Source {
    return this.sources[this.sourceOf[id]];
  }

  /** Flat pairs, name and text; undefined while only the kernel has them. */
  attributes(id: number): readonly string[] | undefined {
    return this.receivedAttributes.get(id) ?? this.attributeSets[this.attributesOf[id]];
  }

  /** Whether it has a subgraph: a function's or a loop's body. */
  hasSubgraph(id: number): boolean {
    return this.withSubgraph.has(id);
  }

  /** The operation of this name, or -1. */
  find(name: string): number {
    return this.names.find(name);
  }

  /** Stores attributes that the kernel sent on request. */
  setAttributes(id: number, texts: string[]): void {
    if (id >= 0 && id < this.count) this.receivedAttributes.set(id, texts);
  }

  /** Applies a piece and returns the operations that it added or changed; [] when an earlier piece is missing. */
  apply(piece: Piece): Int32Array {
    if (piece.from > this.cursor || piece.to <= this.cursor) return new Int32Array(0);
    const before = this.count;
    const count = checkNumbers(piece, before);
    this.cursor = piece.to;
    const texts = this.takeTexts(piece);
    this.names.add(piece, texts);
    this.count = count;
    this.takeProperties(piece, texts);
    if (before === 0) this.takeEdges(piece);
    else this.changeEdges(piece, before);
    return piece.ids;
  }

  /** The number, in this graph, of each text of the piece. */
  private takeTexts({ text, textLengths }: Piece): Int32Array {
    const ends = textLengths.slice();
    for (let i = 1; i < ends.length; i++) ends[i] += ends[i - 1];
    const theirs = new StringTable(text, ends);
    if (this.count) return ends.map((_, number) => this.texts.number(theirs.of(number)));
    this.texts = theirs;
    this.names = new Names(theirs);
    return ends.map((_, number) => number);
  }

  private takeProperties(piece: Piece, texts: Int32Array): void {
    const { ids } = piece;
    const known = [this.outputSets.length, this.sources.length, this.attributeSets.length];
    const read = (numbers: number[]) => numbers.map((number) => this.texts.of(texts[number]));
    for (const set of lists(piece.outputSets))
      this.outputSets.push(pairs(read(set)).map(([dtype, shape]) => ({ dtype, shape })));
    for (const set of lists(piece.attributeSets)) this.attributeSets.push(read(set));
    for (let i = 0; i < piece.locations.length; i += 3) {
      const [cell, file, line] = piece.locations.subarray(i, i + 3);
      this.sources.push({ cell, file: file < 0 ? "" : this.texts.of(texts[file]), line });
    }
    const resized = (numbers: Int32Array) =>
      this.count > numbers.length ? grown(numbers, this.count) : numbers;
    this.types = resized(this.types);
    this.devices = resized(this.devices);
    this.outputsOf = resized(this.outputsOf);
    this.sourceOf = resized(this.sourceOf);
    this.attributesOf = resized(this.attributesOf);
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i];
      this.types[id] = texts[piece.types[i]];
      this.devices[id] = texts[piece.devices[i]];
      this.outputsOf[id] = known[0] + piece.outputs[i];
      this.sourceOf[id] = known[1] + piece.sources[i];
      this.attributesOf[id] = piece.attributes[i] < 0 ? -1 : known[2] + piece.attributes[i];
      if (this.receivedAttributes.size) this.receivedAttributes.delete(id);
    }
    for (const type of new Set(piece.types)) this.typeTexts.add(texts[type]);
    if (this.withSubgraph.size) for (const id of ids) this.withSubgraph.delete(id);
    for (const id of piece.subgraphs) this.withSubgraph.add(id);
  }

  /** Stores the edges of a graph that arrives as one piece: its operations are in the order of their numbers. */
  private takeEdges({ inputCounts, inputs, inputOutputs, controlCounts, controls }: Piece): void {
    const flat = new Int32Array(2 * inputs.length);
    for (let i = 0; i < inputs.length; i++) {
      flat[2 * i] = inputs[i];
      flat[2 * i + 1] = inputOutputs[i];
    }
    this.inputLists = RaggedArray.of(
      inputCounts.map((count) => 2 * count),
      flat,
    );
    this.controlLists = RaggedArray.of(controlCounts, controls);
    this.consumerLists = this.transposed();
  }

  /** The edges by their producer. */
  private transposed(): RaggedArray {
    const lengths = new Int32Array(this.count);
    this.eachEdge((producer) => lengths[producer]++);
    const users = RaggedArray.of(
      lengths,
      new Int32Array(this.inputLists.data.length / 2 + this.controlLists.data.length),
    );
    const next = users.at.slice();
    this.eachEdge((producer, user) => {
      users.data[next[producer]++] = user;
    });
    return users;
  }

  private eachEdge(edge: (producer: number, user: number) => void): void {
    const { inputLists, controlLists } = this;
    for (let id = 0; id < this.count; id++) {
      const end = inputLists.at[id] + inputLists.length[id];
      for (let i = inputLists.at[id]; i < end; i += 2) edge(inputLists.data[i], id);
      const last = controlLists.at[id] + controlLists.length[id];
      for (let i = controlLists.at[id]; i < last; i++) edge(controlLists.data[i], id);
    }
  }

  private changeEdges(piece: Piece, known: number): void {
    for (const lists of [this.inputLists, this.controlLists, this.consumerLists]) lists.grow(this.count);
    let input = 0;
    let control = 0;
    piece.ids.forEach((id, i) => {
      if (id < known) for (const producer of this.producers(id)) this.consumerLists.remove(producer, id);
      const flat: number[] = [];
      for (const end = input + piece.inputCounts[i]; input < end; input++)
        flat.push(piece.inputs[input], piece.inputOutputs[input]);
      this.inputLists.set(id, flat);
      const end = control + piece.controlCounts[i];
      this.controlLists.set(id, piece.controls.subarray(control, end));
      control = end;
      for (const producer of this.producers(id)) this.consumerLists.push(producer, id);
    });
  }
}

/** Yields the lists of a flat column, in which each list follows its length. */
function* lists(column: Int32Array): Iterable<number[]> {
  for (let at = 0; at < column.length; at += 1 + column[at])
    yield Array.from(column.subarray(at + 1, at + 1 + column[at]));
}

function pairs(flat: string[]): [string, string][] {
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);
}
