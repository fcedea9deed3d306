import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";

const SOURCE = join(import.meta.dirname, "../src");
/** Words that no documentation of graphs uses, with the field's word. */
const IN_NAMES: Record<string, string> = {
  alike: "isomorphic, identical, duplicate",
  aside: "auxiliary",
  ask: "request",
  asked: "requested",
  beside: "neighbour, side by side",
  desk: "context",
  gives: "returns, output",
  hear: "receive",
  kept: "retained, saved, cached",
  lit: "highlighted",
  overlaid: "coloring",
  picture: "diagram, image",
  pictures: "diagrams, images",
  room: "subgraph, space",
  rooms: "subgraphs",
  standing: "progress, role",
  stands: "is",
  takes: "consumes, input",
  tell: "report, label",
  told: "reported, received",
  took: "input",
  turned: "reversed, reordered",
  walk: "step, traverse",
  way: "path, route",
  ways: "paths, routes",
  wish: "option, target",
};
const IN_TEXT: [banned: RegExp, instead: string][] = [
  [/\balike\b/, "isomorphic, identical"],
  [/\b(set|sets|stands) aside\b/i, "auxiliary"],
  [/\bfill the window\b/i, "maximize"],
  [/\b(gives?|gave)\b/i, "returns, outputs"],
  [/\bin all\b/, "total"],
  [/\blights? up\b/i, "highlight"],
  [/\bneeds? a feed\b/, "must be fed"],
  [/\b(is|was|been) asked\b|\basked for\b/, "requested"],
  [/\bkept\b/i, "retained, saved, cached"],
  [/\bpictures?\b/i, "diagram, image"],
  [/\brooms?\b/, "subgraph, space"],
  [/\b(stands?|stood)\b/, "is, represents"],
  [/\b(tells?|told)\b/i, "describe, report, show"],
  [/\b(takes|took)\b(?! (the|longer|time|space|up|it|several|a moment|a frame))/, "consumes, has as input"],
  [/\bwalk(s|ed|ing)?\b/i, "step, traverse"],
];
const COMMENT_OR_TEXT = /\/\*[\s\S]*?\*\/|(?<![:\w])\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"/g;

const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".ts"),
);

it("names things as the field does", () => {
  const wrong: string[] = [];
  for (const name of files) {
    const code = readFileSync(join(SOURCE, name), "utf8").replace(COMMENT_OR_TEXT, '""');
    const names = new Set([...(code.match(/[A-Za-z_]\w*/g) ?? []), basename(name, ".ts")]);
    for (const one of names)
      for (const word of one
        .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
        .toLowerCase()
        .split(/[ _-]/))
        if (Object.hasOwn(IN_NAMES, word)) wrong.push(`${name}: ${one} (say ${IN_NAMES[word]})`);
  }
  expect(wrong).toEqual([]);
});

it("describes things in the field's words", () => {
  const wrong: string[] = [];
  for (const name of files)
    for (const [text] of readFileSync(join(SOURCE, name), "utf8").matchAll(COMMENT_OR_TEXT)) {
      const plain = text.replace(/\s*\n\s*\*?\s*/g, " ");
      for (const [banned, instead] of IN_TEXT)
        if (banned.test(plain))
          wrong.push(`${name}: ${plain.match(banned)?.[0]} in ${plain} (say ${instead})`);
    }
  expect(wrong).toEqual([]);
});
