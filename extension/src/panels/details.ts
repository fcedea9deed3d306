/** The details card of one operation. */
import { html } from "../dom.ts";
import type { Details, TensorLine } from "../model/queries/details.ts";
import { count } from "../model/text/format.ts";
import { icon } from "./icons.ts";

const MOST_LINES = 24;

export interface DetailsActions {
  close(): void;
  go(path: string): void;
  open(path: string): void;
  openSubgraph(op: number): void;
  copy(text: string): void;
  /** Goes to the line that created it; undefined where the code can't be shown. */
  code?(): void;
}

interface CardState {
  /** What a click does to its scope, if it is one. */
  toggle?: "open" | "close";
  /** Whether there is a kernel. */
  live: boolean;
  /** Added by the features. */
  buttons: HTMLElement[];
  sections: HTMLElement[];
}

export function detailsCard(details: Details, state: CardState, actions: DetailsActions): HTMLElement {
  const close = html(
    "button",
    { class: "icon close", "aria-label": "Close details", title: "Close (Esc)" },
    icon("close"),
  );
  close.onclick = () => actions.close();
  const [first] = details.outputs;
  const facts = html("dl");
  fact(facts, "Name", html("code", {}, details.name), copyButton(details.name, actions));
  if (first) fact(facts, "Shape", first.tensor.replace(/^\S+ /, ""));
  if (first) fact(facts, "Dtype", first.tensor.replace(/ .*$/, ""));
  fact(facts, "Device", details.device || "not placed");
  if (details.source) fact(facts, "Made by", madeBy(details, actions));
  const card = html(
    "aside",
    { class: "details", "aria-label": `Details of ${details.name}` },
    close,
    html("h3", {}, details.name.slice(details.name.lastIndexOf("/") + 1)),
    html("div", { class: "type" }, details.type),
    buttons(details, state, actions),
    facts,
    ...state.sections,
  );
  section(card, "Inputs", lines(details.inputs, actions));
  for (const output of details.outputs)
    section(card, details.outputs.length > 1 ? `Output ${output.name}` : "Output", [
      html("div", { class: "tensor" }, `${output.name} · ${output.tensor}`),
      ...lines(output.users, actions),
    ]);
  section(card, "Control outputs", lines(details.waiting, actions));
  if (details.attributes?.length) {
    const list = html("dl");
    for (const [name, text] of details.attributes) fact(list, name, html("code", {}, text));
    section(card, "Attributes", [list]);
  } else if (!details.attributes)
    section(card, "Attributes", [html("div", { class: "tensor" }, "in the kernel")]);

  return card;
}

function buttons(
  details: Details,
  { buttons: added, toggle, live }: CardState,
  actions: DetailsActions,
): HTMLElement {
  const row = html("div", { class: "actions" }, ...added);
  const add = (text: string, title: string, act: () => void) => {
    const button = html("button", { title }, text);
    button.onclick = act;
    row.append(button);
    return button;
  };
  if (toggle)
    add(toggle === "open" ? "Open" : "Close", "Show or hide what is inside", () =>
      actions.open(details.path),
    );
  if (details.hasSubgraph) {
    const title = live ? "Show the graph that it holds (double click)" : "Needs the kernel: run the notebook";
    add("Look inside", title, () => actions.openSubgraph(details.op)).disabled = !live;
  }
  return row;
}

function lines(tensors: TensorLine[], actions: DetailsActions): HTMLElement[] {
  const shown = tensors.slice(0, MOST_LINES).map((tensor) => {
    const button = html(
      "button",
      { class: "line", title: `Show ${tensor.name}` },
      html("span", { class: "path" }, tensor.name),
      " ",
      html("span", { class: "tensor" }, tensor.tensor),
    );
    button.onclick = () => actions.go(tensor.path);
    return button as HTMLElement;
  });
  const rest = tensors.length - shown.length;
  if (rest > 0) shown.push(html("div", { class: "tensor" }, `and ${count(rest, "more").replace(/s$/, "")}`));
  return shown;
}

function section(card: HTMLElement, title: string, content: HTMLElement[]): void {
  if (content.length) card.append(html("h4", {}, title), ...content);
}

function fact(list: HTMLElement, name: string, ...value: (Element | string)[]): void {
  list.append(html("dt", {}, name), html("dd", {}, ...value));
}

function copyButton(name: string, actions: DetailsActions): HTMLElement {
  const button = html(
    "button",
    { class: "icon small", title: "Copy the name", "aria-label": "Copy the name" },
    icon("copy"),
  );
  button.onclick = () => actions.copy(name);
  return button;
}

function madeBy({ source, made }: Details, { code }: DetailsActions): Element | string {
  if (!code) return source;
  const title = made.file ? `Go to the code: ${made.file}` : "Go to the code";
  const link = html("button", { class: "link", title, "aria-label": `Go to the code: ${source}` }, source);
  link.onclick = code;
  return link;
}
