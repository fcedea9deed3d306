import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Engine } from "../src/engine/engine.ts";
import { DEFAULT_METRICS } from "../src/model/text/metrics.ts";
import { fixture } from "./build.ts";

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
