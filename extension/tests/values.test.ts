import { describe, expect, it } from "vitest";
import type { SceneEdge } from "../src/model/diagram/scene.ts";
import { pngSize } from "../src/model/diagram/thumbnail.ts";
import {
  asText,
  healthMarks,
  Places,
  type TensorValue,
  thumbnailOf,
  wordsOf,
} from "../src/model/runs/values.ts";
import { plot } from "../src/scene/drawing/plot.ts";

const edge = (id: string, from: string): SceneEdge =>
  ({
    id,
    from,
    to: "end",
    kind: "data",
    path: [],
    arrow: true,
    added: false,
    label: "",
    title: "",
    width: 1,
  }) as SceneEdge;
const value = (more: Partial<TensorValue> = {}): TensorValue => ({
  op: 1,
  output: 0,
  text: "mean 0.3",
  about: "float32 [3]  0.1 … 0.5, mean 0.3",
  health: "ok",
  ...more,
});
// 5 by 3, as PIL writes it.
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADCAAAAABe7hDFAAAADklEQVR42mNgQAOEBAAALQABF2EXmgAAAABJRU5ErkJggg==";

describe("the tensors that a diagram shows", () => {
  const visible = {
    nodes: [["x", 0] as [string, number], ["top", 5] as [string, number]],
    edges: [
      ["x>", [[0, 0]]],
      ["scope>", [[3, 0]]],
      ["scope>2", [[3, 0]]],
      ["two>", [[7, 0]]],
      ["two>2", [[8, 0]]],
      ["top>", [[5, 1]]],
    ] as [string, [number, number][]][],
  };
  const drawn = [
    edge("x>", "x"),
    edge("scope>", "scope"),
    edge("scope>2", "scope"),
    edge("two>", "two"),
    edge("two>2", "two"),
    edge("top>", "top"),
  ];
  const places = new Places(visible, drawn);

  it("are those of operations, and of closed scopes that one tensor leaves", () => {
    expect([...places.nodes]).toEqual([
      ["x", [0, 0]],
      ["top", [5, 0]],
      ["scope", [3, 0]],
    ]);
    expect(drawn.filter((one) => places.alone(one)).map(({ id }) => id)).toEqual(["two>", "two>2", "top>"]);
  });

  it("are written as text, the near ones first where there are many", () => {
    expect(asText(places.tensors())).toBe("0,3,2,0:1,2,1");
    const many = Array.from({ length: 5000 }, (_, i): [number, number] => [40 * i, 0]);
    const text = asText(many);
    expect(text.length).toBeLessThanOrEqual(1_900);
    expect(text.startsWith("0,14,14")).toBe(true);
    expect(places.tensors((path) => path === "scope")[0]).toEqual([3, 0]);
  });
});

describe("a value", () => {
  it("is a number, a plot or an image", () => {
    expect(thumbnailOf(value())).toBeUndefined();
    expect(thumbnailOf(value({ points: [1] }))).toBeUndefined();
    expect(thumbnailOf(value({ points: [1, null, 2] }))).toMatchObject({ points: [1, null, 2] });
    expect(pngSize(PNG)).toEqual({ width: 5, height: 3 });
    expect(thumbnailOf(value({ image: PNG }))).toEqual({ image: PNG, width: 30, height: 18 });
    for (const wrong of ["", "!", "AAAA", btoa("nothing of the kind, and longer than a head")])
      expect(thumbnailOf(value({ image: wrong }))).toBeUndefined();
  });

  it("has words where the plot does not say enough", () => {
    expect(wordsOf(value())).toBe("mean 0.3");
    expect(wordsOf(value({ points: [1, 2] }))).toBe("");
    expect(wordsOf(value({ points: [1, 2], history: true }))).toBe("mean 0.3");
    expect(wordsOf(value({ image: PNG, health: "nan", text: "3 NaN" }))).toBe("3 NaN");
  });

  it("has the marks of the worst of several", () => {
    expect(healthMarks([value()])).toEqual(["valued"]);
    expect(healthMarks([value({ health: "zero" }), value({ health: "nan" })])).toEqual(["valued", "is-nan"]);
  });
});

describe("a plot", () => {
  it("has bars from zero for a few numbers, and a gap for what is none", () => {
    const { kind, d } = plot({ points: [1, null, -1], width: 30, height: 20 });
    expect(kind).toBe("bars");
    expect(d).toBe("M1 0h8v10h-8ZM21 10h8v10h-8Z");
    expect(plot({ points: [0, 0], width: 20, height: 10 }).d).toContain("v1h");
  });

  it("is a line for many", () => {
    const { kind, d } = plot({ points: [...Array(30).keys(), null, 30], width: 31, height: 30 });
    expect(kind).toBe("trace");
    expect(d.startsWith("M0 30L1 29")).toBe(true);
    expect(d.endsWith("M31 0")).toBe(true);
    expect(plot({ points: Array(30).fill(2), width: 29, height: 10 }).d.startsWith("M0 5L1 5")).toBe(true);
  });

  it("survives what has no number", () => {
    expect(plot({ points: [null, null], width: 10, height: 10 }).d).toBe("");
    expect(plot({ points: Array(40).fill(null), width: 10, height: 10 }).d).toBe("");
  });
});
