/**
 * The size of open scopes' titles at low zoom: they grow against the zoom as long as they fit, and outer ones have
 * precedence.
 */
import type { SceneNode } from "../../model/diagram/scene.ts";
import { FONT } from "../../model/diagram/sizes.ts";

const SMALLEST = 9.5; // px on the screen that a title should have
const LEAST = 7; // px on the screen below which it is left out
const CHARACTER = 0.62; // of the size, a semibold letter's width
const SIDE = 10; // px
const LARGEST_WITH_CHEVRON = 18; // px of the largest title beside the chevron that closes its scope
const STEP = 1.2; // factor between two zooms at which sizes differ

/** Zooms of the same step have the same titles. */
export function titleStep(zoom: number): number {
  return Math.round(Math.log(Math.min(1, zoom)) / Math.log(STEP));
}

/** px of each title at a zoom; 0 where it is left out. */
export function titleSizes(nodes: SceneNode[], zoom: number): Map<string, number> {
  const sizes = new Map<string, number>();
  const wanted = SMALLEST / STEP ** titleStep(zoom);
  const near = wanted <= FONT.title;
  const taken: { left: number; top: number; right: number; bottom: number }[] = [];
  for (const node of nodes) {
    const { path, open, name, x, y, width, height } = node;
    if (!open) continue;
    if (near) {
      sizes.set(path, FONT.title);
      continue;
    }
    const available = Math.min((width - SIDE) / (name.length * CHARACTER), height * 0.4);
    const size = Math.min(wanted, Math.max(FONT.title, available));
    const left = x + titleAt(size, node).x;
    const box = { left, top: y, right: left + SIDE + name.length * CHARACTER * size, bottom: y + size * 1.2 };
    const free = taken.every(
      (other) =>
        box.left > other.right || box.right < other.left || box.top > other.bottom || box.bottom < other.top,
    );
    const shown = free && size * zoom >= LEAST;
    sizes.set(path, shown ? size : 0);
    if (shown) taken.push(box);
  }
  return sizes;
}

/** Whether the chevron of a scope fits beside a title of this size. */
export function hasSign(size: number): boolean {
  return size > 0 && size <= LARGEST_WITH_CHEVRON;
}

/** The position of a title of this size. */
export function titleAt(size: number, { titleX, name, width }: SceneNode): { x: number; y: number } {
  if (hasSign(size)) return { x: titleX + 24, y: 12 + size * 0.34 };
  const last = width - SIDE - name.length * CHARACTER * size;
  return { x: Math.max(0, Math.min(titleX, last)) + SIDE / 2, y: 3 + size * 0.85 };
}
