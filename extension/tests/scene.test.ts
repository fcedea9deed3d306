/** The page's side of the drawing, as far as it needs no page: what lies where, what is joined, where keys lead. */
import { describe, expect, it } from "vitest";
import type { Scene, SceneEdge, SceneNode } from "../src/model/diagram/scene.ts";
import { measureSpace } from "../src/model/diagram/space.ts";
import { distance, SpatialIndex } from "../src/scene/canvas/spatial-index.ts";
import { Continuations } from "../src/scene/continuations.ts";
import { detailAt } from "../src/scene/drawing/detail.ts";
import { badgePlate, stubPlaces } from "../src/scene/drawing/parts.ts";
import { type Title, titlesAt } from "../src/scene/drawing/titles.ts";
import { wordStep, wordsOf } from "../src/scene/drawing/words.ts";
import { Camera } from "../src/scene/interaction/camera.ts";
import { freeCorner } from "../src/scene/interaction/corners.ts";
import { nextNode } from "../src/scene/interaction/navigation.ts";
import { Tree } from "../src/scene/tree.ts";

function node(path: string, x: number, y: number, more: Partial<SceneNode> = {}): SceneNode {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const parent = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  const words = { kind: "op", name, note: "", ariaLabel: `operation ${name}`, hint: "", size: 1 } as const;
  const state = {
    opens: false,
    open: false,
    auxiliary: false,
    added: 0,
    stubs: [],
    titleX: 0,
    textWidth: { name: 40, note: 0 },
  };
  return { path, parent, ...words, ...state, x, y, width: 80, height: 30, ...more } as SceneNode;
}

function edge(scope: string, from: string, to: string, path: number[] = [0, 0, 0, 0, 0, 0, 0, 0]): SceneEdge {
  const rest = { kind: "data", arrow: true, added: false, label: "", title: "", width: 1 };
  return { id: `${scope}|${from}→${to}`, from, to, path, ...rest } as SceneEdge;
}

/** x above an open scope that holds a and, below it, b; c below the scope consumes b. */
const SCENE = {
  nodes: [
    node("x", 100, 0),
    node("s", 0, 60, { open: true, opens: true, kind: "scope", width: 300, height: 200 }),
    node("s/a", 100, 100),
    node("s/b", 100, 180),
    node("c", 100, 300),
    node("d", 220, 300),
  ],
  edges: [
    edge("", "x", "s"),
    edge("s", "top:x", "s/a"),
    edge("s", "s/a", "s/b"),
    edge("s", "s/b", "bottom:c"),
    edge("", "s", "c"),
    edge("", "x", "d", [100, 30, 100, 130, 260, 200, 260, 300]),
  ],
} as Scene;

describe("what lies under a point", () => {
  const places = new SpatialIndex(SCENE);
  const at = (x: number, y: number) => SCENE.nodes[places.nodeAt(x, y)]?.path;

  it("is the innermost node; an open scope is met at its title alone", () => {
    expect(at(110, 110)).toBe("s/a");
    expect(at(20, 70)).toBe("s");
    expect(at(20, 150)).toBeUndefined();
  });

  it("is an edge only near its curve", () => {
    expect(places.edgeAt(101, 60, 5)).toBe(5);
    expect(places.edgeAt(180, 60, 5)).toBe(-1);
    expect(distance([0, 0, 0, 10, 0, 20, 0, 30], 4, 15)).toBeCloseTo(4);
  });

  it("is found among what a window shows", () => {
    const seen = places.nodesIn({ left: 0, top: 0, right: 400, bottom: 50 });
    expect(seen.map((i) => SCENE.nodes[i].path)).toEqual(["x"]);
  });
});

describe("the tree for a screen reader", () => {
  const tree = new Tree(SCENE);

  it("has levels and places among siblings", () => {
    expect(tree.branch("s/b")).toEqual({ level: 2, position: 2, siblings: 2 });
    expect(tree.branch("d")).toEqual({ level: 1, position: 4, siblings: 4 });
  });

  it("names the producers of inputs and the consumers of outputs, across the borders of scopes", () => {
    expect(tree.ariaLabel(SCENE.nodes[2])).toBe("operation a, from x, to b");
    expect(tree.ariaLabel(SCENE.nodes[0])).toBe("operation x, to s and d");
    expect(tree.ariaLabel(SCENE.nodes[3])).toBe("operation b, from a, to c");
  });

  it("sums up what is too much to listen to", () => {
    const many = Array.from({ length: 9 }, (_, i) => edge("", `n${i}`, "all"));
    const crowd = new Tree({ nodes: [node("all", 0, 0)], edges: many });
    expect(crowd.ariaLabel(node("all", 0, 0))).toBe("operation all, from n0, n1, n2 and 6 more");
  });
});

describe("keys", () => {
  const tree = new Tree(SCENE);
  const press = (from: string, key: string) => nextNode(SCENE, tree, from, key);

  it("follow edges down and up, into an open scope and out of it", () => {
    expect(press("x", "ArrowDown")).toBe("s");
    expect(press("s", "ArrowDown")).toBe("s/a");
    expect(press("s/a", "ArrowDown")).toBe("s/b");
    expect(press("s/b", "ArrowDown")).toBe("c");
    expect(press("s/b", "ArrowUp")).toBe("s/a");
  });

  it("go from side to side, to the scope around, to both ends", () => {
    expect(press("c", "ArrowRight")).toBe("d");
    expect(press("s/b", "Backspace")).toBe("s");
    expect(press("x", "Backspace")).toBe("x");
    expect(press("c", "Home")).toBe("x");
    expect(press("x", "End")).toBe("d");
  });
});

it("an edge is followed through the borders that it crosses", () => {
  const continuations = new Continuations(SCENE);
  expect(continuations.at("x")).toEqual(new Set(["|x→s", "s|top:x→s/a", "|x→d"]));
  expect(continuations.along(SCENE.edges[3])).toEqual(new Set(["s|s/b→bottom:c", "|s→c"]));
});

describe("from afar", () => {
  it("words go, the small ones first", () => {
    expect([0.9, 0.5, 0.3, 0.1].map(detailAt)).toEqual(["near", "middle", "far", "distant"]);
  });

  it("titles of scopes grow against the zoom, and do not cover one another", () => {
    const outer = node("outer", 0, 0, { open: true, width: 2000, height: 2000 });
    const inner = node("outer/inner", 20, 40, { open: true, width: 1900, height: 1900 });
    expect([...titlesAt([outer, inner], wordStep(1)).values()].map(({ size }) => size)).toEqual([12, 12]);
    const far = titlesAt([outer, inner], wordStep(0.1));
    expect((far.get("outer") as Title).size * 0.1).toBeGreaterThanOrEqual(11);
    expect(far.get("outer/inner")?.size).toBe(0);
  });

  it("no word is smaller than 11 px or wider than its node: notes go, names are shortened", () => {
    const box = { width: 120, height: 40, opens: true, name: "batch_normalization", note: "32 operations" };
    const at = node("a", 0, 0, { ...box, kind: "scope", textWidth: { name: 84, note: 70 } });
    for (let zoom = 1; zoom > 0.3; zoom *= 0.97) {
      const { name, note } = wordsOf(at, wordStep(zoom));
      for (const line of [name, note]) {
        if (!line) continue;
        expect(line.size * zoom).toBeGreaterThanOrEqual(11);
        const full = line === note ? (70 * line.size) / 11 : (84 * line.size * line.text.length) / 12 / 19;
        expect(full).toBeLessThanOrEqual(zoom > 0.69 ? 120 : 144);
      }
      expect(name?.text, String(zoom)).toMatch(/^batch_normalization$|^b.*…$/);
    }
    expect(wordsOf(at, wordStep(1)).note?.text).toBe("32 operations");
    expect(wordsOf(at, wordStep(0.5))).toMatchObject({ note: undefined, chevron: false });
  });

  it("the names of a tall model stay when all of it is in a laptop's window", () => {
    const low = node("relu", 0, 0, { height: 28, textWidth: { name: 24, note: 0 } });
    expect(wordsOf(low, wordStep(0.27)).name?.text).toBe("relu");
    expect(wordsOf(low, wordStep(0.2)).name).toBeUndefined();
  });

  it("a name is whole where the space beside its node is free", () => {
    const name = (at: SceneNode) => wordsOf(at, wordStep(0.4)).name?.text;
    const make = (...others: SceneNode[]) => {
      const at = node("MaxPool_12", 200, 0, { textWidth: { name: 70, note: 0 } });
      return { at, scene: { nodes: [at, ...others], edges: [] as SceneEdge[] } as Scene };
    };
    const measured = ({ at, scene }: ReturnType<typeof make>) => {
      measureSpace(scene);
      return name(at);
    };
    expect(measured(make())).toBe("MaxPool_12");
    expect(measured(make(node("below", 200, 60)))).toBe("MaxPool_12");
    expect(measured(make(node("beside", 290, 0)))).toMatch(/^Ma.*…$/);
    const crossed = make();
    crossed.scene.edges = [edge("", "a", "b", [290, -50, 290, -20, 290, 40, 290, 80])];
    expect(measured(crossed)).toMatch(/^Ma.*…$/);
    const own = make();
    own.scene.edges = [edge("", "MaxPool_12", "b", [240, 30, 290, 30, 290, 40, 290, 80])];
    expect(measured(own)).toBe("MaxPool_12");
    const inside = make(node("s", 195, -30, { open: true, width: 90, height: 90 }));
    inside.at.parent = "s";
    expect(measured(inside)).toMatch(/^Ma.*…$/);
  });
});

describe("the first view of a scene that is too wide", () => {
  const view = (first: number, main: number) => {
    const camera = new Camera(() => {});
    camera.frame({ width: 2000, height: 300 }, first, main);
    return { left: -camera.x / camera.zoom, right: (camera.size.width - camera.x) / camera.zoom };
  };

  it("cuts nothing off at the left while the first node is in it", () => {
    const { left, right } = view(500, 2000);
    expect(left).toBeLessThan(0);
    expect(right).toBeGreaterThan(500);
  });

  it("has the main graph in it where that has the space", () => {
    const { left, right } = view(700, 800);
    expect(left).toBeLessThan(0);
    expect(right).toBeGreaterThan(800);
  });

  it("has the first node in its middle where the main graph is too wide, too", () => {
    const { left, right } = view(900, 1500);
    expect((left + right) / 2).toBeCloseTo(900);
  });
});

describe("the overview", () => {
  const camera = { x: 0, y: 0, zoom: 1, size: { width: 600, height: 400 }, covered: 0 };
  const size = { width: 120, height: 90 };
  const scene = (...nodes: SceneNode[]) => ({ nodes, edges: [], auxiliaryAreas: [] }) as unknown as Scene;

  it("takes a corner where it covers no node, no stub and no title", () => {
    const low = node("low", 20, 340);
    const beside = node("beside", 380, 350, { stubs: [{ width: 100 }] as SceneNode["stubs"] });
    const titled = node("titled", 500, 0, { open: true, width: 600, height: 600 });
    expect(freeCorner(scene(), camera, size)).toBe("bottom left");
    expect(freeCorner(scene(low), camera, size)).toBe("bottom right");
    expect(freeCorner(scene(low, beside), camera, size)).toBe("top right");
    expect(freeCorner(scene(low, beside, titled), camera, size)).toBe("top left");
    expect(freeCorner(scene(low, beside, titled, node("high", 20, 20)), camera, size)).toBe(undefined);
  });

  it("leaves the side of an open card alone", () => {
    expect(freeCorner(scene(node("low", 20, 340)), { ...camera, covered: 300 }, size)).toBe("top left");
  });
});

describe("a badge", () => {
  it.each(["fed", "12.3 ms", "already there", "1,234 differ"])(
    "%s covers no stub and no arrowhead",
    (text) => {
      const stubs = [0, 1, 2].map(() => ({ width: 60 })) as SceneNode["stubs"];
      for (const width of [34, 56, 104, 200]) {
        const at = node("a", 0, 0, { width, height: 40, stubs });
        const badge = badgePlate(text, at);
        expect(badge.y).toBeGreaterThan(at.height / 2);
        const right = badge.x + badge.width;
        const reached = stubPlaces(at).filter(({ y }) => y + 15 > badge.y && y < badge.y + badge.height);
        for (const { x } of reached) expect(right).toBeLessThan(x);
      }
    },
  );
});
