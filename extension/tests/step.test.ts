import { describe, expect, test } from "vitest";
import { Diagram } from "../src/model/diagram/diagram.ts";
import {
  firstSteps,
  progressMarks,
  type StepProgress,
  type StepState,
  stepProgress,
} from "../src/model/runs/step.ts";
import { model } from "./build.ts";

const state: StepState = {
  stepThrough: 1,
  position: 2,
  total: 4,
  done: 2,
  name: "hidden/b",
  ops: [2],
  next: "c",
  breakpoints: [],
  nanSteps: [],
  over: false,
  applied: false,
  more: false,
};
const holding = (what: Partial<StepProgress>): StepProgress => ({
  path: "a",
  steps: [],
  marker: 0,
  fed: false,
  reused: false,
  written: 0,
  ...what,
});
type Kind = Parameters<typeof progressMarks>[3];
const NOTES = new Map([[1, "mean 3"]]);
const paint = (what: Partial<StepProgress>, at: Partial<StepState> = {}, kind: Kind = "single") =>
  progressMarks(holding(what), { ...state, ...at }, NOTES, kind);

describe("a node in a step-through", () => {
  test("is to come, was just done, or is done, with its outputs", () => {
    expect(paint({ steps: [3] })).toMatchObject({ marks: ["pending"], badge: undefined });
    expect(paint({ steps: [2] }).marks).toEqual(["running"]);
    expect(paint({ steps: [1] })).toMatchObject({ marks: ["done"], badge: "mean 3" });
    expect(progressMarks(undefined, state, NOTES, "single").marks).toEqual(["pruned"]);
  });

  test("was there before, or is fed", () => {
    expect(paint({ steps: [1], reused: true }, {}, "variable")).toMatchObject({
      marks: ["reused"],
      badge: undefined,
    });
    expect(paint({ steps: [1], reused: true }).marks).toEqual(["done"]); // it has a constant folded in
    expect(paint({ fed: true }).marks).toEqual(["fed"]);
    expect(paint({ reused: true, written: 2 }, {}, "variable").marks).toEqual(["reused", "changed"]);
  });

  test("is a control dependency, and is done with what it waits for", () => {
    expect(paint({ marker: 2 }).marks).toEqual(["done"]);
    expect(paint({ marker: 3 }).marks).toEqual(["pending"]);
  });

  test("shows breakpoints, NaN and the step that failed", () => {
    expect(paint({ steps: [3] }, { breakpoints: [[7, 3]] }).badge).toBe("●");
    expect(paint({ steps: [1] }, { nanSteps: [1] }).marks).toContain("has-nan");
    expect(paint({ steps: [3] }, { nanSteps: [3] }).marks).not.toContain("has-nan"); // it has gone back to before it
    const failed = { ops: [3], name: "c", text: "no" };
    expect(paint({ steps: [3] }, { failed }).marks).toEqual(["failed"]);
  });

  test("that is a closed scope shows its progress", () => {
    expect(paint({ steps: [1, 2, 3] }, {}, "scope")).toMatchObject({
      marks: ["running"],
      note: "running 2 of 3",
    });
    expect(paint({ steps: [1, 3] }, {}, "scope")).toMatchObject({ marks: ["begun"], note: "1 of 2" });
    expect(paint({ steps: [1] }, {}, "scope")).toMatchObject({ marks: ["done"], note: "1 of 1 done" });
  });
});

test("what is visible holds the steps of all that lies in it", () => {
  const made = model([
    { name: "x", type: "Placeholder" },
    { name: "hidden/a", type: "Neg", inputs: ["x"] },
    { name: "hidden/b", type: "Neg", inputs: ["hidden/a"] },
    { name: "c", type: "Neg", inputs: ["hidden/b"] },
  ]);
  const diagram = new Diagram(made);
  diagram.scene();
  const schedule = Int32Array.from([1, 1, 0, 2, 2, 0, 3, 3, 0, 0, 0, 2]);
  const open = stepProgress(diagram, made.hierarchy, schedule);
  expect(open.map(({ path, steps, fed }) => [path, steps, fed])).toEqual([
    ["hidden/a", [1], false],
    ["hidden/b", [2], false],
    ["c", [3], false],
    ["x", [], true],
  ]);
  expect(firstSteps(open)).toEqual(new Map([["hidden", 1]]));
  diagram.toggle("hidden");
  const closed = stepProgress(diagram, made.hierarchy, schedule);
  expect(closed.find(({ path }) => path === "hidden")?.steps).toEqual([1, 2]);
});
