import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { layout } from "../src/layout/layout.ts";
import type { Box, Placed, Spec } from "../src/layout/types.ts";
import { hits, overlaps } from "./quality.ts";

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

/** The boxes that a link passes over, except its own ends. */
function crossed(spec: Spec, placed: Placed): string[] {
  return hits(spec, placed).map(([link, box]) => `${spec.links[link].id} over ${spec.boxes[box].id}`);
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

  test("everything lies inside the size that is returned", () => {
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

  test("of calls of one network lead into boxes side by side, and what comes in above them", () => {
    const tall = (id: string): Box => ({ ...sized(id), height: 200 });
    // a → first → mean → loss; b → second → loss
    const boxes = [sized("a"), tall("first"), sized("mean"), sized("b"), tall("second"), sized("loss")];
    const links = [
      [0, 1],
      [1, 2],
      [2, 5],
      [3, 4],
      [4, 5],
    ].map(([from, to], i) => ({ id: `${i}`, from, to }));
    const placed = layout({ boxes, links }).boxes;
    expect(placed[4].y).toBe(placed[1].y);
    expect(placed[3].y).toBe(placed[0].y);
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

  const linked = (count: number, pairs: [number, number][]) => ({
    boxes: Array.from({ length: count }, (_, i) => sized(`box${i}`)),
    links: pairs.map(([from, to], i) => ({ id: `${i}`, from, to })),
  });
  const end = (path: number[]) => path[path.length - 2];
  const middles = ({ boxes }: Placed) => boxes.map(({ x }) => x + 30);

  test("arrive in the order of the inputs", () => {
    const { paths } = layout(
      linked(4, [
        [2, 3],
        [0, 3],
        [1, 3],
      ]),
    );
    expect(end(paths[0])).toBeLessThan(end(paths[1]));
    expect(end(paths[1])).toBeLessThan(end(paths[2]));
  });

  test("that fork leave the box between its branches", () => {
    const [top, left, right, bottom] = middles(
      layout(
        linked(4, [
          [0, 1],
          [0, 2],
          [1, 3],
          [2, 3],
        ]),
      ),
    );
    expect(top).toBeCloseTo((left + right) / 2);
    expect(bottom).toBeCloseTo(top);
  });

  test("past a chain leave it straight, and are straight themselves", () => {
    const placed = layout(
      linked(5, [
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 4],
        [0, 4],
      ]),
    );
    expect(new Set(middles(placed)).size).toBe(1);
    const path = placed.paths[4];
    const detour = path.filter((_, i) => i % 2 === 0).filter((x) => Math.abs(x - middles(placed)[0]) > 30);
    expect(new Set(detour).size).toBe(1);
  });

  test("that share a trunk and say different things say them where they are alone", () => {
    const boxes = ["a", "b", "c", "d", "e"].map((id) => ({ id, width: 80, height: 30 }));
    const label = (text: string) => ({ text, width: 30, height: 14 });
    const chain = [0, 1, 2, 3].map((from) => ({ id: `chain${from}`, from, to: from + 1 }));
    const links = [
      ...chain,
      { id: "to d", from: 0, to: 3, label: label("2 tensors") },
      { id: "to e", from: 0, to: 4, label: label("5 tensors") },
    ];
    const { boxes: places, labels } = layout({ boxes, links });
    for (const at of [4, 5]) expect(labels[at]?.y).toBeGreaterThan(places[2].y + 30);
  });

  test("that would pass thousands of layers run round everything", () => {
    const chain = Array.from({ length: 2999 }, (_, i): [number, number] => [i, i + 1]);
    const far = Array.from({ length: 60 }, (_, i): [number, number] => [i, 2900 + i]);
    const made = linked(3000, [...chain, ...far]);
    const placed = layout(made);
    expect(crossed(made, placed)).toEqual([]);
    expect(Math.max(...placed.paths.map((path) => path.length))).toBeLessThan(20_000);
  });

  test("that close a loop leave below, pass beside, and come in from above", () => {
    const made = linked(3, [
      [0, 1],
      [1, 2],
      [2, 0],
    ]);
    const { boxes: places, paths } = layout(made);
    const [, , back] = paths;
    expect(back[1]).toBeCloseTo(places[2].y + 28);
    expect(back[back.length - 1]).toBeCloseTo(places[0].y);
    expect(Math.abs(back[back.length / 2 - 1] - middles(layout(made))[1])).toBeGreaterThan(30);
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

test("a new box moves no other to the other side", () => {
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
