import { describe, expect, test } from "vitest";
import { Diagram } from "../src/model/diagram/diagram.ts";
import type { Scene } from "../src/model/diagram/scene.ts";
import { foldableGroups, leafGroups, partitionRow, topologicalOrder } from "../src/model/folding/folds.ts";
import { type Line, model, piece } from "./build.ts";

const paths = (scene: Scene) => scene.nodes.map((node) => node.path);
const node = (scene: Scene, name: string) => scene.nodes.find((one) => one.name === name);
const x: Line = { name: "x", type: "Placeholder", shape: "?,8" };

/** `layer_0`, `layer_1`, …: each a scope of two operations that consumes the one before. */
function layers(from: number, to: number): Line[] {
  const names = Array.from({ length: to - from }, (_, i) => from + i);
  return names.flatMap((i) => [
    { name: `layer_${i}/MatMul`, type: "MatMul", inputs: [i ? `layer_${i - 1}/Relu` : "x"], shape: "?,8" },
    { name: `layer_${i}/Relu`, type: "Relu", inputs: [`layer_${i}/MatMul`], shape: "?,8" },
  ]);
}

/** `type`, `type_1`, …: `of(i)`: the inputs of each. */
function series(type: string, many: number, of: (i: number) => string[]): Line[] {
  return Array.from({ length: many }, (_, i) => ({
    name: i ? `${type}_${i}` : type,
    type,
    inputs: of(i),
    shape: "?,8",
  }));
}

describe("a stack", () => {
  test("represents isomorphic layers in a chain", () => {
    const diagram = new Diagram(model([x, ...layers(0, 12)]));
    const scene = diagram.scene();
    expect(scene.nodes.map(({ kind, name, note }) => [kind, name, note])).toEqual([
      ["placeholder", "x", "float32 ?×8"],
      ["stack", "layer_0 … layer_11", "×12 · 2 operations each"],
    ]);
    expect(scene.edges.map(({ label }) => label)).toEqual(["?×8"]);
    expect(scene.nodes[1].hint).toBe("12 isomorphic scopes, layer_0 … layer_11: a click unfolds them");
  });

  test("unfolds in place by a click, and folds again by another", () => {
    const diagram = new Diagram(model([x, ...layers(0, 12)]));
    const folded = diagram.scene();
    diagram.toggle(folded.nodes[1].path);
    const open = diagram.scene();
    expect(open.nodes.filter((one) => one.parent === folded.nodes[1].path)).toHaveLength(12);
    expect(open.edges.filter((one) => one.from === "layer_3" && one.to === "layer_4")).toHaveLength(1);
    expect(open.edges.find((one) => one.from === "x")?.arrow).toBe(false); // it goes on to layer_0
    diagram.toggle(folded.nodes[1].path);
    expect(paths(diagram.scene())).toEqual(paths(folded));
  });

  test("forms of three where each is as large as a block of a network", () => {
    const inner = Array.from(
      { length: 40 },
      (_, i): Line => ({ name: `n${i}`, type: `Type${(i * i) % 97}` }),
    );
    const blocks = [0, 1, 2].flatMap((i) =>
      inner.map(({ name, type }, k): Line => {
        const before = k ? `block_${i}/n${k - 1}` : i ? `block_${i - 1}/n39` : "x";
        return { name: `block_${i}/${name}`, type, inputs: [before], shape: "?,8" };
      }),
    );
    const names = new Diagram(model([x, ...blocks])).scene().nodes.map(({ name }) => name);
    expect(names).toEqual(["x", "block_0 … block_2"]);
  });

  test("does not form of a few, nor of those with different content", () => {
    const few = new Diagram(model([x, ...layers(0, 3)])).scene();
    expect(paths(few)).toContain("layer_1");
    expect(node(few, "layer_1")?.hint).toBe("Same structure as layer_0, layer_2.");
    const odd = layers(0, 5).map((line) => (line.name === "layer_2/Relu" ? { ...line, type: "Tanh" } : line));
    expect(paths(new Diagram(model([x, ...odd])).scene())).toContain("layer_1");
  });

  test("does not take nodes away that are in sight when the graph grows", () => {
    const made = model([x, ...layers(0, 3)]);
    const diagram = new Diagram(made);
    diagram.scene();
    made.apply(
      piece(
        layers(3, 5),
        [x, ...layers(0, 3)].map((line) => line.name),
      ),
    );
    const scene = diagram.scene();
    expect(node(scene, "layer_0 … layer_4 ×5")?.open).toBe(true);
    expect(paths(scene)).toContain("layer_1");
  });

  test("stays folded when another layer joins", () => {
    const made = model([x, ...layers(0, 5)]);
    const diagram = new Diagram(made);
    diagram.scene();
    made.apply(
      piece(
        layers(5, 6),
        [x, ...layers(0, 5)].map((line) => line.name),
      ),
    );
    expect(diagram.scene().nodes.map((one) => one.name)).toEqual(["x", "layer_0 … layer_5"]);
  });

  test("represents parallel operations: a star is its hub and one stack", () => {
    const scene = new Diagram(model([x, ...series("Relu", 2000, () => ["x"])])).scene();
    expect(scene.nodes.map(({ name, note }) => [name, note])).toEqual([
      ["x", "float32 ?×8"],
      ["Relu … Relu_1999", "×2,000"],
    ]);
  });

  test("that is long shows a page at a time", () => {
    const diagram = new Diagram(model([x, ...series("Relu", 2000, () => ["x"])]));
    const [, stack] = diagram.scene().nodes;
    diagram.toggle(stack.path);
    const first = diagram.scene().nodes.filter((one) => one.parent === stack.path);
    expect(first).toHaveLength(31);
    expect(first[30].name).toBe("… 1,970 more");
    diagram.toggle(first[30].path);
    expect(node(diagram.scene(), "… 1,910 more")).toBeDefined();
    diagram.reveal("Relu_1500");
    expect(paths(diagram.scene())).toContain("Relu_1500");
    expect(node(diagram.scene(), "… 1,485 more")).toBeDefined();
  });

  test("is what a long chain is cut into", () => {
    const name = (i: number) => `${"abcde"[(i * 7 + Math.floor(i / 13) + Math.floor(i / 101)) % 5]}${i}`;
    const chain = Array.from({ length: 3_000 }, (_, i): Line => {
      return { name: name(i), type: name(i)[0], inputs: i ? [name(i - 1)] : [] };
    });
    const diagram = new Diagram(model(chain));
    const scene = diagram.scene();
    expect(scene.nodes.length).toBeLessThan(26);
    expect(scene.nodes.every((one) => one.kind === "stack")).toBe(true);
    diagram.reveal(name(7));
    expect(paths(diagram.scene())).toContain(name(7));
    expect(diagram.scene().nodes.length).toBeLessThan(120);
  });
});

describe("what repeats in a row", () => {
  /** Layers without scopes: a variable, a product and an activation each. */
  const flat = (many: number): Line[] => [
    x,
    ...Array.from({ length: many }, (_, i) => i).flatMap((i): Line[] => {
      const [w, product, relu] = ["w", "MatMul", "Relu"].map((name) => (i ? `${name}_${i}` : name));
      const before = i === 0 ? "x" : i === 1 ? "Relu" : `Relu_${i - 1}`;
      return [
        { name: w, type: "VariableV2", shape: "8,8" },
        { name: product, type: "MatMul", inputs: [before, w], shape: "?,8" },
        { name: relu, type: "Relu", inputs: [product], shape: "?,8" },
      ];
    }),
  ];

  test("is a stack of blocks", () => {
    const diagram = new Diagram(model(flat(10)));
    const scene = diagram.scene();
    expect(scene.nodes.map(({ name, note }) => [name, note])).toEqual([
      ["x", "float32 ?×8"],
      ["w … Relu_9", "×10 · 3 operations each"],
    ]);
    diagram.toggle(scene.nodes[1].path);
    const open = diagram.scene();
    expect(open.nodes[2]).toMatchObject({ name: "w … Relu", note: "block of 3", open: false });
    diagram.toggle(open.nodes[2].path);
    expect(paths(diagram.scene()).slice(3, 6)).toEqual(["w", "MatMul", "Relu"]);
  });

  test("stays as it is while it is short", () => {
    expect(new Diagram(model(flat(5))).scene().nodes).toHaveLength(16);
  });
});

describe("a scalar with many consumers", () => {
  const scopes = ["a", "b", "c", "d", "e"];
  const lines: Line[] = [
    x,
    { name: "rate", type: "Placeholder", shape: "" },
    ...scopes.map(
      (name, i): Line => ({
        name: `${name}/Mul`,
        type: "Mul",
        inputs: [i ? `${scopes[i - 1]}/Mul` : "x", "rate"],
      }),
    ),
  ];

  test("stays where it is when it gets many consumers while it is in sight", () => {
    const made = model(lines.slice(0, 5));
    const diagram = new Diagram(made);
    expect(diagram.scene().nodes.some(({ auxiliary }) => auxiliary)).toBe(false);
    made.apply(
      piece(
        lines.slice(5),
        lines.slice(0, 5).map((line) => line.name),
      ),
    );
    expect(diagram.scene().nodes.some(({ auxiliary }) => auxiliary)).toBe(false);
  });

  test("stays in the main graph where nothing but constants comes beside it: the rest is computed from it", () => {
    const scaled = scopes.flatMap((name): Line[] => [
      { name: `${name}/c`, type: "Const" },
      { name: `${name}/Mul`, type: "Mul", inputs: ["rate", `${name}/c`] },
    ]);
    const scene = new Diagram(model([lines[1], ...scaled])).scene();
    expect(scene.nodes.find(({ path }) => path === "rate")?.auxiliary).toBe(false);
  });

  test("is auxiliary, and can be added to the main graph", () => {
    const diagram = new Diagram(model(lines));
    const rate = diagram.scene().nodes.find(({ path }) => path === "rate");
    expect(rate?.auxiliary).toBe(true);
    expect(diagram.scene().nodes.find(({ path }) => path === "c/Mul")?.stubs).toMatchObject([
      { text: "rate" },
    ]);
    diagram.setAuxiliary("rate", false);
    expect(diagram.scene().nodes.some(({ auxiliary }) => auxiliary)).toBe(false);
    expect(diagram.scene().edges.filter(({ from }) => from === "rate")).toHaveLength(5);
    diagram.setAuxiliary("c/Mul", true);
    expect(
      diagram
        .scene()
        .nodes.filter(({ auxiliary }) => auxiliary)
        .map(({ path }) => path),
    ).toEqual(["c/Mul"]);
  });
});

describe("folding", () => {
  const links = (...pairs: [number, number][]) => pairs.flat();
  const four = () => 4;

  test("leaves those apart that something outside lies between", () => {
    const through = links([0, 1], [1, 2], [2, 3], [0, 4], [4, 3]);
    expect(foldableGroups({ count: 5, links: through }, [[0, 1, 2, 3]], four)).toEqual([]);
  });

  test("of two kinds that alternate has none: each lies between the other's", () => {
    const chain = Array.from({ length: 9 }, (_, i): [number, number] => [i, i + 1]);
    const candidates = [
      [0, 2, 4, 6, 8],
      [1, 3, 5, 7, 9],
    ];
    expect(foldableGroups({ count: 10, links: links(...chain) }, candidates, four)).toEqual([]);
  });

  test("folds those that each lead out of a scope and back into it, as sums of gradients do", () => {
    const sums = [1, 2, 3, 4].flatMap((i): [number, number][] => [
      [0, i],
      [i, 0],
    ]);
    expect(foldableGroups({ count: 5, links: links(...sums) }, [[1, 2, 3, 4]], four)).toEqual([[1, 2, 3, 4]]);
  });

  test("folds pairs in parallel two by two", () => {
    const towers = [0, 1, 2, 3].flatMap((i): [number, number][] => [
      [i, i + 4],
      [i + 4, 8],
    ]);
    const candidates = [
      [0, 1, 2, 3],
      [4, 5, 6, 7],
    ];
    expect(foldableGroups({ count: 9, links: links(...towers) }, candidates, four)).toEqual(candidates);
  });

  test("of a very long row folds the points of stars", () => {
    const star = links([0, 1], [0, 2], [0, 3], [3, 4], [0, 5]);
    expect(leafGroups({ count: 6, links: star }, (i) => (i === 5 ? -1 : 0))).toEqual([[1, 2], [4]]);
  });

  test("puts a row in the order of the flow, and changes no more of it than that needs", () => {
    expect(topologicalOrder({ count: 5, links: links([3, 1], [1, 2], [0, 4]) })).toEqual([0, 3, 1, 2, 4]);
    expect(topologicalOrder({ count: 3, links: links([0, 1], [1, 2], [2, 0]) })).toHaveLength(3); // a loop has no such order
  });

  test("cuts a row where the fewest edges cross", () => {
    const row = Array.from({ length: 19 }, (_, i): [number, number] => [i, i + 1]);
    const skips: [number, number][] = [
      [2, 6],
      [7, 11],
    ];
    const [first] = partitionRow({ count: 20, links: links(...row, ...skips) }, 3);
    expect(first).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});

describe("a chain of scopes with one child each", () => {
  const deep: Line[] = [
    x,
    { name: "a/b/c/MatMul", type: "MatMul", inputs: ["x"] },
    { name: "a/b/c/Relu", type: "Relu", inputs: ["a/b/c/MatMul"] },
  ];

  test("is one box, named by the whole path", () => {
    const diagram = new Diagram(model(deep));
    expect(diagram.scene().nodes.map(({ path, name, parent }) => [path, name, parent])).toEqual([
      ["x", "x", ""],
      ["a/b/c", "a/b/c", ""],
      ["a/b/c/MatMul", "MatMul", "a/b/c"],
      ["a/b/c/Relu", "Relu", "a/b/c"],
    ]);
  });
});
