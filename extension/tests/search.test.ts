import { describe, expect, test, vi } from "vitest";
import { Graph } from "../src/model/graph/graph.ts";
import { glob } from "../src/model/search/glob.ts";
import { scopesFor, search } from "../src/model/search/search.ts";
import { fixture, LINEAR, piece } from "./build.ts";

const graph = new Graph("test");
graph.apply(piece(LINEAR));
const found = (text: string) => [...search(graph, text).ids].map((id) => graph.name(id));
const fault = (text: string) => search(graph, text).fault;

describe("a pattern", () => {
  test("matches stars with anything, as a regular expression would, on every short text", () => {
    const texts = [""];
    for (let i = 0; texts[i].length < 4; i++) for (const letter of "ab/") texts.push(texts[i] + letter);
    for (const value of ["", "*", "a", "a*", "*b", "a*b", "a*a", "ab*ba", "*a*b*", "a**b", "B*/", "aa*aa"])
      for (const [begins, ends] of [
        [false, false],
        [true, false],
        [false, true],
        [true, true],
      ]) {
        const expression = `${begins ? "^" : ""}${value.replaceAll("*", ".*")}${ends ? "$" : ""}`;
        const whole = new RegExp(expression, "i");
        const part = glob(value, { begins, ends });
        expect(texts.filter((text) => part.test(text))).toEqual(texts.filter((text) => whole.test(text)));
      }
  });

  test("is done with a thousand stars at once", () => {
    const value = "a*".repeat(1000);
    expect(glob(value).test("a".repeat(999))).toBe(false);
    expect(glob(`${value}b`).test("a".repeat(20000))).toBe(false);
    expect(glob(value, { begins: true, ends: true }).test("a".repeat(20000))).toBe(true);
  });
});

describe("a search", () => {
  test("finds parts of names in any order and case, the best first", () => {
    expect(found("mean loss")).toEqual(["loss/Mean", "gradients/loss/Mean_grad/Tile"]);
    expect(found("W")[0]).toBe("w");
    expect(found("grad*tile")).toEqual(["gradients/loss/Mean_grad/Tile"]);
    expect(found("loss/Mean:0")).toEqual(["loss/Mean", "gradients/loss/Mean_grad/Tile"]);
  });

  test("finds a type by its name, and others that begin so only when there is none", () => {
    expect(found("type:Mul")).toEqual(["mul", "gradients/mul_grad/Mul"]);
    expect(found("type:assign")).toEqual(["w/Assign"]);
    expect(found("type:Apply")).toEqual(["GradientDescent/update_w/Apply"]);
    expect(found("type:*GradientDescent")).toEqual(["GradientDescent/update_w/Apply"]);
    expect(found("type:Conv2D")).toEqual([]);
  });

  test("finds shapes with open sizes", () => {
    expect(found("shape:?x3")).toEqual(["x", "mul"]);
    expect(found("shape:(?,3)")).toEqual(["x", "mul"]);
    expect(found("shape:*×3")).toEqual(["x", "mul"]);
    expect(found("shape:…x3 is:variable")).toEqual(["w"]);
    expect(found("shape:scalar")).toContain("loss/Mean");
    expect(found("shape:?x").sort()).toEqual(found("shape:?x…").sort());
  });

  test("distinguishes kinds, degrees, cells and lines", () => {
    expect(found("is:placeholder")).toEqual(["x", "target"]);
    expect(found("is:var")).toEqual(["w"]);
    expect(found("is:gradient").length).toBe(2);
    expect(found("is:end")).toEqual(["GradientDescent", "init"]);
    expect(found("in:3")).toEqual(["GradientDescent/update_w/Apply"]);
    expect(found("out:>2")).toEqual(["w"]);
    expect(found("cell:1 line:1-2")).toEqual(["x", "target"]);
    expect(found("cell:2")).toEqual([]);
  });

  test("negates a term and keeps quoted words together", () => {
    expect(found("mul -gradients")).toEqual(["mul"]);
    expect(found("-is:gradient type:Mul")).toEqual(["mul"]);
    expect(found('"mul_grad/mul"')).toEqual(["gradients/mul_grad/Mul"]);
    expect(found("scope:gradients").length).toBe(2);
    expect(found("scope:loss")).toEqual(["loss/sub", "loss/Mean", "gradients/loss/Mean_grad/Tile"]);
  });

  test("finds by regular expressions between slashes, in names, types and scopes", () => {
    expect(found("/^mul$/")).toEqual(["mul"]);
    expect(found("/loss/(sub|mean)$/").sort()).toEqual(["loss/Mean", "loss/sub"]);
    expect(found("type:/^apply.*descent$/")).toEqual(["GradientDescent/update_w/Apply"]);
    expect(found("scope:/^loss$/").sort()).toEqual(["loss/Mean", "loss/sub"]);
    expect(found("-/./")).toEqual([]);
    expect(found("/loss")).toEqual(["gradients/loss/Mean_grad/Tile"]); // still a part of a name
    expect(fault("/(/")).toMatch(/\/\(\/ is no regular expression: unterminated group/);
    expect(search(graph, "/loss/").words).toEqual([]);
  });

  test("refuses expressions that could take forever", () => {
    for (const source of [
      "(a+)+$",
      "(?:\\w*)*",
      "((a+)b?)+",
      "(a|a)*$",
      "(x{2,}){3,}",
      "([a-z]+/)+",
      ".*.*.*.*.*=",
    ])
      expect(fault(`/${source}/`)).toMatch(/could take forever/);
    for (const source of [
      "conv\\d+$",
      "^(Mat|Sparse)",
      "(ab)+",
      "[(+]+)?",
      "\\(a+\\)+",
      "(a+)?b",
      "(?:x{2}){3,}",
      "\\w+/\\w+/.*kernel.*",
    ])
      expect(fault(`/${source}/`) ?? "").not.toMatch(/forever/);
  });

  test("gives up an expression that takes long for all names of a large graph", () => {
    const large = new Graph("large");
    const name = (i: number) => `encoder/layer/attention/output/dense/kernel_${i}`;
    large.apply(piece(Array.from({ length: 10_000 }, (_, i) => ({ name: name(i), type: "MatMul" }))));
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now++);
    expect(search(large, "/kernel_1$/").ids).toHaveLength(0);
    expect(search(large, "/kernel_1$/").fault).toMatch(/could take forever/);
    vi.restoreAllMocks();
    expect(search(large, "/kernel_1$/").ids).toHaveLength(1);
    expect(search(large, "/kernel_1$/").fault).toBeUndefined();
  });

  test("explains what it can't understand", () => {
    expect(fault("is:varable")).toMatch(/knows variable, placeholder.*not “varable”/);
    expect(fault("shape:?xab")).toMatch(/“ab” is no size/);
    expect(fault("cell:two")).toMatch(/needs a number/);
    expect(fault('name:"a')).toMatch(/quote/);
    expect(fault("type:")).toMatch(/type: what\?/);
    expect(fault("(*[")).toBeUndefined();
  });

  test("finds attributes, and says which ones only the kernel can find", () => {
    const here = new Graph("test");
    const texts = ["padding", "SAME", "strides", "[1, 2, 2, 1]"];
    const one = piece([{ name: "conv", type: "Conv2D" }]);
    const at = one.textLengths.length;
    here.apply({
      ...one,
      text: one.text + texts.join(""),
      textLengths: Int32Array.of(...one.textLengths, ...texts.map((text) => text.length)),
      attributeSets: Int32Array.of(4, at, at + 1, at + 2, at + 3),
    });
    expect([...search(here, "padding:same").ids]).toEqual([0]);
    expect([...search(here, "attr:padding=VALID").ids]).toEqual([]);
    expect([...search(here, "attr:padding strides:[1,2,2,1]").ids]).toEqual([0]);
    const far = new Graph("test");
    far.apply({ ...one, attributes: Int32Array.of(-1) });
    expect(search(far, "padding:SAME").kernelQueries).toEqual([["padding", "SAME"]]);
    const context = { is: () => false, attribute: () => new Set([0]) };
    expect([...search(far, "padding:SAME", context).ids]).toEqual([0]);
    expect([...search(far, "-padding:SAME", context).ids]).toEqual([]);
  });

  test("finds scopes by the last part of their names", () => {
    const scopes = (words: string[]) =>
      scopesFor(graph, words, 3).map((scope) => graph.names.scopeName(scope));
    expect(scopes(["loss"])).toEqual(["loss", "gradients/loss"]);
    expect(scopes(["gradients/l"])).toEqual(["gradients/loss"]);
    expect(scopes(["loss", "grad"])).toEqual(["gradients/loss"]);
    expect(scopes(["nothing"])).toEqual([]);
    expect(search(graph, "loss").onlyWords).toBe(true);
    expect(search(graph, "loss type:Mean").onlyWords).toBe(false);
  });

  test("finds what the reader fetches", () => {
    const context = {
      is: (what: string, id: number) => what === "fetched" && id === 3,
      attribute: () => undefined,
    };
    expect([...search(graph, "is:fetched", context).ids]).toEqual([3]);
  });

  test("says of every operation of a real graph whether it matches, as one by one", () => {
    const real = new Graph("mlp");
    real.apply(fixture("mlp"));
    const all = Array.from({ length: real.count }, (_, id) => id);
    const relus = all.filter((id) => real.type(id) === "Relu" && real.name(id).includes("hidden"));
    expect(relus.length).toBeGreaterThan(0);
    expect([...search(real, "hidden type:Relu").ids].sort((a, b) => a - b)).toEqual(relus);
  });
});
