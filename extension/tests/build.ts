/** Small graphs for the tests, written as `name: Type(inputs)`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import type { Graph } from "../src/model/graph/graph.ts";
import { Model } from "../src/model/hierarchy/model.ts";
import { type Piece, readPiece } from "../src/protocol.ts";
import { VERSION } from "../src/version.ts";

export interface Line {
  name: string;
  type: string;
  inputs?: string[];
  shape?: string;
  dtype?: string;
}

/** A piece that brings `lines` to a graph that has `known` operations already. An input `^x` is a control input. */
export function piece(lines: Line[], known: string[] = []): Piece {
  const texts = new Map<string, number>();
  const text = (value: string) => {
    if (!texts.has(value)) texts.set(value, texts.size);
    return texts.get(value) as number;
  };
  const scopes = new Map([["", 0]]);
  const scopeParents: number[] = [];
  const scopeParts: number[] = [];
  const scope = (parts: string[]): number => {
    const key = parts.map((part) => `${part}/`).join("");
    if (!scopes.has(key)) {
      const parent = scope(parts.slice(0, -1));
      scopeParents.push(parent);
      scopeParts.push(text(parts[parts.length - 1]));
      scopes.set(key, scopeParents.length);
    }
    return scopes.get(key) as number;
  };
  const names = [...known, ...lines.map((line) => line.name)];
  const numbers = new Map(names.map((name, i) => [name, i]));
  const id = (name: string) => numbers.get(name.replace(/^\^/, "").replace(/:\d+$/, "")) as number;
  const index = (name: string) => Number(/:(\d+)$/.exec(name)?.[1] ?? 0);
  const data = ({ inputs = [] }: Line) => inputs.filter((input) => !input.startsWith("^"));
  const control = ({ inputs = [] }: Line) => inputs.filter((input) => input.startsWith("^"));
  const column = (of: (line: Line, i: number) => number | number[]) => Int32Array.from(lines.flatMap(of));
  const columns = {
    ids: column((_, i) => known.length + i),
    scopes: column(({ name }) => scope(name.split("/").slice(0, -1))),
    parts: column(({ name }) => text(name.slice(name.lastIndexOf("/") + 1))),
    types: column(({ type }) => text(type)),
    devices: column(() => text("")),
    inputCounts: column((line) => data(line).length),
    inputs: column((line) => data(line).map(id)),
    inputOutputs: column((line) => data(line).map(index)),
    controlCounts: column((line) => control(line).length),
    controls: column((line) => control(line).map(id)),
    outputs: column((_, i) => i),
    outputSets: column(({ type, shape = "", dtype = "float32" }) =>
      type === "NoOp" ? 0 : [2, text(type === "VariableV2" ? `${dtype}_ref` : dtype), text(shape)],
    ),
    sources: column((_, i) => i),
    locations: column((_, i) => [1, -1, i + 1]),
    attributes: column(() => 0),
    attributeSets: Int32Array.of(0),
    subgraphs: new Int32Array(0),
  };
  return {
    version: VERSION,
    graph: "test",
    from: known.length,
    to: names.length,
    text: [...texts.keys()].join(""),
    textLengths: Int32Array.from(texts.keys(), (one) => one.length),
    scopeParents: Int32Array.from(scopeParents),
    scopeParts: Int32Array.from(scopeParts),
    ...columns,
  };
}

export function namesOf(graph: Graph): string[] {
  return Array.from({ length: graph.count }, (_, id) => graph.name(id));
}

export function model(lines: Line[]): Model {
  const made = new Model("test");
  made.apply(piece(lines));
  return made;
}

/** A piece that the kernel would send for a graph made by real TensorFlow; fixtures/make.py wrote it. */
export function fixture(name: string): Piece {
  return readPiece(inflateSync(readFileSync(join(import.meta.dirname, "fixtures", `${name}.piece`))));
}

/** A dense layer without bias. */
export const LAYER: Line[] = [
  { name: "x", type: "Placeholder", shape: "?,784" },
  { name: "dense/kernel", type: "VariableV2", shape: "784,10" },
  { name: "dense/kernel/read", type: "Identity", inputs: ["dense/kernel"], shape: "784,10" },
  { name: "dense/MatMul", type: "MatMul", inputs: ["x", "dense/kernel/read"], shape: "?,10" },
  { name: "dense/Relu", type: "Relu", inputs: ["dense/MatMul"], shape: "?,10" },
];

/** y = w * x + b with an initializer and one step of training. */
export const LINEAR: Line[] = [
  { name: "x", type: "Placeholder", shape: "?,3" },
  { name: "target", type: "Placeholder", shape: "?" },
  { name: "w/initial_value", type: "Const", shape: "3" },
  { name: "w", type: "VariableV2", shape: "3" },
  { name: "w/Assign", type: "Assign", inputs: ["w", "w/initial_value"], shape: "3" },
  { name: "w/read", type: "Identity", inputs: ["w"], shape: "3" },
  { name: "mul", type: "Mul", inputs: ["x", "w/read"], shape: "?,3" },
  { name: "loss/sub", type: "Sub", inputs: ["mul", "target"], shape: "?" },
  { name: "loss/Mean", type: "Mean", inputs: ["loss/sub"] },
  { name: "gradients/loss/Mean_grad/Tile", type: "Tile", inputs: ["loss/Mean"], shape: "?" },
  { name: "gradients/mul_grad/Mul", type: "Mul", inputs: ["gradients/loss/Mean_grad/Tile", "x"], shape: "3" },
  { name: "GradientDescent/rate", type: "Const" },
  {
    name: "GradientDescent/update_w/Apply",
    type: "ApplyGradientDescent",
    inputs: ["w", "GradientDescent/rate", "gradients/mul_grad/Mul"],
    shape: "3",
  },
  { name: "GradientDescent", type: "NoOp", inputs: ["^GradientDescent/update_w/Apply"] },
  { name: "init", type: "NoOp", inputs: ["^w/Assign"] },
];
