import { describe, expect, test } from "vitest";
import { Diagram } from "../src/model/diagram/diagram.ts";
import type { Scene } from "../src/model/diagram/scene.ts";
import { Model } from "../src/model/hierarchy/model.ts";
import { fixture, LINEAR, type Line, model, namesOf, piece } from "./build.ts";

const paths = (scene: Scene) => scene.nodes.map((node) => node.path);
const node = (scene: Scene, path: string) => scene.nodes.find((one) => one.path === path);
const mlp = () => {
  const made = new Model("mlp");
  made.apply(fixture("mlp"));
  return new Diagram(made);
};

describe("a diagram", () => {
  test("of a small graph has its scopes open, but not what is auxiliary", () => {
    const scene = new Diagram(model(LINEAR)).scene();
    expect(node(scene, "loss")?.open).toBe(true);
    expect(node(scene, "gradients")).toMatchObject({ open: false, auxiliary: true });
    expect(scene.nodes.filter((one) => one.auxiliary).map((one) => one.path)).toEqual([
      "gradients",
      "GradientDescent",
      "init",
    ]);
  });

  test("of a large graph shows the same whether a scope was prepared before it is opened or not", () => {
    const lines = Array.from({ length: 5_200 }, (_, i) => ({
      name: `stage_${i % 13}/part_${i % 7}/op_${i}`,
      type: ["MatMul", "Relu", "Add"][i % 3],
      inputs:
        i < 20 ? [] : [20, 7].map((back) => i - back).map((at) => `stage_${at % 13}/part_${at % 7}/op_${at}`),
      shape: "8",
    }));
    const [ready, plain] = [new Diagram(model(lines)), new Diagram(model(lines))];
    for (const diagram of [ready, plain]) diagram.scene();
    expect(ready.prepareNext()).toBe(true);
    while (ready.prepareNext());
    const closed = paths(ready.scene()).find((path) => !node(ready.scene(), path)?.open) as string;
    for (const diagram of [ready, plain]) diagram.toggle(closed);
    expect(ready.scene()).toEqual(plain.scene());
    expect(node(ready.scene(), closed)?.open).toBe(true);
  });

  test("has no edge that runs through the title of an open scope", () => {
    const diagram = mlp();
    for (const { path, opens, auxiliary } of diagram.scene().nodes)
      if (opens && !auxiliary) diagram.toggle(path);
    const scene = diagram.scene();
    const open = scene.nodes.filter((one) => one.open);
    const shifted = open.filter(({ titleX }) => titleX > 0);
    expect(shifted.length).toBeGreaterThan(0);
    for (const { path, name, x, titleX } of open)
      for (const edge of scene.edges)
        if (edge.from.startsWith("top:") && edge.id.startsWith(`${path}|`)) {
          const from = edge.path[0] - x;
          expect(from < titleX + 8 || from > titleX + 24 + 7 * name.length, edge.id).toBe(true);
        }
  });

  test("of a larger graph begins with its outermost names, and what comes in", () => {
    expect(paths(mlp().scene())).toEqual([
      "input",
      "input/x",
      "input/y",
      "hidden1",
      "hidden2",
      "logits",
      "loss",
      "accuracy",
      "loss_s",
      "acc_s",
      "train",
      "Merge/MergeSummary",
      "init",
    ]);
  });

  test.each([4, 12])(
    "opens the calls of one network together, where they fit: %i operations each",
    (size) => {
      const call = (name: string): Line[] => [
        { name: `${name}_x`, type: "Placeholder", shape: "?,4" },
        ...Array.from({ length: size }, (_, i) => ({
          name: `${name}/${"abcdefghijkl"[i]}`,
          type: ["Relu", "Tanh"][i % 2],
          inputs: [i ? `${name}/${"abcdefghijkl"[i - 1]}` : `${name}_x`],
          shape: "?,4",
        })),
      ];
      const { nodes } = new Diagram(
        model([...call("actor"), ...call("target"), ...call("target_1")]),
      ).scene();
      expect(nodes.filter(({ open }) => open).map(({ path }) => path)).toEqual(
        size < 10 ? ["actor", "target", "target_1"] : [],
      );
    },
  );

  test("opens a scope in place and closes it again", () => {
    const diagram = mlp();
    const before = paths(diagram.scene());
    diagram.toggle("hidden1");
    const open = diagram.scene();
    const inner = ["kernel", "bias", "MatMul", "BiasAdd", "kernel_hist", "Relu"].map(
      (name) => `hidden1/${name}`,
    );
    expect(
      open.nodes
        .filter((one) => one.parent === "hidden1")
        .map((one) => one.path)
        .sort(),
    ).toEqual(inner.sort());
    const box = node(open, "hidden1");
    for (const one of open.nodes.filter((other) => other.parent === "hidden1")) {
      expect(one.x).toBeGreaterThan(box?.x as number);
      expect(one.y + one.height).toBeLessThan((box?.y as number) + (box?.height as number));
    }
    diagram.toggle("hidden1");
    expect(paths(diagram.scene())).toEqual(before);
  });

  test("shows the placeholder, variable and constant for what they are", () => {
    const scene = new Diagram(model(LINEAR)).scene();
    expect(node(scene, "x")).toMatchObject({ kind: "placeholder", note: "float32 ?×3" });
    // The variable's scope is the variable: its initializer and its reads lie inside.
    expect(node(scene, "w")).toMatchObject({ kind: "variable", opens: true, note: "float32 [3]" });
    expect(node(scene, "mul")).toMatchObject({ kind: "op", note: "" });
  });

  test("shows the number that a constant holds, rounded where it is long", () => {
    const shown = (value: string) => {
      const one = piece([{ name: "c", type: "Const" }]);
      const text = (...texts: string[]) => Int32Array.from(texts, (_, i) => one.textLengths.length + i);
      const added = ["value", `float32 () = ${value}`];
      const made = new Model("test");
      made.apply({
        ...one,
        text: one.text + added.join(""),
        attributeSets: Int32Array.of(2, ...text(...added)),
        textLengths: Int32Array.from([...one.textLengths, ...added.map((each) => each.length)]),
      });
      return node(new Diagram(made).scene(), "c")?.note;
    };
    expect(shown("3.0")).toBe("3.0");
    expect(shown("0.5118216276168823")).toBe("≈ 0.5118");
    expect(shown("[1.0, 2.0, 3.0, 4.0]")).toBe("");
  });

  test("draws no edges to auxiliary nodes, but stubs", () => {
    const scene = new Diagram(model(LINEAR)).scene();
    expect(
      scene.edges.some(
        (edge) => [edge.from, edge.to].includes("gradients") && [edge.from, edge.to].includes("x"),
      ),
    ).toBe(false);
    expect(node(scene, "x")?.stubs).toMatchObject([
      { text: "gradients", output: true, input: false, written: false },
    ]);
    expect(node(scene, "w")?.stubs.map((stub) => stub.text)).toEqual(["GradientDescent", "init"]);
    expect(node(scene, "w")?.stubs[0]).toMatchObject({ written: true, output: false });
  });

  test("names no auxiliary nodes in the stubs of larger models, but settings", () => {
    const more = Array.from({ length: 40 }, (_, i) => ({ name: `more_${i}`, type: "Tanh", inputs: ["mul"] }));
    const settings = [
      { name: "keep_prob", type: "Placeholder", shape: "" },
      { name: "kept", type: "Mul", inputs: ["x", "keep_prob"] },
    ];
    const scene = new Diagram(model([...LINEAR, ...settings, ...more])).scene();
    expect(node(scene, "x")?.stubs).toMatchObject([{ text: "", target: "gradients", output: true }]);
    const [written, ...others] = node(scene, "w")?.stubs ?? [];
    expect(others).toEqual([]);
    expect(written).toMatchObject({ text: "", target: "", written: true });
    expect(written.tip.split("\n")).toEqual([
      "is written by GradientDescent, which is auxiliary",
      "is consumed by init, which is auxiliary",
    ]);
    expect(node(scene, "kept")?.stubs).toMatchObject([{ text: "keep_prob", input: true }]);
  });

  test("labels an edge with its shape, or with how many tensors it carries", () => {
    const scene = mlp().scene();
    const label = (from: string, to: string) =>
      scene.edges.find((edge) => edge.from === from && edge.to === to)?.label;
    expect(label("hidden1", "hidden2")).toBe("?×256");
    expect(label("train", "Merge/MergeSummary")).toBe("18 scalars");
    expect(label("train", "init")).toBe("");
  });

  test("goes on with an edge inside the scope that it leads to", () => {
    const diagram = mlp();
    diagram.toggle("hidden2");
    const { edges } = diagram.scene();
    const outer = edges.find((edge) => edge.from === "hidden1" && edge.to === "hidden2");
    const inner = edges.find((edge) => edge.from === "top:hidden1" && edge.to === "hidden2/MatMul");
    expect(outer?.arrow).toBe(false);
    expect(inner?.arrow).toBe(true);
    expect(inner?.path.slice(0, 2).map(Math.round)).toEqual(outer?.path.slice(-2).map(Math.round));
  });

  test("draws what writes a variable as a reference", () => {
    const diagram = mlp();
    diagram.toggle("hidden1");
    diagram.toggle("hidden1/bias");
    const edge = diagram.scene().edges.find(({ to }) => to === "hidden1/bias/Assign");
    expect(edge?.kind).toBe("reference");
  });

  test("has a name that is markup as a name", () => {
    const name = "<img src=x onerror=alert(1)>";
    expect(new Diagram(model([{ name, type: "NoOp" }])).scene().nodes[0].ariaLabel).toContain(name);
  });
});

describe("a loss that punishes large variables", () => {
  const lines = [
    { name: "x", type: "Placeholder", shape: "?,3" },
    ...["a", "b"].flatMap((layer, i) => [
      { name: `${layer}/w`, type: "VariableV2", shape: "3,3" },
      { name: `${layer}/w/read`, type: "Identity", inputs: [`${layer}/w`], shape: "3,3" },
      {
        name: `${layer}/MatMul`,
        type: "MatMul",
        inputs: [i ? "a/MatMul" : "x", `${layer}/w/read`],
        shape: "?,3",
      },
    ]),
    { name: "loss/l2/L2Loss", type: "L2Loss", inputs: ["a/w/read"] },
    { name: "loss/l2/L2Loss_1", type: "L2Loss", inputs: ["b/w/read"] },
    { name: "loss/l2/AddN", type: "AddN", inputs: ["loss/l2/L2Loss", "loss/l2/L2Loss_1"] },
    { name: "loss/Mean", type: "Mean", inputs: ["b/MatMul"] },
    { name: "loss/add", type: "Add", inputs: ["loss/Mean", "loss/l2/AddN"] },
    // As slim has them: in their layers, and added to the loss together.
    { name: "a/kernel/Regularizer/L2Loss", type: "L2Loss", inputs: ["a/w/read"] },
    { name: "b/kernel/Regularizer/L2Loss", type: "L2Loss", inputs: ["b/w/read"] },
    {
      name: "loss/AddN",
      type: "AddN",
      inputs: ["loss/add", "a/kernel/Regularizer/L2Loss", "b/kernel/Regularizer/L2Loss"],
    },
  ];

  test("gets these without a line from every layer", () => {
    const { nodes, edges } = new Diagram(model(lines)).scene();
    const ends = edges.filter(({ id }) => id.startsWith("|")).map(({ from, to, label }) => [from, to, label]);
    expect(ends).toEqual([
      ["x", "a", "?×3"],
      ["a", "b", "?×3"],
      ["b", "loss", "?×3"],
    ]);
    const stubs = nodes.find(({ path }) => path === "a/w")?.stubs;
    expect(stubs).toContainEqual(expect.objectContaining({ text: "loss", output: true }));
    expect(edges.some(({ from, to }) => from === "loss/l2" && to === "loss/add")).toBe(true);
  });
});

describe("the words on a node", () => {
  test("of a closed layer are what it learns", () => {
    const closed = mlp().scene();
    expect(node(closed, "hidden1")?.note).toBe("kernel 784×256 · bias [256]");
    expect(node(closed, "loss")?.note).toBe("4 operations");
  });

  test("of an operation with constants for parameters are the operation's", () => {
    const lines = [
      { name: "x", type: "Placeholder", shape: "?,8" },
      { name: "Reshape/shape", type: "Const", shape: "1" },
      { name: "Reshape", type: "Reshape", inputs: ["x", "Reshape/shape"], shape: "?" },
    ];
    const scene = new Diagram(model(lines)).scene();
    expect(node(scene, "Reshape")).toMatchObject({ kind: "op", note: "", opens: true, open: false });
  });

  test("draw the variables of an optimizer that is in a scope beside it, and what assigns its rate", () => {
    const scalar = (name: string) => [
      { name: `${name}/initial_value`, type: "Const", shape: "" },
      { name, type: "VariableV2", shape: "" },
      { name: `${name}/Assign`, type: "Assign", inputs: [name, `${name}/initial_value`], shape: "" },
      { name: `${name}/read`, type: "Identity", inputs: [name], shape: "" },
    ];
    const powers = ["critic/beta1_power", "critic/beta2_power"];
    const rate = ["critic/rate", "critic/new_rate", "critic/assign"];
    const lines = [
      { name: "critic/x", type: "Placeholder", shape: "?" },
      { name: "critic/w", type: "VariableV2", shape: "3" },
      { name: "critic/loss", type: "Mul", inputs: ["critic/x", "critic/w"], shape: "" },
      { name: "critic/gradients/grad", type: "Mul", inputs: ["critic/loss", "critic/x"], shape: "3" },
      ...[...powers, rate[0]].flatMap(scalar),
      { name: rate[1], type: "Placeholder", shape: "" },
      { name: rate[2], type: "Assign", inputs: [rate[0], rate[1]], shape: "" },
      {
        name: "critic/Adam/update",
        type: "ApplyAdam",
        inputs: ["critic/w", ...[...powers, rate[0]].map((name) => `${name}/read`), "critic/gradients/grad"],
        shape: "3",
      },
      ...powers.map((name, i) => ({
        name: `critic/Adam/Assign_${i}`,
        type: "Assign",
        inputs: [name, "critic/Adam/update"],
        shape: "",
      })),
    ];
    const scene = new Diagram(model(lines)).scene();
    for (const path of [...powers, ...rate, "critic/Adam"])
      expect(node(scene, path), path).toMatchObject({ parent: "critic", auxiliary: true });
    for (const path of ["critic/x", "critic/w", "critic/loss"])
      expect(node(scene, path)?.auxiliary, path).toBe(false);
  });

  test("show the reason why a node is auxiliary", () => {
    const scene = new Diagram(model(LINEAR)).scene();
    const hints = ["gradients", "GradientDescent", "init"].map((path) => node(scene, path)?.hint);
    expect(hints).toEqual([
      "Auxiliary: computes gradients.",
      "Auxiliary: updates the variables.",
      "Auxiliary: initializes or assigns variables.",
    ]);
  });

  test("of a resource variable are what it holds, not its handle", () => {
    const scene = new Diagram(
      model([
        { name: "v", type: "VarHandleOp", dtype: "resource" },
        { name: "v/Read/ReadVariableOp", type: "ReadVariableOp", inputs: ["v"], shape: "3,4" },
        { name: "y", type: "Neg", inputs: ["v/Read/ReadVariableOp"], shape: "3,4" },
      ]),
    ).scene();
    expect(node(scene, "v")?.note).toBe("float32 3×4");
  });
});

describe("a diagram that grows", () => {
  test("marks what the last piece brought, and its scope while that is closed", () => {
    const made = model(LINEAR.slice(0, 9));
    const diagram = new Diagram(made);
    expect(diagram.scene().added).toBe(0);
    made.apply(
      piece(
        LINEAR.slice(9),
        LINEAR.slice(0, 9).map((line) => line.name),
      ),
    );
    const scene = diagram.scene();
    expect(scene.added).toBe(6);
    expect(scene.nodes.filter((one) => one.added).map((one) => [one.path, one.added])).toEqual([
      ["gradients", 2],
      ["GradientDescent", 3],
      ["init", 1],
    ]);
  });

  test("keeps open what was open, and the order of what was there", () => {
    const made = new Model("mlp");
    made.apply(fixture("mlp"));
    const diagram = new Diagram(made);
    diagram.toggle("hidden1");
    const before = diagram.scene();
    const names = namesOf(made.graph);
    made.apply(piece([{ name: "hidden1/probe", type: "Identity", inputs: ["hidden1/Relu"] }], names));
    const after = diagram.scene();
    expect(node(after, "hidden1")?.open).toBe(true);
    expect(node(after, "hidden1/probe")?.added).toBe(1);
    const order = (scene: Scene) =>
      ["MatMul", "bias", "kernel_hist"]
        .map((name) => node(scene, `hidden1/${name}`))
        .sort((a, b) => (a?.x ?? 0) - (b?.x ?? 0))
        .map((one) => one?.path);
    expect(order(after)).toEqual(order(before));
  });
});

test("calls of networks stay closed where, open, they would be wider than a window", () => {
  const calls = (count: number): Line[] => [
    { name: "x", type: "Placeholder", shape: "?,8" },
    ...Array.from({ length: count }, (_, i) => [
      ...["first", "second"].flatMap((layer, k) => [
        { name: `net_${"abcdef"[i]}/${layer}/kernel_of_a_layer`, type: "VariableV2", shape: "8,8" },
        {
          name: `net_${"abcdef"[i]}/${layer}/MatMul`,
          type: "MatMul",
          inputs: [
            k ? `net_${"abcdef"[i]}/first/MatMul` : "x",
            `net_${"abcdef"[i]}/${layer}/kernel_of_a_layer`,
          ],
          shape: "?,8",
        },
      ]),
    ]).flat(),
    ...Array.from({ length: 100 }, (_, i) => ({ name: `c${i}`, type: "Const", shape: "" })),
  ];
  const open = (count: number) =>
    new Diagram(model(calls(count)))
      .scene()
      .nodes.filter((node) => node.open && node.path.startsWith("net"))
      .map(({ path }) => path);
  expect(open(2)).toEqual(["net_a", "net_b"]);
  expect(open(6)).toEqual([]);
});
