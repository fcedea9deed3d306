/** Questions: the reader predicts what a run executes, puts its steps in an order, or says what a run fetched. */

import { html } from "../dom.ts";
import { gather } from "../gather.ts";
import type { SceneNode } from "../model/diagram/scene.ts";
import { countsOf } from "../model/diagram/tally.ts";
import { marks, type Question } from "../model/runs/question.ts";
import type { NodePaint } from "../scene/drawing/paint.ts";
import { __ } from "../words.ts";
import type { MakeFeature } from "./feature.ts";
import { highlighting } from "./highlight.ts";

export const question: MakeFeature = (context) => {
  let posed: Question | undefined;
  let chosen: number[] = [];
  /** Whether each choice is right, once the answer was checked. */
  let checked: (boolean | undefined)[] | undefined;
  /** The choices at each visible path. */
  let places = new Map<string, number[]>();
  let executed: Map<string, number> | undefined;
  let updates = 0;
  const run = highlighting(() => executed);
  const line = html("div", { class: "preview question", role: "group" });

  function toggle(choice: number): void {
    if (!posed) return;
    const has = chosen.includes(choice);
    const rest = posed.kind === "fetch" ? [] : chosen.filter((one) => one !== choice);
    chosen = has ? rest : [...rest, choice];
    checked = undefined;
    void update();
  }

  function check(): void {
    if (!posed || !chosen.length) return;
    checked = marks(posed, chosen);
    void update();
  }

  /** What is written at a choice: its number in the order, whether it is chosen, whether that is right. */
  function sign(choice: number): string {
    const place = chosen.indexOf(choice);
    const verdict = checked?.[choice] === undefined ? "" : checked[choice] ? " ✓" : " ✗";
    if (posed?.kind === "order") return `${place < 0 ? "" : place + 1}${verdict}`;
    return `${place < 0 ? "" : "●"}${verdict}`;
  }

  /** What was checked, in words. */
  function verdict({ kind, choices }: Question): string {
    if (!checked) return "";
    const right = checked.filter(Boolean).length;
    if (kind === "fetch") return right ? __("Right") : __("Not this one");
    return __("%1 of %2 right", right, choices.length);
  }

  function draw(): void {
    if (!posed) return;
    const focused = (line.getRootNode() as ShadowRoot).activeElement;
    const index = [...line.querySelectorAll("button")].indexOf(focused as HTMLButtonElement);
    const chips = posed.choices.map(([, name], choice) => {
      const on = chosen.includes(choice);
      const chip = html(
        "button",
        { class: "chip", "aria-pressed": String(on) },
        html("span", {}, name),
        sign(choice),
      );
      if (checked?.[choice] !== undefined) chip.classList.add(checked[choice] ? "is-right" : "is-wrong");
      chip.onclick = () => toggle(choice);
      return chip;
    });
    const button = html("button", { class: "more" }, __("Check"));
    button.disabled = !chosen.length;
    button.onclick = check;
    const status = html("strong", { role: "status" }, verdict(posed));
    line.setAttribute("aria-label", posed.text);
    line.replaceChildren(html("div", { class: "facts" }, posed.text, ...chips, status), button);
    context.line(line);
    if (index >= 0) line.querySelectorAll("button")[index]?.focus();
  }

  async function update(): Promise<void> {
    const mine = ++updates;
    if (!posed) return;
    const { kind, choices, executed: ops } = posed;
    draw();
    const found = new Map<string, number[]>();
    for (const [choice, [op]] of choices.entries()) {
      const { visible } = await context.engine.where(context.view, op);
      gather(found, visible, choice);
    }
    const shows = kind === "fetch" || (checked && kind === "runs");
    const counts = shows ? countsOf(await context.engine.tally(context.view, [new Set(ops)])) : undefined;
    if (mine !== updates) return;
    [places, executed] = [found, counts];
    context.repaint();
  }

  /** The choice that a visible node is: a closed scope only holds some. */
  function choiceAt({ path, opens }: SceneNode): number | undefined {
    return places.get(path)?.find((choice) => !opens || posed?.choices[choice][1] === path);
  }

  function nodePaint(node: SceneNode): NodePaint | undefined {
    const choice = choiceAt(node);
    if (choice === undefined) return undefined;
    return {
      marks: checked?.[choice] === false ? ["failed"] : [],
      badge: sign(choice) || "○",
      title: posed?.text,
    };
  }

  return {
    layer: {
      node(node) {
        const paint = run.node?.(node);
        const own = nodePaint(node);
        return own ? { ...own, marks: [...(paint?.marks ?? []), ...(own.marks ?? [])] } : paint;
      },
      edge: run.edge,
    },
    messages: {
      question(content) {
        posed = content as unknown as Question;
        return update();
      },
    },
    scene: () => void update(),
    clicked({ node, toggle: opens }) {
      const choice = node && !opens ? choiceAt(node) : undefined;
      if (choice === undefined) return false;
      toggle(choice);
      return true;
    },
  };
};
