/** The positions of a node's parts relative to its top left corner, for SVG and Canvas. */
import type { SceneNode, SceneStub } from "../../model/diagram/scene.ts";
import { BADGE, SCOPE, STRIP, STUB, THUMBNAIL } from "../../model/diagram/sizes.ts";
import type { Thumbnail } from "../../model/diagram/thumbnail.ts";
import type { Kind } from "../../model/hierarchy/kinds.ts";
import type { NodePaint } from "./paint.ts";

export interface Spot {
  x: number;
  y: number;
}

/** The chevron that closes a scope, before its title. */
export function openToggleAt({ titleX }: SceneNode): Spot {
  return { x: titleX + 13, y: 12 };
}

/** The offsets, in px, of the outlines behind a node: one for a scope, two for a stack. */
export function behind(kind: Kind): number[] {
  return kind === "scope" ? [4] : kind === "stack" ? [8, 4] : [];
}

export const CHEVRON = { open: "M-3.5 -2L0 2L3.5 -2", closed: "M-2 -3.5L2 0L-2 3.5" };

export function toggleAt({ kind, height }: SceneNode): Spot {
  return { x: kind === "placeholder" ? 18 : 13, y: height / 2 + (kind === "variable" ? 3 : 0) };
}

export interface StubPlace {
  stub: SceneStub;
  /** The rounded box around the text. */
  x: number;
  y: number;
  /** The line from the node to the box, and the arrows in the box, at `arrowAt`. */
  lead: string;
  arrows: string;
  arrowAt: Spot;
  textAt: Spot;
}

/** Where stubs begin, and away from which they grow: at the right of a node, beneath it where data flows to the right. */
export function stubOrigin({ width, height, direction }: SceneNode): Spot {
  return direction === "right" ? { x: width / 2, y: height } : { x: width, y: height / 2 };
}

export function stubPlaces({ stubs, width, height, direction }: SceneNode): StubPlace[] {
  return stubs.map((stub, i) => {
    if (direction === "right") {
      const middle = width / 2;
      const top = height + STUB.drop + i * (STUB.height + STUB.gap);
      const [x, y] = [middle - stub.width / 2, top + STUB.height / 2];
      const into = stub.input || stub.written ? "M-3 -1.5L0 -4.5L3 -1.5" : "";
      return {
        stub,
        x,
        y: top,
        lead: `M${middle} ${i ? top - STUB.gap : height}V${top}`,
        arrows: `M0 -4.5V4.5${into}${stub.output ? "M-3 1.5L0 4.5L3 1.5" : ""}`,
        arrowAt: { x: x + 9.5, y },
        textAt: { x: x + 18, y: y + 4 },
      };
    }
    const top = height / 2 + (i - stubs.length / 2) * (STUB.height + STUB.gap) + STUB.gap / 2;
    const y = top + STUB.height / 2;
    const x = width + STUB.lead;
    const into = stub.input || stub.written ? "M5 -3L2 0L5 3" : "";
    return {
      stub,
      x,
      y: top,
      lead: `M${width} ${height / 2}C${width + 7} ${height / 2} ${width + 5} ${y} ${x} ${y}`,
      arrows: `M2 0H11${into}${stub.output ? "M8 -3L11 0L8 3" : ""}`,
      arrowAt: { x: x + 3, y },
      textAt: { x: x + 18, y: y + 4 },
    };
  });
}

/**
 * The box of a badge: at the lower border, beside the edge that leaves in the middle, because arrows end at the upper
 * border and stubs begin at the right one; at the upper border where data flows to the right; in an open scope's title
 * bar. At low zoom it grows away from the border, down or, with `growsUp`, up. `thumbnailAt` and `textAt` are within it.
 */
export function badgePlate(
  text: string,
  { width, height, open, direction }: SceneNode,
  thumbnail?: Thumbnail,
) {
  const words = text.length * BADGE.character + 2 * BADGE.side;
  const before = thumbnail ? thumbnail.width + 2 * THUMBNAIL.side : 0;
  const length = before && !text ? before : before + words - (before ? THUMBNAIL.gap : 0);
  const tall = thumbnail && !open ? thumbnail.height + 2 * THUMBNAIL.side : BADGE.height;
  const { inside, over } = thumbnail ? THUMBNAIL : BADGE;
  const plate = {
    width: length,
    height: tall,
    radius: thumbnail ? 4 : tall / 2,
    growsUp: !open && direction === "right",
    thumbnailAt: { x: THUMBNAIL.side, y: THUMBNAIL.side },
    textAt: { x: before ? before - THUMBNAIL.gap + words / 2 : length / 2, y: tall / 2 + 4 },
  };
  const right = width - length - BADGE.side;
  if (open) return { ...plate, x: right, y: (SCOPE.header - tall) / 2 - 3 };
  if (plate.growsUp)
    return { ...plate, x: right < BADGE.side ? (width - length) / 2 : right, y: inside - tall };
  const left = width / 2 - BADGE.edge - length;
  const x = left < -over ? Math.min(-over, width + over - length) : Math.min(left, -BADGE.side);
  return { ...plate, x, y: height - inside };
}

/** The strip of colours at the lower border of a node with several categories. */
export function strip(parts: NonNullable<NodePaint["parts"]>, { width, height }: SceneNode) {
  const [y, length] = [height - STRIP.height - STRIP.bottom, width - 2 * STRIP.side];
  let before = 0;
  return parts.map(({ tint, share }) => {
    const x = STRIP.side + before * length;
    before += share;
    return { tint, x, y, width: share * length, height: STRIP.height };
  });
}
