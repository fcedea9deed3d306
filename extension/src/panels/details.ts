/** The details cards: of one operation, and of a scope or stack. */
import { html } from "../dom.ts";
import type { Details, TensorLine } from "../model/queries/details.ts";
import type { ScopeDetails } from "../model/queries/scope-details.ts";
import { count } from "../model/text/format.ts";
import { prefixed, written } from "../model/text/units.ts";
import { __, needsKernel } from "../words.ts";
import { icon } from "./icons.ts";

const MOST_LINES = 24;
const MOST_TYPES = 5;

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

/** The card of one operation. */
export function detailsCard(details: Details, state: CardState, actions: DetailsActions): HTMLElement {
  const [first] = details.outputs;
  const facts = html("dl");
  fact(facts, __("Name"), html("code", {}, details.name), copyButton(details.name, actions));
  if (first) fact(facts, __("Shape"), first.tensor.replace(/^\S+ /, ""));
  if (first) fact(facts, __("Dtype"), first.tensor.replace(/ .*$/, ""));
  fact(facts, __("Device"), details.device || __("not placed"));
  if (details.source) fact(facts, __("Made by"), madeBy(details, actions));
  const buttons = [...state.buttons];
  if (details.hasSubgraph) buttons.unshift(subgraphButton(details, state, actions));
  const card = frame(details.path, details.name, details.type, { ...state, buttons }, actions);
  card.append(...state.sections.filter(isForm), facts, ...state.sections.filter((one) => !isForm(one)));
  section(card, __("Inputs"), lines(details.inputs, actions));
  for (const output of details.outputs)
    section(card, details.outputs.length > 1 ? __("Output %1", output.name) : __("Output"), [
      html("div", { class: "tensor" }, `${output.name} · ${output.tensor}`),
      ...lines(output.users, actions),
    ]);
  section(card, __("Control outputs"), lines(details.waiting, actions));
  if (details.attributes?.length) {
    const list = html("dl");
    for (const [name, text] of details.attributes) fact(list, name, html("code", {}, text));
    section(card, __("Attributes"), [list]);
  } else if (!details.attributes)
    section(card, __("Attributes"), [html("div", { class: "tensor" }, __("in the kernel"))]);
  return card;
}

/** The card of a scope or a stack. */
export function scopeCard(
  scope: ScopeDetails,
  title: string,
  state: CardState,
  actions: DetailsActions,
): HTMLElement {
  const card = frame(scope.path, title, count(scope.operations, "operation"), state, actions);
  const facts = html("dl");
  const isStack = scope.path.includes(" ");
  if (!isStack) fact(facts, __("Name"), html("code", {}, scope.path), copyButton(scope.path, actions));
  const types = scope.types
    .slice(0, MOST_TYPES)
    .map(([type, number]) => (number > 1 ? `${number} ${type}` : type));
  fact(facts, __("Types"), types.join(", ") + (scope.types.length > MOST_TYPES ? ", …" : ""));
  if (scope.variables.length) {
    fact(facts, __("Parameters"), scope.parameters.toLocaleString("en"));
    const bytes = written(scope.parameterBytes, "bytes");
    const slots = written(scope.slotBytes, "bytes");
    const memory = scope.slotBytes ? __("%1, and %2 that optimizers store", bytes, slots) : bytes;
    fact(facts, __("Memory"), memory);
  }
  if (scope.outputBytes) fact(facts, __("Outputs' memory"), written(scope.outputBytes, "bytes"));
  if (scope.cost) fact(facts, __("Cost"), prefixed(scope.cost, "FLOP"));
  card.append(...state.sections.filter(isForm), facts);
  if (scope.isOpen && (scope.cost || scope.outputBytes))
    card.append(
      html("div", { class: "tensor" }, __("A size that is open (?), such as a batch's, counts as one.")),
    );
  card.append(...state.sections.filter((one) => !isForm(one)));
  section(card, __("Inputs"), lines(scope.inputs, actions));
  const outputs = lines(scope.outputs, actions);
  if (scope.auxiliaryOutputs)
    outputs.push(
      html(
        "div",
        { class: "tensor" },
        __("and %1 that only auxiliary operations consume", scope.auxiliaryOutputs),
      ),
    );
  section(card, __("Outputs"), outputs);
  section(card, __("Variables"), lines(scope.variables, actions));
  return card;
}

/** Forms are beneath the buttons that opened them. */
const isForm = (element: HTMLElement) => element.tagName === "FORM";

/** What all cards have: the title, the way to close it, and the buttons. */
function frame(
  path: string,
  name: string,
  type: string,
  state: CardState,
  actions: DetailsActions,
): HTMLElement {
  const close = html(
    "button",
    { class: "icon close", "aria-label": __("Close details"), title: __("Close (Esc)") },
    icon("close"),
  );
  close.onclick = () => actions.close();
  return html(
    "div",
    { class: "details", role: "group", "aria-label": __("Details of %1", name) },
    close,
    html("h3", {}, name.slice(name.lastIndexOf("/") + 1)),
    html("div", { class: "type" }, type),
    ...buttons(path, state, actions),
  );
}

/** The frequent actions as buttons, those that highlight as links, the rest beneath "More". */
function buttons(
  path: string,
  { buttons: added, toggle }: CardState,
  actions: DetailsActions,
): HTMLElement[] {
  const of = (group: string) => added.filter((button) => (button.dataset.group ?? "") === group);
  const main = of("");
  if (toggle) {
    const title = __("Show or hide what is inside (double click, or Enter)");
    const button = html("button", { title }, toggle === "open" ? __("Open") : __("Close"));
    button.onclick = () => actions.open(path);
    main.unshift(button);
  }
  const rows: HTMLElement[] = [];
  if (main.length) rows.push(html("div", { class: "actions" }, ...main));
  const groups: [string, string][] = [
    ["highlight", __("Highlight")],
    ["edit", __("Code")],
  ];
  for (const [group, label] of groups) {
    const links = of(group);
    if (links.length)
      rows.push(
        html(
          "div",
          { class: "links", role: "group", "aria-label": label },
          html("span", { class: "what", "aria-hidden": "true" }, label),
          ...links,
        ),
      );
  }
  const rest = of("more");
  if (rest.length)
    rows.push(
      html(
        "details",
        { class: "more" },
        html("summary", {}, __("More")),
        html("div", { class: "actions" }, ...rest),
      ),
    );
  return rows;
}

function subgraphButton(details: Details, { live }: CardState, actions: DetailsActions): HTMLElement {
  const title = live ? __("Show the graph that it holds (double click)") : needsKernel();
  const button = html("button", { title, disabled: !live }, __("Look inside"));
  button.onclick = () => actions.openSubgraph(details.op);
  return button;
}

function lines(tensors: TensorLine[], actions: DetailsActions): HTMLElement[] {
  const shown = tensors.slice(0, MOST_LINES).map((tensor) => {
    const button = html(
      "button",
      { class: "line", title: __("Show %1", tensor.name) },
      html("span", { class: "path" }, tensor.name),
      " ",
      html("span", { class: "tensor" }, tensor.tensor),
    );
    button.onclick = () => actions.go(tensor.path);
    return button as HTMLElement;
  });
  const rest = tensors.length - shown.length;
  if (rest > 0) shown.push(html("div", { class: "tensor" }, __("and %1 more", rest)));
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
    { class: "icon small", title: __("Copy the name"), "aria-label": __("Copy the name") },
    icon("copy"),
  );
  button.onclick = () => actions.copy(name);
  return button;
}

function madeBy({ source, made }: Details, { code }: DetailsActions): Element | string {
  if (!code) return source;
  const title = made.file ? __("Go to the code: %1", made.file) : __("Go to the code");
  const link = html(
    "button",
    { class: "link", title, "aria-label": __("Go to the code: %1", source) },
    source,
  );
  link.onclick = code;
  return link;
}
