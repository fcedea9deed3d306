/** Mouse, trackpad and touch: drag to move, Ctrl and wheel to zoom; a plain wheel still scrolls the page. */
import type { Camera } from "./camera.ts";

const CLICK_SLACK = 4; // px that a click may tremble

export interface PointerActions {
  moved(): void;
  /** The reader turned the wheel over a picture that did not have the focus. */
  passedBy(): void;
  /** The size of the scene, to know where moving by wheel ends. */
  extent(): { width: number; height: number };
}

export function attachPointer(window_: SVGSVGElement, camera: Camera, actions: PointerActions): void {
  let from: { x: number; y: number; id: number } | undefined;
  let dragging = false;
  window_.addEventListener("pointerdown", (event) => {
    if (event.button === 0) from = { x: event.clientX, y: event.clientY, id: event.pointerId };
  });
  window_.addEventListener("pointermove", (event) => {
    if (!from || event.pointerId !== from.id) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (!dragging && Math.hypot(dx, dy) < CLICK_SLACK) return;
    if (!dragging) {
      dragging = true;
      window_.setPointerCapture(event.pointerId);
      window_.classList.add("panning");
    }
    camera.pan(dx, dy);
    from = { x: event.clientX, y: event.clientY, id: event.pointerId };
    actions.moved();
  });
  const end = () => {
    from = undefined;
    window_.classList.remove("panning");
  };
  window_.addEventListener("pointerup", end);
  window_.addEventListener("pointercancel", end);
  // The click that ends a drag is none.
  window_.addEventListener(
    "click",
    (event) => {
      if (dragging) event.stopImmediatePropagation();
      dragging = false;
    },
    true,
  );
  window_.addEventListener("wheel", (event) => wheel(event), { passive: false });

  function wheel(event: WheelEvent): void {
    const { left, top } = window_.getBoundingClientRect();
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      camera.zoomAt(event.clientX - left, event.clientY - top, Math.exp(-event.deltaY * 0.0022));
      actions.moved();
      return;
    }
    const focused = (window_.getRootNode() as ShadowRoot).activeElement === window_;
    if (!focused) {
      actions.passedBy();
      return;
    }
    // Like any scrolling box: it moves as far as there is something to see, then the page scrolls on.
    const [dx, dy] = [within(-event.deltaX, "x", "width"), within(-event.deltaY, "y", "height")];
    if (!dx && !dy) return;
    event.preventDefault();
    camera.pan(dx, dy);
    actions.moved();
  }

  function within(delta: number, at: "x" | "y", side: "width" | "height"): number {
    const least = Math.min(camera[at], camera.size[side] - actions.extent()[side] * camera.zoom - 20);
    const most = Math.max(camera[at], 20);
    return Math.min(most, Math.max(least, camera[at] + delta)) - camera[at];
  }
}
