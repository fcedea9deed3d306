import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pointOn } from "../src/layout/labels.ts";
import { layout } from "../src/layout/layout.ts";
import type { Box, Placed, Spec } from "../src/layout/types.ts";

const box = fc.record({
  width: fc.integer({ min: 20, max: 400 }),
  height: fc.integer({ min: 20, max: 300 }),
  right: fc.integer({ min: 0, max: 80 }),
});

/** Any graph, loops and all, with some ports. */
const spec: fc.Arbitrary<Spec> = fc
  .record({
    boxes: fc.array(box, { minLength: 1, maxLength: 24 }),
    pairs: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 50 }),
    ins: fc.array(fc.nat(), { maxLength: 3 }),
    outs: fc.array(fc.nat(), { maxLength: 3 }),
  })
  .map(({ boxes, pairs, ins, outs }) => {
    const count = boxes.length;
    const port = (side: "top" | "bottom", i: number): Box => ({
      id: `${side}${i}`,
      width: 2,
      height: 0,
      port: side,
    });
    const all: Box[] = [
      ...boxes.map((b, i) => ({ ...b, id: `box${i}` })),
      ...ins.map((_, i) => port("top", i)),
      ...outs.map((_, i) => port("bottom", i)),
    ];
    const ends = [
      ...pairs.map(([a, b]) => [a % count, b % count]),
      ...ins.map((to, i) => [count + i, to % count]),
      ...outs.map((from, i) => [from % count, count + ins.length + i]),
    ];
    const links = [
      ...new Map(ends.map(([from, to]) => [`${from}→${to}`, { id: `${from}→${to}`, from, to }])).values(),
    ];
    return { boxes: all, links };
  });

function always(holds: (s: Spec) => void): void {
  fc.assert(
    fc.property(spec, (s) => {
      holds(s);
    }),
  );
}

const solid = ({ boxes }: Spec) => boxes.map((b, i) => ({ ...b, i })).filter((b) => !b.port);

function overlaps({ boxes }: Spec, placed: Placed): [number, number][] {
  const hits: [number, number][] = [];
  for (const a of solid({ boxes, links: [] }))
    for (const b of solid({ boxes, links: [] })) {
      const [p, q] = [placed.boxes[a.i], placed.boxes[b.i]];
      const apart =
        p.x + a.width + (a.right ?? 0) <= q.x ||
        q.x + b.width + (b.right ?? 0) <= p.x ||
        p.y + a.height <= q.y ||
        q.y + b.height <= p.y;
      if (a.i < b.i && !apart) hits.push([a.i, b.i]);
    }
  return hits;
}

/** The boxes that a link passes over, its own ends aside. */
function crossed({ boxes, links }: Spec, placed: Placed): string[] {
  const hits: string[] = [];
  links.forEach((link, l) => {
    const path = placed.paths[l];
    for (let at = 0; at + 7 < path.length; at += 6)
      for (let t = 0; t <= 1; t += 0.05) {
        const { x, y } = pointOn(path, at, t);
        for (const b of solid({ boxes, links })) {
          const p = placed.boxes[b.i];
          const inside =
            x > p.x + 0.5 && x < p.x + b.width - 0.5 && y > p.y + 0.5 && y < p.y + b.height - 0.5;
          if (inside && b.i !== link.from && b.i !== link.to) hits.push(`${link.id} over ${b.id}`);
        }
      }
  });
  return hits;
}

describe("whatever the graph", () => {
  test("no two boxes overlap", () => {
    always((s) => expect(overlaps(s, layout(s))).toEqual([]));
  });

  test("no link passes over a box", () => {
    always((s) => expect(crossed(s, layout(s))).toEqual([]));
  });

  test("every link begins and ends at its boxes", () => {
    always((s) => {
      const placed = layout(s);
      s.links.forEach(({ from, to }, i) => {
        if (from === to) return;
        const path = placed.paths[i];
        const [a, b] = [placed.boxes[from], placed.boxes[to]];
        const touches = (y: number, p: { y: number }, b: Box) =>
          Math.min(Math.abs(y - p.y), Math.abs(y - p.y - b.height)) < 0.5;
        expect(touches(path[1], a, s.boxes[from])).toBe(true);
        expect(touches(path[path.length - 1], b, s.boxes[to])).toBe(true);
      });
    });
  });

  test("everything lies inside the size that is told", () => {
    always((s) => {
      const placed = layout(s);
      placed.boxes.forEach(({ x, y }, i) => {
        expect(x).toBeGreaterThanOrEqual(-0.01);
        expect(x + s.boxes[i].width).toBeLessThanOrEqual(placed.width + 0.01);
        expect(y + s.boxes[i].height).toBeLessThanOrEqual(placed.height + 0.01);
      });
    });
  });

  test("the same graph comes out the same", () => {
    always((s) => expect(layout(s)).toEqual(layout(s)));
  });
});

describe("links", () => {
  const sized = (id: string): Box => ({ id, width: 60, height: 28 });

  test("go down, and a chain is straight", () => {
    const boxes = ["a", "b", "c", "d"].map(sized);
    const links = [0, 1, 2].map((i) => ({ id: `${i}`, from: i, to: i + 1 }));
    const placed = layout({ boxes, links });
    const middles = placed.boxes.map(({ x }) => x + 30);
    expect(new Set(middles).size).toBe(1);
    expect(placed.boxes.map(({ y }) => y)).toEqual([...placed.boxes.map(({ y }) => y)].sort((a, b) => a - b));
  });

  test("a constant beside a chain leaves the chain straight", () => {
    const boxes = [
      sized("x"),
      { ...sized("w"), minor: true },
      sized("MatMul"),
      { ...sized("b"), minor: true },
      sized("Add"),
    ];
    const links = [
      [0, 2],
      [1, 2],
      [2, 4],
      [3, 4],
    ].map(([from, to], i) => ({ id: `${i}`, from, to }));
    const placed = layout({ boxes, links });
    const middle = (i: number) => placed.boxes[i].x + 30;
    expect([middle(2), middle(4)]).toEqual([middle(0), middle(0)]);
  });

  test("that close a loop run back up", () => {
    const boxes = ["a", "b"].map(sized);
    const placed = layout({
      boxes,
      links: [
        { id: "down", from: 0, to: 1 },
        { id: "up", from: 1, to: 0 },
      ],
    });
    const [, up] = placed.paths;
    expect(up[1]).toBeGreaterThan(up[up.length - 1]);
  });
});

test("a box that joins moves nobody to the other side", () => {
  const boxes = ["top", "a", "b", "c"].map((id): Box => ({ id, width: 60, height: 28 }));
  const links = [1, 2, 3].map((to) => ({ id: `${to}`, from: 0, to }));
  const first = layout({ boxes, links });
  const before = new Map(boxes.map(({ id }, i) => [id, first.boxes[i].x + 30]));
  const later = layout(
    {
      boxes: [...boxes, { id: "new", width: 60, height: 28 }],
      links: [{ id: "n", from: 0, to: 4 }, ...links],
    },
    before,
  );
  const order = (placed: Placed) => [1, 2, 3].sort((i, j) => placed.boxes[i].x - placed.boxes[j].x);
  expect(order(later)).toEqual(order(first));
});
