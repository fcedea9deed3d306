import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Engine } from "../src/engine/engine.ts";
import { DEFAULT_METRICS } from "../src/model/text/metrics.ts";
import { fixture } from "./build.ts";

const CHUNK = new Uint8Array(readFileSync(join(import.meta.dirname, "fixtures", "mlp.piece")));
const { graph } = fixture("mlp");

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
