/** Graphs of many kinds to lay out, the same at every run. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Box, Link, Spec } from "../src/layout/types.ts";

/** Random numbers between 0 and 1 from a seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Boxes of middling sizes that heed no order of their inputs, as dot heeds none, and links between these pairs. */
export function graph(count: number, pairs: [from: number, to: number][], next = random(count)): Spec {
  const boxes = Array.from(
    { length: count },
    (_, i): Box => ({
      id: `box${i}`,
      width: 56 + 2 * Math.floor(next() * 40),
      height: next() < 0.3 ? 40 : 28,
      free: true,
    }),
  );
  const links = [
    ...new Map(pairs.map(([from, to]) => [`${from}→${to}`, { id: `${from}→${to}`, from, to }])).values(),
  ];
  return { boxes, links };
}

export const chain = (count: number): Spec =>
  graph(
    count,
    Array.from({ length: count - 1 }, (_, i) => [i, i + 1]),
  );

export const star = (count: number): Spec =>
  graph(
    count + 1,
    Array.from({ length: count }, (_, i) => (i % 2 ? [0, i + 1] : [i + 1, 0])),
  );

export function tree(count: number, seed: number): Spec {
  const next = random(seed);
  return graph(
    count,
    Array.from({ length: count - 1 }, (_, i) => [Math.floor((i * (1 + next())) / 2), i + 1]),
  );
}

/** Layers of `width` boxes; each box has one or two inputs from the layer above, some one of an earlier layer. */
export function layers(count: number, width: number, seed: number): Spec {
  const next = random(seed);
  const pairs: [number, number][] = [];
  for (let i = width; i < count; i++) {
    const start = (Math.floor(i / width) - 1) * width;
    const near = (i % width) + Math.floor(next() * 3) - 1;
    pairs.push([start + Math.min(width - 1, Math.max(0, near)), i]);
    if (next() < 0.4) pairs.push([start + Math.floor(next() * width), i]);
    if (next() < 0.1) pairs.push([Math.floor(next() * start), i]);
  }
  return graph(count, pairs, next);
}

/** Any box has one to three inputs from those shortly before it, as operations of a program do. */
export function program(count: number, reach: number, seed: number): Spec {
  const next = random(seed);
  const pairs: [number, number][] = [];
  for (let i = 1; i < count; i++)
    for (let k = 0; k < (next() < 0.5 ? 1 : next() < 0.8 ? 2 : 3); k++)
      pairs.push([Math.max(0, i - 1 - Math.floor(next() ** 2 * reach)), i]);
  return graph(count, pairs, next);
}

/** Chains that part and meet again, inside each other. */
export function seriesParallel(depth: number, seed: number): Spec {
  const next = random(seed);
  const pairs: [number, number][] = [];
  let count = 2;
  const grow = (from: number, to: number, left: number): void => {
    if (left === 0) {
      pairs.push([from, to]);
      return;
    }
    const middle = count++;
    if (next() < 0.5) {
      grow(from, middle, left - 1);
      grow(middle, to, left - 1);
    } else
      for (let i = 0; i < 2; i++) {
        const branch = i ? count++ : middle;
        grow(from, branch, left - 1);
        pairs.push([branch, to]);
      }
  };
  grow(0, 1, depth);
  return graph(count, pairs, next);
}

/** Blocks of three with an edge past each, every weight a constant beside it. */
export function residual(blocks: number): Spec {
  const pairs: [number, number][] = [];
  let last = 0;
  let count = 1;
  const weights: number[] = [];
  for (let i = 0; i < blocks; i++) {
    const from = last;
    for (let k = 0; k < 3; k++) {
      const [own, weight] = [count++, count++];
      pairs.push([last, own], [weight, own]);
      weights.push(weight);
      last = own;
    }
    const add = count++;
    pairs.push([last, add], [from, add]);
    last = add;
  }
  const spec = graph(count, pairs);
  for (const weight of weights) spec.boxes[weight].minor = true;
  return spec;
}

/** A program of which some links lead back. */
export function cyclic(count: number, seed: number): Spec {
  const next = random(seed);
  const spec = program(count, 6, seed);
  const back = Array.from({ length: Math.ceil(count / 12) }, (): Link => {
    const to = Math.floor(next() * (count - 8));
    const from = to + 1 + Math.floor(next() * 7);
    return { id: `back ${from}→${to}`, from, to };
  });
  return { boxes: spec.boxes, links: [...spec.links, ...back] };
}

export const MADE: Record<string, Spec> = {
  "chain of 40": chain(40),
  "star of 30": star(30),
  "tree of 60": tree(60, 1),
  "tree of 150": tree(150, 2),
  "layers of 6": layers(60, 6, 3),
  "layers of 10": layers(150, 10, 4),
  "program of 30": program(30, 8, 5),
  "program of 80": program(80, 12, 6),
  "program of 200": program(200, 10, 7),
  "series-parallel": seriesParallel(4, 8),
  "series-parallel, large": seriesParallel(6, 9),
  "residual blocks": residual(8),
  "loops in 40": cyclic(40, 10),
  "loops in 100": cyclic(100, 11),
};

type Packed = Record<string, { boxes: number[][]; links: number[][] }>;

/** Scopes of real models as the diagram lays them out: [width, height, flags, right], [from, to, free, offsets]. */
export function scopes(): Record<string, Spec> {
  const text = readFileSync(join(import.meta.dirname, "fixtures", "scopes.json"), "utf8");
  return Object.fromEntries(
    Object.entries(JSON.parse(text) as Packed).map(([name, { boxes, links }]) => [
      name,
      unpacked(boxes, links),
    ]),
  );
}

const PORTS = [undefined, "top", "bottom"] as const;

function unpacked(boxes: number[][], links: number[][]): Spec {
  return {
    boxes: boxes.map(([width, height, flags, right = 0], i) => ({
      id: `box${i}`,
      width,
      height,
      right,
      port: PORTS[flags >> 2],
      minor: (flags & 1) > 0,
      free: (flags & 2) > 0,
    })),
    links: links.map(([from, to, free = 0, fromOffset = 0, toOffset = 0], i) => ({
      id: `link${i}`,
      from,
      to,
      free: free > 0,
      fromOffset,
      toOffset,
    })),
  };
}
