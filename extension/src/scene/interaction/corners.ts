/** Where in the window an overview covers nothing that can be read. */
import type { Scene } from "../../model/diagram/scene.ts";
import { AWAY, LABEL_HEIGHT, SCOPE, STUB } from "../../model/diagram/sizes.ts";
import { detailAt } from "../drawing/detail.ts";
import { stubPlaces } from "../drawing/parts.ts";
import type { Camera, Frame } from "./camera.ts";

/** In order of preference; named as in the style sheet. */
export const CORNERS = ["bottom left", "bottom right", "top right", "top left"] as const;
export type Corner = (typeof CORNERS)[number];

const SLACK = 4; // px around what is placed
const CHARACTER = 8; // px of a letter, at most

/** The first of these corners where a box of this size covers nothing that can be read. */
export function freeCorner(
  scene: Scene,
  camera: Pick<Camera, "x" | "y" | "zoom" | "size" | "covered">,
  size: { width: number; height: number },
  corners: readonly Corner[] = CORNERS,
): Corner | undefined {
  const read = readable(scene, camera);
  return corners.find((corner) => {
    if (corner.endsWith("right") && camera.covered) return false;
    const box = cornerBox(corner, camera.size, size);
    return !read.some((other) => overlap(box, other));
  });
}

function cornerBox(
  corner: Corner,
  window: { width: number; height: number },
  { width, height }: { width: number; height: number },
): Frame {
  const right = corner.endsWith("right");
  const x = right ? window.width - AWAY.side - width : AWAY.side;
  const below = right ? AWAY.handle : AWAY.side;
  const y = corner.startsWith("bottom") ? window.height - below - height : AWAY.side;
  return { x: x - SLACK, y: y - SLACK, width: width + 2 * SLACK, height: height + 2 * SLACK };
}

/** What can be read at this zoom, in the window's px: closed nodes with their stubs, titles, labels. */
function readable(scene: Scene, { x, y, zoom, size }: Pick<Camera, "x" | "y" | "zoom" | "size">): Frame[] {
  const detail = detailAt(zoom);
  if (detail === "distant") return [];
  const near = detail === "near";
  const boxes: Frame[] = [];
  const add = (left: number, top: number, width: number, height: number) => {
    const box = { x: left * zoom + x, y: top * zoom + y, width: width * zoom, height: height * zoom };
    if (overlap(box, { x: 0, y: 0, ...size })) boxes.push(box);
  };
  for (const node of scene.nodes) {
    if (node.open) add(node.x + node.titleX, node.y, (3 + node.name.length) * CHARACTER, SCOPE.header);
    else add(node.x, node.y, node.width, node.height);
    for (const { stub, x, y } of near ? stubPlaces(node) : [])
      add(node.x + x, node.y + y, stub.width, STUB.height);
  }
  for (const { label, labelAt } of near ? scene.edges : []) {
    const width = label.length * CHARACTER;
    if (labelAt) add(labelAt.x - width / 2, labelAt.y - LABEL_HEIGHT / 2, width, LABEL_HEIGHT);
  }
  for (const { caption, captionAt } of near ? scene.auxiliaryAreas : [])
    add(captionAt.x, captionAt.y - LABEL_HEIGHT, caption.length * CHARACTER, LABEL_HEIGHT);
  return boxes;
}

function overlap(a: Frame, b: Frame): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
