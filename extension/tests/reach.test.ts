import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Graph } from "../src/model/graph/graph.ts";
import { between, reach, shortest } from "../src/model/queries/reach.ts";
import { LINEAR, piece } from "./build.ts";

const names = LINEAR.map((line) => line.name);
const id = (name: string) => names.indexOf(name);
const graph = new Graph("test");
graph.apply(piece(LINEAR));
const sortedNames = (ops: Iterable<number>) => [...ops].sort((a, b) => a - b).map((op) => names[op]);
const MODEL = { controls: true, training: false };
const ALL = { controls: true, training: true };

describe("tracing", () => {
  test("upstream is what an operation is computed from", () => {
    expect(sortedNames(reach(graph, [id("mul")], "upstream", MODEL).ops)).toEqual([
      "x",
      "w",
      "w/read",
      "mul",
    ]);
  });

  test("downstream stays in the model unless training is requested, and counts the rest", () => {
    const { ops, cut } = reach(graph, [id("mul")], "downstream", MODEL);
    expect(sortedNames(ops)).toEqual(["mul", "loss/sub", "loss/Mean"]);
    expect(cut).toBe(1);
    expect(sortedNames(reach(graph, [id("mul")], "downstream", ALL).ops)).toContain("GradientDescent");
    expect(reach(graph, [id("gradients/mul_grad/Mul")], "downstream", MODEL).ops.size).toBe(3);
  });

  test("one step is the neighbours; control dependencies count where requested", () => {
    const next = { ...ALL, steps: 1 };
    expect(sortedNames(reach(graph, [id("w/read")], "downstream", next).ops)).toEqual(["w/read", "mul"]);
    expect(sortedNames(reach(graph, [id("init")], "upstream", { ...next, controls: false }).ops)).toEqual([
      "init",
    ]);
    expect(sortedNames(reach(graph, [id("init")], "upstream", next).ops)).toEqual(["w/Assign", "init"]);
  });

  test("a path leads from one to the other, and not back", () => {
    expect(shortest(graph, id("x"), id("loss/Mean"), false).map((op) => names[op])).toEqual([
      "x",
      "mul",
      "loss/sub",
      "loss/Mean",
    ]);
    expect(shortest(graph, id("loss/Mean"), id("x"), true)).toEqual([]);
    expect(between(graph, id("loss/Mean"), id("x"), true).size).toBe(0);
  });

  test("agrees with trying all paths in random graphs", () => {
    const edges = fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 30 });
    fc.assert(
      fc.property(edges, fc.nat(11), fc.nat(11), (pairs, from, to) => {
        const lines = Array.from({ length: 12 }, (_, i) => ({
          name: `n${i}`,
          type: "Relu",
          inputs: pairs.filter(([a, b]) => b === i && a < b).map(([a]) => `n${a}`),
        }));
        const random = new Graph("random");
        random.apply(piece(lines));
        const paths: number[][] = [];
        const visit = (path: number[]) => {
          const at = path[path.length - 1];
          if (at === to) paths.push(path);
          else for (const next of new Set(random.consumers(at))) visit([...path, next]);
        };
        visit([from]);
        expect(between(random, from, to, false)).toEqual(new Set(paths.flat()));
        const length = Math.min(...paths.map((path) => path.length));
        const short = shortest(random, from, to, false);
        expect(short.length).toBe(paths.length ? length : 0);
        if (paths.length) expect(paths).toContainEqual(short);
        const below = reach(random, [from], "downstream", ALL).ops;
        expect(below.has(to)).toBe(paths.length > 0);
        expect(reach(random, [to], "upstream", ALL).ops.has(from)).toBe(paths.length > 0);
      }),
    );
  });
});
