/** The outline of each kind of node: the shape shows the kind. */
import type { SceneEdge, SceneNode } from "../../model/diagram/scene.ts";
import { SLANT } from "../../model/diagram/sizes.ts";
import type { Kind } from "../../model/hierarchy/kinds.ts";

const LID = 5; // px of a variable's lid
const HEAD = { length: 7, half: 3.6 }; // px of an arrowhead
const SLIM = 2; // px of a line that is narrower than the tip of its head

export function outline(kind: Kind, width: number, height: number): string {
  switch (kind) {
    case "placeholder":
      return `M${SLANT} 0H${width}L${width - SLANT} ${height}H0Z`;
    case "variable": {
      const [rx, bottom] = [width / 2, height - LID];
      return `M0 ${LID}A${rx} ${LID} 0 0 1 ${width} ${LID}V${bottom}A${rx} ${LID} 0 0 1 0 ${bottom}Z`;
    }
    case "constant":
    case "group":
    case "rest":
      return rounded(width, height, height / 2);
    case "op":
      return rounded(width, height, 6);
    case "scope":
    case "stack":
      return rounded(width, height, 9);
  }
}

/** Lines inside the outline. */
export function ornament(kind: Kind, width: number): string {
  return kind === "variable" ? `M0 ${LID}A${width / 2} ${LID} 0 0 0 ${width} ${LID}` : "";
}

export function rounded(width: number, height: number, r: number): string {
  return `M${r} 0H${width - r}A${r} ${r} 0 0 1 ${width} ${r}V${height - r}A${r} ${r} 0 0 1 ${width - r} ${height}H${r}A${r} ${r} 0 0 1 0 ${height - r}V${r}A${r} ${r} 0 0 1 ${r} 0Z`;
}

export function curve(path: number[]): string {
  let text = `M${path[0].toFixed(1)} ${path[1].toFixed(1)}`;
  for (let i = 2; i + 5 < path.length; i += 6)
    text += `C${path
      .slice(i, i + 6)
      .map((value) => value.toFixed(1))
      .join(" ")}`;
  return text;
}

/** A small triangle whose tip lies at the path's end (or, for a reference, at its start), larger on a wide line. */
export function arrowhead(path: number[], atStart: boolean, width = 1): string {
  const [tipX, tipY, fromX, fromY] = atStart ? path.slice(0, 4) : [...path.slice(-2), ...path.slice(-4, -2)];
  const length = Math.hypot(tipX - fromX, tipY - fromY) || 1;
  const [dx, dy] = length === 1 ? [0, 1] : [(tipX - fromX) / length, (tipY - fromY) / length];
  const more = Math.max(0, width - SLIM);
  const [long, half] = [HEAD.length + more, HEAD.half + 0.7 * more];
  const [baseX, baseY] = [tipX - dx * long, tipY - dy * long];
  const at = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return `M${at(tipX, tipY)}L${at(baseX - dy * half, baseY + dx * half)}L${at(baseX + dy * half, baseY - dx * half)}Z`;
}

/** The path of a wide line, which would show beside the tip of its arrowhead, ends within the head. */
export function withinHead(path: number[], atStart: boolean, width: number): number[] {
  if (width <= SLIM) return path;
  const [tip, before] = atStart ? [0, 2] : [path.length - 2, path.length - 4];
  const [dx, dy] = [path[tip] - path[before], path[tip + 1] - path[before + 1]];
  const by = HEAD.length / (Math.hypot(dx, dy) || 1);
  const within = [...path];
  within[tip] -= dx * by;
  within[tip + 1] -= dy * by;
  return within;
}

/** The class names of a node in the style sheet. */
export function nodeClass({ kind, open, auxiliary, added }: SceneNode): string {
  return `node ${kind}${open ? " open" : ""}${auxiliary ? " auxiliary" : ""}${added ? " added" : ""}`;
}

export function edgeClass({ kind, added }: SceneEdge, marks: string[] = []): string {
  return ["edge", kind, ...(added ? ["added"] : []), ...marks].join(" ");
}
