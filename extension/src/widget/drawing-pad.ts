/** The anywidget entry of gl.DrawingPad: an image that is drawn with the pointer or the arrow keys. */
import type { RenderProps } from "@anywidget/types";
import { html, set } from "../dom.ts";
import { fromBase64, toBase64 } from "../protocol.ts";
import { __ } from "../words.ts";
import { type Brush, line, stroke } from "./brush.ts";
import { follow, place } from "./editor.ts";

interface State extends Record<string, unknown> {
  pixels: string;
  height: number;
  width: number;
  channels: number;
  label: string;
  disabled: boolean;
}

const SIDE = 224; // px of the longer side
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export default {
  render({ model, el }: RenderProps<State>) {
    const [height, width, channels] = [model.get("height"), model.get("width"), model.get("channels")];
    const scale = Math.max(1, Math.floor(SIDE / Math.max(height, width)));
    const name = __("Drawing pad of %1 by %2 pixels", height, width);
    const canvas = html("canvas", {
      width: width * scale,
      height: height * scale,
      tabindex: 0,
      role: "application",
      "aria-label": `${model.get("label")} ${name}`.trim(),
      "aria-description": __("Arrow keys move, Space draws, Delete erases, with Shift arrows draw, c clears"),
      title: __("Draw with the pointer, or with arrow keys and Space"),
    });
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    const said = html("div", { class: "unseen", role: "status" });
    const erase = html("button", { "aria-pressed": "false" }, __("Erase"));
    const clear = html("button", {}, __("Clear"));
    const colour = html("input", { type: "color", value: "#ffffff", "aria-label": __("Colour") });
    let pixels = fromBase64(model.get("pixels"));
    let at: [number, number] = [Math.floor(width / 2), Math.floor(height / 2)];
    let last: [number, number] | undefined;
    let isErasing = false;
    let sending = 0;

    const brush = (): Brush => ({
      radius: Math.max(0.6, Math.min(height, width) / 22),
      ink: isErasing ? undefined : channels === 3 ? rgb(colour.value) : [255],
    });

    function draw(): void {
      const image = new ImageData(width, height);
      for (let i = 0; i < width * height; i++) {
        for (let c = 0; c < 3; c++) image.data[4 * i + c] = pixels[channels === 3 ? 3 * i + c : i];
        image.data[4 * i + 3] = 255;
      }
      const small = new OffscreenCanvas(width, height);
      (small.getContext("2d") as OffscreenCanvasRenderingContext2D).putImageData(image, 0, 0);
      context.imageSmoothingEnabled = false;
      context.drawImage(small, 0, 0, width * scale, height * scale);
      if ((canvas.getRootNode() as ShadowRoot).activeElement !== canvas) return;
      context.strokeStyle = "#ff9d00";
      context.lineWidth = 1;
      context.strokeRect(at[0] * scale + 0.5, at[1] * scale + 0.5, scale - 1, scale - 1);
    }

    /** Sends what is drawn, once a frame at most; the newest wins. */
    function send(): void {
      draw();
      sending ||= requestAnimationFrame(() => {
        sending = 0;
        model.set("pixels", toBase64(pixels));
        model.save_changes();
      });
    }

    function drawTo(point: [number, number]): void {
      for (const spot of line(last ?? point, point))
        stroke(pixels, { width, height, channels }, spot, brush());
      last = point;
      send();
    }

    function pointOf({ offsetX, offsetY }: PointerEvent): [number, number] {
      return [(offsetX / canvas.clientWidth) * width - 0.5, (offsetY / canvas.clientHeight) * height - 0.5];
    }

    canvas.addEventListener("pointerdown", (event) => {
      if (event.button || model.get("disabled")) return;
      canvas.setPointerCapture(event.pointerId);
      canvas.focus({ preventScroll: true });
      last = undefined;
      drawTo(pointOf(event));
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!canvas.hasPointerCapture(event.pointerId)) return;
      for (const part of event.getCoalescedEvents?.() ?? []) drawTo(pointOf(part));
      drawTo(pointOf(event));
    });
    canvas.addEventListener("keydown", (event) => {
      if (model.get("disabled") || event.ctrlKey || event.metaKey || event.altKey) return;
      const arrow = ARROWS[event.key];
      if (arrow) move(arrow, event.shiftKey);
      else if (event.key === " ") press(false);
      else if (event.key === "Delete" || event.key === "Backspace") press(true);
      else if (event.key === "c") wipe();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    for (const type of ["focus", "blur"]) canvas.addEventListener(type, draw);
    erase.onclick = () => {
      isErasing = !isErasing;
      set(erase, { "aria-pressed": String(isErasing) });
    };
    clear.onclick = wipe;

    function move([right, down]: [number, number], draws: boolean): void {
      const from = at;
      at = [Math.min(width - 1, Math.max(0, at[0] + right)), Math.min(height - 1, Math.max(0, at[1] + down))];
      if (draws) {
        last = from;
        drawTo(at);
      } else draw();
      say();
    }

    function press(erases: boolean): void {
      const before = isErasing;
      isErasing = erases || before;
      last = undefined;
      drawTo(at);
      isErasing = before;
      say();
    }

    function say(): void {
      const value = pixels[(at[1] * width + at[0]) * channels] / 255;
      said.textContent = __("row %1, column %2: %3", at[1], at[0], value.toFixed(1));
    }

    function wipe(): void {
      pixels.fill(0);
      send();
      said.textContent = __("cleared");
    }

    function update(): void {
      const text = model.get("pixels");
      for (const button of [erase, clear]) button.disabled = model.get("disabled");
      if (!sending && text !== toBase64(pixels)) pixels = fromBase64(text);
      draw();
    }

    const tools = html("div", { class: "tools" }, erase, clear, ...(channels === 3 ? [colour] : []));
    const ends = [
      place(el, model.get("label"), canvas, tools, said),
      follow(model, ["pixels", "disabled"], update),
    ];
    update();
    return () => {
      cancelAnimationFrame(sending);
      for (const end of ends) end();
    };
  },
};

function rgb(text: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));
}
