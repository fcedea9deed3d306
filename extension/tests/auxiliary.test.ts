import { describe, expect, test } from "vitest";
import { Diagram } from "../src/model/diagram/diagram.ts";
import { LINEAR, type Line, model } from "./build.ts";

function auxiliary(diagram: Diagram): string[] {
  return diagram
    .scene()
    .nodes.filter((one) => one.auxiliary)
    .map(({ path }) => path);
}

/** A loss and its gradient in x. */
const GRADIENT: Line[] = [
  { name: "x", type: "Placeholder", shape: "3" },
  { name: "loss", type: "Square", inputs: ["x"], shape: "3" },
  { name: "gradients/loss_grad/Mul", type: "Mul", inputs: ["x", "loss"], shape: "3" },
];

describe("a gradient", () => {
  test("is part of the model where the model computes with it: a Hessian-vector product", () => {
    const lines: Line[] = [
      ...GRADIENT,
      { name: "v", type: "Placeholder", shape: "3" },
      { name: "mul", type: "Mul", inputs: ["gradients/loss_grad/Mul", "v"], shape: "3" },
      { name: "Sum", type: "Sum", inputs: ["mul"] },
      { name: "gradients_1/Sum_grad/Tile", type: "Tile", inputs: ["Sum"], shape: "3" },
      {
        name: "gradients_1/mul_grad/Mul",
        type: "Mul",
        inputs: ["gradients_1/Sum_grad/Tile", "v"],
        shape: "3",
      },
    ];
    expect(auxiliary(new Diagram(model(lines)))).toEqual(["gradients_1"]);
  });

  test("that variables are updated with is auxiliary, and so are its norm and what is clipped", () => {
    const lines: Line[] = [
      ...LINEAR.slice(0, 11),
      { name: "global_norm", type: "L2Loss", inputs: ["gradients/mul_grad/Mul"] },
      { name: "clip", type: "Mul", inputs: ["gradients/mul_grad/Mul", "global_norm"], shape: "3" },
      { name: "train/Apply", type: "ApplyGradientDescent", inputs: ["w", "clip"], shape: "3" },
      { name: "train", type: "NoOp", inputs: ["^train/Apply"] },
      { name: "norm", type: "Identity", inputs: ["global_norm"] },
    ];
    expect(auxiliary(new Diagram(model(lines)))).toEqual([
      "gradients",
      "global_norm",
      "clip",
      "train",
      "norm",
    ]);
  });
});

describe("what was named", () => {
  test("is not auxiliary, until the reader removes it", () => {
    const made = model(LINEAR);
    const diagram = new Diagram(made);
    expect(auxiliary(diagram)).toContain("gradients");
    const named = made.hierarchy.leaf(made.graph.find("gradients/mul_grad/Mul"));
    expect(diagram.keep([named])).toBe(true);
    expect(auxiliary(diagram)).toEqual(["GradientDescent", "init"]);
    expect(diagram.keep([named])).toBe(false);
    diagram.setAuxiliary("gradients", true);
    expect(auxiliary(diagram)).toContain("gradients");
  });
});

test("a condition that initializes a variable is auxiliary, with what nothing consumes in it", () => {
  const lines: Line[] = [
    ...LINEAR,
    { name: "average", type: "VariableV2", shape: "3" },
    { name: "cond/IsVariableInitialized", type: "IsVariableInitialized", inputs: ["w"], dtype: "bool" },
    {
      name: "cond/Switch",
      type: "Switch",
      inputs: ["cond/IsVariableInitialized", "cond/IsVariableInitialized"],
    },
    { name: "cond/switch_f", type: "Identity", inputs: ["cond/Switch"], dtype: "bool" },
    { name: "cond/read", type: "Identity", inputs: ["cond/read/Switch"], shape: "3" }, // an input that was changed later
    { name: "cond/read/Switch", type: "RefSwitch", inputs: ["w", "cond/switch_f"], shape: "3" },
    { name: "cond/Merge", type: "Merge", inputs: ["cond/read", "cond/Switch"], shape: "3" },
    { name: "average/Assign", type: "Assign", inputs: ["average", "cond/Merge"], shape: "3" },
  ];
  expect(auxiliary(new Diagram(model(lines)))).toContain("cond");
});

test("the sign of what is maximized is auxiliary in a scope that trains", () => {
  const lines: Line[] = [
    ...LINEAR.slice(0, 9),
    { name: "train/Neg", type: "Neg", inputs: ["loss/Mean"] },
    { name: "train/gradients/Neg_grad/Mul", type: "Mul", inputs: ["train/Neg", "x"], shape: "3" },
    {
      name: "train/Apply",
      type: "ApplyGradientDescent",
      inputs: ["w", "train/gradients/Neg_grad/Mul"],
      shape: "3",
    },
  ];
  expect(auxiliary(new Diagram(model(lines)))).toEqual(["train"]);
});

test("a saver is auxiliary as a whole", () => {
  const lines: Line[] = [
    ...LINEAR,
    { name: "save/Const", type: "Const", dtype: "string" },
    { name: "save/SaveV2", type: "SaveV2", inputs: ["save/Const", "w"] },
    {
      name: "save/control_dependency",
      type: "Identity",
      inputs: ["save/Const", "^save/SaveV2"],
      dtype: "string",
    },
  ];
  expect(auxiliary(new Diagram(model(lines)))).toContain("save");
});

test("a scalar that only the training consumes is auxiliary, and so is the count of its steps", () => {
  const lines: Line[] = [
    ...LINEAR.filter(({ name }) => name !== "GradientDescent/rate").map(({ inputs = [], ...line }) => ({
      ...line,
      inputs: inputs.map((input) => (input === "GradientDescent/rate" ? "speed" : input)),
    })),
    { name: "global_step", type: "VariableV2", dtype: "int64" },
    { name: "GradientDescent/count", type: "AssignAdd", inputs: ["global_step"] },
  ];
  const speed: Line = { name: "speed", type: "Placeholder", shape: "" };
  const names = auxiliary(new Diagram(model([speed, ...lines])));
  expect(names).toEqual(["speed", "gradients", "GradientDescent", "init", "global_step"]);
});

test("an operation that prints its input in the middle of a model is part of it", () => {
  const lines: Line[] = [
    { name: "x", type: "Placeholder", shape: "3" },
    { name: "Print", type: "Print", inputs: ["x"], shape: "3" },
    { name: "y", type: "Square", inputs: ["Print"], shape: "3" },
  ];
  expect(auxiliary(new Diagram(model(lines)))).toEqual([]);
});

test("the auxiliary nodes of a part of the model are one closed node", () => {
  const lines: Line[] = [
    { name: "x", type: "Placeholder", shape: "?,4" },
    { name: "critic/Relu", type: "Relu", inputs: ["x"], shape: "?,4" },
    { name: "critic/Tanh", type: "Tanh", inputs: ["critic/Relu"], shape: "?,4" },
    { name: "critic/loss", type: "Mean", inputs: ["critic/Tanh"], shape: "" },
    ...["a", "b", "c"].map((name) => ({
      name: `critic/${name}`,
      type: `${name === "a" ? "Histogram" : "Scalar"}Summary`,
      inputs: ["critic/Relu", "critic/Tanh", "critic/loss"],
    })),
    { name: "y", type: "Square", inputs: ["critic/loss"], shape: "" },
    ...[..."pqrstuv"].map((name) => ({ name, type: "Tanh", inputs: ["y"], shape: "" })),
  ];
  const diagram = new Diagram(model(lines));
  const within = () =>
    diagram
      .scene()
      .nodes.filter(({ parent }) => parent === "critic")
      .map(({ name, open }) => [name, open]);
  expect(within()).toEqual([
    ["Relu", false],
    ["Tanh", false],
    ["loss", false],
    ["a … c", false],
  ]);
});
