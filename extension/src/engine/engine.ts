/** All graphs and pictures of a page: the side that thinks. It lives in a worker, and the page asks it. */

import { type Details, details, type Found, find } from "../model/details.ts";
import { Model } from "../model/model.ts";
import { Picture } from "../model/picture.ts";
import { prune, type TensorId } from "../model/prune.ts";
import type { Scene } from "../model/scene.ts";
import type { Metrics } from "../model/text.ts";
import { fromBase64, unpack } from "../protocol.ts";

const MOST_FOUND = 60;

/** What became of a piece. `cursor` is where the graph stands now; a piece from beyond it left a gap. */
export interface Taken {
  from: number;
  to: number;
  cursor: number;
}

/** A compressed piece: as base64 from a file, as bytes from the kernel. */
export type Chunk = string | Uint8Array<ArrayBuffer>;

/** What a run of the chosen fetches would do, in terms of what is visible. */
export interface Preview {
  runs: number;
  of: number;
  /** For each visible path how many of its operations run. */
  visible: [path: string, runs: number][];
  needs: Found[];
  state: Found[];
  fetches: Found[];
  feeds: Found[];
}

export class Engine {
  private readonly models = new Map<string, Model>();
  private readonly pictures = new Map<number, { model: Model; picture: Picture }>();

  show(view: number, uid: string, metrics: Metrics): void {
    const model = this.models.get(uid) ?? new Model(uid);
    this.models.set(uid, model);
    this.pictures.set(view, { model, picture: new Picture(model, metrics) });
  }

  hide(view: number): void {
    this.pictures.delete(view);
  }

  /** Takes pieces in and shows what comes of them, in one answer: every message to a worker costs time. */
  async take(view: number, chunks: Chunk[]): Promise<{ taken: Taken[]; scene: Scene }> {
    const { model } = this.of(view);
    const taken: Taken[] = [];
    for (const chunk of chunks) {
      const piece = await unpack(typeof chunk === "string" ? fromBase64(chunk) : chunk);
      model.apply(piece);
      taken.push({ from: piece.from, to: piece.to, cursor: model.graph.cursor });
    }
    return { taken, scene: this.scene(view) };
  }

  scene(view: number): Scene {
    return this.of(view).picture.scene();
  }

  toggle(view: number, path: string): Scene {
    const { picture } = this.of(view);
    picture.toggle(path);
    return picture.scene();
  }

  /** Sets a node aside, or brings it back among the others. */
  setAside(view: number, path: string, aside: boolean): Scene {
    const { picture } = this.of(view);
    picture.setAside(path, aside);
    return picture.scene();
  }

  reveal(view: number, path: string): Scene {
    const { picture } = this.of(view);
    picture.reveal(path);
    return picture.scene();
  }

  /** All about the operation at `path`; undefined for a scope without one. */
  details(view: number, path: string): Details | undefined {
    const { graph, hierarchy } = this.of(view).model;
    const node = hierarchy.find(path);
    return node && node.op >= 0 ? details(graph, hierarchy, node.op) : undefined;
  }

  attributes(uid: string, op: number, texts: string[]): void {
    this.models.get(uid)?.graph.setAttributes(op, texts);
  }

  find(view: number, query: string): Found[] {
    const { graph, hierarchy } = this.of(view).model;
    return find(graph, hierarchy, query, MOST_FOUND);
  }

  preview(view: number, fetches: number[], feeds: TensorId[]): Preview {
    const { model, picture } = this.of(view);
    const { graph, hierarchy } = model;
    const run = prune(graph, fetches, feeds);
    const counts = new Map<string, number>();
    for (const id of run.ops) {
      const shown = picture.visible(hierarchy.place(id));
      for (let at: typeof shown | null = shown; at?.parent; at = at.parent)
        counts.set(at.path, (counts.get(at.path) ?? 0) + 1);
    }
    const found = (id: number): Found => ({
      op: id,
      name: graph.name(id),
      type: graph.type(id),
      path: picture.visible(hierarchy.place(id)).path,
    });
    return {
      runs: run.ops.size,
      of: graph.count,
      visible: [...counts],
      needs: run.needs.map(found),
      state: run.state.map(found),
      fetches: fetches.map(found),
      feeds: feeds.map(([id]) => found(id)),
    };
  }

  private of(view: number) {
    return this.pictures.get(view) as { model: Model; picture: Picture };
  }
}
