/** Small graphs for the tests, written as `name: Type(inputs)`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Graph } from "../src/model/graph.ts";
import { Model } from "../src/model/model.ts";
import type { Piece } from "../src/protocol.ts";

export interface Line {
  name: string;
  type: string;
  inputs?: string[];
  shape?: string;
  dtype?: string;
}

/** A piece that brings `lines` to a graph that has `known` operations already. An input `^x` is a control input. */
export function piece(lines: Line[], known: string[] = []): Piece {
  const strings: string[] = [];
  const text = (value: string) => {
    if (!strings.includes(value)) strings.push(value);
    return strings.indexOf(value);
  };
  const names = [...known, ...lines.map((line) => line.name)];
  const id = (name: string) => names.indexOf(name.replace(/^\^/, "").replace(/:\d+$/, ""));
  const index = (name: string) => Number(/:(\d+)$/.exec(name)?.[1] ?? 0);
  const data = ({ inputs = [] }: Line) => inputs.filter((input) => !input.startsWith("^"));
  const control = ({ inputs = [] }: Line) => inputs.filter((input) => input.startsWith("^"));
  return {
    version: 1,
    graph: "test",
    from: known.length,
    to: names.length,
    ids: lines.map((_, i) => known.length + i),
    names: lines.map((line) => line.name),
    types: lines.map((line) => text(line.type)),
    devices: lines.map(() => text("")),
    inputs: lines.flatMap((line) => [
      data(line).length,
      ...data(line).flatMap((input) => [id(input), index(input)]),
    ]),
    controls: lines.flatMap((line) => [control(line).length, ...control(line).map(id)]),
    outputs: lines.flatMap(({ type, shape = "", dtype = "float32" }) =>
      type === "NoOp" ? [0] : [1, text(type === "VariableV2" ? `${dtype}_ref` : dtype), text(shape)],
    ),
    sources: lines.flatMap((_, i) => [1, -1, i + 1]),
    attributes: lines.map(() => 0),
    attributeSets: [[]],
    insides: [],
    strings,
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
  return JSON.parse(readFileSync(join(import.meta.dirname, "fixtures", `${name}.json`), "utf8"));
}

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
