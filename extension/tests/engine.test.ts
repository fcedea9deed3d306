import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Engine } from "../src/engine/engine.ts";
import { Diagram } from "../src/model/diagram/diagram.ts";
import { Model } from "../src/model/hierarchy/model.ts";
import { DEFAULT_METRICS } from "../src/model/text/metrics.ts";
import { fixture, piece } from "./build.ts";

const CHUNK = new Uint8Array(readFileSync(join(import.meta.dirname, "fixtures", "mlp.piece")));
const { graph } = fixture("mlp");

it("draws what a preview fetches in the main graph, and an operation that returns nothing where it was", async () => {
  const engine = new Engine();
  engine.show(1, graph, DEFAULT_METRICS);
  await engine.take(1, [CHUNK]);
  const isAuxiliary = (path: string) => engine.scene(1).nodes.find((one) => one.path === path)?.auxiliary;
  const fetch = (name: string) => engine.preview(1, [[engine.find(1, name).first[0].op, 0]], []).scene;
  expect([isAuxiliary("Merge/MergeSummary"), isAuxiliary("init")]).toEqual([true, true]);
  expect(fetch("Merge/MergeSummary")?.nodes.length).toBe(engine.scene(1).nodes.length);
  expect(fetch("init")).toBeUndefined();
  expect([isAuxiliary("Merge/MergeSummary"), isAuxiliary("init")]).toEqual([false, true]);
});

it("shares a graph between its diagrams and frees it with the last of them", async () => {
  const engine = new Engine();
  engine.show(1, graph, DEFAULT_METRICS);
  await engine.take(1, [CHUNK]);
  engine.show(2, graph, DEFAULT_METRICS);
  expect(engine.scene(2).operations).toBe(285);
  engine.hide(1);
  expect(engine.scene(2).operations).toBe(285);
  engine.hide(2);
  engine.show(3, graph, DEFAULT_METRICS);
  expect(engine.scene(3).operations).toBe(0);
});

it("rehearses growth while it is idle, a few times, if a kernel may add to the graph", async () => {
  const engine = new Engine();
  engine.show(1, graph, DEFAULT_METRICS);
  await engine.take(1, [CHUNK]);
  const before = engine.scene(1);
  expect(engine.prepareNext()).toBe(false);
  engine.expectGrowth(1);
  let rehearsals = 0;
  while (engine.prepareNext()) rehearsals++;
  expect(rehearsals).toBe(5);
  expect(engine.scene(1)).toEqual(before);
});

it("draws a graph that has grown the same after a rehearsal", () => {
  // Weights that are drawn in the layer that uses them, and plumbing.
  const lines = [
    { name: "x", type: "Placeholder" },
    { name: "dense/kernel", type: "VariableV2" },
    { name: "dense/kernel/read", type: "Identity", inputs: ["dense/kernel"] },
    { name: "block/dense/MatMul", type: "MatMul", inputs: ["x", "dense/kernel/read"] },
    { name: "block/dense/Shape", type: "Shape", inputs: ["block/dense/MatMul"], dtype: "int32" },
    { name: "block/dense/Reshape", type: "Reshape", inputs: ["block/dense/MatMul", "block/dense/Shape"] },
  ];
  const added = [{ name: "block/loss", type: "Mean", inputs: ["block/dense/Reshape"] }];
  const [rehearsed, plain] = [true, false].map((isRehearsed) => {
    const model = new Model("test");
    const diagram = new Diagram(model);
    model.apply(piece(lines));
    diagram.scene();
    if (isRehearsed) model.rehearse();
    model.apply(
      piece(
        added,
        lines.map(({ name }) => name),
      ),
    );
    return diagram.scene();
  });
  expect(rehearsed).toEqual(plain);
  expect(plain.nodes.map(({ path }) => path)).toContain("block/loss");
});
