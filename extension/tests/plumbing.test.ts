import { describe, expect, test } from "vitest";
import { Diagram } from "../src/model/diagram/diagram.ts";
import { type Line, model } from "./build.ts";

const x: Line = { name: "x", type: "Placeholder", shape: "?,4" };

/** The nodes without those for the plumbing, and the edges between them. */
function figure(diagram: Diagram): { nodes: string[]; edges: string[] } {
  const { nodes, edges } = diagram.scene();
  return {
    nodes: nodes.filter(({ kind }) => kind !== "rest").map(({ path }) => path),
    edges: edges.map(({ from, to, label }) => `${from} → ${to}${label ? ` ${label}` : ""}`),
  };
}

function plumbing(diagram: Diagram) {
  return diagram.scene().nodes.filter(({ kind }) => kind === "rest");
}

/** `h = f(x[t], h)` for each step of x, as tf.while_loop with a TensorArray wires it. */
const LOOP: Line[] = [
  { name: "x", type: "Placeholder", shape: "7,?,4" },
  { name: "zeros", type: "Const", shape: "?,4" },
  { name: "n", type: "Const", shape: "", dtype: "int32" },
  { name: "array", type: "TensorArrayV3" },
  { name: "indices", type: "Range", inputs: ["n", "n", "n"], dtype: "int32", shape: "7" },
  { name: "scatter", type: "TensorArrayScatterV3", inputs: ["array", "indices", "x", "array"] },
  { name: "while/Enter", type: "Enter", inputs: ["n"], dtype: "int32" },
  { name: "while/Enter_1", type: "Enter", inputs: ["zeros"], shape: "?,4" },
  { name: "while/Merge", type: "Merge", inputs: ["while/Enter", "while/NextIteration"], dtype: "int32" },
  { name: "while/Merge_1", type: "Merge", inputs: ["while/Enter_1", "while/NextIteration_1"], shape: "?,4" },
  { name: "while/Less", type: "Less", inputs: ["while/Merge", "n"], dtype: "bool" },
  { name: "while/LoopCond", type: "LoopCond", inputs: ["while/Less"], dtype: "bool" },
  { name: "while/Switch", type: "Switch", inputs: ["while/Merge", "while/LoopCond"], dtype: "int32" },
  { name: "while/Switch_1", type: "Switch", inputs: ["while/Merge_1", "while/LoopCond"], shape: "?,4" },
  { name: "while/Identity", type: "Identity", inputs: ["while/Switch"], dtype: "int32" },
  { name: "while/Identity_1", type: "Identity", inputs: ["while/Switch_1"], shape: "?,4" },
  { name: "while/add", type: "Add", inputs: ["while/Identity", "n"], dtype: "int32" },
  { name: "while/flow", type: "Enter", inputs: ["scatter"] },
  {
    name: "while/read",
    type: "TensorArrayReadV3",
    inputs: ["array", "while/Identity", "while/flow"],
    shape: "?,4",
  },
  { name: "while/cell", type: "Add", inputs: ["while/read", "while/Identity_1"], shape: "?,4" },
  { name: "while/tanh", type: "Tanh", inputs: ["while/cell"], shape: "?,4" },
  { name: "while/NextIteration", type: "NextIteration", inputs: ["while/add"], dtype: "int32" },
  { name: "while/NextIteration_1", type: "NextIteration", inputs: ["while/tanh"], shape: "?,4" },
  { name: "while/Exit", type: "Exit", inputs: ["while/Switch_1"], shape: "?,4" },
  { name: "y", type: "Relu", inputs: ["while/Exit"], shape: "?,4" },
];

describe("the wiring of a loop", () => {
  test("is folded: what remains is what an iteration computes, and the way back", () => {
    const diagram = new Diagram(model(LOOP));
    expect(figure(diagram)).toEqual({
      nodes: ["x", "zeros", "while", "while/cell", "while/tanh", "y"],
      edges: [
        "top:x → while/cell",
        "while/tanh → while/cell ?×4",
        "top:zeros → while/cell",
        "while/cell → while/tanh ?×4",
        "while/tanh → bottom:y",
        "x → while 7×?×4",
        "zeros → while ?×4",
        "while → y ?×4",
      ],
    });
    expect(plumbing(diagram).map(({ parent, name }) => [parent, name])).toEqual([
      ["while", "plumbing · 16"],
      ["", "plumbing · 4"],
    ]);
  });

  test("is shown by a click, with its edges, and folded by another", () => {
    const diagram = new Diagram(model(LOOP));
    const folded = figure(diagram);
    const [inner] = plumbing(diagram);
    diagram.toggle(inner.path);
    expect(figure(diagram).edges).toContain("while/Enter_1 → while/Merge_1 ?×4");
    expect(plumbing(diagram).map(({ name }) => name)).toEqual(["fold plumbing", "plumbing · 4"]);
    diagram.reveal(inner.path); // where the reader's last place is shown again
    diagram.toggle(inner.path);
    expect(figure(diagram)).toEqual(folded);
  });

  test("is shown where the reader goes to an operation of it", () => {
    const diagram = new Diagram(model(LOOP));
    diagram.reveal("while/LoopCond");
    expect(figure(diagram).nodes).toContain("while/LoopCond");
  });

  test("does not include a condition that something else than the counting of elements decides", () => {
    const counted = LOOP.filter(({ name }) => !["while/flow", "while/read"].includes(name)).map((line) =>
      line.name === "while/cell" ? { ...line, inputs: ["while/Identity_1"] } : line,
    );
    expect(figure(new Diagram(model(counted))).nodes).toEqual(
      expect.arrayContaining(["while/add", "while/Less", "while/LoopCond"]),
    );
  });
});

test("the result of a loop that nothing consumes stays", () => {
  const counter: Line[] = [
    { name: "start", type: "Const" },
    { name: "Enter", type: "Enter", inputs: ["start"] },
    { name: "Merge", type: "Merge", inputs: ["Enter", "NextIteration"] },
    { name: "Less", type: "Less", inputs: ["Merge", "start"], dtype: "bool" },
    { name: "LoopCond", type: "LoopCond", inputs: ["Less"], dtype: "bool" },
    { name: "Switch", type: "Switch", inputs: ["Merge", "LoopCond"] },
    { name: "add", type: "Add", inputs: ["Switch", "start"] },
    { name: "NextIteration", type: "NextIteration", inputs: ["add"] },
    { name: "Exit", type: "Exit", inputs: ["Switch"] },
  ];
  expect(figure(new Diagram(model(counter)))).toMatchObject({
    nodes: ["start", "Less", "LoopCond", "add", "Exit"],
    edges: expect.arrayContaining(["add → Less scalar", "add → Exit scalar"]),
  });
});

/** `twice(cond(p, () => a + b, () => b))`, as tf.cond wires it. */
const COND: Line[] = [
  { name: "p", type: "Placeholder", dtype: "bool" },
  { name: "a", type: "Placeholder", shape: "?,4" },
  { name: "b", type: "Placeholder", shape: "?,4" },
  { name: "cond/Switch", type: "Switch", inputs: ["p", "p"], dtype: "bool" },
  { name: "cond/switch_t", type: "Identity", inputs: ["cond/Switch"], dtype: "bool" },
  { name: "cond/switch_f", type: "Identity", inputs: ["cond/Switch"], dtype: "bool" },
  { name: "cond/pred_id", type: "Identity", inputs: ["p"], dtype: "bool" },
  { name: "cond/add", type: "Add", inputs: ["cond/add/Switch", "cond/add/Switch_1"], shape: "?,4" },
  { name: "cond/add/Switch", type: "Switch", inputs: ["a", "cond/pred_id"], shape: "?,4" },
  { name: "cond/add/Switch_1", type: "Switch", inputs: ["b", "cond/pred_id"], shape: "?,4" },
  { name: "cond/Switch_1", type: "Switch", inputs: ["b", "cond/pred_id"], shape: "?,4" },
  { name: "cond/Merge", type: "Merge", inputs: ["cond/Switch_1", "cond/add"], shape: "?,4" },
  { name: "twice", type: "Mul", inputs: ["cond/Merge", "cond/Merge"], shape: "?,4" },
];

describe("the wiring of a cond", () => {
  test("is folded: what remains is the predicate, the branches, and the choice between them", () => {
    const diagram = new Diagram(model(COND));
    expect(figure(diagram)).toEqual({
      nodes: ["p", "a", "b", "cond", "cond/add", "cond/Merge", "twice"],
      edges: [
        "top:a → cond/add",
        "top:b → cond/add",
        "top:b → cond/Merge false",
        "cond/add → cond/Merge true",
        "top:p → cond/Merge predicate",
        "cond/Merge → bottom:twice",
        "b → cond ?×4",
        "p → cond scalar",
        "a → cond ?×4",
        "cond → twice ?×4",
      ],
    });
    expect(plumbing(diagram).map(({ name }) => name)).toEqual(["plumbing · 5"]);
    diagram.toggle("cond");
    expect(figure(diagram).edges).toContain("p → cond scalar");
  });

  test("is shown by a click, and where the reader goes to an operation of it", () => {
    const diagram = new Diagram(model(COND));
    diagram.toggle(plumbing(diagram)[0].path);
    expect(figure(diagram).edges).toEqual(
      expect.arrayContaining(["cond/pred_id → cond/Switch_1 scalar", "cond/Switch_1 → cond/Merge ?×4"]),
    );
    expect(figure(diagram).edges).not.toContain("top:p → cond/Merge predicate");
    diagram.toggle(plumbing(diagram)[0].path);
    diagram.reveal("cond/switch_t");
    expect(figure(diagram).nodes).toContain("cond/switch_t");
  });

  test("is folded in a cond", () => {
    const nested: Line[] = [
      ...COND.slice(0, 11),
      { name: "cond/cond/Switch/Switch", type: "Switch", inputs: ["p", "cond/pred_id"], dtype: "bool" },
      {
        name: "cond/cond/Switch",
        type: "Switch",
        inputs: ["cond/cond/Switch/Switch", "cond/cond/Switch/Switch"],
      },
      { name: "cond/cond/switch_t", type: "Identity", inputs: ["cond/cond/Switch"] },
      { name: "cond/cond/pred_id", type: "Identity", inputs: ["cond/cond/Switch/Switch"], dtype: "bool" },
      {
        name: "cond/cond/Switch_1",
        type: "Switch",
        inputs: ["cond/Switch_1", "cond/cond/pred_id"],
        shape: "?,4",
      },
      { name: "cond/cond/Merge", type: "Merge", inputs: ["cond/cond/Switch_1", "cond/add"], shape: "?,4" },
      { name: "cond/Merge", type: "Merge", inputs: ["cond/cond/Merge", "cond/add"], shape: "?,4" },
    ];
    expect(figure(new Diagram(model(nested))).edges).toEqual(
      expect.arrayContaining(["top:p → cond/cond/Merge predicate", "cond/cond → cond/Merge false"]),
    );
    expect(figure(new Diagram(model(nested))).nodes.filter((name) => /[sS]witch/.test(name))).toEqual([]);
  });

  test("is folded in a loop, and what computes the predicate stays", () => {
    const cond = COND.slice(3).map((line) => ({
      ...line,
      name: `while/${line.name}`,
      inputs: line.inputs?.map((input) => {
        const given: Record<string, string> = { p: "while/any", a: "while/cell", b: "while/Identity_1" };
        return given[input] ?? `while/${input}`;
      }),
    }));
    const lines: Line[] = [
      ...LOOP.filter(({ name }) => name !== "while/tanh").map((line) =>
        line.name === "while/NextIteration_1" ? { ...line, inputs: ["while/cond/Merge"] } : line,
      ),
      { name: "while/any", type: "Any", inputs: ["while/read"], dtype: "bool" },
      ...cond.slice(0, -1),
    ];
    const { nodes, edges } = figure(new Diagram(model(lines)));
    expect(nodes.slice(2)).toEqual(
      expect.arrayContaining(["while/any", "while/cell", "while/cond/add", "while/cond/Merge"]),
    );
    expect(nodes.filter((name) => /[sS]witch|pred_id/.test(name))).toEqual([]);
    expect(edges).toContain("top:while/any → while/cond/Merge predicate");
  });
});

describe("a computation of sizes", () => {
  const shape: Line[] = [
    { name: "Shape", type: "Shape", inputs: ["x"], dtype: "int32", shape: "2" },
    { name: "strided_slice", type: "StridedSlice", inputs: ["Shape"], dtype: "int32" },
  ];

  test("is folded where the model consumes it", () => {
    const lines: Line[] = [
      x,
      ...shape,
      { name: "Reshape", type: "Reshape", inputs: ["x", "strided_slice"], shape: "?" },
      { name: "axis", type: "Const", dtype: "int32", shape: "1" },
      { name: "Mean", type: "Mean", inputs: ["Reshape", "axis"] },
    ];
    const diagram = new Diagram(model(lines));
    expect(figure(diagram)).toEqual({
      nodes: ["x", "Reshape", "Mean"],
      edges: ["x → Reshape ?×4", "Reshape → Mean [?]"],
    });
    expect(plumbing(diagram)[0]).toMatchObject({ name: "plumbing · 3", size: 3, auxiliary: true });
  });

  test("stays where it is the result", () => {
    expect(figure(new Diagram(model([x, ...shape]))).nodes).toEqual(["x", "Shape", "strided_slice"]);
  });

  test("is shown where it was named", () => {
    const made = model([
      x,
      ...shape,
      { name: "y", type: "Reshape", inputs: ["x", "strided_slice"], shape: "?" },
    ]);
    const diagram = new Diagram(made);
    diagram.keep([made.hierarchy.leaf(made.graph.find("strided_slice"))]);
    expect(figure(diagram).nodes).toEqual(["x", "strided_slice", "y"]);
  });
});

test("a layer that shares the variables of another has a label in place of an edge", () => {
  const lines: Line[] = [
    x,
    { name: "D/w/zeros", type: "Const", shape: "4,4" },
    { name: "D/w", type: "VariableV2", shape: "4,4" },
    { name: "D/w/read", type: "Identity", inputs: ["D/w"], shape: "4,4" },
    { name: "D/MatMul", type: "MatMul", inputs: ["x", "D/w/read"], shape: "?,4" },
    { name: "z", type: "Placeholder", shape: "?,4" },
    { name: "D_1/MatMul", type: "MatMul", inputs: ["z", "D/w/read"], shape: "?,4" },
    { name: "D_1/Relu", type: "Relu", inputs: ["D_1/MatMul"], shape: "?,4" },
  ];
  const { nodes, edges } = new Diagram(model(lines)).scene();
  expect(edges.some(({ from, to }) => from === "D" && to === "D_1")).toBe(false);
  expect(nodes.find(({ path }) => path === "D_1/MatMul")?.stubs).toMatchObject([
    { text: "D", target: "D", input: true, tip: "uses the variables of D" },
  ]);
});

test("an Assert that is in no scope but its own stays", () => {
  const lines: Line[] = [
    { name: "x", type: "Placeholder", shape: "" },
    { name: "limit", type: "Const", shape: "" },
    { name: "Less", type: "Less", inputs: ["x", "limit"], dtype: "bool" },
    { name: "assert_less/Assert/Assert", type: "Assert", inputs: ["Less", "x"] },
    { name: "y", type: "Square", inputs: ["x", "^assert_less/Assert/Assert"] },
  ];
  expect(plumbing(new Diagram(model(lines)))).toEqual([]);
});

test("Asserts in scopes, what only they consume, and the probabilities of a DropoutWrapper are plumbing", () => {
  const lines: Line[] = [
    { name: "length", type: "Placeholder", shape: "?", dtype: "int32" },
    { name: "net/cell/DropoutWrapperInit/Const", type: "Const", shape: "" },
    { name: "net/Shape", type: "Shape", inputs: ["length"], dtype: "int32" },
    { name: "net/size", type: "Const", dtype: "int32" },
    { name: "net/Equal", type: "Equal", inputs: ["net/Shape", "net/size"], dtype: "bool" },
    { name: "net/Assert/Assert", type: "Assert", inputs: ["net/Equal", "net/size"] },
    { name: "net/CheckSeqLen", type: "Identity", inputs: ["length", "^net/Assert/Assert"] },
    { name: "net/Square", type: "Square", inputs: ["net/CheckSeqLen"] },
  ];
  const diagram = new Diagram(model(lines));
  expect(figure(diagram).nodes).toEqual(["length", "net", "net/CheckSeqLen", "net/Square"]);
  expect(plumbing(diagram)).toHaveLength(1);
});

test("lengths of sequences may be computed by any number of operations", () => {
  const row = { dtype: "int32", shape: "?" };
  const chain = (name: string, input: string, count: number): Line[] =>
    Array.from({ length: count }, (_, i) => ({
      ...row,
      name: `${name}/${i}`,
      type: "Identity",
      inputs: [i ? `${name}/${i - 1}` : input],
    }));
  const diagram = new Diagram(
    model([
      x,
      { ...row, name: "lengths", type: "Placeholder" },
      ...chain("before", "lengths", 12_000),
      { name: "axis", type: "Const", dtype: "int32", shape: "1" },
      { name: "least", type: "Min", inputs: ["before/11999", "axis"], dtype: "int32", shape: "" },
      { name: "most", type: "Max", inputs: ["before/11999", "axis"], dtype: "int32", shape: "" },
      ...chain("after", "most", 12_000),
      { name: "step", type: "Const", dtype: "int32", shape: "" },
      { name: "ended", type: "GreaterEqual", inputs: ["step", "before/11999"], dtype: "bool", shape: "?" },
      { name: "tanh", type: "Tanh", inputs: ["x"], shape: "?,4" },
      { name: "chosen", type: "Select", inputs: ["ended", "x", "tanh"], shape: "?,4" },
      { name: "y", type: "Relu", inputs: ["chosen"], shape: "?,4" },
    ]),
  );
  expect(figure(diagram).edges).toContain("tanh → y ?×4");
});
