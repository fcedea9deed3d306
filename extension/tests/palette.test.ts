import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { Engine } from "../src/engine/engine.ts";
import { PaletteKernel } from "../src/features/apply/kernel.ts";
import { isMessage } from "../src/messages.ts";
import { type Entry, type Fit, unpackEntries } from "../src/model/catalogue/entries.ts";
import { arranged, type RowGroup } from "../src/model/catalogue/ranking.ts";
import { made, outputsOf, toggled } from "../src/model/queries/tensors.ts";
import { DEFAULT_METRICS } from "../src/model/text/metrics.ts";
import { type Command, toBase64 } from "../src/protocol.ts";
import { fixture, LAYER, LINEAR, model } from "./build.ts";

function entry(call: string, group: string, doc: string, tensors = ["x"]): Entry {
  return { id: call.slice(3), call, group, doc, tensors, parameters: [] };
}

const ENTRIES = [
  entry("tf.placeholder", "Inputs", "A tensor whose value is fed.", []),
  entry("tf.layers.dense", "Layers", "A densely connected layer."),
  entry("tf.layers.conv2d", "Layers", "Images convolved with filters."),
  entry("tf.nn.relu", "Activations", "max(features, 0)."),
  entry("tf.nn.leaky_relu", "Activations", "Slopes below 0."),
  entry("tf.matmul", "Linear algebra", "The product of matrices, as a dense layer has."),
];

function fits(unfit: Record<string, string>, order = ENTRIES.map(({ id }) => id)): Map<string, Fit> {
  return new Map(order.map((id) => [id, { why: unfit[id] ?? "", shapes: "float32 ?×10" }]));
}

const ids = (groups: RowGroup[]) =>
  groups.map(({ name, rows }) => [name, ...rows.map((row) => row.entry.id)]);

describe("the palette", () => {
  test("shows what matches each word best first, by name, call, group and documentation", () => {
    const found = (query: string) => arranged(ENTRIES, new Map(), query).flatMap(({ rows }) => rows);
    expect(found("relu").map(({ entry }) => entry.id)).toEqual(["nn.relu", "nn.leaky_relu"]);
    expect(found("dense").map(({ entry }) => entry.id)).toEqual(["layers.dense", "matmul"]);
    expect(found("layers images").map(({ entry }) => entry.id)).toEqual(["layers.conv2d"]);
    expect(found("LEAKY")).toHaveLength(1);
    expect(found("nothing such")).toEqual([]);
  });

  test("lists what fits in the kernel's order, and after it the rest with the reason", () => {
    const order = ["nn.relu", "layers.dense", "nn.leaky_relu", "matmul", "placeholder", "layers.conv2d"];
    const known = fits({ "layers.conv2d": "needs four axes", "nn.leaky_relu": "needs floats" }, order);
    expect(ids(arranged(ENTRIES, known, ""))).toEqual([
      ["Activations", "nn.relu"],
      ["Layers", "layers.dense"],
      ["Linear algebra", "matmul"],
      ["Inputs", "placeholder"],
      ["Activations", "nn.leaky_relu"],
      ["Layers", "layers.conv2d"],
    ]);
    // The name that was typed comes first all the same, but not before another that fits as well.
    expect(arranged(ENTRIES, known, "conv2d")[0].rows[0].entry.id).toBe("layers.conv2d");
    expect(arranged(ENTRIES, fits({ "nn.relu": "needs floats" }), "relu")[0].rows[0].entry.id).toBe(
      "nn.leaky_relu",
    );
  });

  test("puts what is most likely wanted before a better match", () => {
    const more = [...ENTRIES, entry("tf.nn.conv", "Neural networks", "Of any rank.")];
    const likely = new Set(["layers.conv2d"]);
    const first = (query: string) => arranged(more, new Map(), query, false, likely)[0].rows[0].entry.id;
    expect(first("conv")).toBe("layers.conv2d");
    expect(first("tf.nn.conv")).toBe("nn.conv");
  });

  test("offers what needs no tensor whatever is selected, after what fits", () => {
    const known = fits({
      placeholder: "It needs no tensor: select none",
      "layers.conv2d": "needs four axes",
    });
    const rows = arranged(ENTRIES, known, "").flatMap((group) => group.rows);
    expect(rows.slice(-2).map(({ entry, fit }) => [entry.id, fit?.why])).toEqual([
      ["placeholder", undefined],
      ["layers.conv2d", "needs four axes"],
    ]);
    expect(arranged(ENTRIES, known, "placeholder")[0].rows[0].entry.id).toBe("placeholder");
  });

  test("begins with sources where nothing is selected", () => {
    const last = [...ENTRIES.slice(1), ENTRIES[0]];
    expect(arranged(last, new Map(), "", true)[0].rows[0].entry.id).toBe("placeholder");
  });

  test("filters two thousand entries in less than a frame", () => {
    const many = Array.from({ length: 2_000 }, (_, i) =>
      entry(`tf.nn.some_operation_${i}`, "Many", `Number ${i}.`),
    );
    const times = Array.from({ length: 5 }, (_, i) => {
      const start = performance.now();
      for (const query of ["o", "op", "oper", `operation_${i}`]) arranged(many, new Map(), query);
      return (performance.now() - start) / 4;
    });
    expect(Math.min(...times)).toBeLessThan(16);
  });

  test("reads the catalogue that a kernel sends, and nothing else", async () => {
    const packed = (content: unknown) => toBase64(deflateSync(JSON.stringify(content)));
    const relu = {
      ...entry("tf.nn.relu", "Activations", ""),
      parameters: [{ name: "x", default: null, kind: "any" }],
    };
    expect(await unpackEntries(packed({ entries: [relu] }))).toEqual([relu]);
    for (const wrong of [null, {}, { entries: [{}] }, { entries: [{ ...relu, parameters: [{ name: 1 }] }] }])
      await expect(unpackEntries(packed(wrong))).rejects.toThrow();
    expect(isMessage({ type: "palette-line", request: 1, code: "y = x", outputs: ["float32 ?"] })).toBe(true);
    expect(isMessage({ type: "palette-line", request: 1, code: 3, outputs: [] })).toBe(false);
    expect(isMessage({ type: "palette-fit", request: 1, fits: [["nn.relu", "", []]] })).toBe(true);
    expect(isMessage({ type: "palette-fit", request: 1, fits: [["nn.relu"]] })).toBe(false);
  });
});

describe("the selection", () => {
  const texts = (path: string) => {
    const layer = model(LAYER);
    const node = layer.hierarchy.find(path);
    return node && outputsOf(layer, node).map(({ name, tensor }) => `${name} ${tensor}`);
  };

  test("has what a node outputs: of a scope its ends, of a variable its value", () => {
    expect(texts("x")).toEqual(["x float32 ?×784"]);
    expect(texts("dense")).toEqual(["dense/Relu float32 ?×10"]);
    expect(texts("dense/kernel")).toEqual(["dense/kernel float32 784×10"]);
  });

  test("is in the order in which it was made, and loses what is selected again", () => {
    const [x, w] = ["x", "dense"].map((path) => {
      const layer = model(LAYER);
      const node = layer.hierarchy.find(path);
      return node ? outputsOf(layer, node) : [];
    });
    expect(toggled(toggled([], w), x).map(({ name }) => name)).toEqual(["dense/Relu", "x"]);
    expect(toggled([...w, ...x], w)).toEqual(x);
    expect(toggled(w, [...w, ...x])).toEqual([...w, ...x]);
  });

  test("goes on with what a line made, be it auxiliary", () => {
    const layer = model(LAYER);
    const names = (from: number, ...shapes: string[]) => made(layer, from, shapes).map(({ name }) => name);
    expect(names(1, "float32 ?×10")).toEqual(["dense/Relu"]);
    expect(names(0, "float32 ?×784")).toEqual([]); // it is consumed
    expect(names(1, "operation")).toEqual([]);
    const variable = model(LAYER.slice(0, 3));
    expect(made(variable, 1, ["float32 784×10"]).map(({ name }) => name)).toEqual(["dense/kernel"]);
    const linear = model(LINEAR);
    expect(made(linear, 9, ["float32 [3]"]).map(({ name }) => name)).toHaveLength(1);
  });

  test("has the tensors of an edge", async () => {
    const engine = new Engine();
    engine.show(1, fixture("mlp").graph, DEFAULT_METRICS);
    const bytes = new Uint8Array(readFileSync(`${import.meta.dirname}/fixtures/mlp.piece`));
    const { scene } = await engine.take(1, [bytes]);
    const edge = scene.edges.find(({ kind, title }) => kind === "data" && !title.includes("\n"));
    const [tensor] = engine.tensorsAlong(1, edge?.id ?? "");
    expect(edge?.title).toContain(`${tensor.name.replace(/:\d+$/, "")}:${tensor.output}  ${tensor.tensor}`);
    expect(engine.tensorsAlong(1, "no such edge")).toEqual([]);
    expect(engine.scopeNames(1)).toContain("accuracy");
  });
});

describe("the kernel's answers", () => {
  const filled = { entry: ENTRIES[3], tensors: [], arguments: {}, name: "", scope: "" };
  const answer = (request: number) => ({ request, code: "y = tf.nn.relu(x)", outputs: [] });

  test("are used only for what the reader requested last", async () => {
    const sent: Command[] = [];
    const kernel = new PaletteKernel((command) => sent.push(command));
    // A saved message, or one to another page.
    kernel.messages["palette-line"](answer(1));
    const first = kernel.lineFor(filled, false);
    const second = kernel.lineFor(filled, true);
    expect(await first).toBeUndefined();
    const [before, last] = sent.map(({ request }) => request as number);
    kernel.messages["palette-line"](answer(before));
    kernel.messages["palette-line"]({ ...answer(last), code: "z = 1" });
    expect((await second)?.code).toBe("z = 1");
    expect(sent[1]).toMatchObject({ type: "palette-line", entry: "nn.relu", within: true, selection: "[]" });
  });

  test("are not waited for where the kernel refuses or is gone", async () => {
    const kernel = new PaletteKernel(() => {});
    const line = kernel.lineFor(filled, false);
    kernel.messages.refused({ command: "palette-line", why: "It is too long" });
    expect((await line)?.why).toBe("It is too long");
    const fits = kernel.fitting([]);
    kernel.forget();
    expect(await fits).toBeUndefined();
  });
});
