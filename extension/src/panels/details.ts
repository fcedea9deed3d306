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
  inside(op: number): void;
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

export function detailsCard(about: Details, state: CardState, actions: DetailsActions): HTMLElement {
  const close = html(
    "button",
    { class: "icon close", "aria-label": "Close details", title: "Close (Esc)" },
    icon("close"),
  );
  close.onclick = () => actions.close();
  const [first] = about.outputs;
  const facts = html("dl");
  fact(facts, "Name", html("code", {}, about.name), copyButton(about.name, actions));
  if (first) fact(facts, "Shape", first.tensor.replace(/^\S+ /, ""));
  if (first) fact(facts, "Dtype", first.tensor.replace(/ .*$/, ""));
  fact(facts, "Device", about.device || "not placed");
  if (about.source) fact(facts, "Made by", madeBy(about, actions));
  const card = html(
    "aside",
    { class: "details", "aria-label": `Details of ${about.name}` },
    close,
    html("h3", {}, about.name.slice(about.name.lastIndexOf("/") + 1)),
    html("div", { class: "type" }, about.type),
    buttons(about, state, actions),
    facts,
    ...state.sections,
  );
  section(card, "Inputs", lines(about.inputs, actions));
  for (const output of about.outputs)
    section(card, about.outputs.length > 1 ? `Output ${output.name}` : "Output", [
      html("div", { class: "tensor" }, `${output.name} · ${output.tensor}`),
      ...lines(output.users, actions),
    ]);
  section(card, "Control outputs", lines(about.waiting, actions));
  if (about.attributes?.length) {
    const list = html("dl");
    for (const [name, text] of about.attributes) fact(list, name, html("code", {}, text));
    section(card, "Attributes", [list]);
  } else if (!about.attributes)
    section(card, "Attributes", [html("div", { class: "tensor" }, "in the kernel")]);

  return card;
}

function buttons(
  about: Details,
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
    add(toggle === "open" ? "Open" : "Close", "Show or hide what is inside", () => actions.open(about.path));
  if (about.inside) {
    const title = live ? "Show the graph that it holds (double click)" : "Needs the kernel: run the notebook";
    add("Look inside", title, () => actions.inside(about.op)).disabled = !live;
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
