/** Steps through one run, operation by operation: gl.step. The kernel executes, the diagram shows the progress. */
import { html } from "../dom.ts";
import type { SceneEdge, SceneNode } from "../model/diagram/scene.ts";
import { firstSteps, progressMarks, type StepProgress, type StepState } from "../model/runs/step.ts";
import { type Card, StepBar, stepCard } from "../panels/step.ts";
import { type Command, numbersIn } from "../protocol.ts";
import { bare } from "../scene/continuations.ts";
import type { EdgePaint, NodePaint } from "../scene/drawing/paint.ts";
import { __ } from "../words.ts";
import type { MakeFeature } from "./feature.ts";

const PLAY = 500; // ms between two steps while it plays
const PATIENCE = 2000; // ms
const silentText = () =>
  __("The kernel does not answer: it is busy, or it was restarted. Then run the cell again to step.");
const endedText = () => __("This step-through ended with its kernel: run the cell again to step.");

export const step: MakeFeature = (context) => {
  let stepThrough = 0;
  let schedule: Int32Array | undefined;
  let state: StepState | undefined;
  let stepProgress = new Map<string, StepProgress>();
  let begins = new Map<string, number>();
  const notes = new Map<number, string>();
  const cards = new Map<number, Card>();
  let follows = true;
  let showsValues = true;
  /** The step to reach automatically, and what stops it earlier. */
  let going: { to: number; stop?: string } | undefined;
  let silent: ReturnType<typeof setTimeout> | undefined;
  let playing: ReturnType<typeof setTimeout> | undefined;
  /** The position that was shown last. */
  let shown = "";
  /** The scopes that following has opened, from the outermost in. */
  let opened: string[] = [];

  const line = new StepBar({
    to: (position, stop) => {
      pause();
      go(position, stop);
    },
    play: () => (playing || going ? pause() : play()),
    follow: () => {
      follows = !follows;
      if (follows) void follow();
      render();
    },
    look: () => {
      showsValues = !showsValues;
      if (showsValues) showCurrent();
      else context.closeDrawer();
      render();
    },
  });

  function go(to: number, stop?: string): void {
    if (!state) return;
    going = { to, stop };
    request({ type: "step-go", stepThrough, to, stop });
  }

  /** Sends a command to the kernel, and reports if there is no reply. */
  function request(command: Command): void {
    context.send(command);
    clearTimeout(silent);
    silent = setTimeout(() => line.report(silentText(), false), PATIENCE);
  }

  function play(): void {
    if (!state || state.position >= state.total) return;
    go(state.position + 1);
    playing = setTimeout(play, PLAY);
    render();
  }

  function pause(): void {
    clearTimeout(playing);
    playing = undefined;
    going = undefined;
    render();
  }

  function render(): void {
    if (state)
      line.show(state, playing !== undefined || (going !== undefined && state.more), follows, showsValues);
  }

  function begin(number: number): void {
    stepThrough = number;
    line.end("");
    context.line(line.element);
    if (context.live) request({ type: "step-sync", stepThrough });
    else line.end(endedText());
  }

  /** Handles the state of the step-through from the kernel. */
  async function receive(content: Record<string, unknown>): Promise<void> {
    if (content.begin) return begin(content.stepThrough as number);
    if (!stepThrough || content.stepThrough !== stepThrough) return;
    clearTimeout(silent);
    if (content.ended) {
      pause();
      return line.end(endedText());
    }
    const before = state;
    state = content as unknown as StepState;
    for (const [number, note] of Object.entries(content.notes as Record<string, string>))
      notes.set(Number(number), note);
    if (going && state.more) request({ type: "step-go", stepThrough, ...going });
    else going = undefined;
    if (state.failed || state.position >= state.total) {
      clearTimeout(playing);
      playing = undefined;
    }
    render();
    context.repaint();
    if (before?.position !== state.position || before.done !== state.done) {
      cards.clear();
      context.refreshCard();
    }
    const place = `${state.position} ${state.done} ${state.failed?.name}`;
    if (state.more || place === shown) return;
    shown = place;
    showCurrent();
    await follow();
  }

  async function place(): Promise<void> {
    if (!schedule) return;
    const found = await context.engine.stepProgress(context.view, schedule);
    stepProgress = new Map(found.map((progress) => [progress.path, progress]));
    begins = firstSteps(found);
    context.repaint();
  }

  /** Shows the operation of the last step; opens its scopes if Follow is on. */
  async function follow(): Promise<void> {
    const op = state?.failed?.ops[0] ?? state?.ops[0];
    if (op === undefined) return;
    const { visible, path } = await context.engine.where(context.view, op);
    if (!follows) return context.go(visible, true);
    await leave(path);
    const hidden = path.indexOf(visible);
    if (hidden >= 0 && hidden < path.length - 1) opened.push(...path.slice(hidden, -1));
    await context.go(path[path.length - 1], true);
  }

  /** Closes the scopes that following has opened and the steps have left. */
  async function leave(path: string[]): Promise<void> {
    const at = opened.findIndex((scope) => !path.includes(scope));
    if (at < 0) return;
    const outermost = opened[at];
    opened = opened.slice(0, at);
    const open = context.scene()?.nodes.find((node) => node.path === outermost)?.open;
    if (open) context.show(await context.engine.toggle(context.view, outermost));
  }

  function showCurrent(): void {
    const op = state?.failed?.ops[0] ?? state?.ops[0];
    if (op !== undefined && showsValues) requestCard(op);
  }

  function requestCard(op: number): void {
    context.send({ type: "step-card", stepThrough, op });
  }

  function showCard(card: Card): void {
    cards.set(card.op, card);
    const isCurrent = state?.ops[0] === card.op || state?.failed?.ops[0] === card.op;
    if (isCurrent && showsValues) {
      const title = card.name.slice(card.name.lastIndexOf("/") + 1);
      context.drawer(title, cardOf(card), () => {
        showsValues = false;
        render();
      });
      showsValues = true;
      render();
    }
    context.refreshCard();
  }

  function cardOf(card: Card): HTMLElement {
    return stepCard(card, stops(card.op), {
      stop: (op, on) => {
        context.send({ type: "step-break", stepThrough, op, on });
        requestCard(op);
      },
      go: (op) => void context.goToOperation(op),
    });
  }

  function stops(op: number): boolean {
    return state?.breakpoints.some(([id]) => id === op) ?? false;
  }

  function nodePaint(node: SceneNode): NodePaint | undefined {
    if (!state || !schedule) return undefined;
    if (node.open && !stepProgress.has(node.path)) return undefined;
    const many = node.kind === "scope" || node.kind === "stack" || node.kind === "rest";
    const kind = many ? "scope" : node.kind === "variable" ? "variable" : "single";
    return progressMarks(stepProgress.get(node.path), state, notes, kind);
  }

  function edgePaint({ from, to }: SceneEdge): EdgePaint | undefined {
    if (!state || !schedule) return undefined;
    const [source, target] = [from, to].map((end) => firstStep(bare(end)));
    if (source === undefined || target === undefined) return { marks: ["pruned"] };
    const { position } = state;
    if (position && stepProgress.get(bare(to))?.steps.includes(position)) return { marks: ["highlighted"] };
    return { marks: [target > position ? "pending" : "runs"] };
  }

  /**
   * The number of the first step in a node, open scopes included; undefined for a node that this run does not
   * execute.
   */
  function firstStep(path: string): number | undefined {
    const progress = stepProgress.get(path);
    return progress ? (progress.steps[0] ?? progress.marker) : begins.get(path);
  }

  return {
    layer: { node: nodePaint, edge: edgePaint },
    messages: {
      step: (content) => receive(content),
      "step-schedule": async (content) => {
        if (content.stepThrough !== stepThrough || content.view !== context.view) return;
        schedule = numbersIn(content.bytes as string);
        return place();
      },
      "step-card": (content) => {
        if (content.stepThrough === stepThrough && content.view === context.view)
          showCard(content.card as Card);
      },
      "step-error": (content) => {
        if (content.view === context.view) context.notify(content.text as string);
      },
    },
    scene: () => void place(),
    key(event) {
      if (!state) return false;
      if (event.key === ".") go(Math.min(state.total, state.position + 1));
      else if (event.key === ",") go(Math.max(0, state.position - 1));
      else return false;
      return true;
    },
    sections(details) {
      if (!state || !stepProgress.size) return [];
      const card = cards.get(details.op);
      if (!card) {
        requestCard(details.op);
        return [];
      }
      return [html("h4", {}, __("In this step-through")), cardOf(card)];
    },
    live(live) {
      if (!stepThrough) return;
      if (live) request({ type: "step-sync", stepThrough });
      else {
        pause();
        line.end(endedText());
      }
    },
    remove() {
      clearTimeout(playing);
      clearTimeout(silent);
    },
  };
};
