/** The progress of a step-through at each visible node. graphlab/_src/viz/step_messages.py defines the messages. */

import { __ } from "../../words.ts";
import type { Diagram } from "../diagram/diagram.ts";
import type { Hierarchy } from "../hierarchy/hierarchy.ts";
import { countUpTo } from "./sorted.ts";

const KIND = { step: 0, marker: 1, fed: 2, reused: 3, written: 4 };
const COLUMNS = 3;

/** The steps of a visible node. */
export interface StepProgress {
  path: string;
  /** The numbers of its steps, each once, in order. */
  steps: number[];
  /** After how many steps its operations without a value, which only order others, are done. */
  marker: number;
  fed: boolean;
  reused: boolean;
  /** The number of the step that first writes its variable, or 0. */
  written: number;
}

/** For each visible node its steps. `schedule`: triples of operation, step number, kind. */
export function stepProgress(diagram: Diagram, hierarchy: Hierarchy, schedule: Int32Array): StepProgress[] {
  const found = new Map<string, StepProgress>();
  for (let at = 0; at + COLUMNS <= schedule.length; at += COLUMNS) {
    const [op, number, kind] = schedule.subarray(at, at + COLUMNS);
    if (op < 0 || op >= hierarchy.graph.count) continue;
    const { path } = diagram.visible(hierarchy.leaf(op));
    let progress = found.get(path);
    if (!progress) {
      progress = { path, steps: [], marker: 0, fed: false, reused: false, written: 0 };
      found.set(path, progress);
    }
    if (kind === KIND.step) progress.steps.push(number);
    else if (kind === KIND.marker) progress.marker = Math.max(progress.marker, number);
    else if (kind === KIND.fed) progress.fed = true;
    else if (kind === KIND.reused) progress.reused = true;
    else progress.written = number;
  }
  for (const progress of found.values()) progress.steps = [...new Set(progress.steps)].sort((a, b) => a - b);
  return [...found.values()];
}

/** The number of the first step in each open scope around visible nodes. */
export function firstSteps(found: StepProgress[]): Map<string, number> {
  const first = new Map<string, number>();
  for (const { path, steps, marker } of found) {
    const number = steps[0] ?? marker;
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      const scope = path.slice(0, at);
      first.set(scope, Math.min(number, first.get(scope) ?? number));
    }
  }
  return first;
}

/** The state of a step-through, as the kernel sends it. */
export interface StepState {
  /** The number of the step-through. */
  stepThrough: number;
  position: number;
  /** The number of steps of the run. */
  total: number;
  /** How many steps have run; more than `position` after a step back. */
  done: number;
  name: string;
  /** The operations of the last step. */
  ops: number[];
  next: string;
  /** Pairs: operation, number of its step. */
  breakpoints: [op: number, number: number][];
  /** Numbers of the steps with a NaN in an output. */
  nanSteps: number[];
  over: boolean;
  applied: boolean;
  more: boolean;
  failed?: { ops: number[]; name: string; text: string };
}

/** The class names of a node, its note and its badge. */
export function progressMarks(
  progress: StepProgress | undefined,
  state: StepState,
  notes: Map<number, string>,
  kind: "scope" | "variable" | "single",
): { marks: string[]; note?: string; badge?: string } {
  if (!progress) return { marks: ["pruned"] };
  const { position } = state;
  const { steps } = progress;
  const done = countUpTo(steps, position);
  const running = position > 0 && steps[done - 1] === position;
  const marks: string[] = [];
  const isIn = (numbers: number[]) => numbers.some((n) => n <= position && includes(steps, n));
  if (progress.fed) marks.push("fed");
  if (state.failed && state.done === position && includes(steps, state.done + 1)) marks.push("failed");
  else if (running) marks.push("running");
  else if (kind === "variable" && progress.reused) marks.push("reused");
  else if (steps.length) marks.push(done === steps.length ? "done" : done ? "begun" : "pending");
  else if (progress.marker) marks.push(progress.marker <= position ? "done" : "pending");
  else if (progress.reused) marks.push("reused");
  if (isIn(state.nanSteps)) marks.push("has-nan");
  const stops = state.breakpoints.some(
    ([, n]) => includes(steps, n) || (!steps.length && progress.marker === n),
  );
  if (stops) marks.push("stops");
  const changed = progress.written > 0 && progress.written <= position;
  if (changed) marks.push("changed");
  const given = kind === "single" && done === steps.length ? notes.get(steps[done - 1]) : undefined;
  const sceneStubs = [stops && "●", changed && __("changed"), given].filter(Boolean);
  return {
    marks,
    note: kind === "scope" ? progressText(steps, done, running) : undefined,
    badge: sceneStubs.join(" ") || undefined,
  };
}

/** The progress in a closed scope. */
function progressText(steps: number[], done: number, running: boolean): string | undefined {
  if (!steps.length) return undefined;
  const text = running ? __("running %1 of %2", done, steps.length) : __("%1 of %2", done, steps.length);
  return done === steps.length && !running ? __("%1 done", text) : text;
}

function includes(numbers: number[], wanted: number): boolean {
  return numbers[countUpTo(numbers, wanted) - 1] === wanted;
}
