import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { MAGIC } from "../src/columns.ts";
import { Engine } from "../src/engine/engine.ts";
import { inflate } from "../src/inflate.ts";
import { withoutCode } from "../src/lab/untrusted.ts";
import { isMessage } from "../src/messages.ts";
import { Diagram } from "../src/model/diagram/diagram.ts";
import { Graph } from "../src/model/graph/graph.ts";
import { categoryTint } from "../src/model/overlays/tints.ts";
import { overlayInfo, unpackValues } from "../src/model/overlays/values.ts";
import { DEFAULT_METRICS } from "../src/model/text/metrics.ts";
import { type Piece, readPiece, toBase64 } from "../src/protocol.ts";
import { checkPiece } from "../src/validation.ts";
import { VERSION } from "../src/version.ts";
import { LINEAR, model, namesOf, piece } from "./build.ts";

const NOT_A_GRAPH = /not a graph that can be drawn/;
const COLUMNS = [
  "textLengths",
  "scopeParents",
  "ids",
  "scopes",
  "parts",
  "inputCounts",
  "inputs",
  "outputs",
] as const;

/** The bytes of columns that say anything of themselves. */
function written(
  header: object,
  columns: [name: unknown, width: unknown, count: unknown][],
  data = 0,
): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify({ ...header, columns }));
  const bytes = new Uint8Array(8 + text.length + data);
  bytes.set(new TextEncoder().encode(MAGIC));
  new DataView(bytes.buffer).setUint32(4, text.length, true);
  bytes.set(text, 8);
  return bytes;
}

/** A graph with so many scopes in each other, all of this name. */
function deep(scopes: number, name = "a"): Piece {
  const scopeParents = Int32Array.from({ length: scopes }, (_, i) => i);
  return {
    ...piece([{ name: `${name}/b`, type: "NoOp" }]),
    scopeParents,
    scopeParts: new Int32Array(scopes),
  };
}

describe("a piece that no kernel wrote", () => {
  test("is refused when a number points anywhere", () => {
    expect(() => checkPiece(piece(LINEAR))).not.toThrow();
    for (const name of COLUMNS)
      for (const number of [-1, 2 ** 31 - 1, -(2 ** 31)]) {
        const spoiled = piece(LINEAR);
        spoiled[name][spoiled[name].length - 1] = number;
        expect(() => {
          checkPiece(spoiled);
          new Graph("test").apply(spoiled);
        }, `${name} ${number}`).toThrow(NOT_A_GRAPH);
      }
  });

  test("is refused when columns are missing or do not fit each other", () => {
    for (const name of COLUMNS) {
      expect(() => checkPiece({ ...piece(LINEAR), [name]: undefined })).toThrow(NOT_A_GRAPH);
      expect(() => checkPiece({ ...piece(LINEAR), [name]: new Int32Array(1000) })).toThrow(NOT_A_GRAPH);
    }
  });

  test("is refused when a list says a length that leads nowhere", () => {
    for (const length of [-1, -2, 1000, 1])
      expect(() => checkPiece({ ...piece(LINEAR), attributeSets: Int32Array.of(length) })).toThrow(
        NOT_A_GRAPH,
      );
  });

  test("is refused when a scope lies in itself, or thousands lie in each other", () => {
    for (const parents of [[1], [0, 3, 2], [2, 1]]) {
      const cyclic = { ...piece(LINEAR), scopeParents: Int32Array.from(parents) };
      expect(() => checkPiece({ ...cyclic, scopeParts: new Int32Array(parents.length) })).toThrow(
        NOT_A_GRAPH,
      );
    }
    expect(() => checkPiece(deep(900))).not.toThrow();
    expect(() => checkPiece(deep(3000))).toThrow(/more than 1,000 deep/);
    expect(() => checkPiece(deep(900, "a".repeat(2000)))).toThrow(/names are too long/);
  });

  test("changes nothing of a graph when its operations are numbered otherwise", () => {
    const graph = new Graph("test");
    graph.apply(piece(LINEAR.slice(0, 3)));
    const rest = piece(LINEAR.slice(3), namesOf(graph));
    rest.ids[0] = 2 ** 30;
    expect(() => graph.apply(rest)).toThrow(NOT_A_GRAPH);
    expect([graph.count, graph.cursor]).toEqual([3, 3]);
  });

  test("is refused when its columns are longer than its bytes", () => {
    const header = { version: VERSION, graph: "g", from: 0, to: 1, text: "" };
    for (const [width, count] of [
      [4, 2 ** 31],
      [1, -1],
      [8, 1],
      [0, 2 ** 31],
      [1, "many"],
      [1, null],
      [1e300, 1],
    ])
      expect(() => readPiece(written(header, [["ids", width, count]]))).toThrow(NOT_A_GRAPH);
    expect(() => readPiece(new TextEncoder().encode(MAGIC))).toThrow(NOT_A_GRAPH);
    expect(() => readPiece(written(header, []))).toThrow(NOT_A_GRAPH);
  });

  test("is refused when it is of another version, and the error names what to do", () => {
    const header = { version: VERSION - 1, graph: "g", from: 0, to: 1, text: "" };
    expect(() => readPiece(written(header, []))).toThrow(
      "saved by another version of graphlab: run its cell again",
    );
  });

  test("is not inflated beyond what a graph may take", async () => {
    const bomb = Uint8Array.from(deflateSync(new Uint8Array(2 ** 24)));
    expect((await inflate(bomb)).length).toBe(2 ** 24);
    await expect(inflate(bomb, 2 ** 20)).rejects.toThrow(/more than 1 MB/);
  });
});

describe("a message that no kernel sent", () => {
  const error = {
    type: "error",
    op: 1,
    name: "a",
    kind: "ValueError",
    text: "",
    fix: "",
    created: "",
    fetches: [1],
    feeds: [[0, 0]],
  };

  test("is not heard when a field is of another type, or is not there", () => {
    expect(isMessage(error)).toBe(true);
    expect(isMessage({ ...error, view: 7, more: "to come" })).toBe(true);
    for (const name of Object.keys(error))
      for (const wrong of [undefined, {}, [[]], Number.NaN, -1, { length: 1e9 }])
        expect(isMessage({ ...error, [name]: wrong }), `${name} ${wrong}`).toBe(false);
  });

  test("is not heard when its type is none, whatever else objects have", () => {
    for (const type of ["", "__proto__", "constructor", "toString", "app", 1, null, ["error"]])
      expect(isMessage({ ...error, type })).toBe(false);
    for (const content of [null, undefined, "error", 1, [], [error]]) expect(isMessage(content)).toBe(false);
    expect(isMessage(Object.create(error))).toBe(false);
  });

  test("is not heard without the bytes that belong to it", () => {
    for (const bytes of [undefined, 7, []]) expect(isMessage({ type: "piece", bytes })).toBe(false);
    expect(isMessage({ type: "piece", bytes: "" })).toBe(true);
  });

  test("may have no more entries than can be drawn", () => {
    const choice = { name: "a", title: "", about: "" };
    expect(isMessage({ type: "overlays", overlays: Array(100).fill(choice) })).toBe(true);
    expect(isMessage({ type: "overlays", overlays: Array(100_000).fill(choice) })).toBe(false);
  });
});

describe("operations that a graph does not have", () => {
  const made = async () => {
    const engine = new Engine();
    engine.show(1, "test", DEFAULT_METRICS);
    await engine.take(1, []);
    return engine;
  };

  test("are nowhere, and are left out of runs, failures and what is counted", async () => {
    const engine = await made();
    expect(engine.where(1, 5)).toEqual({ visible: "", path: [] });
    expect(engine.named(1, [5])[0]).toMatchObject({ name: "operation 5", path: "" });
    expect(engine.preview(1, [[5, 0]], [[6, 0]])).toMatchObject({ runs: 0, fetches: [], feeds: [] });
    expect(engine.failure(1, 5, [6], [[7, 0]])).toEqual({ at: "", path: [] });
    expect(engine.tally(1, [[5, 2 ** 31]])).toEqual([]);
    expect(engine.stepProgress(1, Int32Array.of(5, 1, 0, -1, 1, 0))).toEqual([]);
    expect(engine.visiblePaths(1, [5, "__proto__"])).toEqual([]);
    expect(engine.revealAll(1, [5, "a/b"]).operations).toBe(0);
  });

  test("have no values of an overlay, nor have categories that are not there", async () => {
    const steps = Int32Array.of(0, 1, 1, -7, 2 ** 30);
    const values = Float32Array.of(0, 7, 0.5, 1, 1);
    const columns = toBase64(
      Uint8Array.from(deflateSync(Buffer.concat([steps, values].map((a) => Buffer.from(a.buffer))))),
    );
    const info = overlayInfo("a", "A", "", { categories: ["constructor"] });
    expect([...(await unpackValues(info, columns, 3)).of]).toEqual([0, Number.NaN, Number.NaN]);
    expect(categoryTint(info, 0)).toBe("c0");
  });
});

test("of saved widgets, those that bring code are left out where a notebook is not trusted", () => {
  const STATE = "application/vnd.jupyter.widget-state+json";
  const layout = { model_module: "@jupyter-widgets/base", state: {} };
  const brings = { model_module: "anywidget", state: { _esm: "alert(1)" } };
  const saved = (state: unknown) => ({ [STATE]: { version_major: 2, state }, more: 1 });
  expect(withoutCode(saved({ a: brings, b: layout }))).toEqual(saved({ b: layout }));
  const renamed = { model_module: "x", state: { _model_module: "anywidget" } };
  expect(withoutCode(saved({ a: renamed, b: layout }))).toEqual(saved({ b: layout }));
  for (const nothing of [
    saved({ b: layout }),
    saved({ a: null }),
    saved(null),
    saved("x"),
    null,
    undefined,
    "x",
    {},
  ])
    expect(withoutCode(nothing)).toBe(undefined);
});

test("types and words are no more than texts, whatever objects have by themselves", () => {
  const names = ["constructor", "__proto__", "toString", "hasOwnProperty", "__defineGetter__"];
  const made = model(names.map((name) => ({ name, type: name, dtype: name, shape: name })));
  expect(namesOf(made.graph)).toEqual(names);
  expect(names.map((name) => made.graph.find(name))).toEqual([0, 1, 2, 3, 4]);
  const { nodes } = new Diagram(made).scene();
  expect(nodes.map(({ kind, name }) => [kind, name])).toEqual(names.map((name) => ["op", name]));
});
