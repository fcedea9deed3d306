/** An explanation for the drawer: what a selection computes, its shapes, gradient and fetches, in short sections. */
import { html } from "../dom.ts";
import type { TensorLine } from "../model/queries/details.ts";
import type { Explanation } from "../model/queries/explanation.ts";
import type { OperationSummary } from "../model/queries/summary.ts";
import type { Fetch, KernelExplanation, Sentence } from "../model/runs/explain.ts";
import { dictionary } from "../model/text/dictionary.ts";
import { grouped } from "../model/text/format.ts";
import { prefixed, written } from "../model/text/units.ts";
import { __, needsKernel } from "../words.ts";

const MOST_LINES = 12;
const BATCH = 32; // examples of a batch whose total cost is written

/** What is known of the kernel's part: its message, a reason why there is none, or nothing while it is awaited. */
export type KernelPart = KernelExplanation | string | undefined;

export interface ExplanationActions {
  /** Goes to an operation. */
  go(op: number): void;
}

export function explanationPanel(
  local: Explanation,
  kernel: KernelPart,
  { go }: ExplanationActions,
): HTMLElement {
  const panel = html("div", { class: "explanation" });
  const section = (title: string, ...content: (HTMLElement | undefined)[]) => {
    const given = content.filter((one) => one !== undefined);
    if (given.length) panel.append(html("section", {}, html("h4", {}, title), ...given));
  };
  const known = typeof kernel === "object" ? kernel : undefined;
  const why = typeof kernel === "string" ? kernel : __("The kernel has not answered yet …");
  if (!known) panel.append(html("p", { class: "note", role: "status" }, why));
  section(__("What it computes"), ...sentences(known?.computes, go));
  section(
    __("Shapes"),
    local.inputs.length ? tensors(__("in"), local.inputs, go) : undefined,
    local.outputs.length ? tensors(__("out"), local.outputs, go) : undefined,
    batchNote([...local.inputs, ...local.outputs]),
  );
  // What only holds, feeds or orders something has neither.
  const computes = local.inputs.length > 0 && local.outputs.length > 0;
  if (computes || local.variables.length) section(__("Parameters"), ...parameters(local, go));
  if (computes) section(__("Cost"), ...cost(local));
  section(
    __("Gradient"),
    ...sentences(known?.gradients, go),
    known?.gradients.length && (known.receivers.length || known.stops) ? signs(known) : undefined,
  );
  section(
    __("Fetches that need it"),
    known && (known.needed.length ? fetches(known.needed, go) : note(__("None of those that are known."))),
  );
  section(__("Fetches that do not"), known?.others.length ? fetches(known.others, go) : undefined);
  section(__("What it needs itself"), ...needs(local, go));
  return panel;
}

/** Why the kernel's part is missing in a saved notebook. */
export const withoutKernel = () =>
  `${needsKernel()}. ${__("Only it knows what the operations compute, where the gradient flows, and what the notebook fetches.")}`;

function sentences(found: Sentence[] | undefined, go: (op: number) => void): HTMLElement[] {
  return (found ?? []).map((sentence) =>
    html("p", {}, ...sentence.map((part) => (typeof part === "string" ? part : link(part[0], part[1], go)))),
  );
}

function link(op: number, text: string, go: (op: number) => void): HTMLElement {
  const button = html("button", { class: "link", title: __("Show %1", text) }, text);
  button.onclick = () => go(op);
  return button;
}

function note(text: string): HTMLElement {
  return html("p", { class: "note" }, text);
}

function tensors(what: string, lines: TensorLine[], go: (op: number) => void): HTMLElement {
  return list(
    what,
    lines.map(({ op, name, tensor }) => [link(op, name.replace(/:0$/, ""), go), tensor]),
  );
}

/** A list; each entry is a link with a few words after it. */
function list(label: string, entries: [HTMLElement, string][], isShown = true): HTMLElement {
  const shown = entries
    .slice(0, MOST_LINES)
    .map(([first, rest]) => html("li", {}, first, html("span", { class: "tensor" }, rest)));
  if (entries.length > MOST_LINES)
    shown.push(html("li", { class: "note" }, __("and %1 more", entries.length - MOST_LINES)));
  return html(
    "div",
    { class: "entries" },
    ...(isShown ? [html("span", { class: "what", "aria-hidden": true }, label)] : []),
    html("ul", { "aria-label": label }, ...shown),
  );
}

function parameters(local: Explanation, go: (op: number) => void): HTMLElement[] {
  if (!local.variables.length) return [note(__("It has no variables."))];
  const bytes = written(local.parameterBytes, "bytes");
  const size = __("%1 numbers, %2", grouped(local.parameters), bytes);
  const slots = local.slotBytes
    ? note(__("Beside them optimizers store %1.", written(local.slotBytes, "bytes")))
    : undefined;
  const variables = local.variables.map(({ op, name, tensor }): [HTMLElement, string] => [
    link(op, name, go),
    tensor,
  ]);
  return [html("p", {}, size), list(__("Variables"), variables, false), ...(slots ? [slots] : [])];
}

function cost({ perExample, perRun, isOpen }: Explanation): HTMLElement[] {
  const flop = (amount: number) => prefixed(amount, "FLOP");
  const found: HTMLElement[] = [];
  if (perExample) {
    const total = flop(BATCH * perExample + perRun);
    found.push(
      html("p", {}, __("%1 for each example; %2 for a batch of %3.", flop(perExample), total, BATCH)),
    );
    if (perRun) found.push(note(__("Of the total, %1 are the same for any batch.", flop(perRun))));
  } else if (perRun) found.push(html("p", {}, __("%1 in a run.", flop(perRun))));
  else found.push(note(__("No floating point operations are counted.")));
  if (isOpen && (perExample || perRun)) found.push(note(__("A size that is open (?) counts as one.")));
  return found;
}

function fetches(found: Fetch[], go: (op: number) => void): HTMLElement {
  return list(
    __("Fetches"),
    found.map(([op, name, kind]) => [link(op, name, go), kind && kinds(kind)]),
    false,
  );
}

/** The kinds of fetches that the kernel distinguishes, in the reader's language. */
function kinds(kind: string): string {
  const known = dictionary({
    "training step": __("training step"),
    loss: __("loss"),
    summary: __("summary"),
    "sets variables": __("sets variables"),
  });
  return known[kind] ?? "";
}

const isOfBatch = ({ tensor }: { tensor: string }) => / (N×|\[N\])/.test(tensor);

/** What N means, beneath the first list that has it. */
function batchNote(lines: { tensor: string }[]): HTMLElement | undefined {
  if (!lines.some(isOfBatch)) return undefined;
  return note(__("N is the batch: the first axis of what is fed, whose size is open until a run."));
}

function needs({ inputs, outputs, mustBeFed, read }: Explanation, go: (op: number) => void): HTMLElement[] {
  const entries = (ops: OperationSummary[]) =>
    ops.map(({ op, name, tensor }): [HTMLElement, string] => [link(op, name, go), tensor]);
  const found: HTMLElement[] = [];
  if (mustBeFed.length) found.push(list(__("fed"), entries(mustBeFed)));
  if (read.length) found.push(list(__("initialized"), entries(read)));
  const batch = [...inputs, ...outputs].some(isOfBatch) ? undefined : batchNote(mustBeFed);
  if (batch) found.push(batch);
  if (!found.length) found.push(note(__("Nothing: no placeholder is fed, and no variable is read.")));
  return found;
}

/** What the marks in the diagram mean. */
function signs({ receivers, stops }: KernelExplanation): HTMLElement {
  const sign = (kind: string, text: string) =>
    html("span", { class: "sign" }, html("i", { class: kind, "aria-hidden": true }), text);
  return html(
    "p",
    { class: "signs" },
    sign("data", __("data")),
    ...(receivers.length ? [sign("gradient", __("gradient, back to ∂"))] : []),
    ...(stops ? [sign("stop", __("stops here"))] : []),
  );
}
