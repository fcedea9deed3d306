import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAGIC, readColumns } from "../src/columns.ts";
import { Graph } from "../src/model/graph/graph.ts";
import { Hierarchy, isScope, type Node, operationsIn } from "../src/model/hierarchy/hierarchy.ts";
import { Model } from "../src/model/hierarchy/model.ts";
import { type Line, piece } from "./build.ts";

// Names of few parts, so that operations and scopes often share one; empty parts and slashes at odd places, too.
const NAME = fc.array(fc.constantFrom("a", "b", "c", "gradients", "", "é😀"), { minLength: 1, maxLength: 4 });
const TYPE = fc.constantFrom("Placeholder", "Identity", "Mul", "VariableV2", "Assign", "NoOp", "Const");

/** Some operations, and where to cut them into pieces. */
const GRAPH = fc
  .tuple(
    fc.uniqueArray(fc.tuple(NAME, TYPE), { selector: ([parts]) => parts.join("/"), maxLength: 16 }),
    fc.array(fc.nat(), { minLength: 64, maxLength: 64 }),
    fc.array(fc.nat(16), { maxLength: 4 }),
  )
  .map(([ops, numbers, cuts]) => {
    const names = ops.map(([parts]) => parts.join("/"));
    const lines = ops.map(([, type], i): Line => {
      const inputs = i ? numbers.slice(3 * i, 3 * i + 2).map((number) => names[number % i]) : [];
      return { name: names[i], type, inputs: inputs.map((name, k) => (k ? `^${name}` : name)) };
    });
    return { lines, cuts: [...new Set([...cuts, lines.length])].filter((at) => at && at <= lines.length) };
  });

interface Made {
  lines: Line[];
  cuts: number[];
}

function inOne({ lines }: Made): Made {
  return { lines, cuts: lines.length ? [lines.length] : [] };
}

function inPieces({ lines, cuts }: Made): Model {
  const model = new Model("test");
  let from = 0;
  for (const to of [...cuts].sort((a, b) => a - b)) {
    const known = lines.slice(0, from).map((line) => line.name);
    model.apply(piece(lines.slice(from, to), known));
    // Nodes that were made before the next piece comes must hold afterwards.
    tree(model.hierarchy.root);
    from = to;
  }
  return model;
}

/** All that the diagram reads of the names. */
function tree(node: Node): unknown {
  const children = [...node.children.values()].map(tree);
  const within = [...operationsIn(node)].sort((a, b) => a - b);
  return { path: node.path, name: node.name, op: node.op, size: node.size, within, children };
}

function edges(graph: Graph) {
  return Array.from({ length: graph.count }, (_, id) => ({
    name: graph.name(id),
    type: graph.type(id),
    inputs: graph.inputs(id),
    controls: graph.controls(id),
    consumers: [...graph.consumers(id)].sort((a, b) => a - b),
    outputs: graph.outputs(id),
  }));
}

describe("a graph that comes in pieces", () => {
  test("is the one that comes whole", () => {
    fc.assert(
      fc.property(GRAPH, (made) => {
        const whole = inPieces(inOne(made));
        const parts = inPieces(made);
        expect(edges(parts.graph)).toEqual(edges(whole.graph));
        expect(tree(parts.hierarchy.root)).toEqual(tree(whole.hierarchy.root));
      }),
    );
  });

  test("finds the same auxiliary operations in any order of pieces", () => {
    fc.assert(
      fc.property(GRAPH, (made) => {
        const [whole, parts] = [inPieces(inOne(made)), inPieces(made)];
        const other = (model: Model) => {
          const every = (node: Node): boolean[] => [
            model.isOutsideModel(node),
            model.isAuxiliary(node),
            ...[...node.children.values()].flatMap(every),
          ];
          return every(model.hierarchy.root);
        };
        expect(other(parts)).toEqual(other(whole));
      }),
    );
  });
});

describe("a name of any kind", () => {
  test("is the operation's, and finds it and its node", () => {
    fc.assert(
      fc.property(GRAPH, ({ lines }) => {
        const graph = new Graph("test");
        graph.apply(piece(lines));
        const hierarchy = new Hierarchy(graph);
        lines.forEach(({ name }, id) => {
          expect(graph.name(id)).toBe(name);
          expect(graph.find(name)).toBe(id);
          const place = hierarchy.leaf(id);
          expect(hierarchy.find(place.path)).toBe(place);
          expect(isScope(place)).toBe(false);
        });
        expect(graph.find("nobody/is/called/so")).toBe(-1);
      }),
    );
  });
});

test("columns of any numbers come out as graphlab/_src/viz/columns.py wrote them", () => {
  const INT = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
  const column = fc.tuple(fc.constantFrom(1, 2, 4), fc.array(INT));
  fc.assert(
    fc.property(fc.dictionary(fc.string(), column), fc.string(), (columns, text) => {
      const named = Object.entries(columns).map(([name, [width, numbers]]) => {
        const cut = numbers.map((number) => (number << (32 - 8 * width)) >> (32 - 8 * width));
        return { name, width, numbers: cut };
      });
      const table = named.map(({ name, width, numbers }) => [name, width, numbers.length]);
      const header = new TextEncoder().encode(JSON.stringify({ text, columns: table }));
      const planes = named.flatMap(({ width, numbers }) =>
        Array.from({ length: width }, (_, plane) => numbers.map((number) => (number >> (8 * plane)) & 255)),
      );
      const length = new Uint8Array(Uint32Array.of(header.length).buffer);
      const magic = [...MAGIC].map((character) => character.charCodeAt(0));
      const read = readColumns<{ text: string }>(
        Uint8Array.from([...magic, ...length, ...header, ...planes.flat()]),
      );
      expect(read.header).toEqual({ text });
      for (const { name, numbers } of named) expect([...read.columns[name]]).toEqual(numbers);
    }),
  );
});
