import { expect, it } from "vitest";
import { isTrainingData } from "../src/messages.ts";
import { curve, numberText, scaleOf, smoothed, ticks } from "../src/model/runs/curves.ts";
import { onOneScale, Recording, type RecordingData } from "../src/model/runs/recording.ts";
import { type FedSlider, POSITIONS, positionOf, valueAt } from "../src/model/runs/training.ts";
import { toBase64 } from "../src/protocol.ts";

/** The bytes of one tensor's figures, as graphlab/_src/play/snapshots.py writes them. */
function figures(low: number, high: number, bars: number[], health = 0): string {
  const bytes = new Uint8Array(45);
  const data = new DataView(bytes.buffer);
  [low, high, (low + high) / 2, 1].forEach((value, i) => {
    data.setFloat32(4 * i, value, true);
  });
  data.setUint32(16, 3, true);
  bytes[24] = health;
  bytes.set(bars, 25);
  return toBase64(bytes);
}

const BARS = Array.from({ length: 20 }, (_, i) => (i === 4 ? 255 : 0));
const WHOLE: RecordingData = {
  recording: 1,
  whole: true,
  name: "first",
  metrics: ["loss"],
  sliders: ["rate"],
  tensors: [[7, 0, "weight", "w"]],
  notes: [],
  steps: [1, 2],
  values: [
    [0.5, 0.25],
    [0.1, 0.1],
  ],
  snapshots: [
    { step: 0, figures: figures(-1, 1, BARS) },
    { step: 2, figures: figures(0, 4, BARS, 1) },
  ],
};

it("a recording grows by what is new, and is read at any step", () => {
  const recording = new Recording(WHOLE);
  recording.append({
    ...WHOLE,
    whole: false,
    steps: [2, 3],
    values: [
      [0.25, null],
      [0.1, 0.2],
    ],
    snapshots: [],
  });
  expect(recording.range).toEqual([0, 3]);
  expect(recording.line("loss")).toEqual({ name: "loss", steps: [1, 2, 3], values: [0.5, 0.25, null] });
  expect(recording.numbersAt(2)).toEqual([
    ["loss", 0.25],
    ["rate", 0.1],
  ]);
  expect(recording.numbersAt(0)).toEqual([]);
  expect(recording.snapshotAt(1)?.step).toBe(0);
  const [figure] = recording.snapshotAt(3)?.figures ?? [];
  expect([figure.low, figure.high, figure.mean, figure.nan, figure.health]).toEqual([0, 4, 2, 3, "nan"]);
  expect([...figure.bars]).toEqual(BARS);
});

it("a recording that goes on for long stays bounded, with its ends", () => {
  const recording = new Recording({ ...WHOLE, steps: [], values: [[], []], snapshots: [] });
  for (let step = 1; step <= 40_000; step++)
    recording.append({ ...WHOLE, whole: false, steps: [step], values: [[step], [0]], snapshots: [] });
  const steps = recording.line("loss")?.steps ?? [];
  expect(steps.length).toBeLessThanOrEqual(8_000);
  expect(recording.range).toEqual([1, 40_000]);
});

it("histograms are compared on one scale", () => {
  const recording = new Recording(WHOLE);
  const of = (step: number) => recording.snapshotAt(step)?.figures[0] as never;
  const { low, high, shares } = onOneScale([of(0), of(2)]);
  expect([low, high]).toEqual([-1, 4]);
  for (const share of shares) expect(share.reduce((sum, part) => sum + part)).toBeCloseTo(1);
});

it("a curve has gaps where there is no number, and the extremes of each column of pixels", () => {
  const line = { name: "loss", steps: [0, 1, 2, 3], values: [0, 1, null, 1] };
  const along = { low: 0, high: 3 };
  expect(curve(line, { width: 30, height: 10 }, along, { low: 0, high: 1 })).toBe("M0 10L10 0M30 0");
  const many = Array.from({ length: 10_000 }, (_, i) => (i === 5_000 ? 9 : 0));
  const path = curve(
    { name: "loss", steps: [...many.keys()], values: many },
    { width: 100, height: 9 },
    { low: 0, high: 9_999 },
    { low: 0, high: 9 },
  );
  expect(path).toContain(" 0L");
  expect(path.length).toBeLessThan(3_000);
});

it("scales and marks are round and never empty", () => {
  expect(scaleOf([{ name: "a", steps: [1], values: [2] }])).toEqual({ low: 1, high: 3 });
  expect(scaleOf([{ name: "a", steps: [], values: [] }])).toEqual({ low: 0, high: 1 });
  expect(ticks({ low: 0, high: 100 }, 5)).toEqual([0, 20, 40, 60, 80, 100]);
  expect(smoothed({ name: "a", steps: [1, 2], values: [3, 3] }, 0.9).values).toEqual(
    [3, 3].map((n) => expect.closeTo(n)),
  );
  expect([0, 12_345, 0.07314, -1.5e-8, null].map(numberText)).toEqual([
    "0",
    "12,345",
    "0.07314",
    "−1.5e−8",
    "NaN",
  ]);
});

it("a slider's positions are those of the logarithm where it says so", () => {
  const slider: FedSlider = {
    name: "rate",
    kind: "range",
    low: 1e-4,
    high: 1,
    log: true,
    whole: false,
    value: 0.01,
  };
  expect(positionOf(slider)).toBe(POSITIONS / 2);
  expect(valueAt(slider, POSITIONS / 2)).toBe(0.01);
  expect(valueAt(slider, POSITIONS)).toBe(1);
  expect(valueAt({ ...slider, low: 0, high: 5, log: false, whole: true }, 333)).toBe(2);
});

it("what a training's message holds is checked: a notebook may be from anybody", () => {
  expect(isTrainingData({ state: null, recordings: [WHOLE] })).toBe(true);
  expect(isTrainingData({ state: null, recordings: [{ ...WHOLE, values: [[1], [2]] }] })).toBe(false);
  expect(isTrainingData({ state: null, recordings: [{ ...WHOLE, metrics: ["a", "b", "c"] }] })).toBe(false);
  expect(isTrainingData({ state: { state: "dancing" }, recordings: [] })).toBe(false);
  expect(isTrainingData(null)).toBe(false);
});
