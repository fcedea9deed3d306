/**
 * An overview of the scene, with the part that the window shows; visible only while that is not all. It is in a
 * corner where it covers nothing that can be read. Where there is none it is visible only while the view moves.
 */
import { html, set } from "../../dom.ts";
import type { Scene } from "../../model/diagram/scene.ts";
import { __ } from "../../words.ts";
import type { ComputedStyles } from "../canvas/computed-styles.ts";
import type { Layer } from "../drawing/paint.ts";
import { nodeClass } from "../drawing/shapes.ts";
import type { Camera } from "./camera.ts";
import { CORNERS, type Corner, freeCorner } from "./corners.ts";

const SIZE = { width: 160, height: 120, least: 24 }; // px
const SHARE = { width: 0.2, height: 0.26 }; // of the window that it may cover
const SMALLEST = { width: 460, height: 320 }; // px of the smallest window that has one
const HIDDEN = 0.3; // of the scene that must be outside of the window
const PER_STEP = 3000; // nodes per frame
const SHARES = [1, 0.6]; // of its size: a smaller one may find a corner
const REST = 250; // ms after the last move until it looks for a corner
const LEAVES = 1500; // ms more until it is hidden, in which a pointer may come

export class Minimap {
  private readonly canvas = html("canvas");
  private readonly frame = html("div", { class: "frame" });
  readonly element = html(
    "div",
    {
      class: `minimap ${CORNERS[0]}`,
      role: "img",
      "aria-label": __("Overview of the graph: drag to move"),
      hidden: true,
    },
    this.canvas,
    this.frame,
  );
  private scene?: Scene;
  private paint?: Required<Layer>;
  private scale = 1;
  private corner: Corner = CORNERS[0];
  /** The part of its largest size that it has. */
  private share = SHARES[0];
  /** The view for which it has its corner. */
  private placedFor = "";
  private resting?: ReturnType<typeof setTimeout>;
  private stale = true;
  private waiting = 0;

  constructor(
    private readonly camera: Camera,
    private readonly styles: ComputedStyles,
    moved: () => void,
  ) {
    const go = (event: PointerEvent) => {
      const { left, top } = this.canvas.getBoundingClientRect();
      camera.center((event.clientX - left) / this.scale, (event.clientY - top) / this.scale);
      moved();
    };
    this.element.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      this.element.setPointerCapture(event.pointerId);
      go(event);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (this.element.hasPointerCapture(event.pointerId)) go(event);
    });
    this.element.addEventListener("pointerleave", () => this.place());
  }

  show(scene: Scene, paint: Required<Layer>): void {
    const renewed = scene !== this.scene;
    [this.scene, this.paint, this.stale] = [scene, paint, true];
    if (renewed) this.place(false);
    this.follow();
  }

  remove(): void {
    clearTimeout(this.resting);
  }

  private view(): string {
    const { x, y, zoom, covered, size } = this.camera;
    return [x, y, zoom, covered, size.width, size.height].join();
  }

  /** Moves it to a free corner, or hides it. Under the pointer it stays. */
  private place(moved = true): void {
    clearTimeout(this.resting);
    const { scene, camera, element } = this;
    if (!scene || element.matches(":hover")) return;
    this.placedFor = this.view();
    const corners = [this.corner, ...CORNERS.filter((corner) => corner !== this.corner)];
    const scale = this.largestScale(scene);
    let corner: Corner | undefined;
    for (const share of SHARES) {
      const [width, height] = [scene.width, scene.height].map((side) =>
        Math.max(SIZE.least, side * scale * share),
      );
      corner = freeCorner(scene, camera, { width, height }, corners);
      this.share = corner ? share : SHARES[0];
      if (corner) break;
    }
    this.corner = corner ?? this.corner;
    set(element, { class: `minimap ${this.corner}` });
    if (!corner) this.resting = setTimeout(() => this.leave(), moved ? LEAVES : 0);
    this.update();
  }

  private leave(): void {
    if (!this.element.matches(":hover")) this.element.classList.add("gone");
  }

  private largestScale(scene: Scene): number {
    const { size } = this.camera;
    const most = (side: "width" | "height") => Math.min(SIZE[side], size[side] * SHARE[side]);
    return Math.min(most("width") / scene.width, most("height") / scene.height);
  }

  follow(): void {
    this.update();
    if (this.view() === this.placedFor) return;
    this.element.classList.remove("gone");
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.place(), REST);
  }

  private update(): void {
    const { scene } = this;
    const { x, y, zoom, size } = this.camera;
    const wanted =
      scene !== undefined && size.width >= SMALLEST.width && size.height >= SMALLEST.height && !all(scene);
    if (this.element.hidden === wanted) this.element.hidden = !wanted;
    if (!wanted) return;
    const scale = this.largestScale(scene) * this.share;
    if (scale !== this.scale) this.stale = true;
    this.scale = scale;
    const left = Math.max(0, -x / zoom) * scale;
    const top = Math.max(0, -y / zoom) * scale;
    const right = Math.min(scene.width, (size.width - x) / zoom) * scale;
    const bottom = Math.min(scene.height, (size.height - y) / zoom) * scale;
    this.frame.style.transform = `translate(${left}px, ${top}px)`;
    this.frame.style.width = `${Math.max(4, right - left)}px`;
    this.frame.style.height = `${Math.max(4, bottom - top)}px`;
    if (this.stale && !this.waiting) this.waiting = requestAnimationFrame(() => this.draw());

    function all({ width, height }: Scene): boolean {
      const share = (length: number, at: number, window: number) =>
        Math.max(0, Math.min(length, (window - at) / zoom) - Math.max(0, -at / zoom)) / length;
      return share(width, x, size.width) * share(height, y, size.height) > 1 - HIDDEN;
    }
  }

  private draw(): void {
    this.waiting = 0;
    const { scene, paint, canvas, scale } = this;
    if (!scene || !paint) return;
    this.stale = false;
    const ratio = devicePixelRatio;
    const [width, height] = [scene.width * scale, scene.height * scale];
    canvas.width = Math.ceil(Math.max(SIZE.least, width) * ratio);
    canvas.height = Math.ceil(Math.max(SIZE.least, height) * ratio);
    canvas.style.width = `${canvas.width / ratio}px`;
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    context.scale(scale * ratio, scale * ratio);
    const least = 1.5 / scale;
    const from = (start: number) => {
      if (this.scene !== scene) return;
      for (const node of scene.nodes.slice(start, start + PER_STEP)) {
        const { marks = [], fill = "" } = paint.node(node) ?? {};
        if (fill) marks.push("painted");
        const { shape, opacity } = this.styles.node([nodeClass(node), ...marks].join(" "), fill, "");
        context.globalAlpha = node.open ? 0.5 : opacity;
        context.fillStyle = fill ? shape.fill : shape.stroke;
        context.strokeStyle = shape.stroke;
        context.lineWidth = 1 / scale;
        if (node.open) context.strokeRect(node.x, node.y, node.width, node.height);
        else context.fillRect(node.x, node.y, Math.max(least, node.width), Math.max(least, node.height));
      }
      if (start + PER_STEP < scene.nodes.length) requestAnimationFrame(() => from(start + PER_STEP));
    };
    from(0);
  }
}
