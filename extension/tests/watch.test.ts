import { expect, test } from "vitest";
import { extended, sparkline, type Watched } from "../src/model/runs/watch.ts";

const updates = (since: number, ...means: (number | null)[]): Watched => ({
  op: 3,
  name: "loss:0",
  runs: since + means.length,
  missed: 0,
  always: false,
  why: "",
  health: "ok",
  since,
  points: means.map((mean) => [mean, mean, mean]),
});

test("an update of a watch continues the one before", () => {
  const first = extended([], [updates(0, 1, 2)]);
  const second = extended(first, [updates(2, 3)]);
  expect(second[0].points.map(([mean]) => mean)).toEqual([1, 2, 3]);
  expect(extended(second, [updates(0, 7)])[0].points).toEqual([[7, 7, 7]]); // all of it is sent again
  expect(extended(second, [])).toEqual([]);
});

test("only the newest runs are retained", () => {
  const many = extended([], [updates(0, ...Array.from({ length: 150 }, (_, i) => i))]);
  expect(extended(many, [updates(150, ...Array.from({ length: 100 }, () => 0))])[0].points).toHaveLength(200);
});

test("a sparkline goes from left to right between the least and the most", () => {
  expect(
    sparkline(
      [
        [0, 0, 0],
        [5, 0, 10],
        [10, 10, 10],
      ],
      100,
      20,
    ),
  ).toEqual({
    line: "M0 20L50 10L100 0",
    band: "M0 20L50 0L100 0L100 0L50 20L0 20Z",
  });
});

test("a run without numbers leaves a gap in it", () => {
  const { line } = sparkline(
    [
      [1, 1, 1],
      [null, null, null],
      [3, 3, 3],
      [2, 2, 2],
    ],
    90,
    10,
  );
  expect(line).toBe("M0 10M60 0L90 5");
  expect(sparkline([[null, null, null]], 90, 10)).toEqual({ line: "", band: "" });
});
