/** The reader's choice of fetches and feeds, and what a run of it would do. */
import type { Client } from "../engine/client.ts";
import type { Preview } from "../engine/engine.ts";
import type { TensorId } from "../model/prune.ts";
import type { SceneEdge, SceneNode } from "../model/scene.ts";
import { bare } from "../scene/trace.ts";

export class Run {
  readonly fetches = new Set<number>();
  readonly feeds = new Map<number, TensorId>();
  preview?: Preview;
  private counts = new Map<string, number>();

  constructor(
    private readonly engine: Client,
    private readonly view: number,
    private readonly changed: () => void,
  ) {}

  toggleFetch(op: number): void {
    if (!this.fetches.delete(op)) this.fetches.add(op);
    void this.update();
  }

  toggleFeed(tensor: TensorId): void {
    const [op] = tensor;
    if (!this.feeds.delete(op)) this.feeds.set(op, tensor);
    void this.update();
  }

  clear(): void {
    this.fetches.clear();
    this.feeds.clear();
    void this.update();
  }

  /** Asks again: the choice, the graph or what is visible has changed. */
  async update(): Promise<void> {
    const { fetches, feeds } = this;
    this.preview = fetches.size
      ? await this.engine.preview(this.view, [...fetches], [...feeds.values()])
      : undefined;
    this.counts = new Map(this.preview?.visible);
    this.changed();
  }

  /** How a node stands in the run, as class names. */
  marks({ path }: SceneNode): string[] {
    if (!this.preview) return [];
    const { needs, state, fetches, feeds } = this.preview;
    const lists = { needed: needs, state, fetched: fetches, fed: feeds };
    const marks = Object.entries(lists).filter(([, list]) => list.some((found) => found.path === path));
    return [this.counts.has(path) ? "runs" : "pruned", ...marks.map(([mark]) => mark)];
  }

  edgeMark({ from, to }: SceneEdge): string {
    if (!this.preview) return "";
    return this.counts.has(bare(from)) && this.counts.has(bare(to)) ? "runs" : "pruned";
  }

  /** What a closed scope says while a run is shown. */
  note({ path, kind, size }: SceneNode): string | undefined {
    return this.preview && kind === "scope" ? `runs ${this.counts.get(path) ?? 0} of ${size}` : undefined;
  }
}
