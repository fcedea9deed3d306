import { expect, test } from "vitest";
import { isMessage } from "../src/messages.ts";
import { explanation } from "../src/model/queries/explanation.ts";
import { ranges } from "../src/model/runs/explain.ts";
import { LAYER, type Line, model } from "./build.ts";

const LOSS: Line[] = [
  ...LAYER,
  { name: "penalty", type: "L2Loss", inputs: ["dense/kernel/read"], shape: "" },
  { name: "mean", type: "Mean", inputs: ["dense/Relu"], shape: "" },
  { name: "loss", type: "Add", inputs: ["mean", "penalty"], shape: "" },
  { name: "rows", type: "Where", inputs: ["dense/Relu"], shape: "?,2" },
  { name: "y", type: "Relu", inputs: ["rows"], shape: "?,2" },
];

function explained(lines: Line[], ...paths: string[]) {
  const made = model(lines);
  return explanation(
    made,
    paths.flatMap((path) => made.hierarchy.find(path) ?? []),
  );
}

test("a layer's shapes name the batch, and its cost is that of an example", () => {
  const found = explained(LOSS, "dense");
  expect(found.inputs.map(({ name, tensor }) => `${name} ${tensor}`)).toEqual(["x:0 float32 N×784"]);
  expect(found.outputs.map(({ tensor }) => tensor)).toContain("float32 N×10");
  expect([found.perExample, found.perRun]).toEqual([2 * 7840 + 10, 0]);
  expect([found.parameters, found.parameterBytes]).toEqual([7840, 31_360]);
  expect(found.mustBeFed.map(({ name }) => name)).toEqual(["x"]);
  expect(found.read.map(({ name }) => name)).toEqual(["dense/kernel"]);
});

test("what does not depend on the examples costs the same for any batch", () => {
  const found = explained(LOSS, "penalty");
  expect([found.perExample, found.perRun]).toEqual([0, 7840]);
  expect(found.mustBeFed).toEqual([]);
});

test("an axis whose size depends on values is not called the batch", () => {
  const found = explained(LOSS, "y");
  expect(found.outputs[0].tensor).toBe("float32 ?×2");
  expect(found.isOpen).toBe(true);
});

test("with two open axes nothing says which is the batch", () => {
  const found = explained(
    [
      { name: "x", type: "Placeholder", shape: "?,?,8" },
      { name: "y", type: "Relu", inputs: ["x"], shape: "?,?,8" },
    ],
    "y",
  );
  expect(found.outputs.map(({ tensor }) => tensor)).toEqual(["float32 ?×?×8"]);
});

test("rows that are flattened into each other are no examples any more", () => {
  const flat = (shape: string) =>
    explained(
      [
        { name: "x", type: "Placeholder", shape: "?,4,2" },
        { name: "y", type: "Reshape", inputs: ["x"], shape },
      ],
      "y",
    ).outputs[0].tensor;
  expect(flat("?,8")).toBe("float32 N×8");
  expect(flat("?,2")).toBe("float32 ?×2");
});

test("a mask of the shape of a batch has its rows", () => {
  const lines: Line[] = [
    { name: "x", type: "Placeholder", shape: "?,8" },
    { name: "shape", type: "Shape", inputs: ["x"], shape: "2" },
    { name: "noise", type: "RandomUniform", inputs: ["shape"], shape: "?,8" },
    { name: "y", type: "Mul", inputs: ["x", "noise"], shape: "?,8" },
  ];
  expect(explained(lines, "y").outputs[0].tensor).toBe("float32 N×8");
});

test("several nodes are explained as one: what passes between them neither enters nor leaves", () => {
  const found = explained(LOSS, "dense", "mean");
  expect(found.inputs.map(({ name }) => name)).toEqual(["x:0"]);
  expect(found.outputs.map(({ name }) => name)).toContain("mean:0");
  expect(explained(LOSS, "dense", "mean", "rows").outputs.map(({ name }) => name)).not.toContain(
    "dense/Relu:0",
  );
  expect(found.parameters).toBe(7840);
});

test("a selection is named to the kernel as ranges", () => {
  expect(ranges([0, 1, 2, 5, 7, 8])).toBe("0-2,5,7-8");
  expect(ranges(Array.from({ length: 2_000 }, (_, i) => 2 * i))).toBeUndefined();
});

test("a message with a link to no operation is ignored", () => {
  const message = { type: "explain", request: 1, computes: [["a ", [3, "b"]]], gradients: [], needed: [] };
  const rest = { others: [], path: "", stops: "", receivers: [] };
  expect(isMessage({ ...message, ...rest })).toBe(true);
  expect(isMessage({ ...message, ...rest, computes: [[["3", "b"]]] })).toBe(false);
});
