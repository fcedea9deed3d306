/**
 * The button at a corner of the node under the pointer, which removes the node from the main graph or adds it again.
 */
import { set, svg } from "../../dom.ts";
import type { SceneNode } from "../../model/diagram/scene.ts";
import { AUXILIARY_BUTTON } from "../../model/diagram/sizes.ts";
import { __ } from "../../words.ts";

// Auxiliary nodes are at the right, or beneath.
const AWAY = "M-3 -3L0 0L-3 3M3.4 -3.6V3.6M-4 0H0";
const BACK = "M3 -3L0 0L3 3M-3.4 -3.6V3.6M4 0H0";

export class AuxiliaryButton {
  private readonly arrow = svg("path", {});
  private readonly title = svg("title", {});
  private readonly element = svg(
    "g",
    { class: "move", "aria-hidden": "true" },
    svg("circle", { r: AUXILIARY_BUTTON.touch, class: "touch" }),
    svg("circle", { r: AUXILIARY_BUTTON.radius, class: "plate" }),
    this.arrow,
    this.title,
  );

  /** Attaches it to `node`, which is drawn as `group`; removes it where there is no node. */
  place(node?: SceneNode, group?: SVGGElement): void {
    if (!node || !group || node.kind === "rest") {
      this.element.remove();
      return;
    }
    const transform = node.direction === "right" ? "rotate(90)" : undefined;
    set(this.arrow, { d: node.auxiliary ? BACK : AWAY, transform });
    this.title.textContent = node.auxiliary ? __("Add to main graph (x)") : __("Remove from main graph (x)");
    if (this.element.parentNode !== group) group.append(this.element);
  }
}
