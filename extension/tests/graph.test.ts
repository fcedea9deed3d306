import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { Graph } from "../src/model/graph.ts";
import { Hierarchy, isScope, part } from "../src/model/hierarchy.ts";
import { fromBase64, toBase64, unpack } from "../src/protocol.ts";
import { fixture, LINEAR, piece } from "./build.ts";

const names = LINEAR.map((line) => line.name);

describe("a graph", () => {
  test("has every operation of a piece, with its inputs and who uses it", () => {
    const graph = new Graph("test");
    graph.apply(piece(LINEAR));
    const mul = graph.ops[names.indexOf("mul")];
    expect(mul).toMatchObject({ name: "mul", type: "Mul", cell: 1, line: 7 });
    expect(mul.inputs).toEqual([names.indexOf("x"), 0, names.indexOf("w/read"), 0]);
    expect(graph.consumers[mul.id].map((id) => graph.ops[id].name)).toEqual(["loss/sub"]);
    expect(graph.ops[names.indexOf("init")].controls).toEqual([names.indexOf("w/Assign")]);
  });

  test("grows by pieces, and takes the same piece twice without harm", () => {
    const graph = new Graph("test");
    graph.apply(piece(LINEAR.slice(0, 7)));
    const rest = piece(LINEAR.slice(7), names.slice(0, 7));
    expect(graph.apply(rest).map((id) => graph.ops[id].name)).toEqual(names.slice(7));
    expect(graph.apply(rest)).toEqual([]);
    expect(graph.consumers[names.indexOf("mul")]).toEqual([names.indexOf("loss/sub")]);
  });

  test("leaves a piece alone when the one before it is missing", () => {
    const graph = new Graph("test");
    expect(graph.apply(piece(LINEAR.slice(7), names.slice(0, 7)))).toEqual([]);
    expect(graph.cursor).toBe(0);
  });

  test("replaces an operation that changed", () => {
    const graph = new Graph("test");
    graph.apply(piece(LINEAR));
    const changed = piece([{ name: "init", type: "NoOp", inputs: ["^w/Assign", "^mul"] }], names);
    changed.ids = [names.indexOf("init")];
    graph.apply(changed);
    expect(graph.ops.length).toBe(names.length);
    expect(graph.consumers[names.indexOf("mul")]).toContain(names.indexOf("init"));
    expect(graph.consumers[names.indexOf("w/Assign")]).toEqual([names.indexOf("init")]);
  });
});

test("a packed piece opens to what was packed, deflated or not", async () => {
  const text = Buffer.from(JSON.stringify(piece(LINEAR)));
  for (const bytes of [text, deflateSync(text)])
    expect(await unpack(fromBase64(toBase64(new Uint8Array(bytes))))).toEqual(piece(LINEAR));
});

test("a piece of another protocol is refused by name", async () => {
  const bytes = new Uint8Array(Buffer.from(JSON.stringify({ ...piece(LINEAR), version: 99 })));
  await expect(unpack(bytes)).rejects.toThrow("protocol 1");
});

describe("the hierarchy", () => {
  function hierarchy() {
    const graph = new Graph("test");
    graph.apply(piece(LINEAR));
    const made = new Hierarchy();
    for (const op of graph.ops) made.add(op);
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
    expect(made.places[names.indexOf("w")].path).toBe("w/(w)");
    expect(w?.size).toBe(4);
    // Here the scope was there before the operation.
    expect([...(made.find("GradientDescent")?.children.keys() ?? [])]).toEqual([
      "rate",
      "update_w",
      "(GradientDescent)",
    ]);
  });

  test("tells where two ways part", () => {
    const { places } = hierarchy();
    const at = (name: string) => places[names.indexOf(name)];
    expect(part(at("loss/Mean"), at("mul"))?.map((node) => node.path)).toEqual(["loss", "mul"]);
    expect(part(at("w"), at("w/read"))?.map((node) => node.path)).toEqual(["w/(w)", "w/read"]);
  });

  test("holds every operation of a real graph once", () => {
    const graph = new Graph("mlp");
    graph.apply(fixture("mlp"));
    const made = new Hierarchy();
    for (const op of graph.ops) made.add(op);
    expect(made.root.size).toBe(285);
    expect(new Set(made.places).size).toBe(285);
  });
});
