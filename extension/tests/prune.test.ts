import { describe, expect, test } from "vitest";
import { edgeMarkOf } from "../src/features/highlight.ts";
import { Diagram } from "../src/model/diagram/diagram.ts";
import type { SceneEdge } from "../src/model/diagram/scene.ts";
import { countsOf, tally } from "../src/model/diagram/tally.ts";
import { Graph } from "../src/model/graph/graph.ts";
import type { Node } from "../src/model/hierarchy/hierarchy.ts";
import { failurePath } from "../src/model/queries/failure.ts";
import { prune } from "../src/model/queries/prune.ts";
import { fixture, LINEAR, type Line, model, piece } from "./build.ts";
import planned from "./fixtures/plans.json";

const names = LINEAR.map((line) => line.name);
const id = (name: string) => names.indexOf(name);
const graph = new Graph("test");
graph.apply(piece(LINEAR));
const run = (fetches: string[], feeds: string[] = []) => {
  const { ops, mustBeFed, read, assigned } = prune(
    graph,
    fetches.map((name) => [id(name), 0]),
    feeds.map((name) => [id(name), 0]),
  );
  return {
    ops: [...ops].sort((a, b) => a - b).map((op) => names[op]),
    mustBeFed: mustBeFed.map((op) => names[op]),
    read: read.map((op) => names[op]),
    assigned: assigned.map((op) => names[op]),
  };
};

describe("an edge", () => {
  const lines: Line[] = [
    { name: "a/v", type: "VariableV2", shape: "3" },
    { name: "a/zeros", type: "Const", shape: "3" },
    { name: "a/init", type: "Assign", inputs: ["a/v", "a/zeros"], shape: "3" },
    { name: "a/y", type: "Tanh", inputs: ["a/v"], shape: "3" },
    { name: "b/v", type: "VariableV2", shape: "3" },
    { name: "b/zeros", type: "Const", shape: "3" },
    { name: "b/init", type: "Assign", inputs: ["b/v", "b/zeros"], shape: "3" },
    { name: "b/y", type: "Add", inputs: ["a/y", "b/v"], shape: "3" },
  ];
  const ids = (...wanted: string[]) => wanted.map((name) => lines.findIndex((line) => line.name === name));

  test.each([true, false])(
    "between two scopes is in a run that executes what it represents (open: %s)",
    (open) => {
      const made = model(lines);
      const diagram = new Diagram(made);
      diagram.scene();
      for (const name of ["a", "b"])
        if (diagram.isOpen(made.hierarchy.find(name) as Node) !== open) diagram.toggle(name);
      const edge = diagram.scene().edges.find(({ from, to }) => from === "a" && to === "b") as SceneEdge;
      const marked = (...run: string[]) =>
        edgeMarkOf(edge, countsOf(tally(diagram, made.graph, [ids(...run)])));
      expect(marked("a/v", "a/zeros", "a/init", "b/v", "b/zeros", "b/init")).toBe("pruned");
      expect(marked("a/v", "a/y", "b/v", "b/y")).toBe("runs");
    },
  );
});

describe("a run", () => {
  test("executes what the fetches need and nothing else", () => {
    expect(run(["mul"]).ops).toEqual(["x", "w", "w/read", "mul"]);
  });

  test("names the placeholders that have to be fed", () => {
    expect(run(["loss/Mean"]).mustBeFed).toEqual(["x", "target"]);
    expect(run(["loss/Mean"], ["target"]).mustBeFed).toEqual(["x"]);
  });

  test("reads a variable as it is: its initializer does not run", () => {
    const { ops, read } = run(["mul"]);
    expect(read).toEqual(["w"]);
    expect(ops).not.toContain("w/Assign");
    expect(run(["init"])).toMatchObject({ read: [], assigned: ["w"] });
    expect(run(["init"]).ops).toEqual(["w/initial_value", "w", "w/Assign", "init"]);
  });

  test("is cut where a tensor is fed", () => {
    expect(run(["loss/Mean"], ["mul"])).toEqual({
      ops: ["target", "loss/sub", "loss/Mean"],
      mustBeFed: ["target"],
      read: [],
      assigned: [],
    });
    expect(run(["mul"], ["mul"]).ops).toEqual([]);
  });

  test("follows control inputs too", () => {
    expect(run(["GradientDescent"]).ops).toHaveLength(12);
  });

  test("of a real loss runs the forward part of a real graph", () => {
    const mlp = new Graph("mlp");
    mlp.apply(fixture("mlp"));
    const { ops, mustBeFed, read } = prune(mlp, [[mlp.find("loss/Mean"), 0]], []);
    const ran = [...ops].map((op) => mlp.name(op));
    expect(ran.some((name) => name.startsWith("train/"))).toBe(false);
    expect(ran.some((name) => name.includes("Initializer"))).toBe(false);
    expect(mustBeFed.map((op) => mlp.name(op))).toEqual(["input/x", "input/y"]);
    expect(read).toHaveLength(6);
  });
});

describe("of graphs whose plans graphlab has made", () => {
  interface Planned {
    lines: Line[];
    runs: { fetches: [number, number][]; feeds: [number, number][]; ops: number[] }[];
  }
  test.each((planned as Planned[]).map((each, i) => [i, each] as const))(
    "graph %i runs the same",
    (_, { lines, runs }) => {
      const graph = new Graph("planned");
      graph.apply(piece(lines));
      for (const { fetches, feeds, ops } of runs)
        expect([...prune(graph, fetches, feeds).ops].sort((a, b) => a - b)).toEqual(ops);
    },
  );
});

describe("the path of a failed run", () => {
  const path = (failed: string, fetches: string[], feeds: string[]) =>
    [
      ...failurePath(
        graph,
        id(failed),
        fetches.map(id),
        feeds.map((name) => [id(name), 0]),
      ),
    ]
      .sort((a, b) => a - b)
      .map((op) => names[op]);

  test("leads from what was fed through it to what was fetched", () => {
    expect(path("loss/sub", ["loss/Mean"], ["target"])).toEqual(["target", "loss/sub", "loss/Mean"]);
    expect(path("loss/sub", ["loss/Mean"], ["x"])).toEqual(["x", "mul", "loss/sub", "loss/Mean"]);
  });

  test("without feeds shows all that leads there, and nothing that does not run", () => {
    expect(path("mul", ["mul"], [])).toEqual(["x", "w", "w/read", "mul"]);
  });

  test("of a placeholder without a feed begins there", () => {
    expect(path("x", ["loss/Mean"], ["target"])).toEqual(["x", "mul", "loss/sub", "loss/Mean"]);
  });
});
