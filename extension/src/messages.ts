/**
 * The shape of each message of the kernel. A notebook may be from anybody, and so may its saved messages: a message
 * of another shape is ignored. Numbers of operations may still be of none that the graph has.
 */

import type { ViewState } from "./hub.ts";

type Shape = (value: unknown) => boolean;

const text: Shape = (value) => typeof value === "string";
const flag: Shape = (value) => typeof value === "boolean";
const number: Shape = (value) => Number.isFinite(value);
const whole: Shape = (value) => Number.isSafeInteger(value) && (value as number) >= 0;

/** The length of lists is limited where each entry becomes an element of the page. */
const list =
  (of: Shape, most = Number.POSITIVE_INFINITY): Shape =>
  (value) =>
    Array.isArray(value) && value.length <= most && value.every(of);
const tuple =
  (...of: Shape[]): Shape =>
  (value) =>
    Array.isArray(value) && value.length === of.length && of.every((shape, i) => shape(value[i]));
const either =
  (...of: Shape[]): Shape =>
  (value) =>
    of.some((shape) => shape(value));
/** Python's None, or nothing at all. */
const maybe =
  (of: Shape): Shape =>
  (value) =>
    value === undefined || value === null || of(value);
const optional =
  (of: Shape): Shape =>
  (value) =>
    value === undefined || of(value);
const record =
  (fields: Record<string, Shape>): Shape =>
  (value) =>
    isRecord(value) &&
    Object.entries(fields).every(([name, of]) => of(Object.hasOwn(value, name) ? value[name] : undefined));
const every =
  (of: Shape): Shape =>
  (value) =>
    isRecord(value) && Object.values(value).every(of);
const oneOf =
  (...these: unknown[]): Shape =>
  (value) =>
    these.includes(value);

const direction = oneOf("down", "right");
const SOME = 2_000; // entries that are all drawn

const MOST_ENTRIES = 10_000; // of the catalogue

const ops = list(whole);
const tensor = tuple(whole, (value) => Number.isSafeInteger(value));
const thing = either(whole, text);
const choice = { name: text, title: text, about: text };
const part = { alone: ops, changed: ops, renamed: ops };
const code = {
  fetches: list(text, SOME),
  device: text,
  segment: whole,
  segments: whole,
  operations: ops,
};
const about = record({
  ...choice,
  kind: oneOf("sequential", "diverging", "categories"),
  unit: text,
  scale: oneOf("linear", "log"),
  sums: oneOf("sum", "max", "majority", "first"),
  categories: list(text),
  tones: every(oneOf("good", "warn", "bad")),
  source: text,
});
const value = record({
  name: optional(text),
  dtype: text,
  shape: text,
  count: whole,
  nan: whole,
  inf: whole,
  health: text,
  first: list(text, SOME),
  min: optional(text),
  mean: optional(text),
  max: optional(text),
  std: optional(text),
  histogram: optional(list(whole, SOME)),
  image: optional(text),
});
const card = record({
  op: whole,
  name: text,
  kind: text,
  state: text,
  within: optional(text),
  outputs: list(value, SOME),
  inputs: optional(list(record({ op: whole, name: text, text }), SOME)),
  changes: list(
    record({
      name: text,
      op: whole,
      before: optional(value),
      after: optional(value),
      difference: optional(text),
    }),
    SOME,
  ),
});
const point = tuple(...Array<Shape>(3).fill(either(number, (value) => value === null)));
const watched = record({
  op: whole,
  name: text,
  runs: whole,
  missed: whole,
  always: flag,
  why: text,
  health: text,
  since: whole,
  points: list(point, SOME),
  text: optional(text),
});
const tensorValue = record({
  op: whole,
  output: whole,
  text,
  about: text,
  health: text,
  history: optional(flag),
  fetched: optional(flag),
  points: optional(
    list(
      either(number, (value) => value === null),
      SOME,
    ),
  ),
  image: optional(text),
});
const entries = list(tuple(thing, (value) => ops(value) && (value as number[]).length > 0, list(text, SOME)));
const stepState = {
  stepThrough: whole,
  position: whole,
  total: whole,
  done: whole,
  name: text,
  ops,
  next: text,
  breakpoints: list(tuple(whole, whole)),
  nanSteps: ops,
  notes: every(text),
  over: flag,
  applied: flag,
  more: flag,
  failed: optional(record({ ops, name: text, text })),
};
const sentences = list(list(either(text, tuple(whole, text)), SOME), SOME);
const fetches = list(tuple(whole, text, text), SOME);
const trainingState = record({
  state: oneOf("playing", "paused", "done", "stopped", "failed"),
  step: whole,
  steps: maybe(whole),
  speed: maybe(number),
  rate: number,
  why: text,
  awaited: flag,
  sliders: list(
    record({
      name: text,
      kind: text,
      low: number,
      high: number,
      log: flag,
      whole: flag,
      value: maybe(number),
    }),
    SOME,
  ),
});
const numbers = list(either(number, (value) => value === null));
const recording = record({
  recording: whole,
  whole: flag,
  steps: list(whole),
  values: list(numbers, SOME),
  snapshots: list(
    record({
      step: whole,
      figures: text,
      surface: optional(
        record({
          region: tuple(number, number, number, number),
          levels: text,
          classes: text,
          low: maybe(number),
          high: maybe(number),
        }),
      ),
    }),
    SOME,
  ),
  points: optional(record({ x: numbers, y: numbers, labels: numbers })),
  name: optional(text),
  metrics: optional(list(text, SOME)),
  sliders: optional(list(text, SOME)),
  tensors: optional(list(tuple(whole, whole, text, text), SOME)),
  notes: optional(list(text, SOME)),
});
const trainingData = record({ state: maybe(trainingState), recordings: list(recording, 2) });
const side = record({ graph: text, chunks: list(text), ...part });

const SHAPES = new Map<string, Shape>([
  ["attributes", record({ op: whole, texts: list(text) })],
  [
    "compare",
    record({
      added: entries,
      removed: entries,
      changed: entries,
      renamed: entries,
      scopes: list(tuple(text, text)),
      sides: tuple(side, side),
    }),
  ],
  ["compiled", record({ op: whole, why: maybe(text) })],
  ["duplicates", record({ text, fix: text })],
  [
    "error",
    either(
      record({ op: (value) => value === null }),
      record({
        op: whole,
        name: text,
        kind: text,
        text,
        fix: text,
        created: text,
        fetches: ops,
        feeds: list(tensor),
      }),
    ),
  ],
  [
    "explain",
    record({
      request: whole,
      computes: sentences,
      gradients: sentences,
      needed: fetches,
      others: fetches,
      path: text,
      stops: text,
      receivers: list(tuple(whole, text), SOME),
    }),
  ],
  [
    "edit-form",
    either(
      record({ op: whole, why: text }),
      record({
        op: whole,
        path: optional(text),
        kinds: optional(list(oneOf("rename", "arguments", "move", "rewire", "delete"), SOME)),
        cell: whole,
        line: whole,
        text,
        name: text,
        unnamed: text,
        variable: text,
        scope: text,
        arguments: list(tuple(text, text, text), SOME),
        inputs: list(tuple(text, text), SOME),
        tensors: list(tuple(text, text), SOME),
        scopes: list(text, SOME),
      }),
    ),
  ],
  [
    "edit-result",
    either(
      record({ op: whole, request: whole, why: text }),
      record({ op: whole, request: whole, cell: whole, before: text, after: text, at: text }),
    ),
  ],
  [
    "field-result",
    either(
      record({ request: whole, cell: whole, why: text }),
      record({ request: whole, cell: whole, before: text, after: text }),
    ),
  ],
  [
    "fields",
    record({
      cell: whole,
      fields: list(
        record({
          name: text,
          kind: oneOf("slider", "number", "choice", "boolean", "text"),
          value: text,
          min: optional(number),
          max: optional(number),
          step: optional(number),
          choices: optional(list(text, SOME)),
        }),
        SOME,
      ),
    }),
  ],
  ["find", record({ name: text, value: text, bytes: text })],
  [
    "hlo",
    either(
      record({ op: whole, why: text }),
      record({ op: whole, stage: oneOf("optimized", "stablehlo"), text, characters: whole, ...code }),
    ),
  ],
  [
    "subgraph",
    either(
      record({ why: text }),
      record({
        op: whole,
        graph: text,
        name: text,
        subgraphs: list(text, SOME),
        subgraph: text,
        bytes: text,
      }),
    ),
  ],
  [
    "overlay",
    either(record({ why: text }), record({ overlay: about, columns: text }), record({ name: text })),
  ],
  ["overlays", record({ overlays: list(record(choice), SOME) })],
  ["page", record({ html: text })],
  ["palette", record({ bytes: text })],
  [
    "palette-fit",
    record({
      request: whole,
      fits: list(tuple(text, text, list(text, SOME)), MOST_ENTRIES),
      likely: optional(list(text, SOME)),
    }),
  ],
  [
    "palette-line",
    record({
      request: whole,
      code: text,
      outputs: list(text, SOME),
      note: maybe(text),
      arguments: optional(every(text)),
      why: maybe(text),
      parameter: maybe(text),
    }),
  ],
  ["piece", record({ bytes: text })],
  ["preview", record({ fetches: list(tensor), feeds: list(tensor) })],
  ["refused", record({ why: text })],
  [
    "question",
    record({
      kind: oneOf("runs", "order", "fetch"),
      text,
      choices: list(tuple(whole, text), SOME),
      right: ops,
      pairs: list(tuple(whole, whole), SOME * SOME),
      executed: ops,
    }),
  ],
  [
    "show",
    record({
      depth: maybe(whole),
      at: maybe(text),
      highlight: optional(list(thing)),
      color_by: maybe(text),
      direction: maybe(direction),
      focus: optional(flag),
      field: optional(text),
    }),
  ],
  ["side", record({ link: text, which: oneOf(0, 1), ...part })],
  [
    "step",
    either(
      record({ stepThrough: whole, begin: oneOf(true) }),
      record({ ended: oneOf(true) }),
      record({ ...stepState, begin: oneOf(undefined, false) }),
    ),
  ],
  ["step-card", record({ stepThrough: whole, card })],
  ["step-schedule", record({ stepThrough: whole, bytes: text })],
  ["step-error", record({ text })],
  [
    "train",
    either(
      record({ training: whole, begin: oneOf(true) }),
      record({ training: whole, ended: oneOf(true) }),
      record({ training: whole, bytes: text }),
    ),
  ],
  ["train-others", record({ training: whole, others: list(tuple(whole, text), SOME) })],
  [
    "values",
    record({
      values: list(tensorValue, SOME),
      ran: optional(text),
      extra: optional(flag),
      step: optional(whole),
      ended: optional(flag),
    }),
  ],
  [
    "peek",
    either(
      record({ op: whole, output: whole, why: text }),
      record({ op: whole, output: whole, text, ran: whole }),
    ),
  ],
  ["value", record({ op: whole, output: whole, value })],
  ["watch", record({ watched: list(watched, SOME) })],
  ["watch-error", record({ text })],
]);

/** Whether a message has the shape of one that a kernel sends. */
export function isMessage(content: unknown): content is Record<string, unknown> {
  if (!isRecord(content) || typeof content.type !== "string") return false;
  return SHAPES.get(content.type)?.(content) ?? false;
}

/** Whether a message about a training holds what it should. */
export function isTrainingData(value: unknown): boolean {
  return trainingData(value) && (value as { recordings: Columns[] }).recordings.every(areEven);
}

interface Columns {
  steps: number[];
  values: unknown[][];
  whole: boolean;
  metrics?: string[];
  sliders?: string[];
}

/** Each name has as many numbers as there are steps. */
function areEven({ steps, values, whole, metrics = [], sliders = [] }: Columns): boolean {
  return (
    values.every((column) => column.length === steps.length) &&
    (!whole || values.length === metrics.length + sliders.length)
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const choices = list(tuple(text, flag), 100_000);
const viewState = record({
  open: choices,
  auxiliary: choices,
  place: optional(
    record({
      x: number,
      y: number,
      zoom: (value) => number(value) && (value as number) > 0,
      direction: optional(direction),
    }),
  ),
  chosen: optional(every((value) => isMessage(value))),
});

/** Whether a saved state of a view is one. */
export function isViewState(value: unknown): value is ViewState {
  return viewState(value);
}
