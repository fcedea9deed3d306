/** Diagrams in which data flows from left to right. */
import { describe, expect, test } from "vitest";
import { layout } from "../src/layout/layout.ts";
import type { Spec } from "../src/layout/types.ts";
import { isViewState } from "../src/messages.ts";
import { Diagram } from "../src/model/diagram/diagram.ts";
import { dot } from "../src/model/diagram/graphviz.ts";
import type { Scene, SceneNode } from "../src/model/diagram/scene.ts";
import { Model } from "../src/model/hierarchy/model.ts";
import { badgePlate, stubPlaces } from "../src/scene/drawing/parts.ts";
import { Camera } from "../src/scene/interaction/camera.ts";
import { nextNode } from "../src/scene/interaction/navigation.ts";
import { Tree } from "../src/scene/tree.ts";
import { fixture, LINEAR, type Line, model, piece } from "./build.ts";
import { quality } from "./quality.ts";
import { MADE, scopes } from "./specs.ts";

interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

const meet = (a: Rect, b: Rect) =>
  a.x + 0.1 < b.x + b.width &&
  b.x + 0.1 < a.x + a.width &&
  a.y + 0.1 < b.y + b.height &&
  b.y + 0.1 < a.y + a.height;

const stubsOf = (node: SceneNode): Rect[] =>
  stubPlaces(node).map(({ stub, x, y }) => ({ x: node.x + x, y: node.y + y, width: stub.width, height: 15 }));

/** Every scope of the main graph open. */
function opened(diagram: Diagram): Diagram {
  diagram.setDirection("right");
  for (let more = true; more; ) {
    more = false;
    for (const { path, kind, open, opens, auxiliary } of diagram.scene().nodes)
      if (opens && !open && !auxiliary && kind === "scope") {
        diagram.toggle(path);
        more = true;
      }
  }
  return diagram;
}

const LOOP: Line[] = [
  { name: "start", type: "Const" },
  { name: "body/add", type: "Add", inputs: ["start", "body/next"], shape: "8" },
  { name: "body/mul", type: "Mul", inputs: ["body/add"], shape: "8" },
  { name: "body/next", type: "Relu", inputs: ["body/mul"], shape: "8" },
  { name: "end", type: "Identity", inputs: ["body/next"], shape: "8" },
];

function mlp(): Diagram {
  const made = new Model("mlp");
  made.apply(fixture("mlp"));
  return new Diagram(made);
}

const scenes: [string, Scene][] = [
  ["a linear model", opened(new Diagram(model(LINEAR))).scene()],
  ["a perceptron", opened(mlp()).scene()],
  ["a loop", opened(new Diagram(model(LOOP))).scene()],
];

describe.each(scenes)("%s", (_, scene) => {
  const nodes = new Map(scene.nodes.map((node) => [node.path, node]));
  const closed = scene.nodes.filter(({ open }) => !open);
  const parts = closed.flatMap((node) => [node, ...stubsOf(node)]);
  const titles = scene.nodes
    .filter(({ open }) => open)
    .map(({ x, y, width }) => ({ x, y, width, height: 26 }));

  test("has no node, stub or title on another", () => {
    expect(closed.length).toBeGreaterThan(4);
    const all = [...parts, ...titles];
    const plumbing = scene.nodes.filter(({ name }) => name.startsWith("plumbing"));
    for (const [i, a] of all.entries())
      for (const b of all.slice(0, i))
        if (![a, b].some((one) => plumbing.includes(one as SceneNode)))
          expect(meet(a, b), `${JSON.stringify(a)} on ${JSON.stringify(b)}`).toBe(false);
  });

  test("has edges from the right side of a node to the left side of another, or of the scope around", () => {
    for (const { id, from, to, path } of scene.edges) {
      const [start, end] = [path.slice(0, 2), path.slice(-2)];
      const source = nodes.get(from) ?? nodes.get(id.slice(0, id.indexOf("|")));
      const target = nodes.get(to) ?? nodes.get(id.slice(0, id.indexOf("|")));
      if (!source || !target || from === to) throw new Error(id);
      const lean = ({ kind }: SceneNode) => (kind === "placeholder" ? 4.5 : 0);
      expect(start[0]).toBeCloseTo(source.x + (nodes.has(from) ? source.width - lean(source) : 0), 1);
      expect(end[0]).toBeCloseTo(target.x + (nodes.has(to) ? lean(target) : target.width), 1);
      for (const [node, [, y]] of [
        [source, start],
        [target, end],
      ] as const) {
        expect(y).toBeGreaterThanOrEqual(node.y);
        expect(y).toBeLessThanOrEqual(node.y + node.height);
      }
    }
  });

  test("has no edge on a stub, on a node or on the title of a scope", () => {
    const boxes = [...parts, ...titles];
    const links = scene.edges.map(({ id, from, to, path }) => ({ id, from, to, path }));
    for (const { id, from, to, path } of links)
      for (let at = 0; at + 7 < path.length; at += 6)
        for (let t = 0; t <= 1; t += 0.05) {
          const s = 1 - t;
          const [x, y] = [0, 1].map(
            (k) =>
              s ** 3 * path[at + k] +
              3 * s * s * t * path[at + k + 2] +
              3 * s * t * t * path[at + k + 4] +
              t ** 3 * path[at + k + 6],
          );
          const over = boxes.filter(
            (box) =>
              box !== nodes.get(from) &&
              box !== nodes.get(to) &&
              x > box.x + 0.5 &&
              x < box.x + box.width - 0.5 &&
              y > box.y + 0.5 &&
              y < box.y + box.height - 0.5,
          );
          expect(over, id).toEqual([]);
        }
  });

  test("has auxiliary nodes beneath the others of their scope, within what the scene measures", () => {
    for (const node of closed) {
      const isApart = node.auxiliary && !node.name.startsWith("plumbing");
      const box = [node, ...stubsOf(node)];
      expect(Math.min(...box.map(({ x }) => x))).toBeGreaterThanOrEqual(-0.1);
      expect(Math.max(...box.map(({ x, width }) => x + width))).toBeLessThanOrEqual(scene.width + 0.1);
      expect(Math.max(...box.map(({ y, height }) => y + height))).toBeLessThanOrEqual(scene.height + 0.1);
      const above = closed.filter(({ parent, auxiliary }) => isApart && parent === node.parent && !auxiliary);
      for (const other of above) expect(node.y).toBeGreaterThan(other.y + other.height);
    }
    for (const { y, captionAt } of scene.auxiliaryAreas) expect(captionAt.y).toBeGreaterThan(y);
  });

  test("has captions that no badge of the nodes beneath covers", () => {
    for (const { captionAt } of scene.auxiliaryAreas)
      for (const node of closed) {
        const { y } = badgePlate("+82", node);
        if (node.auxiliary && node.y > captionAt.y) expect(node.y + y).toBeGreaterThan(captionAt.y + 3);
      }
  });
});

test("an edge that closes a loop leaves at the right, and comes back in from the left", () => {
  const { edges } = scenes[2][1];
  const back = edges.find(({ from, to }) => from === "body/next" && to === "body/add");
  const path = back?.path as number[];
  expect(path[0]).toBeGreaterThan(path[path.length - 2]);
  expect(path[2]).toBeGreaterThan(path[0]);
  expect(path[path.length - 4]).toBeLessThan(path[path.length - 2]);
});

test("turned there and back, a diagram is as it was; its order from left to right becomes that from top to bottom", () => {
  const diagram = mlp();
  const down = diagram.scene();
  expect(diagram.setDirection("down")).toBe(false);
  expect(diagram.setDirection("right")).toBe(true);
  const right = diagram.scene();
  diagram.setDirection("down");
  expect(diagram.scene()).toEqual(down);
  const order = ({ nodes }: Scene, axis: "x" | "y") =>
    ["input/x", "hidden1", "hidden2", "logits", "loss"].map((path) => {
      const node = nodes.find((one) => one.path === path) as SceneNode;
      return node[axis];
    });
  for (const places of [order(down, "y"), order(right, "x")])
    expect(places).toEqual([...places].sort((a, b) => a - b));
});

test("what a cell adds moves what is there little", () => {
  const unary = (name: string, type: string): Line => ({ name, type, inputs: ["x"], shape: "?,8" });
  const lines: Line[] = [
    { name: "x", type: "Placeholder", shape: "?,8" },
    ...[unary("a", "Relu"), unary("b", "Tanh"), unary("c", "Sigmoid")],
    { name: "sum", type: "AddN", inputs: ["a", "b", "c"], shape: "?,8" },
  ];
  const made = model(lines);
  const diagram = new Diagram(made);
  diagram.setDirection("right");
  const heights = () => new Map(diagram.scene().nodes.map(({ path, y, height }) => [path, y + height / 2]));
  const before = heights();
  const known = lines.map(({ name }) => name);
  made.apply(piece([unary("d", "Elu")], known));
  const after = heights();
  for (const path of ["x", "a", "b", "sum"]) expect(after.get(path)).toBeCloseTo(before.get(path) as number);
  const order = (places: Map<string, number>) =>
    known.sort((p, q) => (places.get(p) ?? 0) - (places.get(q) ?? 0));
  expect(order(after)).toEqual(order(before));
});

/** As a diagram that flows to the right lays it out. */
const transposed = ({ boxes, links }: Spec): Spec => ({
  boxes: boxes.map((box) => ({ ...box, width: box.height, height: box.width, right: box.right ? 24 : 0 })),
  links: links.map((link) => ({ ...link, fromOffset: 0, toOffset: 0 })),
});

test.each([
  ["scopes of real models", scopes()],
  ["made graphs", MADE],
])("the layouts of %s are no worse than those from top to bottom", (_, specs) => {
  const figures = Object.values(specs).map((spec) => {
    const [other, own] = [transposed(spec), { ...spec, links: transposed(spec).links }];
    return [quality(other, layout(other)), quality(own, layout(own))];
  });
  const total = (of: 0 | 1, figure: "crossings" | "length" | "area" | "overlaps" | "hits") =>
    figures.reduce((sum, pair) => sum + pair[of][figure], 0);
  expect(total(0, "overlaps") + total(0, "hits")).toBe(0);
  expect(total(0, "crossings")).toBeLessThanOrEqual(1.05 * total(1, "crossings"));
  expect(total(0, "area")).toBeLessThanOrEqual(1.1 * total(1, "area"));
});

describe("keys", () => {
  const scene = opened(mlp()).scene();
  const tree = new Tree(scene);
  const press = (from: string, key: string) => nextNode(scene, tree, from, key);

  test("lead along the edges to the right and to the left, into an open scope and out of it", () => {
    expect(press("input/x", "ArrowRight")).toBe("hidden1");
    const first = press("hidden1", "ArrowRight");
    expect(first).toMatch(/^hidden1\//);
    const next = press(first, "ArrowRight");
    expect(tree.neighbours(first).to).toContain(next);
    expect(tree.neighbours(next).from).toContain(press(next, "ArrowLeft"));
  });

  test("lead up and down to the nearest node there", () => {
    const [x, y] = ["input/x", "input/y"].map(
      (path) => scene.nodes.find((node) => node.path === path) as SceneNode,
    );
    const [upper, lower] = x.y < y.y ? [x, y] : [y, x];
    expect(press(upper.path, "ArrowDown")).toBe(lower.path);
    expect(press(lower.path, "ArrowUp")).toBe(upper.path);
  });
});

describe("the first view", () => {
  const view = (scene: { width: number; height: number }, start: number, main = scene.height) => {
    const camera = new Camera(() => {});
    camera.frame({ ...scene, direction: "right" }, start, main);
    return camera;
  };

  test("of a wide scene begins at its left, and is in the middle of the height", () => {
    const { x, y, zoom } = view({ width: 4000, height: 300 }, 150);
    expect(x).toBe(20);
    expect(zoom).toBe(1);
    expect(y).toBe(50);
  });

  test("of one that is high as well has the main graph in it, else the first node", () => {
    expect(view({ width: 4000, height: 900 }, 150, 400).y).toBe(20);
    const { x, y, zoom } = view({ width: 4000, height: 2000 }, 1000, 1900);
    expect(x).toBe(20);
    expect(y + 1000 * zoom).toBe(200);
  });
});

test("a badge covers no stub, and no end of an edge", () => {
  const stubs = [0, 1, 2].map(() => ({ width: 60 })) as SceneNode["stubs"];
  for (const text of ["fed", "12.3 ms", "already there"])
    for (const width of [34, 56, 200]) {
      const node = { width, height: 28, stubs, direction: "right" } as SceneNode;
      const badge = badgePlate(text, node);
      expect(badge.y + badge.height).toBeLessThan(14 - 6);
      for (const { y } of stubPlaces(node)) expect(y).toBeGreaterThanOrEqual(28);
    }
});

test("Graphviz draws it in the same direction", () => {
  const diagram = mlp();
  expect(dot(diagram.scene(), [])).not.toContain("rankdir");
  diagram.setDirection("right");
  expect(dot(diagram.scene(), [])).toContain("rankdir=LR");
});

test("a saved place may be one of a diagram in another direction", () => {
  const place = { x: 1, y: 2, zoom: 1 };
  const state = (more: object) => isViewState({ open: [], auxiliary: [], place: { ...place, ...more } });
  expect([state({}), state({ direction: "right" }), state({ direction: "up" })]).toEqual([true, true, false]);
});

test("a saved state has the messages that show again what the reader chose", () => {
  const state = (chosen: object) => isViewState({ open: [], auxiliary: [], chosen });
  const preview = { type: "preview", fetches: [[3, 0]], feeds: [] };
  expect(state({ preview, overlay: { type: "overlay", name: "" } })).toBe(true);
  expect(
    [{ preview: { ...preview, fetches: "a" } }, { a: { type: "b" } }, { a: 1 }, []].map(state),
  ).not.toContain(true);
});
