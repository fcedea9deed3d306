/** The selected tensors in a form, in the order in which the call has them; the order can be changed. */
import { html } from "../../dom.ts";
import type { SelectedTensor } from "../../model/queries/tensors.ts";
import { __ } from "../../words.ts";
import { iconButton } from "../icons.ts";

export function selectedList(
  tensors: readonly SelectedTensor[],
  move: (from: number, to: number) => void,
): HTMLElement {
  const rows = tensors.map(({ name, tensor }, i) => {
    const row = html(
      "li",
      {},
      html("span", { class: "path" }, name),
      html("span", { class: "tensor" }, tensor),
    );
    const button = (to: number, sign: "up" | "down", label: string) => {
      const made = iconButton(sign, label, () => move(i, to));
      made.classList.add("small");
      made.disabled = to < 0 || to >= tensors.length;
      return made;
    };
    if (tensors.length > 1)
      row.append(
        html(
          "span",
          { class: "order" },
          button(i - 1, "up", __("Move %1 up", name)),
          button(i + 1, "down", __("Move %1 down", name)),
        ),
      );
    return row;
  });
  return html("ol", { class: "tensors", "aria-label": __("Tensors that it is applied to") }, ...rows);
}
