/** A list of operations for the drawer: each is a button that goes there. */
import { html } from "../dom.ts";
import type { OperationSummary } from "../model/queries/summary.ts";
import { count } from "../model/text/format.ts";
import { __ } from "../words.ts";

/** `of`: the total number. */
export function opList(first: OperationSummary[], of: number, go: (path: string) => void): HTMLElement {
  const list = html("ul", { class: "ops" }, ...first.map((found) => html("li", {}, opButton(found, go))));
  if (of > first.length)
    list.append(html("li", { class: "rest" }, __("and %1", count(of - first.length, "other"))));
  return list;
}

function opButton({ name, type, tensor, path }: OperationSummary, go: (path: string) => void): HTMLElement {
  const button = html(
    "button",
    { class: "line", title: __("Show %1", name) },
    html("span", { class: "path" }, name),
    " ",
    html("span", { class: "tensor" }, [type, tensor].filter(Boolean).join(" · ")),
  );
  button.onclick = () => go(path);
  return button;
}
