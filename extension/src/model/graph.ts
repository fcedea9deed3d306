/** The graph as the browser knows it: operations by number, kept up to date piece by piece. */
import type { Piece } from "../protocol.ts";

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

interface Operation {
  id: number;
  name: string;
  type: string;
  device: string;
  inputs: number[];
  controls: number[];
  outputs: Output[];
  source: Source;
  attributes?: string[];
  inside: boolean;
}

export class Graph {
  cursor = 0;
  private readonly ops: Operation[] = [];
  private readonly users: number[][] = [];
  private readonly byName = new Map<string, number>();

  constructor(readonly uid: string) {}

  /** Operations are numbered from 0 to here. */
  get count(): number {
    return this.ops.length;
  }

  name(id: number): string {
    return this.ops[id].name;
  }

  type(id: number): string {
    return this.ops[id].type;
  }

  device(id: number): string {
    return this.ops[id].device;
  }

  /** Flat pairs: operation, output. */
  inputs(id: number): readonly number[] {
    return this.ops[id].inputs;
  }

  controls(id: number): readonly number[] {
    return this.ops[id].controls;
  }

  /** The operations that take its outputs or wait for it; one entry per edge. */
  consumers(id: number): readonly number[] {
    return this.users[id];
  }

  /** The operations that it needs: of its inputs, then its control inputs. */
  producers(id: number): number[] {
    return [...this.inputs(id).filter((_, i) => i % 2 === 0), ...this.controls(id)];
  }

  outputs(id: number): readonly Output[] {
    return this.ops[id].outputs;
  }

  source(id: number): Source {
    return this.ops[id].source;
  }

  /** Flat pairs, name and text; undefined while the kernel keeps them. */
  attributes(id: number): readonly string[] | undefined {
    return this.ops[id].attributes;
  }

  /** Whether it holds a graph of its own. */
  inside(id: number): boolean {
    return this.ops[id].inside;
  }

  /** The operation of this name, or -1. */
  find(name: string): number {
    return this.byName.get(name) ?? -1;
  }

  /** Attributes that the kernel has told since. */
  setAttributes(id: number, texts: string[]): void {
    if (this.ops[id]) this.ops[id].attributes = texts;
  }

  /** Takes a piece in and returns the operations it brought or changed; [] when a piece before it is missing. */
  apply(piece: Piece): number[] {
    if (piece.from > this.cursor || piece.to <= this.cursor) return [];
    for (const op of operations(piece)) this.put(op);
    this.cursor = piece.to;
    return piece.ids;
  }

  private put(op: Operation): void {
    const before = this.ops[op.id];
    if (before) for (const producer of producers(before)) remove(this.users[producer], op.id);
    else this.byName.set(op.name, op.id);
    this.ops[op.id] = op;
    this.users[op.id] ??= [];
    for (const producer of producers(op)) {
      this.users[producer] ??= [];
      this.users[producer].push(op.id);
    }
  }
}

function* producers(op: Operation): Iterable<number> {
  for (let i = 0; i < op.inputs.length; i += 2) yield op.inputs[i];
  yield* op.controls;
}

function* operations(piece: Piece): Iterable<Operation> {
  const { strings, ids } = piece;
  const inputs = runs(piece.inputs, 2);
  const controls = runs(piece.controls, 1);
  const outputs = runs(piece.outputs, 2);
  const insides = new Set(piece.insides);
  const sets = piece.attributeSets.map((set) => set.map((text) => strings[text]));
  for (let i = 0; i < ids.length; i++) {
    const [cell, file, line] = piece.sources.slice(3 * i, 3 * i + 3);
    const shapes = outputs();
    yield {
      id: ids[i],
      name: piece.names[i],
      type: strings[piece.types[i]],
      device: strings[piece.devices[i]],
      inputs: inputs(),
      controls: controls(),
      outputs: Array.from({ length: shapes.length / 2 }, (_, k) => ({
        dtype: strings[shapes[2 * k]],
        shape: strings[shapes[2 * k + 1]],
      })),
      source: { cell, file: file < 0 ? "" : strings[file], line },
      attributes: piece.attributes[i] < 0 ? undefined : sets[piece.attributes[i]],
      inside: insides.has(ids[i]),
    };
  }
}

/** Reads a flat column: each run begins with its length, counted in entries of `width` numbers. */
function runs(column: number[], width: number): () => number[] {
  let at = 0;
  return () => {
    const length = column[at] * width;
    const run = column.slice(at + 1, at + 1 + length);
    at += 1 + length;
    return run;
  };
}

function remove(list: number[], item: number): void {
  const at = list.indexOf(item);
  if (at >= 0) list.splice(at, 1);
}
