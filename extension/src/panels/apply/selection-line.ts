/** The line beneath the toolbar with the selected tensors. */
import { html } from "../../dom.ts";
import type { SelectedTensor } from "../../model/queries/tensors.ts";
import { count } from "../../model/text/format.ts";
import { __ } from "../../words.ts";
import { iconButton } from "../icons.ts";

const MOST = 12; // tensors that are listed

export interface SelectionActions {
  apply(): void;
  remove(index: number): void;
  clear(): void;
}

export function selectionLine(tensors: readonly SelectedTensor[], actions: SelectionActions): HTMLElement {
  const chips = tensors.slice(0, MOST).map(({ name, tensor }, i) => {
    const title = __("Remove it from the selection");
    const remove = iconButton("close", __("Remove %1", name), () => actions.remove(i), title);
    remove.classList.add("small");
    return html(
      "span",
      { class: "chip" },
      html("span", { title: name }, name),
      " ",
      html("i", {}, tensor),
      remove,
    );
  });
  const more = tensors.length - chips.length;
  const hasOperation = tensors.some(({ tensor }) => tensor === __("operation"));
  const number = hasOperation ? `${tensors.length}` : count(tensors.length, "tensor");
  const apply = html("button", { class: "more", title: __("Apply an operation to them (a)") }, __("Apply…"));
  apply.onclick = actions.apply;
  const clear = iconButton("close", __("Select nothing"), actions.clear, __("Select nothing (Esc)"));
  return html(
    "div",
    { class: "preview selection", role: "group", "aria-label": __("Selected tensors") },
    html(
      "div",
      { class: "facts" },
      html("strong", { role: "status" }, __("%1 selected:", number)),
      ...chips,
      ...(more > 0 ? [html("span", { class: "what" }, __("and %1 more", more))] : []),
    ),
    apply,
    clear,
  );
}
