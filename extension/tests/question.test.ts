import { expect, test } from "vitest";
import { marks, type Question } from "../src/model/runs/question.ts";

const asked: Question = {
  kind: "runs",
  text: "What runs?",
  choices: [
    [0, "x"],
    [3, "y"],
    [4, "init"],
  ],
  right: [0, 1],
  pairs: [],
  executed: [0, 1, 3],
};

test("a choice is right when it is chosen as it runs", () => {
  expect(marks(asked, [0, 1])).toEqual([true, true, true]);
  expect(marks(asked, [1, 2])).toEqual([false, true, false]);
  expect(marks(asked, [])).toEqual([false, false, true]);
});

test("of a fetch only what was chosen is marked", () => {
  const fetch: Question = { ...asked, kind: "fetch", right: [1] };
  expect(marks(fetch, [0])).toEqual([false, undefined, undefined]);
  expect(marks(fetch, [1])).toEqual([undefined, true, undefined]);
});

test("an order is wrong at what comes before something that it needs", () => {
  const order: Question = { ...asked, kind: "order", right: [], pairs: [[0, 1]] };
  expect(marks(order, [0, 1, 2])).toEqual([true, true, true]);
  expect(marks(order, [2, 0, 1])).toEqual([true, true, true]);
  expect(marks(order, [1, 0, 2])).toEqual([true, false, true]);
  expect(marks(order, [0, 1])).toEqual([true, true, false]);
  expect(marks(order, [1])).toEqual([false, true, false]);
});
