import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { expect, it } from "vitest";

const SOURCE = join(import.meta.dirname, "../src");
/** A folder imports from itself and from rows above its own. Files directly in src/ are for all, except those named here. */
const LAYERS = [
  ["layout", "model/graph"],
  ["model/text"],
  ["model/hierarchy"],
  ["model/folding", "model/search"],
  ["model/diagram", "model/queries", "model/overlays"],
  ["model/runs", "overlays"],
  ["engine", "scene"],
  ["panels", "export"],
  ["features"],
  ["view.ts"],
  ["app.ts"],
];

function folderOf(path: string): string {
  const parts = relative(SOURCE, path).split(sep);
  return parts.slice(0, parts[0] === "model" ? 2 : 1).join("/");
}

const rank = (folder: string) => LAYERS.findIndex((row) => row.includes(folder));

it("imports from the layers beneath, never from those above", () => {
  const wrong: string[] = [];
  for (const name of readdirSync(SOURCE, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".ts")) continue;
    const path = join(SOURCE, name);
    const folder = folderOf(path);
    for (const [, target] of readFileSync(path, "utf8").matchAll(/from "(\.[^"]+)"/g)) {
      const other = folderOf(resolve(dirname(path), target));
      const isAbove = rank(other) >= 0 && rank(folder) >= 0 && rank(other) >= rank(folder);
      if (other !== folder && isAbove) wrong.push(`${name} imports ${target}`);
    }
  }
  expect(wrong).toEqual([]);
});
