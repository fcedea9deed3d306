/** Exports what is visible as DOT source for Graphviz. */
import { gather } from "../../gather.ts";
import { writes } from "../graph/op-types.ts";
import type { Hidden } from "../hierarchy/hidden.ts";
import type { Node } from "../hierarchy/hierarchy.ts";
import type { Model } from "../hierarchy/model.ts";
import { count, shapeText, visibleText } from "../text/format.ts";
import type { EdgeKind } from "./content.ts";
import type { Scene, SceneNode } from "./scene.ts";

/** All edges from one visible node to another. */
export interface Flow {
  from: string;
  to: string;
  kind: EdgeKind;
  label: string;
}

/** Every edge of the graph between visible nodes, whatever scopes and `hidden` operations lie between them. */
export function flows({ graph, hierarchy }: Model, visible: (node: Node) => Node, hidden?: Hidden): Flow[] {
  const paths = Array.from({ length: graph.count }, (_, id) => visible(hierarchy.leaf(id)).path);
  const found = new Map<
    string,
    { from: string; to: string; tensors: Map<string, string>; written: boolean }
  >();
  const flow = (producer: number, user: number) => {
    const [from, to] = [paths[producer], paths[user]];
    const key = `${from}\n${to}`;
    let known = found.get(key);
    if (!known) {
      known = { from, to, tensors: new Map(), written: true };
      found.set(key, known);
    }
    return known;
  };
  const add = (producer: number, index: number, id: number) => {
    if (paths[producer] === paths[id]) return;
    const known = flow(producer, id);
    const output = graph.outputs(producer)[index];
    if (!output) return;
    known.tensors.set(`${producer}:${index}`, shapeText(output.shape));
    known.written &&= output.dtype.endsWith("_ref") && writes(graph.type(id));
  };
  for (let id = 0; id < graph.count; id++) {
    if (hidden?.has(id)) continue;
    const inputs = graph.inputs(id);
    if (hidden) hidden.eachInput(id, ({ op, output }) => add(op, output, id));
    else for (let i = 0; i < inputs.length; i += 2) add(inputs[i], inputs[i + 1], id);
    for (const producer of graph.controls(id))
      if (paths[producer] !== paths[id] && !hidden?.has(producer)) flow(producer, id);
  }
  return [...found.values()].map(({ from, to, tensors, written }) => {
    const label = tensors.size === 1 ? [...tensors.values()][0] : count(tensors.size, "tensor");
    if (!tensors.size) return { from, to, kind: "control", label: "" };
    return { from, to, kind: written ? "reference" : "data", label };
  });
}

const SHAPES: Partial<Record<SceneNode["kind"], string>> = {
  placeholder: "parallelogram",
  variable: "cylinder",
  constant: "ellipse",
  scope: "box3d",
  stack: "box3d",
};
const STYLES: Record<EdgeKind, string> = { data: "solid", control: "dotted", reference: "dashed" };

/** DOT source: open scopes are clusters, and auxiliary nodes are in a cluster of their own, without edges. */
export function dot(scene: Scene, flows: Flow[]): string {
  const inner = new Map<string, SceneNode[]>();
  for (const node of scene.nodes) gather(inner, node.parent, node);
  const drawn = new Set<string>();
  const lines: string[] = [];

  const draw = (nodes: SceneNode[], indent: string, connected: boolean): void => {
    const auxiliary = nodes.filter((node) => node.auxiliary && connected);
    for (const node of nodes) {
      if (auxiliary.includes(node)) continue;
      if (node.open) {
        lines.push(`${indent}subgraph ${quoted(`cluster_${node.path}`)} {`);
        lines.push(`${indent}  label=${quoted(node.name)} style=rounded`);
        draw(inner.get(node.path) ?? [], `${indent}  `, connected);
        lines.push(`${indent}}`);
      } else {
        if (connected) drawn.add(node.path);
        const label = node.note
          ? `${quoted(node.name).slice(0, -1)}\\n${quoted(node.note).slice(1)}`
          : quoted(node.name);
        lines.push(`${indent}${quoted(node.path)} [label=${label} shape=${SHAPES[node.kind] ?? "box"}]`);
      }
    }
    if (!auxiliary.length) return;
    lines.push(`${indent}subgraph ${quoted(`cluster_${auxiliary[0].parent} auxiliary`)} {`);
    lines.push(`${indent}  label="auxiliary" style=dashed`);
    draw(auxiliary, `${indent}  `, false);
    lines.push(`${indent}}`);
  };
  draw(inner.get("") ?? [], "  ", true);
  for (const { from, to, kind, label } of flows)
    if (drawn.has(from) && drawn.has(to))
      lines.push(`  ${quoted(from)} -> ${quoted(to)} [label=${quoted(label)} style=${STYLES[kind]}]`);
  const direction = scene.direction === "right" ? "  rankdir=LR\n" : "";
  return `digraph {\n${direction}  node [fontname=Helvetica fontsize=11]\n  edge [fontname=Helvetica fontsize=9]\n${lines.join("\n")}\n}\n`;
}

/** A DOT string without escape sequences or invisible characters. */
function quoted(text: string): string {
  return `"${visibleText(text).replace(/\\/g, "\\\\").replace(/"/g, '\\"')}"`;
}
