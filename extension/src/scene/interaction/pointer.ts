/**
 * Mouse, trackpad and touch. Dragging pans, Ctrl + wheel (a trackpad's pinch) zooms, two fingers do both. A plain
 * wheel and one finger still scroll the page until the diagram has the focus.
 */
import type { Camera } from "./camera.ts";

const CLICK_SLACK = 4; // px that the pointer may move in a click
const WHEEL = { zoom: 0.0022, pinch: 0.01, most: 0.3, line: 16 };
const BEYOND = 20; // px that panning by wheel may go beyond the scene

export interface PointerActions {
  moved(): void;
  /** The wheel was used over a diagram without the focus. */
  passedBy(): void;
  /** The size of the scene, which limits panning by wheel. */
  extent(): { width: number; height: number };
}

interface Finger {
  x: number;
  y: number;
}

export function attachPointer(window_: SVGSVGElement, camera: Camera, actions: PointerActions): void {
  const down = new Map<number, Finger>();
  let dragging = false;
  const hasFocus = () => (window_.getRootNode() as ShadowRoot).activeElement === window_;

  window_.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  window_.addEventListener("pointermove", (event) => {
    const from = down.get(event.pointerId);
    if (!from) return;
    const to = { x: event.clientX, y: event.clientY };
    if (!dragging && down.size === 1 && Math.hypot(to.x - from.x, to.y - from.y) < CLICK_SLACK) return;
    if (!dragging) {
      dragging = true;
      window_.setPointerCapture(event.pointerId);
      window_.classList.add("panning");
    }
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    down.set(event.pointerId, to);
    if (other) pinch(from, to, other);
    else camera.pan(to.x - from.x, to.y - from.y);
    actions.moved();
  });
  const end = (event: PointerEvent) => {
    down.delete(event.pointerId);
    if (!down.size) window_.classList.remove("panning");
  };
  window_.addEventListener("pointerup", end);
  window_.addEventListener("pointercancel", end);
  // The page must not scroll or zoom under two fingers, nor under one in a diagram that has the focus.
  window_.addEventListener(
    "touchmove",
    (event) => {
      if (event.cancelable && (event.touches.length > 1 || hasFocus())) event.preventDefault();
    },
    { passive: false },
  );
  // The click that ends a drag is ignored.
  window_.addEventListener(
    "click",
    (event) => {
      if (dragging) event.stopImmediatePropagation();
      dragging = false;
    },
    true,
  );
  window_.addEventListener("pointerdown", () => {
    if (down.size === 1) dragging = false;
  });
  window_.addEventListener("wheel", (event) => wheel(event), { passive: false });

  /** One of two fingers has moved: the point between them stays between them. */
  function pinch(from: Finger, to: Finger, other: Finger): void {
    const { left, top } = window_.getBoundingClientRect();
    const apart = (finger: Finger) => Math.hypot(finger.x - other.x, finger.y - other.y) || 1;
    camera.pan((to.x - from.x) / 2, (to.y - from.y) / 2);
    camera.zoomAt((to.x + other.x) / 2 - left, (to.y + other.y) / 2 - top, apart(to) / apart(from));
  }

  function wheel(event: WheelEvent): void {
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? WHEEL.line : 1;
    const [deltaX, deltaY] = [event.deltaX * unit, event.deltaY * unit];
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      const { left, top } = window_.getBoundingClientRect();
      // A trackpad's pinch comes in small steps, a wheel's notch in one of about 100.
      const by = -deltaY * (Math.abs(deltaY) < 30 ? WHEEL.pinch : WHEEL.zoom);
      const factor = Math.exp(Math.min(WHEEL.most, Math.max(-WHEEL.most, by)));
      camera.zoomAt(event.clientX - left, event.clientY - top, factor);
      actions.moved();
      return;
    }
    if (!hasFocus()) {
      actions.passedBy();
      return;
    }
    // Like any scrolling box: it pans up to the end of the scene, then the page scrolls on.
    const [across, along] = event.shiftKey && !deltaX ? [deltaY, 0] : [deltaX, deltaY];
    const [dx, dy] = [within(-across, "x", "width"), within(-along, "y", "height")];
    if (!dx && !dy) return;
    event.preventDefault();
    camera.pan(dx, dy);
    actions.moved();
  }

  function within(delta: number, at: "x" | "y", side: "width" | "height"): number {
    const least = Math.min(camera[at], camera.size[side] - actions.extent()[side] * camera.zoom - BEYOND);
    const most = Math.max(camera[at], BEYOND);
    return Math.min(most, Math.max(least, camera[at] + delta)) - camera[at];
  }
}
