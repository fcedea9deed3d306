/** Trainings: gl.train. The kernel trains; the diagram plays, pauses and steps it, and shows what was recorded. */
import { gather } from "../gather.ts";
import { inOrder } from "../in-order.ts";
import { inflate } from "../inflate.ts";
import { isTrainingData } from "../messages.ts";
import type { Scene } from "../model/diagram/scene.ts";
import { THUMBNAIL } from "../model/diagram/sizes.ts";
import { numberText } from "../model/runs/curves.ts";
import { type Figure, onOneScale, Recording, type RecordingData } from "../model/runs/recording.ts";
import { isOver, type TrainingState } from "../model/runs/training.ts";
import { TrainingBar } from "../panels/training-bar.ts";
import { TrainingCharts } from "../panels/training-charts.ts";
import { fromBase64 } from "../protocol.ts";
import { __ } from "../words.ts";
import type { MakeFeature } from "./feature.ts";

const MOST = 2 ** 25; // bytes that a message may inflate to
const RENEW = 10_000; // ms after which the kernel is notified again that the diagram is in sight
const REPLAY = 10_000; // ms that a recording plays
const FRAME = 50; // ms between two of its steps
const SLIDE = 60; // ms between two values of a slider that moves
const PATIENCE = 4000; // ms
const AGAIN = 700; // ms
const endedText = () => __("This training ended with its kernel. What was recorded is still here.");
const goneText = () => __("This training ended with its kernel: run the cell again to train.");
const silentText = () =>
  __("The kernel does not answer: a cell runs, or it was restarted. Then run the cell again to train.");

interface TrainingData {
  state: TrainingState | null;
  recordings: RecordingData[];
}

/** What a badge says of an unhealthy tensor. */
const WORDS: Record<string, string> = { nan: "NaN", inf: "Inf" };
const NOTHING: TrainingState = {
  state: "stopped",
  step: 0,
  steps: null,
  speed: null,
  rate: 0,
  why: "",
  awaited: false,
  sliders: [],
};

export const train: MakeFeature = (context) => {
  /** Its number; 0: recordings of one that there is no longer; undefined: this diagram shows none. */
  let training: number | undefined;
  let state: TrainingState | undefined;
  let own: Recording | undefined;
  let other: Recording | undefined;
  /** The message with all of a training that is over, which the notebook saves. */
  let saved: Record<string, unknown> | undefined;
  /** Its kernel is there. */
  let isLive = false;
  /** The step that is shown; undefined: the last. */
  let position: number | undefined;
  let showsCharts = false;
  let inSight = false;
  let replaying: ReturnType<typeof setInterval> | undefined;
  let renewing: ReturnType<typeof setInterval> | undefined;
  let silent: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let sliding: ReturnType<typeof setTimeout> | undefined;
  /** The values of sliders that the kernel has not been sent. */
  const slid = new Map<string, number | boolean>();
  /** Places of the recorded tensors in the figures, by the path of the visible node. */
  let places = new Map<string, number[]>();
  let placed: { scene?: Scene; own?: Recording } = {};

  const bar = new TrainingBar({
    play: () => (runs() ? control(state?.state === "playing" ? "pause" : "play") : replay()),
    step: () => control("step"),
    stop: () => control("stop"),
    speed: (value) => control("speed", { value }),
    slide,
    look: (step) => {
      stopReplay();
      look(step);
    },
    follow: () => {
      stopReplay();
      look(undefined);
    },
    charts: () => (showsCharts ? context.closeDrawer() : open()),
  });
  const charts = new TrainingCharts({
    go: (op) => void context.goToOperation(op, true),
    others: () => training && context.live && context.send({ type: "train-others", training }),
    compare(recording) {
      if (recording === undefined || recording === other?.number) {
        other = recording === undefined ? undefined : other;
        render();
      } else context.send({ type: "train-compare", training, other: recording });
    },
  });
  const sight = new IntersectionObserver((entries) => see(entries.at(-1)?.isIntersecting ?? false));
  const hide = () => see(inSight);
  document.addEventListener("visibilitychange", hide);

  /** Whether the kernel makes steps, or may. */
  function runs(): boolean {
    return isLive && state !== undefined && !isOver(state);
  }

  /** Sends a command, and reports if there is no reply. */
  function control(what: string, more: Record<string, unknown> = {}): void {
    context.send({ type: "train-do", training, what, ...more });
    expectReply();
  }

  function expectReply(): void {
    silent ??= setTimeout(() => bar.report(silentText()), PATIENCE);
  }

  function slide(name: string, value: number | boolean): void {
    slid.set(name, value);
    sliding ??= setTimeout(() => {
      sliding = undefined;
      for (const [slider, now] of slid) control("slider", { slider, value: now });
      slid.clear();
    }, SLIDE);
  }

  /** Lets the kernel know whether the diagram is in sight: what is not gets nothing. */
  function see(now: boolean): void {
    const was = renewing !== undefined;
    inSight = now;
    const on = now && !document.hidden && Boolean(training) && context.live;
    if (on === was) return;
    clearInterval(renewing);
    renewing = undefined;
    if (!on) {
      if (isLive) context.send({ type: "train-look", training, on: false });
      return;
    }
    sync();
    renewing = setInterval(() => context.send({ type: "train-look", training, on: true }), RENEW);
  }

  /** Requests all of it. A busy kernel may get messages by another channel soon: until it answers it is requested again. */
  function sync(): void {
    context.send({ type: "train-sync", training });
    expectReply();
    clearTimeout(again);
    again = setTimeout(() => renewing !== undefined && sync(), AGAIN);
  }

  function begin(number: number): void {
    training = number;
    context.line(bar.element);
    if (training) sight.observe(bar.element);
    if (!context.live) bar.end(training ? goneText() : "");
  }

  async function receive(content: Record<string, unknown>): Promise<void> {
    if (content.begin) return begin(content.training as number);
    if (training === undefined || content.training !== training) return;
    if (content.ended) return end();
    const bytes = await inflate(fromBase64(content.bytes as string), MOST);
    const data: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!isTrainingData(data)) return;
    clearTimeout(silent);
    clearTimeout(again);
    silent = undefined;
    await show(data as TrainingData, content);
  }

  async function show(data: TrainingData, content: Record<string, unknown>): Promise<void> {
    const before = state;
    if (data.state) {
      state = data.state;
      isLive = context.live && training !== 0;
    }
    const [first, ...others] = data.recordings;
    for (const recording of data.state ? others : data.recordings) {
      other = new Recording(recording);
      charts.offer([[other.number, other.name]], other.number);
    }
    if (data.state && first) {
      if (first.whole) own = new Recording(first);
      else if (own?.number === first.recording) own.append(first);
      if (training && first.whole && state && isOver(state)) saved = { ...content, view: undefined };
    }
    if (state && isOver(state) && before && !isOver(before) && !first?.whole) sync(); // for the notebook
    if (!before && own && !own.isEmpty) open();
    else if (!showsCharts && before && before.step === 0 && state && state.step > 0) open();
    await place();
    render();
  }

  function end(): void {
    isLive = false;
    clearInterval(renewing);
    renewing = undefined;
    clearTimeout(silent);
    clearTimeout(again);
    if (!own) {
      bar.end(goneText());
      return;
    }
    if (state && !isOver(state)) state = { ...state, state: "stopped", why: endedText() };
    render();
  }

  function open(): void {
    context.drawer(__("Training"), charts.element, () => {
      showsCharts = false;
      render();
    });
    showsCharts = true;
    render();
  }

  function look(step: number | undefined): void {
    position = step;
    render();
  }

  function replay(): void {
    if (replaying) {
      stopReplay();
      return;
    }
    if (!own) return;
    const [first, last] = own.range;
    const start = position === undefined || position >= last ? first : position;
    const begun = performance.now();
    look(start);
    replaying = setInterval(() => {
      const step = start + Math.round(((performance.now() - begun) / REPLAY) * (last - first));
      if (step >= last) stopReplay();
      look(step >= last ? undefined : step);
    }, FRAME);
    render();
  }

  function stopReplay(): void {
    clearInterval(replaying);
    replaying = undefined;
    render();
  }

  function render(): void {
    if (!own) {
      if (state)
        bar.show(state, { range: [0, 0], numbers: [], live: isLive, replays: false, charts: showsCharts });
      return;
    }
    const numbers = own.numbersAt(position ?? Number.POSITIVE_INFINITY);
    bar.show(state ?? NOTHING, {
      position,
      range: own.range,
      // The sliders themselves show what they are now.
      numbers: position === undefined && isLive ? numbers.slice(0, own.metrics.length) : numbers,
      live: isLive,
      replays: replaying !== undefined,
      charts: showsCharts,
    });
    charts.live = isLive;
    if (showsCharts) charts.show(own, other, position);
    context.repaint();
  }

  /** Finds the visible nodes of the recorded tensors. */
  async function place(): Promise<void> {
    const tensors = own?.tensors ?? [];
    const scene = context.scene();
    if (scene === placed.scene && own === placed.own) return;
    placed = { scene, own };
    const found = new Map<string, number[]>();
    for (const [i, [op]] of tensors.entries()) {
      const { visible } = await context.engine.where(context.view, op);
      gather(found, visible, i);
    }
    places = found;
  }

  /** The figures at a visible node: the first one's are shown, the worst health of all counts. */
  function figuresAt(path: string): [name: string, figure: Figure, other?: Figure][] {
    const step = position ?? Number.POSITIVE_INFINITY;
    const figures = own?.snapshotAt(step)?.figures;
    const rivals = other?.snapshotAt(step)?.figures;
    return (places.get(path) ?? []).flatMap((i) => {
      const name = own?.tensors[i]?.[3] ?? "";
      const rival = other?.tensors.findIndex(([, , , one]) => one === name) ?? -1;
      return figures?.[i] ? [[name, figures[i], rivals?.[rival]]] : [];
    });
  }

  return {
    layer: {
      node({ path }) {
        if (!own || !places.has(path)) return undefined;
        const here = figuresAt(path);
        if (!here.length) return undefined;
        const [[name, figure, rival]] = here;
        const worst = here.find(([, one]) => one.health !== "ok")?.[1].health ?? "";
        const marks = [worst ? `is-${worst}` : "recorded"];
        const { shares } = onOneScale(rival ? [figure, rival] : [figure]);
        const points = rival ? shares[0].map((share, i) => share - shares[1][i]) : shares[0];
        const range = `${numberText(figure.low)} … ${numberText(figure.high)}`;
        return {
          marks,
          badge: WORDS[worst],
          thumbnail: { points, width: THUMBNAIL.width, height: THUMBNAIL.height },
          title: rival
            ? __("%1: %2, and how its histogram differs from that of %3", name, range, other?.name ?? "")
            : __("%1: %2, mean %3", name, range, numberText(figure.mean)),
        };
      },
    },
    messages: {
      train: inOrder(receive),
      "train-others"(content) {
        if (content.training === training) charts.offer(content.others as [number, string][]);
      },
    },
    chosen: () => (saved ? { train: saved } : undefined),
    scene: () => void (own && place().then(() => context.repaint())),
    key(event) {
      if (!own) return false;
      const steps = own.snapshotSteps;
      const at = position ?? own.range[1];
      const next =
        event.key === "."
          ? steps.find((step) => step > at)
          : event.key === ","
            ? [...steps].reverse().find((step) => step < at)
            : NaN;
      if (Number.isNaN(next)) return false;
      stopReplay();
      look(next);
      return true;
    },
    live(live) {
      if (!training) return;
      if (live) {
        renewing = undefined;
        see(inSight);
      } else end();
    },
    remove() {
      sight.disconnect();
      document.removeEventListener("visibilitychange", hide);
      if (isLive && renewing !== undefined) context.send({ type: "train-look", training, on: false });
      clearInterval(renewing);
      stopReplay();
      clearTimeout(silent);
      clearTimeout(again);
      clearTimeout(sliding);
    },
  };
};
