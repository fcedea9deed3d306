/**
 * A bitmap of the scene that follows the camera immediately and is redrawn at full resolution as time allows.
 *
 * While the camera moves, the current bitmap is shifted and scaled by the compositor. The next one is drawn behind
 * it, a few milliseconds per frame, so that panning is smooth in scenes of any size. Beneath both is a coarse one of
 * the whole scene, for where the camera has left the others.
 */
import { html } from "../../dom.ts";
import type { Window } from "./painter.ts";

const BUDGET = 7; // ms of drawing in a frame: the rest is the browser's
const FIRST_BUDGET = 40; // ms, while there is nothing to see yet
const MARGIN = 0.25; // of the window's size, drawn beyond each side
const OVERVIEW = 1200; // px of the longer side of the coarse bitmap
const MOST_PIXELS = 12e6; // of one bitmap

/** Draws a view in steps. */
export type Draw = (context: CanvasRenderingContext2D, window: Window) => Iterator<void>;

interface Bitmap {
  canvas: HTMLCanvasElement;
  window: Window;
}

interface Job {
  bitmap: Bitmap;
  steps: Iterator<void>;
}

export class BitmapLayer {
  readonly element = html("div", { class: "sheet", "aria-hidden": true });
  private overview?: Bitmap;
  private front?: Bitmap;
  private spare?: HTMLCanvasElement;
  private job?: Job;
  /** Draws the overview when there is no other work. */
  private idleJob?: Job;
  private camera: Window = { x: 0, y: 0, zoom: 1, width: 1, height: 1, ratio: 1 };
  /** The scene's size, while there is one. */
  private extent?: { width: number; height: number };
  private frame = 0;
  private overviewIsStale = true;
  private frontIsStale = true;
  /** Nothing is drawn while the element is outside of the viewport. */
  private seen = true;

  constructor(private readonly draw: Draw) {}

  /** Shows the camera's view immediately. */
  follow(camera: Window): void {
    this.camera = camera;
    for (const bitmap of [this.overview, this.front]) if (bitmap) this.place(bitmap);
    if (!this.isGood()) this.wake();
  }

  /** Draws again, after the scene or its paint has changed. */
  renew(extent: { width: number; height: number }): void {
    this.extent = extent;
    this.overviewIsStale = true;
    this.job = this.idleJob = undefined;
    this.frontIsStale = true;
    this.wake();
  }

  /** Draws the whole view now, for a frame of an animation. Returns the duration, in ms. */
  now(): number {
    const start = performance.now();
    this.job = undefined;
    this.frontIsStale = false;
    const bitmap = this.bitmap(0);
    const steps = this.draw(context(bitmap), bitmap.window);
    while (!steps.next().done);
    this.swap(bitmap);
    return performance.now() - start;
  }

  setSeen(seen: boolean): void {
    this.seen = seen;
    if (seen) this.wake();
    else this.release();
  }

  /** Removes the scene. */
  clear(): void {
    this.extent = undefined;
    this.release();
  }

  /** Releases the bitmaps' memory. */
  private release(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.job = this.idleJob = this.front = this.overview = this.spare = undefined;
    this.overviewIsStale = this.frontIsStale = true;
    this.element.replaceChildren();
  }

  private wake(): void {
    if (this.seen && this.extent) this.frame ||= requestAnimationFrame(() => this.work());
  }

  private work(): void {
    this.frame = 0;
    const end = performance.now() + (this.front ? BUDGET : FIRST_BUDGET);
    if (!this.job && !this.isGood()) {
      this.frontIsStale = false;
      this.job = this.begin(this.bitmap(MARGIN));
    }
    if (!this.job && this.overviewIsStale) {
      this.overviewIsStale = false;
      this.idleJob = this.begin(this.whole());
    }
    const job = this.job ?? this.idleJob;
    if (!job) return;
    do {
      if (!job.steps.next().done) continue;
      if (job === this.job) this.job = undefined;
      else this.idleJob = undefined;
      this.swap(job.bitmap);
      break;
    } while (performance.now() < end);
    if (this.job || this.idleJob || this.overviewIsStale || !this.isGood()) this.wake();
  }

  private begin(bitmap: Bitmap): Job {
    return { bitmap, steps: this.draw(context(bitmap), bitmap.window) };
  }

  private isGood(): boolean {
    return !this.frontIsStale && this.fits(this.front);
  }

  /** An empty bitmap of the camera's view and `margin` more on each side. */
  private bitmap(margin: number): Bitmap {
    const { x, y, zoom, width, height, ratio } = this.camera;
    const [dx, dy] = [Math.round(width * margin), Math.round(height * margin)];
    const [w, h] = [width + 2 * dx, height + 2 * dy];
    const fine = Math.min(ratio, Math.sqrt(MOST_PIXELS / (w * h)));
    const window = { x: Math.round(x) + dx, y: Math.round(y) + dy, zoom, width: w, height: h, ratio: fine };
    const canvas = this.spare ?? html("canvas", { class: "front" });
    this.spare = undefined;
    return sized(canvas, window);
  }

  private whole(): Bitmap {
    const { width, height } = this.extent ?? { width: 1, height: 1 };
    const zoom = Math.min(1, OVERVIEW / Math.max(width, height));
    const window = {
      x: 0,
      y: 0,
      zoom,
      width: Math.ceil(width * zoom),
      height: Math.ceil(height * zoom),
      ratio: 1,
    };
    return sized(html("canvas", { class: "overview" }), window);
  }

  private swap(bitmap: Bitmap): void {
    if (bitmap.canvas.className === "overview") {
      this.overview?.canvas.remove();
      this.overview = bitmap;
      this.element.prepend(bitmap.canvas);
    } else {
      const old = this.front?.canvas;
      this.front = bitmap;
      this.element.append(bitmap.canvas);
      old?.remove();
      this.spare = old;
    }
    this.place(bitmap);
  }

  private place({ canvas, window }: Bitmap): void {
    const { x, y, zoom } = this.camera;
    const scale = zoom / window.zoom;
    const whole = scale === 1 ? Math.round : (value: number) => value;
    canvas.style.transform = `translate(${whole(x - window.x * scale)}px, ${whole(y - window.y * scale)}px) scale(${scale})`;
  }

  /** Whether a bitmap has full resolution and covers the camera's view. */
  private fits(bitmap: Bitmap | undefined): boolean {
    if (!bitmap) return false;
    const { x, y, zoom, width, height } = this.camera;
    const { window } = bitmap;
    if (Math.abs(zoom - window.zoom) > zoom * 1e-4) return false;
    const [left, top] = [window.x - x, window.y - y];
    const [right, bottom] = [window.width - left - width, window.height - top - height];
    return Math.min(left, top, right, bottom) > -1;
  }
}

function sized(canvas: HTMLCanvasElement, window: Window): Bitmap {
  canvas.width = Math.round(window.width * window.ratio);
  canvas.height = Math.round(window.height * window.ratio);
  canvas.style.width = `${window.width}px`;
  canvas.style.height = `${window.height}px`;
  return { canvas, window };
}

function context({ canvas }: Bitmap): CanvasRenderingContext2D {
  return canvas.getContext("2d") as CanvasRenderingContext2D;
}
