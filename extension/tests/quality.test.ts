/**
 * Our drawings compared with dot's by the same metrics. dot's figures are in fixtures/dot.json; where dot is
 * installed `DOT=1 npx vitest run tests/quality.test.ts` measures them again.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { layout } from "../src/layout/layout.ts";
import type { Spec } from "../src/layout/types.ts";
import { dot } from "./dot.ts";
import { type Quality, quality } from "./quality.ts";
import { MADE, scopes } from "./specs.ts";

const GOLDEN = join(import.meta.dirname, "fixtures", "dot.json");
const CROSSINGS = 1.15; // times dot's
const LENGTH = 1.2;

interface Figures {
  boxes: number;
  links: number;
  crossings: number;
  length: number;
  /** The length of lines that begin and end in the middle of a box's border, as ours do; crossings are more then. */
  middles: number;
}

const kinds = { "scopes of real models": scopes(), "made graphs": MADE };
const specs = { ...kinds["scopes of real models"], ...kinds["made graphs"] };
if (process.env.DOT) takeAgain();
const golden: Record<string, Figures> = JSON.parse(readFileSync(GOLDEN, "utf8"));
const ours = new Map(Object.entries(specs).map(([name, spec]) => [name, quality(spec, layout(spec))]));

function takeAgain(): void {
  const lines = Object.entries(specs).map(([name, spec]) => {
    const { crossings, length } = quality(spec, dot(spec));
    const middles = quality(spec, dot(spec, true)).length;
    const figures: Figures = {
      boxes: spec.boxes.length,
      links: spec.links.length,
      crossings,
      length,
      middles,
    };
    return `${JSON.stringify(name)}: ${JSON.stringify(figures)}`;
  });
  writeFileSync(GOLDEN, `{\n${lines.join(",\n")}\n}\n`);
}

const of = (name: string) => ours.get(name) as Quality;

test("dot's figures are of these graphs", () => {
  const size = ({ boxes, links }: Spec) => [boxes.length, links.length];
  expect(Object.entries(golden).map(([name, { boxes, links }]) => [name, [boxes, links]])).toEqual(
    Object.entries(specs).map(([name, spec]) => [name, size(spec)]),
  );
});

const total = (names: string[], figure: (name: string) => number) =>
  names.reduce((sum, name) => sum + figure(name), 0);

describe.each(Object.entries(kinds))("the %s", (_, family) => {
  const names = Object.keys(family);

  test("have no two boxes on each other, and no line through a box", () => {
    expect(names.filter((name) => of(name).overlaps || of(name).hits)).toEqual([]);
  });

  test("cross their lines hardly more often than dot does", () => {
    const crossings = total(names, (name) => of(name).crossings);
    expect(crossings).toBeLessThanOrEqual(CROSSINGS * total(names, (name) => golden[name].crossings));
  });

  test("have lines no longer than dot's that end where ours do", () => {
    const length = total(names, (name) => of(name).length);
    expect(length).toBeLessThanOrEqual(1.05 * total(names, (name) => golden[name].middles));
  });
});

// A line of dot's may end anywhere on a box, which makes it shorter where boxes are wide. The made graphs are all of that.
test("real models have lines hardly longer than the shortest that dot draws", () => {
  const names = Object.keys(kinds["scopes of real models"]);
  const length = total(names, (name) => of(name).length);
  expect(length).toBeLessThanOrEqual(LENGTH * total(names, (name) => golden[name].length));
});

test("nearly every real model by itself crosses its lines no more than dot does", () => {
  const names = Object.keys(kinds["scopes of real models"]);
  const worse = names.filter((name) => of(name).crossings > CROSSINGS * golden[name].crossings + 1);
  expect(worse.length / names.length).toBeLessThan(0.1);
});
