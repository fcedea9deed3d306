import { describe, expect, it } from "vitest";
import { fileName } from "../src/export/save.ts";
import { plain } from "../src/export/svg.ts";
import { Diagram } from "../src/model/diagram/diagram.ts";
import { dot, flows } from "../src/model/diagram/graphviz.ts";
import { visibleText } from "../src/model/text/format.ts";
import { type Line, model } from "./build.ts";

const LINES: Line[] = [
  { name: "x", type: "Placeholder", shape: "?,3" },
  { name: "hidden/w", type: "VariableV2", shape: "3,2" },
  { name: "hidden/MatMul", type: "MatMul", inputs: ["x", "hidden/w"], shape: "?,2" },
  { name: "hidden/out", type: "Relu", inputs: ["hidden/MatMul"], shape: "?,2" },
  { name: "loss/sum", type: "Sum", inputs: ["hidden/out", "^x"] },
  { name: "loss/half", type: "Mul", inputs: ["loss/sum"] },
  { name: "gradients/ones", type: "Fill", inputs: ["loss/half"] },
  { name: "train", type: "NoOp", inputs: ["^gradients/ones"] },
];

function source(lines: Line[], depth: number): string {
  const made = model(lines);
  const diagram = new Diagram(made, undefined, depth);
  return dot(
    diagram.scene(),
    flows(made, (node) => diagram.visible(node), diagram.hidden),
  );
}

describe("DOT of what is visible", () => {
  it("bundles at closed scopes and says what flows", () => {
    expect(source(LINES, 0)).toContain('"x" -> "hidden" [label="?×3" style=solid]');
    expect(source(LINES, 0)).not.toContain("MatMul");
  });

  it("draws open scopes as clusters and lines into them", () => {
    const text = source(LINES, 1);
    expect(text).toMatch(/subgraph "cluster_hidden" \{\n {4}label="hidden"/);
    expect(text).toContain('"x" -> "hidden/MatMul" [label="?×3" style=solid]');
  });

  it("leads edges past the plumbing", () => {
    const lines: Line[] = [
      { name: "x", type: "Placeholder", shape: "?,3" },
      { name: "Shape", type: "Shape", inputs: ["x"], shape: "2", dtype: "int32" },
      { name: "Enter", type: "Enter", inputs: ["x"], shape: "?,3" },
      { name: "y", type: "Reshape", inputs: ["Enter", "Shape"], shape: "?,3" },
    ];
    const text = source(lines, 0);
    expect(text.match(/.* -> .*/g)).toEqual(['  "x" -> "y" [label="?×3" style=solid]']);
    expect(text).toContain('[label="plumbing · 2" shape=');
  });

  it("draws auxiliary nodes without edges", () => {
    const text = source(LINES, 0);
    expect(text.slice(text.indexOf('label="auxiliary"'))).toContain('"train"');
    expect(text).not.toMatch(/-> "(gradients|train)"/);
  });

  it("writes names as text", () => {
    const name = 'a"b\\n\u202e<img src=x>';
    expect(source([{ name, type: "NoOp" }], 0)).toContain('["a\\"b\\\\n\ufffd<img src=x>"'.slice(1));
  });
});

describe("a diagram of a depth", () => {
  const open = (depth?: number) =>
    new Diagram(model(LINES), undefined, depth)
      .scene()
      .nodes.filter((node) => node.open)
      .map((node) => node.path);

  it("opens so many levels and leaves what only serves closed", () => {
    expect(open(0)).toEqual([]);
    expect(open(3)).toEqual(["hidden", "loss"]);
  });
});

describe("what a file holds", () => {
  it("has colours that every program knows", () => {
    expect(plain("rgb(1, 2, 255)")).toEqual(["#0102ff", 1]);
    expect(plain("rgba(0, 0, 0, 0.5)")).toEqual(["#000000", 0.5]);
    expect(plain("color(srgb 1 0.5 0 / 0.25)")).toEqual(["#ff8000", 0.25]);
    expect(plain("color(srgb 1 -0.1 1e-7)")).toEqual(["#ff0000", 1]);
    expect(plain("transparent")).toEqual(["#000000", 0]);
  });

  it("has no sign that cannot be seen", () => {
    expect(visibleText("a\u0000b\u202ec\ud800d😀")).toBe("a\ufffdb\ufffdc\ufffdd😀");
  });

  it("has a name that any file system accepts", () => {
    expect(fileName("graph", "svg")).toBe("graph.svg");
    expect(fileName("layer_1/attn:q", "png")).toBe("layer_1_attn_q.png");
    expect(fileName("../..", "dot")).toBe("graph.dot");
  });
});
