import { describe, expect, test } from "vitest";
import { Diagram } from "../src/model/diagram/diagram.ts";
import type { Scene } from "../src/model/diagram/scene.ts";
import { operationsIn } from "../src/model/hierarchy/hierarchy.ts";
import { type Line, model, namesOf, piece } from "./build.ts";

const shown = (scene: Scene) => scene.nodes.map(({ path, parent, name }) => [path, parent, name]);
const auxiliary = (scene: Scene) =>
  scene.nodes.filter((one) => one.auxiliary && one.kind !== "rest").map(({ path }) => path);

const variable = (name: string, shape: string): Line[] => [
  { name: `${name}/Initializer/zeros`, type: "Const", shape },
  { name, type: "VariableV2", shape },
  { name: `${name}/Assign`, type: "Assign", inputs: [name, `${name}/Initializer/zeros`], shape },
  { name: `${name}/read`, type: "Identity", inputs: [name], shape },
];
const x: Line = { name: "x", type: "Placeholder", shape: "?,8" };

/** `tf.layers.dense(…, name="fc")` within name scopes: the variables are in `fc`. */
const LAYER: Line[] = [
  x,
  ...variable("fc/kernel", "8,4"),
  ...variable("fc/bias", "4"),
  { name: "head/block/fc/MatMul", type: "MatMul", inputs: ["x", "fc/kernel/read"], shape: "?,4" },
  {
    name: "head/block/fc/BiasAdd",
    type: "BiasAdd",
    inputs: ["head/block/fc/MatMul", "fc/bias/read"],
    shape: "?,4",
  },
  { name: "head/block/Relu", type: "Relu", inputs: ["head/block/fc/BiasAdd"], shape: "?,4" },
];

describe("a scope that holds only variables", () => {
  test("is drawn in the layer that uses it", () => {
    const diagram = new Diagram(model(LAYER));
    const scene = diagram.scene();
    expect(shown(scene)).toEqual([
      ["x", "", "x"],
      ["head/block", "", "head/block"],
      ["head/block/fc", "head/block", "fc"],
      ["fc/kernel", "head/block/fc", "kernel"],
      ["fc/bias", "head/block/fc", "bias"],
      ["head/block/fc/MatMul", "head/block/fc", "MatMul"],
      ["head/block/fc/BiasAdd", "head/block/fc", "BiasAdd"],
      ["head/block/Relu", "head/block", "Relu"],
    ]);
    diagram.toggle("head/block/fc");
    expect(diagram.scene().nodes.find(({ path }) => path === "head/block/fc")?.note).toBe(
      "kernel 8×4 · bias [4]",
    );
  });

  test("is found by its own name", () => {
    const made = model(LAYER);
    expect(made.hierarchy.find("fc")?.path).toBe("head/block/fc");
    expect(made.hierarchy.find("fc/kernel")?.path).toBe("fc/kernel");
    expect([...operationsIn(made.hierarchy.root)].sort((a, b) => a - b)).toEqual([...LAYER.keys()]);
    expect(namesOf(made.graph)).toEqual(LAYER.map(({ name }) => name));
  });

  test("goes to its layer when a cell adds that", () => {
    const made = model(LAYER.slice(0, 9));
    const diagram = new Diagram(made);
    expect(shown(diagram.scene())).toContainEqual(["fc", "", "fc"]);
    made.apply(
      piece(
        LAYER.slice(9),
        LAYER.slice(0, 9).map(({ name }) => name),
      ),
    );
    const scene = diagram.scene();
    expect(shown(scene)).toContainEqual(["fc/kernel", "head/block/fc", "kernel"]);
    expect(scene.nodes.some(({ path }) => path === "fc")).toBe(false);
  });

  test("for several layers is shared out among them", () => {
    const scene = new Diagram(
      model([
        x,
        ...variable("weights/w1", "8,8"),
        ...variable("weights/w2", "8,8"),
        { name: "a/MatMul", type: "MatMul", inputs: ["x", "weights/w1/read"], shape: "?,8" },
        { name: "a/Relu", type: "Relu", inputs: ["a/MatMul"], shape: "?,8" },
        { name: "b/MatMul", type: "MatMul", inputs: ["a/Relu", "weights/w2/read"], shape: "?,8" },
        { name: "b/Relu", type: "Relu", inputs: ["b/MatMul"], shape: "?,8" },
      ]),
    ).scene();
    expect(shown(scene)).toContainEqual(["weights/w1", "a", "weights/w1"]);
    expect(shown(scene)).toContainEqual(["weights/w2", "b", "weights/w2"]);
  });

  test("stays where it is beside what uses it, in the same layer", () => {
    const scene = new Diagram(
      model([
        x,
        ...variable("layer/weights/W", "8,8"),
        { name: "layer/product/MatMul", type: "MatMul", inputs: ["x", "layer/weights/W/read"], shape: "?,8" },
        { name: "layer/product/Relu", type: "Relu", inputs: ["layer/product/MatMul"], shape: "?,8" },
      ]),
    ).scene();
    expect(shown(scene)).toContainEqual(["layer/weights/W", "layer", "weights/W"]);
  });
});

test("a variable in no scope is drawn in the only scope that uses it", () => {
  const lines: Line[] = [
    x,
    ...variable("table", "8,4"),
    { name: "embed/MatMul", type: "MatMul", inputs: ["x", "table/read"], shape: "?,4" },
    { name: "embed/Relu", type: "Relu", inputs: ["embed/MatMul"], shape: "?,4" },
  ];
  expect(shown(new Diagram(model(lines)).scene())).toContainEqual(["table", "embed", "table"]);
  const both = [
    ...lines,
    { name: "out", type: "MatMul", inputs: ["embed/Relu", "table/read"], shape: "?,8" },
  ];
  expect(shown(new Diagram(model(both)).scene())).toContainEqual(["table", "", "table"]);
});

describe("variables that two layers share", () => {
  test("are drawn in the first of them, and the second has a label in place of an edge", () => {
    const lines: Line[] = [
      x,
      ...variable("fc/kernel", "8,4"),
      { name: "real/fc/MatMul", type: "MatMul", inputs: ["x", "fc/kernel/read"], shape: "?,4" },
      { name: "real/Relu", type: "Relu", inputs: ["real/fc/MatMul"], shape: "?,4" },
      { name: "z", type: "Placeholder", shape: "?,8" },
      { name: "fake/fc/MatMul", type: "MatMul", inputs: ["z", "fc/kernel/read"], shape: "?,4" },
      { name: "fake/Relu", type: "Relu", inputs: ["fake/fc/MatMul"], shape: "?,4" },
    ];
    const scene = new Diagram(model(lines)).scene();
    expect(shown(scene)).toContainEqual(["fc/kernel", "real/fc", "kernel"]);
    expect(scene.edges.some(({ from, to }) => from === "real" && to === "fake")).toBe(false);
    expect(scene.nodes.find(({ path }) => path === "fake/fc/MatMul")?.stubs).toMatchObject([
      { target: "real", input: true },
    ]);
  });
});

describe("what says how a model runs", () => {
  const dropout: Line[] = [
    { name: "sub/x", type: "Const", shape: "" },
    { name: "sub", type: "Sub", inputs: ["sub/x", "rate"], shape: "*" },
    { name: "dropout/mul", type: "Mul", inputs: ["x", "sub"], shape: "?,8" },
    { name: "dropout/Relu", type: "Relu", inputs: ["dropout/mul"], shape: "?,8" },
  ];

  test("is auxiliary by its name", () => {
    for (const name of [
      "is_training",
      "keep_prob",
      "learning_rate",
      "phase_train",
      "dropout_keep_prob",
      "lr",
    ]) {
      const setting: Line = { name, type: "Placeholder", shape: "" };
      const scene = new Diagram(model([x, setting, { name: "y", type: "Mul", inputs: ["x", name] }])).scene();
      expect(auxiliary(scene)).toEqual([name]);
      expect(scene.nodes.find(({ path }) => path === "y")?.stubs).toMatchObject([
        { target: name, input: true },
      ]);
    }
  });

  test("is auxiliary by the layers that consume it, past what is computed from it alone", () => {
    const scene = new Diagram(
      model([x, { name: "rate", type: "Placeholder", shape: "*" }, ...dropout]),
    ).scene();
    expect(auxiliary(scene)).toEqual(["rate"]);
    expect(scene.nodes.find(({ path }) => path === "dropout/mul")?.stubs).toMatchObject([
      { target: "rate", input: true },
    ]);
  });

  test("is auxiliary with the constant that it is by default", () => {
    const lines: Line[] = [
      x,
      { name: "keep_prob/input", type: "Const", shape: "" },
      { name: "keep_prob", type: "PlaceholderWithDefault", inputs: ["keep_prob/input"], shape: "" },
      { name: "y", type: "Mul", inputs: ["x", "keep_prob"], shape: "?,8" },
    ];
    expect(auxiliary(new Diagram(model(lines)).scene())).toEqual(["keep_prob"]);
  });

  test("is not every scalar, nor what has a shape", () => {
    const lines: Line[] = [
      x,
      { name: "a", type: "Placeholder", shape: "" },
      { name: "train", type: "Placeholder", shape: "?,8" },
      { name: "y", type: "Mul", inputs: ["x", "a"], shape: "?,8" },
      { name: "z", type: "Mul", inputs: ["y", "train"], shape: "?,8" },
    ];
    expect(auxiliary(new Diagram(model(lines)).scene())).toEqual([]);
  });
});

describe("a large graph", () => {
  /** Blocks of two layers, with more operations than a small graph has. */
  const lines: Line[] = [
    x,
    ...Array.from({ length: 3 }, (_, i) => i).flatMap((i): Line[] => [
      ...variable(`net/block${i}/fc/kernel`, "8,8"),
      {
        name: `net/block${i}/fc/MatMul`,
        type: "MatMul",
        inputs: [i ? `net/block${i - 1}/act/Relu` : "x", `net/block${i}/fc/kernel/read`],
        shape: "?,8",
      },
      { name: `net/block${i}/fc/Abs`, type: "Abs", inputs: [`net/block${i}/fc/MatMul`], shape: "?,8" },
      { name: `net/block${i}/act/Relu`, type: "Relu", inputs: [`net/block${i}/fc/Abs`], shape: "?,8" },
    ]),
    ...Array.from(
      { length: 150 },
      (_, i): Line => ({
        name: `loss/Neg_${i}`,
        type: "Neg",
        inputs: [i ? `loss/Neg_${i - 1}` : "net/block2/act/Relu"],
      }),
    ),
  ];

  test("begins with its layers: what holds some is open, they are closed", () => {
    const open = Object.fromEntries(
      new Diagram(model(lines))
        .scene()
        .nodes.filter(({ opens }) => opens)
        .map(({ path, open }) => [path, open]),
    );
    expect(open).toMatchObject({ net: true, "net/block0": true, "net/block0/fc": false, loss: false });
  });

  test("opens the siblings that fit, the smallest first, whatever serves the model", () => {
    const larger = [
      ...lines,
      { name: "large/fc/part/kernel", type: "VariableV2", shape: "8,8" },
      {
        name: "large/fc/part/MatMul",
        type: "MatMul",
        inputs: ["net/block2/act/Relu", "large/fc/part/kernel"],
      },
      ...Array.from({ length: 40 }, (_, i): Line => {
        return {
          name: `large/n${i}`,
          type: `Type${(i * i) % 97}`,
          inputs: [i ? `large/n${i - 1}` : "large/fc/part/MatMul"],
        };
      }),
      ...["Image", "Audio", "Scalar", "Text", "Histogram", "Tensor"].flatMap((kind): Line[] =>
        ["a", "b", "c", "d", "e", "f"].map((name) => ({
          name: `${name}${kind}`,
          type: `${name}${kind}Summary`,
        })),
      ),
    ];
    const open = new Map(new Diagram(model(larger)).scene().nodes.map(({ path, open }) => [path, open]));
    expect([open.get("net"), open.get("net/block0"), open.get("large")]).toEqual([true, true, false]);
  });
});

test("a scope that all of a model is in opens, though more is in it than others may show", () => {
  const lines = Array.from({ length: 60 }, (_, i): Line[] => {
    const kernel = i % 4 ? [] : [`net/fc${i}/kernel`];
    return [
      ...kernel.flatMap((name) => variable(name, "8,8")),
      {
        name: `net/fc${i}/MatMul`,
        type: `Type${(i * i) % 97}`,
        inputs: [i ? `net/fc${i - 1}/MatMul` : "x", ...kernel.map((name) => `${name}/read`)],
      },
    ];
  });
  const { nodes } = new Diagram(model([x, ...lines.flat()])).scene();
  expect(nodes.find(({ path }) => path === "net")?.open).toBe(true);
});

test("a flat model of up to a hundred nodes is not cut into stretches", () => {
  const types = Array.from({ length: 90 }, (_, i) => `Type${(i * i) % 97}`);
  const flat = types.map((type, i): Line => ({ name: `n${i}`, type, inputs: i ? [`n${i - 1}`] : [] }));
  expect(new Diagram(model(flat)).scene().nodes.some(({ kind }) => kind === "stack")).toBe(false);
});
