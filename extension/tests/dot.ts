/** The same spec drawn by Graphviz' dot, where that is installed. */
import { execFileSync } from "node:child_process";
import { GAP } from "../src/layout/place.ts";
import { LAYER_GAP } from "../src/layout/route.ts";
import type { Spec } from "../src/layout/types.ts";
import type { Drawing } from "./quality.ts";

const INCH = 72; // dot's unit; one of its points is one of our pixels

/** `middles`: lines begin and end in the middle of a box's border, as ours do, and not where they meet it first. */
export function dot(spec: Spec, middles = false): Drawing {
  const text = execFileSync("dot", ["-Tjson"], {
    input: source(spec, middles),
    maxBuffer: 1 << 30,
    encoding: "utf8",
    stdio: ["pipe", "pipe", "ignore"],
  });
  const { bb, objects = [], edges = [] } = JSON.parse(text);
  const height = Number(bb.split(",")[3]);
  const boxes = spec.boxes.map(() => ({ x: 0, y: 0 }));
  for (const { name, pos } of objects) {
    const i = Number(name);
    if (!pos || !spec.boxes[i]) continue;
    const [x, y] = pos.split(",").map(Number);
    const { width, left = 0, right = 0 } = spec.boxes[i];
    boxes[i] = { x: x - (left + width + right) / 2 + left, y: height - y - spec.boxes[i].height / 2 };
  }
  const paths = spec.links.map((): number[] => []);
  for (const { id, pos } of edges)
    paths[Number(id)] = (pos as string)
      .split(" ")
      .flatMap((point) => point.split(",").map(Number))
      .map((value, i) => (i % 2 ? height - value : value));
  return { boxes, paths };
}

/** No labels, no arrows, our distances: what is left to compare is the drawing. */
function source({ boxes, links }: Spec, middles: boolean): string {
  const ports = (side: string) => boxes.flatMap((box, i) => (box.port === side ? [i] : [])).join("; ");
  return [
    `digraph { graph [nodesep=${GAP / INCH}, ranksep=${LAYER_GAP / INCH}]`,
    'node [shape=box, fixedsize=true, label=""]; edge [dir=none]',
    middles ? "edge [tailport=s, headport=n]" : "",
    ...boxes.map(
      ({ width, height, left = 0, right = 0 }, i) =>
        `${i} [width=${(left + width + right) / INCH}, height=${Math.max(height, 0.1) / INCH}]`,
    ),
    ...links.map(({ from, to }, i) => `${from} -> ${to} [id=${i}]`),
    `{ rank=source; ${ports("top")} } { rank=sink; ${ports("bottom")} } }`,
  ].join("\n");
}
