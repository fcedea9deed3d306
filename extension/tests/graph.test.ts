import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { Graph } from "../src/model/graph/graph.ts";
import { divergence, Hierarchy, isScope } from "../src/model/hierarchy/hierarchy.ts";
import { fromBase64, toBase64, unpack } from "../src/protocol.ts";
import { fixture, LINEAR, namesOf, piece } from "./build.ts";

const names = LINEAR.map((line) => line.name);

describe("a graph", () => {
  test("has every operation of a piece, with its inputs and who uses it", () => {
    const graph = new Graph("test");
    graph.apply(piece(LINEAR));
    const mul = graph.find("mul");
    expect([graph.name(mul), graph.type(mul)]).toEqual(["mul", "Mul"]);
    expect(graph.source(mul)).toEqual({ cell: 1, file: "", line: 7 });
    expect(graph.inputs(mul)).toEqual([names.indexOf("x"), 0, names.indexOf("w/read"), 0]);
    expect(graph.consumers(mul).map((id) => graph.name(id))).toEqual(["loss/sub"]);
    expect(graph.controls(names.indexOf("init"))).toEqual([names.indexOf("w/Assign")]);
  });

  test("grows by pieces, and applies the same piece twice without harm", () => {
    const graph = new Graph("test");
    graph.apply(piece(LINEAR.slice(0, 7)));
    const rest = piece(LINEAR.slice(7), names.slice(0, 7));
    expect([...graph.apply(rest)].map((id) => graph.name(id))).toEqual(names.slice(7));
    expect([...graph.apply(rest)]).toEqual([]);
    expect(graph.consumers(names.indexOf("mul"))).toEqual([names.indexOf("loss/sub")]);
  });

  test("leaves a piece alone when the one before it is missing", () => {
    const graph = new Graph("test");
    expect([...graph.apply(piece(LINEAR.slice(7), names.slice(0, 7)))]).toEqual([]);
    expect(graph.cursor).toBe(0);
  });

  test("replaces an operation that changed", () => {
    const graph = new Graph("test");
    graph.apply(piece(LINEAR));
    const changed = piece([{ name: "init", type: "NoOp", inputs: ["^w/Assign", "^mul"] }], names);
    changed.ids = Int32Array.of(names.indexOf("init"));
    graph.apply(changed);
    expect(graph.count).toBe(names.length);
    expect(graph.consumers(names.indexOf("mul"))).toContain(names.indexOf("init"));
    expect(graph.consumers(names.indexOf("w/Assign"))).toEqual([names.indexOf("init")]);
  });
});

test("a packed piece opens to what was packed, deflated or not", async () => {
  const deflated = readFileSync(join(import.meta.dirname, "fixtures", "mlp.piece"));
  for (const bytes of [deflated, inflateSync(deflated)]) {
    const piece = await unpack(fromBase64(toBase64(new Uint8Array(bytes))));
    expect(piece).toEqual(fixture("mlp"));
    expect(piece.ids).toHaveLength(285);
  }
});

test("a piece of another version is refused, and what to do is said", async () => {
  const bytes = new Uint8Array(Buffer.from('{"version":1}'));
  await expect(unpack(bytes)).rejects.toThrow("run its cell again");
});

describe("the hierarchy", () => {
  function hierarchy() {
    const graph = new Graph("test");
    graph.apply(piece(LINEAR));
    const made = new Hierarchy(graph);
    made.grow(0);
    return made;
  }

  test("has a node for each scope and operation", () => {
    const { root } = hierarchy();
    expect([...root.children.keys()]).toEqual([
      "x",
      "target",
      "w",
      "mul",
      "loss",
      "gradients",
      "GradientDescent",
      "init",
    ]);
    expect(root.size).toBe(LINEAR.length);
  });

  test("shows an operation that shares its name with a scope inside that scope", () => {
    const made = hierarchy();
    const w = made.find("w");
    expect(w && isScope(w)).toBe(true);
    expect([...(w?.children.keys() ?? [])]).toEqual(["initial_value", "(w)", "Assign", "read"]);
    expect(made.leaf(names.indexOf("w")).path).toBe("w/(w)");
    expect(w?.size).toBe(4);
    // Here the scope was there before the operation.
    expect([...(made.find("GradientDescent")?.children.keys() ?? [])]).toEqual([
      "rate",
      "update_w",
      "(GradientDescent)",
    ]);
  });

  test("finds where two paths diverge", () => {
    const made = hierarchy();
    const at = (name: string) => made.leaf(names.indexOf(name));
    expect(divergence(at("loss/Mean"), at("mul"))?.map((node) => node.path)).toEqual(["loss", "mul"]);
    expect(divergence(at("w"), at("w/read"))?.map((node) => node.path)).toEqual(["w/(w)", "w/read"]);
  });

  test("holds every operation of a real graph once", () => {
    const graph = new Graph("mlp");
    graph.apply(fixture("mlp"));
    const made = new Hierarchy(graph);
    made.grow(0);
    expect(made.root.size).toBe(285);
    expect(new Set(namesOf(graph).map((_, id) => made.leaf(id))).size).toBe(285);
  });
});
