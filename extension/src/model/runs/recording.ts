/** Recordings of trainings: numbers of each step, and snapshots. graphlab/_src/play/recording_message.py writes them. */
import { fromBase64 } from "../../protocol.ts";
import { countUpTo } from "./sorted.ts";

/** The weight or gradient that figures are of. */
export type RecordedTensor = [op: number, output: number, kind: string, name: string];

export interface SurfaceData {
  region: number[];
  /** A byte for each place, row by row from the top, in base64; classes is "" for a single number. */
  levels: string;
  classes: string;
  low: number | null;
  high: number | null;
}

interface SnapshotData {
  step: number;
  figures: string;
  surface?: SurfaceData;
}

export interface PointsData {
  x: (number | null)[];
  y: (number | null)[];
  labels: (number | null)[];
}

/** A recording, or what it has gained; the texts are those of a whole one. */
export interface RecordingData {
  recording: number;
  whole: boolean;
  steps: number[];
  /** A list for each metric, then for each slider. */
  values: (number | null)[][];
  snapshots: SnapshotData[];
  points?: PointsData;
  name?: string;
  metrics?: string[];
  sliders?: string[];
  tensors?: RecordedTensor[];
  notes?: string[];
}

/** The figures of one tensor in one snapshot. */
export interface Figure {
  low: number;
  high: number;
  mean: number;
  /** The root of the mean of the squares. */
  size: number;
  nan: number;
  inf: number;
  health: string;
  /** How many numbers lie in each of 20 bins, the most being 255. */
  bars: Uint8Array;
}

export interface Snapshot {
  step: number;
  figures: Figure[];
  surface?: SurfaceData;
}

export interface NumberLine {
  name: string;
  steps: number[];
  values: (number | null)[];
}

const HEALTHS = ["ok", "nan", "inf", "zero", "exploding", "vanishing"];
const BARS = 20;
const FIGURE = 25 + BARS; // bytes
const MOST_STEPS = 8_000; // that a page holds of a training that goes on; then every second one stays

export class Recording {
  readonly number: number;
  readonly name: string;
  readonly tensors: RecordedTensor[];
  readonly notes: string[];
  readonly metrics: string[];
  readonly sliders: string[];
  points?: PointsData;
  private steps: number[] = [];
  private values: (number | null)[][];
  private snapshots: SnapshotData[] = [];
  private readonly decoded = new Map<SnapshotData, Snapshot>();

  /** `data`: a whole recording. */
  constructor(data: RecordingData) {
    this.number = data.recording;
    this.name = data.name ?? "";
    this.metrics = data.metrics ?? [];
    this.sliders = data.sliders ?? [];
    this.tensors = data.tensors ?? [];
    this.notes = data.notes ?? [];
    this.values = [...this.metrics, ...this.sliders].map(() => []);
    this.append(data);
  }

  /** Adds what is new; what is known already stays. */
  append(data: RecordingData): void {
    const known = this.steps.at(-1) ?? -1;
    const first = data.steps.findIndex((step) => step > known);
    if (first >= 0) {
      this.steps.push(...data.steps.slice(first));
      this.values.forEach((column, i) => {
        column.push(...data.values[i].slice(first));
      });
    }
    if (this.steps.length > MOST_STEPS) {
      const stays = (_: unknown, i: number) => i % 2 === 0 || i === this.steps.length - 1;
      this.values = this.values.map((column) => column.filter(stays));
      this.steps = this.steps.filter(stays);
    }
    const last = this.snapshots.at(-1)?.step ?? -1;
    this.snapshots.push(...data.snapshots.filter(({ step }) => step > last));
    this.points = data.points ?? this.points;
  }

  /** The first and the last step that it has something of. */
  get range(): [first: number, last: number] {
    const steps = [this.steps[0], this.snapshots[0]?.step].filter((step) => step !== undefined);
    const ends = [this.steps.at(-1), this.snapshots.at(-1)?.step].filter((step) => step !== undefined);
    return [Math.min(...steps, ...ends), Math.max(...ends, 0)].map((step) =>
      Number.isFinite(step) ? step : 0,
    ) as [number, number];
  }

  get isEmpty(): boolean {
    return !this.steps.length && !this.snapshots.length;
  }

  get snapshotSteps(): number[] {
    return this.snapshots.map(({ step }) => step);
  }

  /** The numbers of a metric or slider. */
  line(name: string): NumberLine | undefined {
    const at = [...this.metrics, ...this.sliders].indexOf(name);
    return at < 0 ? undefined : { name, steps: this.steps, values: this.values[at] };
  }

  /** Each metric's and slider's number after this step, or after the last one before it that is known. */
  numbersAt(step: number): [name: string, value: number | null][] {
    const at = countUpTo(this.steps, step) - 1;
    return at < 0
      ? []
      : [...this.metrics, ...this.sliders].map((name, i) => [name, this.values[i][at] ?? null]);
  }

  /** The last snapshot up to this step; the first if there is none. */
  snapshotAt(step: number): Snapshot | undefined {
    const at = countUpTo(this.snapshots, step, (one) => one.step) - 1;
    const data = this.snapshots[Math.max(0, at)];
    if (!data) return undefined;
    let snapshot = this.decoded.get(data);
    if (!snapshot) {
      snapshot = { step: data.step, figures: figuresIn(data.figures), surface: data.surface };
      this.decoded.set(data, snapshot);
    }
    return snapshot;
  }
}

/** Reads an array of FIGURES, graphlab/_src/play/snapshots.py. */
function figuresIn(text: string): Figure[] {
  const bytes = fromBase64(text);
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: Math.floor(bytes.length / FIGURE) }, (_, i) => {
    const at = i * FIGURE;
    const [low, high, mean, size] = [0, 4, 8, 12].map((offset) => data.getFloat32(at + offset, true));
    return {
      low,
      high,
      mean,
      size,
      nan: data.getUint32(at + 16, true),
      inf: data.getUint32(at + 20, true),
      health: HEALTHS[bytes[at + 24]] ?? "ok",
      bars: bytes.subarray(at + 25, at + FIGURE),
    };
  });
}

/** The parts of two figures' numbers that lie in equal bins from the smallest to the largest of both; each adds up to 1. */
export function onOneScale(
  figures: Figure[],
  bins = BARS,
): { low: number; high: number; shares: number[][] } {
  const low = Math.min(...figures.map((figure) => figure.low));
  const high = Math.max(...figures.map((figure) => figure.high));
  const shares = figures.map((figure) => {
    const result = new Array<number>(bins).fill(0);
    const total = figure.bars.reduce((sum, count) => sum + count, 0);
    if (!total || high <= low) {
      const only = high > low ? ((figure.mean - low) / (high - low)) * bins : 0;
      result[Math.min(bins - 1, Math.max(0, Math.floor(only)))] = 1;
      return result;
    }
    const width = (figure.high - figure.low) / figure.bars.length;
    figure.bars.forEach((count, i) => {
      // A bin of its own scale may lie in several bins of the common one.
      const [from, to] = [figure.low + i * width, figure.low + (i + 1) * width].map(
        (at) => ((at - low) / (high - low)) * bins,
      );
      for (let bin = Math.floor(from); bin < Math.min(bins, Math.ceil(to)); bin++) {
        const covered = Math.min(to, bin + 1) - Math.max(from, bin);
        result[bin] += (count / total) * (covered / (to - from));
      }
    });
    return result;
  });
  return { low, high, shares };
}
