/** Pan and zoom: which part of the scene the window shows. */
import type { Direction } from "../../layout/direction.ts";
import { animate } from "../animation.ts";

export const MARGIN = 20; // px around the scene
/** The smallest zoom at which all text can be read. */
export const READABLE = 0.9;
const ZOOM = { smallest: 0.02, largest: 3, readable: READABLE, step: 1.25, chosen: 1 };
const SIDES = ["width", "height"] as const;
const TITLE_HEIGHT = 30; // px of an open scope that show its name

interface Size {
  width: number;
  height: number;
}

export interface Frame extends Size {
  x: number;
  y: number;
}

export class Camera {
  x = 0;
  y = 0;
  zoom = 1;
  /** The window's size; `covered` px of it are under a panel at the right. */
  size: Size = { width: 800, height: 400 };
  covered = 0;
  /** The zoom at which text has the size that the reader prefers. */
  scale = 1;
  private stop = () => {};

  constructor(private readonly moved: () => void) {}

  set(x: number, y: number, zoom: number): void {
    [this.x, this.y, this.zoom] = [x, y, zoom];
    this.moved();
  }

  glide(x: number, y: number, zoom: number): void {
    this.stop();
    const from = { x: this.x, y: this.y, zoom: this.zoom };
    this.stop = animate((t) => {
      // Equal steps of a zoom are equal factors; the point that both views share keeps its place.
      const now = from.zoom * (zoom / from.zoom) ** t;
      const s = Math.abs(zoom - from.zoom) < 1e-6 ? t : (now - from.zoom) / (zoom - from.zoom);
      this.set(from.x + (x - from.x) * s, from.y + (y - from.y) * s, now);
    });
  }

  /** Ends an animation at its goal. */
  settle(): void {
    this.stop();
    this.stop = () => {};
  }

  /**
   * Sets the initial view: the whole scene if that is readable, else its top at a readable zoom, with the main graph
   * (`main`: px of its width) or, where that is too wide, with `start` (x of the first node) in view. Where data flows
   * to the right that is its left, with the height of the main graph and y of the first node.
   */
  frame(scene: Size & { direction?: Direction }, start = 0, main = Infinity): void {
    this.settle();
    const [along, across] = scene.direction === "right" ? SIDES : [...SIDES].reverse();
    const { size, scale } = this;
    const share = (side: keyof Size) => (size[side] - 2 * MARGIN) / scene[side];
    const all = Math.min(share(along), share(across), scale);
    const zoom = Math.max(all, Math.min(scale, Math.max(ZOOM.readable * scale, share(across))));
    const free = (side: keyof Size) => size[side] - scene[side] * zoom;
    const first = free(along) > 0 ? free(along) / 2 : MARGIN;
    const rest = free(across);
    // Nothing is cut off before the main graph, unless the first node would be near the other border or beyond.
    const fits = main * zoom + 2 * MARGIN <= size[across] || start * zoom <= 0.7 * size[across];
    const near = fits ? MARGIN : size[across] / 2 - start * zoom;
    const side = rest > 0 ? rest / 2 : Math.min(MARGIN, Math.max(rest - MARGIN, near));
    if (along === "width") this.set(first, side, zoom);
    else this.set(side, first, zoom);
  }

  /** Shows all of a box, however small that makes it, at a zoom of at most `most`. */
  fit(box: Size & Partial<Frame>, most = 1.2): void {
    const { width: all, height } = this.size;
    const width = all - this.covered;
    const wanted = Math.min(
      (width - 2 * MARGIN) / box.width,
      (height - 2 * MARGIN) / box.height,
      most * this.scale,
    );
    const zoom = Math.max(wanted, ZOOM.smallest);
    this.glide(
      (width - box.width * zoom) / 2 - (box.x ?? 0) * zoom,
      (height - box.height * zoom) / 2 - (box.y ?? 0) * zoom,
      zoom,
    );
  }

  /** Shows all of a box, if part of it is outside of the window. */
  include(box: Frame): void {
    const [x0, y0] = [box.x * this.zoom + this.x, box.y * this.zoom + this.y];
    const { width, height } = this.size;
    const isSeen =
      Math.min(x0, y0) >= 0 &&
      x0 + box.width * this.zoom <= width - this.covered &&
      y0 + box.height * this.zoom <= height;
    if (!isSeen) this.fit(box, Math.max(this.zoom / this.scale, ZOOM.readable));
  }

  /** Shows a box at a readable zoom: all of it if possible, else its top. */
  approach(box: Frame): void {
    const { width: all, height } = this.size;
    const width = all - this.covered;
    const whole = Math.min((width - 2 * MARGIN) / box.width, (height - 2 * MARGIN) / box.height);
    const zoom = this.scale * Math.min(ZOOM.chosen, Math.max(whole / this.scale, ZOOM.readable));
    const [w, h] = [box.width * zoom, box.height * zoom];
    const x = w < width - 2 * MARGIN ? (width - w) / 2 : MARGIN;
    const y = h < height - 2 * MARGIN ? (height - h) / 2 : MARGIN;
    this.glide(x - box.x * zoom, y - box.y * zoom, zoom);
  }

  /**
   * After a node was opened, closed or moved: keeps its title in place, as far as all of the node, and all of `scene`
   * if given, fits into the window.
   */
  keep(before: Frame, after: Frame & { open: boolean }, moving: boolean, scene?: Size): void {
    const { width, height } = this.size;
    let [x, y] = [this.x + (before.x - after.x) * this.zoom, this.y + (before.y - after.y) * this.zoom];
    if (after.open && this.zoom < ZOOM.readable * 0.6) {
      this.approach(after);
      return;
    }
    if (after.open) {
      const right = width - this.covered - MARGIN - (x + (after.x + after.width) * this.zoom);
      const below = height - MARGIN - (y + (after.y + after.height) * this.zoom);
      if (right < 0) x = Math.max(x + right, Math.min(x, MARGIN - after.x * this.zoom));
      if (below < 0) y = Math.max(y + below, Math.min(y, MARGIN - after.y * this.zoom));
    }
    if (scene) {
      x = within(x, width - 2 * MARGIN - scene.width * this.zoom);
      // What doesn't fit should be at the right.
      if (MARGIN + (after.x + after.width) * this.zoom < width - MARGIN) x = Math.max(x, MARGIN);
      y = within(y, height - 2 * MARGIN - scene.height * this.zoom);
    }
    if (moving) this.glide(x, y, this.zoom);
    else this.set(x, y, this.zoom);
  }

  pan(dx: number, dy: number): void {
    this.stop();
    this.set(this.x + dx, this.y + dy, this.zoom);
  }

  /** Pans by fractions of the window. */
  page(right: number, down: number): void {
    const { width, height } = this.size;
    this.glide(this.x - right * width, this.y - down * height, this.zoom);
  }

  /** Zooms by `factor` around the point (x, y) of the window. */
  zoomAt(x: number, y: number, factor: number): void {
    this.stop();
    const [left, top, zoom] = this.zoomed(x, y, factor);
    this.set(left, top, zoom);
  }

  zoomBy(steps: number): void {
    const { width, height } = this.size;
    this.settle();
    this.glide(...this.zoomed((width - this.covered) / 2, height / 2, ZOOM.step ** steps));
  }

  /** Shows the point (x, y) of the scene in the middle. */
  center(x: number, y: number): void {
    this.stop();
    const { width, height } = this.size;
    this.set(width / 2 - x * this.zoom, height / 2 - y * this.zoom, this.zoom);
  }

  /**
   * Pans just as far as needed for a node to be visible and readable: of an open scope its title, or all of it if
   * `whole`.
   */
  reveal(box: Frame & { open?: boolean }, whole = false): void {
    if (this.zoom < ZOOM.readable / 2) {
      this.approach(box);
      return;
    }
    const shown = box.open && !whole ? Math.min(box.height, TITLE_HEIGHT) : box.height;
    const { width, height } = this.size;
    const [x0, y0] = [box.x * this.zoom + this.x, box.y * this.zoom + this.y];
    const [x1, y1] = [x0 + box.width * this.zoom, y0 + shown * this.zoom];
    const right = width - this.covered - MARGIN;
    const dx = x0 < MARGIN ? MARGIN - x0 : x1 > right ? Math.max(right - x1, MARGIN - x0) : 0;
    const dy =
      y0 < MARGIN ? MARGIN - y0 : y1 > height - MARGIN ? Math.max(height - MARGIN - y1, MARGIN - y0) : 0;
    if (dx || dy) this.glide(this.x + dx, this.y + dy, this.zoom);
  }

  private zoomed(x: number, y: number, factor: number): [x: number, y: number, zoom: number] {
    const zoom = Math.min(ZOOM.largest, Math.max(ZOOM.smallest, this.zoom * factor));
    const by = zoom / this.zoom;
    return [x - (x - this.x) * by, y - (y - this.y) * by, zoom];
  }
}

/**
 * Limits the start of a scene that leaves `free` px of the window (below 0 for a larger scene): never beyond a
 * margin.
 */
function within(start: number, free: number): number {
  return Math.min(MARGIN + Math.max(0, free), Math.max(MARGIN + Math.min(0, free), start));
}
