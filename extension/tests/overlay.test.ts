import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { OverlayColoring } from "../src/model/overlays/coloring.ts";
import { Sums } from "../src/model/overlays/sums.ts";
import { overlayTable } from "../src/model/overlays/table.ts";
import { categoryTint, domainOf, numberTint } from "../src/model/overlays/tints.ts";
import { type OverlayInfo, overlayInfo, unpackValues, type Values } from "../src/model/overlays/values.ts";
import { share, written } from "../src/model/text/units.ts";
import { OVERLAYS } from "../src/overlays/index.ts";
import { COLOURS, inkOn, luminance } from "../src/scene/drawing/palette.ts";
import { LINEAR, model } from "./build.ts";

const linear = model(LINEAR);
const { graph, hierarchy } = linear;
const id = (name: string) => graph.find(name);
const TIME = overlayInfo("time", "Compute time", "", { kind: "sequential", unit: "s", sums: "sum" });

function values(info: OverlayInfo, of: Record<string, number>): Values {
  const column = new Float32Array(graph.count).fill(Number.NaN);
  for (const [name, value] of Object.entries(of)) column[id(name)] = value;
  return { info: info, of: column };
}

function node(path: string) {
  const found = hierarchy.find(path);
  if (!found) throw new Error(path);
  return found;
}

const times = values(TIME, { mul: 0.002, "loss/sub": 0.003, "loss/Mean": 0.005 });

describe("a scope", () => {
  test("adds up what is in it", () => {
    const sums = new Sums(times);
    expect(sums.at(node("loss")).value).toBeCloseTo(0.008);
    expect(sums.at(node("loss")).count).toBe(2);
    expect(sums.at(hierarchy.root).value).toBeCloseTo(0.01);
    expect(sums.at(node("w")).count).toBe(0);
  });

  test("shows the highest where amounts are not added", () => {
    const norms = values({ ...TIME, sums: "max" }, { "loss/sub": 3, "loss/Mean": -7 });
    expect(new Sums(norms).at(node("loss")).value).toBe(-7);
  });

  test("shows of categories the most frequent, or the worst", () => {
    const health = overlayInfo("health", "Health", "", { categories: ["NaN", "fine"], sums: "first" });
    const of = { w: 1, "w/read": 1, "w/Assign": 0 };
    expect(new Sums(values(health, of)).at(node("w")).value).toBe(0);
    const most = new Sums(values({ ...health, sums: "majority" }, of)).at(node("w"));
    expect(most.value).toBe(1);
    expect(most.mix).toEqual([
      [1, 2],
      [0, 1],
    ]);
  });
});

describe("a diagram with an overlay", () => {
  const visible = [node("mul"), node("loss"), node("w")];
  const shown = new OverlayColoring({ info: TIME, values: () => times });
  const { tints, legend } = shown.tints(graph, visible, () => false);

  test("colours the heaviest in sight most, and leaves out what has no value", () => {
    expect(tints.map(({ path, tint, badge }) => [path, tint, badge])).toEqual([
      ["mul", "s2", "2 ms"],
      ["loss", "s9", "8 ms"],
    ]);
    expect(tints[1].title).toBe("Compute time: 8 ms in 2 operations, 80 % of all");
  });

  test("says in the legend from where to where the colours go", () => {
    expect(legend).toMatchObject({ low: "0 s", high: "8 ms", total: "10 ms", count: 3 });
  });

  test("has the shares of the colours in a mixture", () => {
    const types = OVERLAYS.find(({ info }) => info.name === "dtype") as never;
    const { tints } = new OverlayColoring(types).tints(graph, [node("w"), node("mul")], () => false);
    expect(tints.map(({ parts }) => parts)).toEqual([undefined, undefined]);
    const info = overlayInfo("who", "Who", "", { categories: ["us", "them"] });
    const who = values(info, { w: 0, "w/read": 0, "w/Assign": 0, "w/initial_value": 1 });
    const mixed = new OverlayColoring({ info: info, values: () => who }).tints(
      graph,
      [node("w")],
      () => false,
    );
    expect(mixed.tints[0].parts).toEqual([
      { tint: "c0", share: 0.75 },
      { tint: "c1", share: 0.25 },
    ]);
    expect(mixed.tints[0].title).toBe("Who: us 75 %, them 25 %");
  });

  test("by structure has one colour for isomorphic nodes, and none for others", () => {
    const twins = model([
      { name: "a/x", type: "Add" },
      { name: "b/x", type: "Add" },
      { name: "c/x", type: "Mul" },
      { name: "d", type: "Add" },
    ]);
    const nodes = ["a", "b", "c", "d"].map((path) => twins.hierarchy.find(path) as never);
    const structure = OVERLAYS.find(({ info }) => info.name === "structure") as never;
    const { tints, legend } = new OverlayColoring(structure).tints(twins.graph, nodes, () => false);
    expect(tints.map(({ path, tint }) => [path, tint])).toEqual([
      ["a", "c0"],
      ["b", "c0"],
    ]);
    expect(legend.entries).toEqual([{ name: "like a", count: 2, tint: "c0" }]);
  });

  test("every overlay of the browser's own has something to say of a graph", () => {
    for (const overlay of OVERLAYS) {
      const { legend } = new OverlayColoring(overlay).tints(
        graph,
        [...hierarchy.root.children.values()],
        () => false,
      );
      expect(legend.info.title).toBeTruthy();
      if (overlay.values) expect(legend.count).toBeGreaterThan(0);
    }
  });

  test("by size counts bytes, an unknown size as one", () => {
    const size = OVERLAYS.find(({ info }) => info.name === "size");
    const of = size?.values?.(graph).of as Float32Array;
    expect(of[id("x")]).toBe(12);
    expect(of[id("loss/Mean")]).toBe(4);
    expect(of[id("init")]).toBeNaN();
  });
});

describe("the table", () => {
  test("lists operations with the highest first, and their share", () => {
    const { rows } = overlayTable(hierarchy, times, "operations", "value", false);
    expect(rows.map(({ name, value, share }) => [name, value, share])).toEqual([
      ["loss/Mean", "5 ms", "50 %"],
      ["loss/sub", "3 ms", "30 %"],
      ["mul", "2 ms", "20 %"],
    ]);
    expect(rows[1].part).toBeCloseTo(0.6);
  });

  test("adds up scopes, and sorts by name", () => {
    const { rows } = overlayTable(hierarchy, times, "scopes", "value", false);
    expect(rows.map(({ name, value, share }) => [name, value, share])).toEqual([["loss/", "8 ms", "80 %"]]);
    expect(overlayTable(hierarchy, times, "operations", "name", true).rows[0].name).toBe("mul");
  });
});

describe("a colour", () => {
  test("goes by the place between the ends, on a log scale by powers", () => {
    expect(numberTint(TIME, { low: 0, high: 10 }, 5)).toBe("s5");
    const log: OverlayInfo = { ...TIME, scale: "log" };
    expect(domainOf(log, [0, 0.01, 100])).toEqual({ low: 0.01, high: 100 });
    expect(numberTint(log, { low: 0.01, high: 100 }, 2)).toBe("s5");
    expect(numberTint(log, { low: 0.01, high: 100 }, 0)).toBe("s0");
  });

  test("of signed values has zero in the middle", () => {
    const both: OverlayInfo = { ...TIME, kind: "diverging" };
    expect([-4, 0, 2].map((value) => numberTint(both, { low: -4, high: 2 }, value))).toEqual([
      "d0",
      "d5",
      "d8",
    ]);
  });

  test("distinguishes what isn't finite from the highest", () => {
    expect(numberTint(TIME, { low: 0, high: 1 }, Number.POSITIVE_INFINITY)).toBe("bad");
  });

  test("is one of nine for categories, the rest share one", () => {
    const many = overlayInfo("n", "N", "", { categories: [..."abcdefghijkl"], tones: { b: "bad" } });
    expect([0, 1, 2, 9, 10].map((place) => categoryTint(many, place))).toEqual([
      "c0",
      "bad",
      "c1",
      "c8",
      "cx",
    ]);
  });

  test("lets words on it be read, in light and dark", () => {
    for (const { sequential, diverging, categories, other, good, warn, bad } of Object.values(COLOURS))
      for (const colour of [...sequential, ...diverging, ...categories, other, good, warn, bad]) {
        const [a, b] = [luminance(colour), luminance(inkOn(colour))].sort((x, y) => y - x);
        expect((a + 0.05) / (b + 0.05), colour).toBeGreaterThan(4.5);
      }
  });
});

test("values of the kernel are opened by operation", async () => {
  const bytes = new Uint8Array(16);
  new Int32Array(bytes.buffer, 0, 2).set([1, 3]);
  new Float32Array(bytes.buffer, 8, 2).set([0.5, Number.NaN]);
  const { of } = await unpackValues(TIME, deflateSync(bytes).toString("base64"), 6);
  expect([...of]).toEqual([Number.NaN, 0.5, Number.NaN, Number.NaN, Number.POSITIVE_INFINITY, Number.NaN]);
});

test("numbers are written with their unit, as the kernel writes them", () => {
  const written_ = [
    [0.0123, "s", "12.3 ms"],
    [4.2e-5, "s", "42 µs"],
    [0, "s", "0 s"],
    [3e6, "bytes", "3 MB"],
    [999.9, "bytes", "1 kB"],
    [12, "bytes", "12 B"],
    [1.5, "kg", "1.5 kg"],
    [1234, "", "1234"],
  ] as const;
  for (const [value, unit, text] of written_) expect(written(value, unit)).toBe(text);
  expect(share(1, 3)).toBe("33 %");
});
