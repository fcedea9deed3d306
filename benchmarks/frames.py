"""Frames per second while a reader pans and zooms a diagram, in any page that shows one.

Wheel events go to the diagram as a trackpad sends them, one each frame; a frame is counted when the page gets to draw
it, which Chromium delays while the frames before are still being painted.
"""

from dataclasses import dataclass

from playwright.sync_api import Page


@dataclass(frozen=True)
class Frames:
    """Frames per second, and the longest wait for one, in seconds."""

    rate: float
    longest: float


def pan(page: Page, seconds: float = 2.0) -> Frames:
    """Frames while the first diagram of `page` is moved to and fro."""
    return Frames(*page.evaluate(_MOVE, ["pan", seconds]))


def zoom(page: Page, seconds: float = 2.0) -> Frames:
    """Frames while the first diagram of `page` is zoomed in and out."""
    return Frames(*page.evaluate(_MOVE, ["zoom", seconds]))


_MOVE = """async ([how, seconds]) => {
  const scene = document.querySelector('.graphlab').shadowRoot.querySelector('.scene');
  scene.focus({ preventScroll: true });
  const { left, top, width, height } = scene.getBoundingClientRect();
  const frame = () => new Promise(requestAnimationFrame);
  const turn = (x, y, ctrlKey) => scene.dispatchEvent(new WheelEvent('wheel', {
    deltaX: x, deltaY: y, ctrlKey, clientX: left + width / 2, clientY: top + height / 2,
    bubbles: true, cancelable: true, composed: true,
  }));
  await frame();
  const start = await frame();
  let [last, longest, frames] = [start, 0, 0];
  while (last - start < seconds * 1000) {
    // Half a second one way, half a second back.
    const way = Math.floor((last - start) / 500) % 2 ? -1 : 1;
    if (how === 'pan') turn(way * 12, way * 16, false);
    else turn(0, way * -3, true);
    const now = await frame();
    longest = Math.max(longest, now - last);
    last = now;
    frames++;
  }
  return [frames / (last - start) * 1000, longest / 1000];
}"""
