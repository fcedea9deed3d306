/** The help: keys and mouse. */
import type { Direction } from "../layout/direction.ts";
import { __ } from "../words.ts";
import { rows } from "./sheet.ts";

export function help(direction: Direction): HTMLElement[] {
  const isRight = direction === "right";
  const [back, on, before, after] = isRight ? ["←", "→", "↑", "↓"] : ["↑", "↓", "←", "→"];
  return [
    ...rows(__("Keys, while the diagram has the focus"), [
      [`${back} ${on}`, __("follow the edges; %1 at a scope's title goes into it", on)],
      [
        `${before} ${after}`,
        isRight ? __("the node above, below") : __("the node at the left, at the right"),
      ],
      [__("Enter"), __("open or close a scope, show the details of an operation")],
      [__("Space"), __("show the details of a scope or an operation")],
      ["s", __("the next stub of the node: Enter goes to its other end")],
      [__("Backspace"), __("the scope around it")],
      [__("Home End"), __("the first node, the last one")],
      ["a", __("apply an operation to what is selected, or begin with a source")],
      [__("Shift + Enter"), __("select the node's output, beside what is selected")],
      ["/", __("search")],
      ["l", __("what shapes, lines and signs mean")],
      ["e", __("explain the node, or what is selected: what it computes, its gradient, what needs it")],
      ["r R", __("fetch the operation in the preview of a run; feed it")],
      ["p", __("the operation's value, in an extra run")],
      [", .", __("one step back, one step on, in a run that is stepped through")],
      ["+ − 0", __("zoom in, zoom out, all of it")],
      ["z", __("zoom to the node")],
      ["x", __("remove the node from the main graph, or add it again")],
      [__("Shift + arrows"), __("move the diagram")],
      ["Esc", __("close what is open, at last leave the diagram")],
    ]),
    ...rows(__("Mouse, trackpad, touch"), [
      [__("click"), __("show the details of a scope or an operation")],
      [__("double click"), __("open or close a scope, look inside an operation; beside all nodes: fit all")],
      [
        __("Shift or Ctrl + click"),
        __("select an output, or the tensors of a line, beside what is selected"),
      ],
      [__("click on ›"), __("open or close a scope")],
      [__("drag"), __("move the diagram")],
      [__("Ctrl + wheel, pinch"), __("zoom")],
      [__("wheel"), __("move, once the diagram has the focus")],
    ]),
  ];
}
