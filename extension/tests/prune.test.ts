import { describe, expect, test } from "vitest";
import { Graph } from "../src/model/graph.ts";
import { prune } from "../src/model/prune.ts";
import { fixture, LINEAR, piece } from "./build.ts";

const names = LINEAR.map((line) => line.name);
const id = (name: string) => names.indexOf(name);
const graph = new Graph("test");
graph.apply(piece(LINEAR));
const run = (fetches: string[], feeds: string[] = []) => {
  const { ops, needs, state } = prune(
    graph,
    fetches.map(id),
    feeds.map((name) => [id(name), 0]),
  );
  return {
    ops: [...ops].sort((a, b) => a - b).map((op) => names[op]),
    needs: needs.map((op) => names[op]),
    state: state.map((op) => names[op]),
  };
};

describe("a run", () => {
  test("executes what the fetches need and nothing else", () => {
    expect(run(["mul"]).ops).toEqual(["x", "w", "w/read", "mul"]);
  });

  test("names the placeholders that have to be fed", () => {
    expect(run(["loss/Mean"]).needs).toEqual(["x", "target"]);
    expect(run(["loss/Mean"], ["target"]).needs).toEqual(["x"]);
  });

  test("reads a variable as it is: its initializer does not run", () => {
    const { ops, state } = run(["mul"]);
    expect(state).toEqual(["w"]);
    expect(ops).not.toContain("w/Assign");
    expect(run(["init"]).ops).toEqual(["w/initial_value", "w", "w/Assign", "init"]);
  });

  test("is cut where a tensor is fed", () => {
    expect(run(["loss/Mean"], ["mul"])).toEqual({
      ops: ["target", "loss/sub", "loss/Mean"],
      needs: ["target"],
      state: [],
    });
    expect(run(["mul"], ["mul"]).ops).toEqual([]);
  });

  test("follows control inputs too", () => {
    expect(run(["GradientDescent"]).ops).toHaveLength(12);
  });

  test("of a real loss runs the forward part of a real graph", () => {
    const mlp = new Graph("mlp");
    mlp.apply(fixture("mlp"));
    const { ops, needs, state } = prune(mlp, [mlp.find("loss/Mean")], []);
    const ran = [...ops].map((op) => mlp.name(op));
    expect(ran.some((name) => name.startsWith("train/"))).toBe(false);
    expect(ran.some((name) => name.includes("Initializer"))).toBe(false);
    expect(needs.map((op) => mlp.name(op))).toEqual(["input/x", "input/y"]);
    expect(state).toHaveLength(6);
  });
});
