/** The scopes around what a zoomed view shows, where their titles are out of sight: a click goes to one. */
import { html } from "../dom.ts";
import type { Scene, SceneNode } from "../model/diagram/scene.ts";
import type { Camera } from "../scene/interaction/camera.ts";
import { __ } from "../words.ts";

const TITLE = 24; // px of a scope's title

export class ScopePath {
  readonly element = html("div", {
    class: "scope-path",
    role: "group",
    "aria-label": __("Scopes around the view"),
    hidden: true,
  });
  private open: SceneNode[] = [];
  private shown = "";

  /** `go`: called with a scope's path, and with "" for the whole graph. */
  constructor(private readonly go: (path: string) => void) {}

  show({ nodes }: Scene): void {
    this.open = nodes.filter(({ open }) => open);
    this.shown = "";
  }

  follow({ x, y, zoom, size, covered }: Camera): void {
    const [middleX, middleY] = [((size.width - covered) / 2 - x) / zoom, (size.height / 2 - y) / zoom];
    const around = this.open.filter(
      (node) =>
        node.x <= middleX &&
        middleX <= node.x + node.width &&
        node.y <= middleY &&
        middleY <= node.y + node.height,
    );
    const isHidden = (node: SceneNode) => node.y * zoom + y < 0 || (node.x + node.titleX) * zoom + x < -TITLE;
    const wanted = around.some(isHidden) ? around : [];
    const key = wanted.map(({ path }) => path).join("\n");
    if (key === this.shown) return;
    this.shown = key;
    this.element.hidden = !wanted.length;
    const steps = wanted.map(({ name, path }) => this.button(name, path, __("Go to the title of %1", path)));
    this.element.replaceChildren(this.button(__("Graph"), "", __("Show all")), ...steps);
  }

  private button(text: string, path: string, title: string): HTMLElement {
    const button = html("button", { title }, text);
    button.onclick = () => this.go(path);
    return button;
  }
}
