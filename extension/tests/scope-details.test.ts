import { expect, test } from "vitest";
import { floatingPointOperations } from "../src/model/graph/cost.ts";
import { Graph } from "../src/model/graph/graph.ts";
import { Model } from "../src/model/hierarchy/model.ts";
import { scopeDetails } from "../src/model/queries/scope-details.ts";
import { type Line, piece } from "./build.ts";

const LAYER: Line[] = [
  { name: "x", type: "Placeholder", shape: "?,784" },
  { name: "dense/kernel", type: "VariableV2", shape: "784,10" },
  { name: "dense/kernel/read", type: "Identity", inputs: ["dense/kernel"], shape: "784,10" },
  { name: "dense/kernel/Adam", type: "VariableV2", shape: "784,10" },
  { name: "dense/MatMul", type: "MatMul", inputs: ["x", "dense/kernel/read"], shape: "?,10" },
  { name: "dense/Relu", type: "Relu", inputs: ["dense/MatMul"], shape: "?,10" },
  { name: "loss", type: "Mean", inputs: ["dense/Relu"], shape: "" },
];

function details(lines: Line[], path: string) {
  const model = new Model("test");
  model.apply(piece(lines));
  const node = model.hierarchy.find(path);
  if (!node) throw new Error(path);
  return scopeDetails(model, node);
}

test("a scope's card has what enters and leaves it, its parameters, memory and cost", () => {
  const found = details(LAYER, "dense");
  expect(found.operations).toBe(5);
  expect(found.types.slice(0, 2)).toEqual([
    ["MatMul", 1],
    ["Relu", 1],
  ]);
  expect(found.inputs.map(({ name, tensor }) => `${name} ${tensor}`)).toEqual(["x:0 float32 ?×784"]);
  expect(found.outputs.map(({ name }) => name)).toEqual(["dense/Relu:0"]);
  expect(found.variables.map(({ name }) => name)).toEqual(["dense/kernel"]);
  expect(found.parameters).toBe(7840);
  expect([found.parameterBytes, found.slotBytes]).toEqual([4 * 7840, 4 * 7840]);
  expect(found.cost).toBe(2 * 7840 + 10);
  expect(found.isOpen).toBe(true);
});

test("a scope that nothing consumes shows the ends in it as its outputs", () => {
  const found = details(
    [
      { name: "x", type: "Placeholder", shape: "3" },
      { name: "loss/sub", type: "Neg", inputs: ["x"], shape: "3" },
      { name: "loss/sum", type: "Sum", inputs: ["loss/sub"], shape: "" },
    ],
    "loss",
  );
  expect(found.outputs.map(({ name }) => name)).toEqual(["loss/sum:0"]);
  expect(found.isOpen).toBe(false);
});

test("products and convolutions cost two operations for each number of the window", () => {
  const graph = new Graph("test");
  const lines: Line[] = [
    { name: "images", type: "Placeholder", shape: "?,28,28,3" },
    { name: "filter", type: "Const", shape: "5,5,3,8" },
    { name: "conv", type: "Conv2D", inputs: ["images", "filter"], shape: "?,28,28,8" },
    { name: "depth", type: "DepthwiseConv2dNative", inputs: ["images", "filter"], shape: "?,28,28,24" },
    { name: "back", type: "Conv2DBackpropFilter", inputs: ["images", "filter", "conv"], shape: "5,5,3,8" },
    { name: "batches", type: "Placeholder", shape: "2,4,5" },
    { name: "other", type: "Placeholder", shape: "2,5,6" },
    { name: "product", type: "BatchMatMulV2", inputs: ["batches", "other"], shape: "2,4,6" },
    { name: "view", type: "Reshape", inputs: ["product"], shape: "48" },
  ];
  graph.apply(piece(lines));
  const cost = (name: string) => floatingPointOperations(graph, graph.find(name));
  expect(cost("conv")).toBe(2 * 28 * 28 * 8 * 75);
  expect(cost("back")).toBe(cost("conv"));
  expect(cost("depth")).toBe(2 * 28 * 28 * 24 * 25);
  expect(cost("product")).toBe(2 * 2 * 4 * 5 * 6);
  expect(cost("view")).toBe(0);
});
