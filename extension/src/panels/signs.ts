/** The legend of the drawing: what shapes, lines and signs mean, each drawn as in the diagram. */
import { svg } from "../dom.ts";
import type { Kind } from "../model/hierarchy/kinds.ts";
import { behind, CHEVRON } from "../scene/drawing/parts.ts";
import { arrowhead, ornament, outline } from "../scene/drawing/shapes.ts";
import { __ } from "../words.ts";
import { rows } from "./sheet.ts";

const SAMPLE = { width: 50, height: 24 };
const NODE = { width: 60, height: 30, scale: 0.66, x: 3, y: 2 };

export function signs(): HTMLElement[] {
  return [
    ...rows(__("Shapes"), [
      [shape("placeholder"), __("placeholder: its value is fed")],
      [shape("variable"), __("variable: its value lasts from run to run")],
      [shape("op"), __("operation")],
      [shape("constant"), __("constant")],
      [shape("scope"), __("scope: a click shows its details, the arrow or a double click opens it")],
      [shape("stack"), __("stack: isomorphic scopes or operations, ×12 of them")],
      [shape("group"), __("group of control dependencies, or the rest of a long list")],
    ]),
    ...rows(__("Lines"), [
      [line("data", 1.2), __("data; [3] and 2×3 are shapes, ? is any size")],
      [line("data", 4), __("the wider, the more numbers")],
      [line("control", 1), __("control dependency: first one, then the other")],
      [line("reference", 1.2), __("writes the variable where it ends")],
    ]),
    ...rows(__("Labels beside a node, in place of edges to auxiliary nodes"), [
      [stub(false, true), __("its output goes there")],
      [stub(true, false), __("an input comes from there")],
      [stub(true, true), __("both; the tooltip has the details")],
      [
        stub(true, true, "reference"),
        __("without a name: gradients and optimizers; orange: these write the variable"),
      ],
    ]),
    ...rows(__("Outlines"), [
      [shape("op", "added"), __("new: the last cell made it")],
      [shape("op", "failed"), __("failed in the last run")],
      [shape("op", "fetched"), __("fetched, in the preview of a run")],
      [shape("placeholder", "must-be-fed"), __("must be fed for it")],
      [shape("op", "pruned"), __("pruned: the run does not need it")],
    ]),
  ];
}

function sample(...content: SVGElement[]): SVGSVGElement {
  const { width, height } = SAMPLE;
  return svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, ...content);
}

function shape(kind: Kind, mark = ""): SVGSVGElement {
  const { width, height, scale, x, y } = NODE;
  const d = outline(kind, width, height);
  const away = behind(kind).map((by) =>
    svg("path", { class: "behind", d, transform: `translate(${by} ${by})` }),
  );
  const node = svg(
    "g",
    { class: `node ${kind} ${mark}`, transform: `translate(${x} ${y}) scale(${scale})` },
    ...away,
    svg("path", { class: "shape", d }),
    svg("path", { class: "ornament", d: ornament(kind, width) }),
  );
  if (away.length)
    node.append(
      svg("g", { class: "toggle", transform: "translate(13 15)" }, svg("path", { d: CHEVRON.closed })),
    );
  return sample(node);
}

function line(kind: "data" | "control" | "reference", width: number): SVGSVGElement {
  const path = [4, 12, 20, 12, 30, 12, 46, 12];
  const isWrite = kind === "reference";
  return sample(
    svg(
      "g",
      { class: `edge ${kind}` },
      svg("path", {
        class: "line",
        d: `M${isWrite ? 10 : 4} 12H${isWrite ? 46 : 40}`,
        "stroke-width": width,
      }),
      svg("path", { class: "head", d: arrowhead(path, isWrite, width) }),
    ),
  );
}

function stub(input: boolean, output: boolean, kind = ""): SVGSVGElement {
  const arrows = `M2 0H11${input ? "M5 -3L2 0L5 3" : ""}${output ? "M8 -3L11 0L8 3" : ""}`;
  return sample(
    svg(
      "g",
      { class: `stub ${kind}` },
      svg("rect", { x: 12, y: 4, width: 28, height: 16, rx: 8 }),
      svg("path", { class: "arrows", d: arrows, transform: "translate(19.5 12)" }),
    ),
  );
}
