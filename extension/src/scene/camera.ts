/** Pan and zoom: which part of the scene the window shows. */
import { animate } from "./motion.ts";

export const MARGIN = 20; // px around the scene
const ZOOM = { smallest: 0.08, largest: 3, readable: 0.8, step: 1.25 };

interface Size {
  width: number;
  height: number;
}

export class Camera {
  x = 0;
  y = 0;
  zoom = 1;
  private stop = () => {};

  constructor(
    private readonly window: SVGSVGElement,
    private readonly target: SVGGElement,
  ) {}

  get size(): Size {
    return { width: this.window.clientWidth || 800, height: this.window.clientHeight || 400 };
  }

  set(x: number, y: number, zoom: number): void {
    [this.x, this.y, this.zoom] = [x, y, zoom];
    this.target.setAttribute(
      "transform",
      `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${zoom.toFixed(4)})`,
    );
    this.window.style.setProperty("--zoom", zoom.toFixed(3));
  }

  glide(x: number, y: number, zoom: number): void {
    this.stop();
    const from = { x: this.x, y: this.y, zoom: this.zoom };
    this.stop = animate((t) =>
      this.set(from.x + (x - from.x) * t, from.y + (y - from.y) * t, from.zoom + (zoom - from.zoom) * t),
    );
  }

  /** Where a first look falls: all of it when that is readable, else the top, in a size that can be read. */
  frame(scene: Size): void {
    const { width, height } = this.size;
    const all = Math.min((width - 2 * MARGIN) / scene.width, (height - 2 * MARGIN) / scene.height, 1);
    const zoom = Math.max(all, Math.min(1, Math.max(ZOOM.readable, (width - 2 * MARGIN) / scene.width)));
    const y = scene.height * zoom < height ? (height - scene.height * zoom) / 2 : MARGIN;
    const x = scene.width * zoom < width ? (width - scene.width * zoom) / 2 : MARGIN;
    this.set(x, y, zoom);
  }

  /** All of the scene, however small that makes it. */
  fit(scene: Size): void {
    const { width, height } = this.size;
    const zoom = Math.min((width - 2 * MARGIN) / scene.width, (height - 2 * MARGIN) / scene.height, 1.2);
    this.glide(
      (width - scene.width * zoom) / 2,
      (height - scene.height * zoom) / 2,
      Math.max(zoom, ZOOM.smallest),
    );
  }

  pan(dx: number, dy: number): void {
    this.stop();
    this.set(this.x + dx, this.y + dy, this.zoom);
  }

  /** Zooms by `factor` and keeps the point (x, y) of the window where it is. */
  zoomAt(x: number, y: number, factor: number): void {
    this.stop();
    const zoom = Math.min(ZOOM.largest, Math.max(ZOOM.smallest, this.zoom * factor));
    const by = zoom / this.zoom;
    this.set(x - (x - this.x) * by, y - (y - this.y) * by, zoom);
  }

  zoomBy(steps: number): void {
    const { width, height } = this.size;
    this.zoomAt(width / 2, height / 2, ZOOM.step ** steps);
  }

  /** Moves just as far as needed for the box to be in the window, `free` px of which are covered on the right. */
  reveal(box: { x: number; y: number; width: number; height: number }, free = 0): void {
    const { width, height } = this.size;
    const [x0, y0] = [box.x * this.zoom + this.x, box.y * this.zoom + this.y];
    const [x1, y1] = [x0 + box.width * this.zoom, y0 + box.height * this.zoom];
    const right = width - free - MARGIN;
    const dx = x0 < MARGIN ? MARGIN - x0 : x1 > right ? Math.max(right - x1, MARGIN - x0) : 0;
    const dy =
      y0 < MARGIN ? MARGIN - y0 : y1 > height - MARGIN ? Math.max(height - MARGIN - y1, MARGIN - y0) : 0;
    if (dx || dy) this.glide(this.x + dx, this.y + dy, this.zoom);
  }
}
