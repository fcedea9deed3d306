/** The lines that a fix changes, and data of saved notebooks that is no fix. */
import { expect, it } from "vitest";
import { changedLines, isFix } from "../src/lab/fix-text.ts";

it("shows what differs, with a line around it", () => {
  const before = "a = 1\ny = f(\n    x,\n)\nb = 2";
  expect(changedLines(before, before.replace("    x,", "    x,\n    t=True,"))).toEqual([
    { sign: " ", text: "    x," },
    { sign: "+", text: "    t=True," },
    { sign: " ", text: ")" },
  ]);
  expect(changedLines("y = f(x)", "y = f(x, 1)")).toEqual([
    { sign: "-", text: "y = f(x)" },
    { sign: "+", text: "y = f(x, 1)" },
  ]);
});

it("hides nothing between two places that differ", () => {
  const lines = changedLines("a\nb\nc", "A\nb\nC");
  expect(lines.map(({ sign, text }) => sign + text)).toEqual(["-a", "-b", "-c", "+A", "+b", "+C"]);
});

it("accepts no data of another shape", () => {
  const choice = { after: "y", slot: "", rest: "" };
  expect(isFix({ text: "t", cell: 3, before: "x", choices: [choice] })).toBe(true);
  for (const wrong of [null, {}, [], { text: "t", cell: "3", before: "x", choices: [choice] }])
    expect(isFix(wrong)).toBe(false);
  expect(isFix({ text: "t", cell: 3, before: "x", choices: [{ after: 1 }] })).toBe(false);
});
