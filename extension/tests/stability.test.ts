/** What a few new operations do to the boxes that the reader has already seen. */
import { expect, test } from "vitest";
import { layout } from "../src/layout/layout.ts";
import type { Box, Link, Placed, Spec } from "../src/layout/types.ts";
import { quality } from "./quality.ts";
import { MADE, random, scopes } from "./specs.ts";

const ADDED = 3;
const SAME_ROW = 10; // px

/** The spec with some boxes more, each fed by one or two of the others. */
function grown({ boxes, links }: Spec, seed: number): Spec {
  const next = random(seed);
  const solid = boxes.flatMap((box, i) => (box.port ? [] : [i]));
  const any = () => solid[Math.floor(next() * solid.length)];
  const more = Array.from({ length: ADDED }, (_, i): Box => ({ id: `new${i}`, width: 80, height: 28 }));
  const fed = more.flatMap((_, i): Link[] => {
    const to = boxes.length + i;
    const own = [{ id: `first${i}`, from: any(), to }];
    return next() < 0.5 ? own : [...own, { id: `second${i}`, from: any(), to }];
  });
  return { boxes: [...boxes, ...more], links: [...links, ...fed] };
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** How far each untouched box went to the side, beyond what all of them did together. */
function displacements(first: Placed, later: Placed): number[] {
  const moved = first.boxes.map(({ x }, i) => later.boxes[i].x - x);
  const all = median(moved);
  return moved.map((by) => Math.abs(by - all));
}

/** Pairs of untouched boxes in one row that changed sides. */
function swapped({ boxes: a }: Placed, { boxes: b }: Placed): number {
  let count = 0;
  for (let i = 0; i < a.length; i++)
    for (let k = 0; k < i; k++)
      if (
        Math.abs(a[i].y - a[k].y) < SAME_ROW &&
        Math.abs(b[i].y - b[k].y) < SAME_ROW &&
        a[i].x < a[k].x !== b[i].x < b[k].x
      )
        count++;
  return count;
}

/** Whether links join all boxes: parts that nothing joins fill rows, and fill them anew when one of them grows. */
function isWhole({ boxes, links }: Spec): boolean {
  const near = boxes.map((): number[] => []);
  for (const { from, to } of links) {
    near[from].push(to);
    near[to].push(from);
  }
  const reached = new Set([0]);
  for (const at of reached) for (const other of near[at]) reached.add(other);
  return reached.size === boxes.length;
}

const cases = Object.entries({ ...MADE, ...scopes() })
  .filter(([, spec]) => spec.boxes.length >= 12 && isWhole(spec))
  .map(([name, spec], i) => {
    const first = layout(spec);
    const known = spec.boxes.map(({ id, width }, k): [string, number] => [id, first.boxes[k].x + width / 2]);
    const larger = grown(spec, i);
    const later = layout(larger, new Map(known));
    const anew = layout(larger);
    return { name, larger, first, later, anew };
  });
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

test("boxes that were there stay where they are, mostly", () => {
  const seeded = cases.map(({ first, later }) => median(displacements(first, later)));
  const anew = cases.map(({ first, anew }) => median(displacements(first, anew)));
  expect(median(seeded)).toBeLessThan(12);
  expect(sum(seeded)).toBeLessThan(0.25 * sum(anew));
});

test("neighbours keep their sides", () => {
  const seeded = sum(cases.map(({ first, later }) => swapped(first, later)));
  expect(seeded).toBeLessThan(0.1 * sum(cases.map(({ first, anew }) => swapped(first, anew))));
});

test("that costs few crossings and little length", () => {
  const figures = cases.map(({ larger, later, anew }) => [quality(larger, later), quality(larger, anew)]);
  const ratio = (figure: "crossings" | "length") =>
    sum(figures.map(([seeded]) => seeded[figure])) / sum(figures.map(([, anew]) => anew[figure]));
  expect(ratio("crossings")).toBeLessThan(1.15);
  expect(ratio("length")).toBeLessThan(1.15);
});
