/**
 * The size of open scopes' titles at low zoom: they grow against the zoom as long as they fit, and outer ones have
 * precedence.
 */
import type { SceneNode } from "../../model/diagram/scene.ts";
import { FONT } from "../../model/diagram/sizes.ts";
import { cut, wordSize } from "./words.ts";

const CHARACTER = 0.62; // of the size, a semibold letter's width
const SIDE = 10; // px
const LARGEST_WITH_CHEVRON = 18; // px of the largest title beside the chevron that closes its scope

export interface Title {
  text: string;
  /** px; 0 where it is left out. */
  size: number;
}

/** Each title at a step of the zoom. */
export function titlesAt(nodes: SceneNode[], step: number): Map<string, Title> {
  const titles = new Map<string, Title>();
  const size = wordSize(FONT.title, step);
  const near = size <= FONT.title;
  const taken: { left: number; top: number; right: number; bottom: number }[] = [];
  for (const node of nodes) {
    const { path, open, name, x, y, width, height } = node;
    if (!open) continue;
    if (near) {
      titles.set(path, { text: name, size });
      continue;
    }
    const most = Math.floor((width - SIDE) / (CHARACTER * size));
    const text = name.length <= most ? name : cut(name, most);
    const left = x + titleAt(size, node).x;
    const right = left + SIDE + text.length * CHARACTER * size;
    const box = { left, top: y, right, bottom: y + size * 1.2 };
    const free = taken.every(
      (other) =>
        box.left > other.right || box.right < other.left || box.top > other.bottom || box.bottom < other.top,
    );
    const shown = free && text !== "" && size <= height * 0.5;
    titles.set(path, { text, size: shown ? size : 0 });
    if (shown) taken.push(box);
  }
  return titles;
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
