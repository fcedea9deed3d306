/** The sign at a corner of the node under the pointer: it sets the node aside, or brings it back. */

import { set, svg } from "../../dom.ts";
import type { SceneNode } from "../../model/diagram/scene.ts";
import { AUXILIARY_BUTTON } from "../../model/diagram/sizes.ts";

// What is set aside stands at the right.
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

  /** Puts it on `node`, which is drawn as `group`; takes it away where there is none. */
  place(node?: SceneNode, group?: SVGGElement): void {
    if (!node || !group || node.kind === "rest") {
      this.element.remove();
      return;
    }
    set(this.arrow, { d: node.auxiliary ? BACK : AWAY });
    this.title.textContent = node.auxiliary ? "Add to main graph (x)" : "Remove from main graph (x)";
    if (this.element.parentNode !== group) group.append(this.element);
  }
}
