/** All graphs and pictures of a page: the side that thinks. It lives in a worker, and the page asks it. */

import { Diagram } from "../model/diagram/diagram.ts";
import { dot, flows } from "../model/diagram/graphviz.ts";
import type { Scene } from "../model/diagram/scene.ts";
import { countsOf, type Tally, tally } from "../model/diagram/tally.ts";
import type { Node } from "../model/hierarchy/hierarchy.ts";
import { Model } from "../model/hierarchy/model.ts";
import { type Legend, OverlayColoring, type Tint } from "../model/overlays/coloring.ts";
import { type Order, type OverlayTable, overlayTable } from "../model/overlays/table.ts";
import { type About, unpackValues } from "../model/overlays/values.ts";
import { type Dependencies, type DependencyQuery, findDependencies } from "../model/queries/dependencies.ts";
import { type Details, details } from "../model/queries/details.ts";
import { failurePath } from "../model/queries/failure.ts";
import { prune, type TensorId } from "../model/queries/prune.ts";
import { found, type OperationSummary } from "../model/queries/summary.ts";
import { type StepProgress, stepProgress } from "../model/runs/step.ts";
import type { SearchContext } from "../model/search/predicates.ts";
import { type Hits, scopesFor, search } from "../model/search/search.ts";
import type { Metrics } from "../model/text/metrics.ts";
import { OVERLAYS } from "../overlays/index.ts";
import { fromBase64, unpack } from "../protocol.ts";

const MOST_FOUND = 60;
const MOST_SCOPES = 3;

/** What became of a piece. `cursor` is where the graph stands now; a piece from beyond it left a gap. */
export interface Taken {
  from: number;
  to: number;
  cursor: number;
}

/** A compressed piece: as base64 from a file, as bytes from the kernel. */
export type Chunk = string | Uint8Array<ArrayBuffer>;

/** An operation, by its number, or a scope, by its path. */
export type NodeRef = number | string;

/** What a run of the chosen fetches would do, in terms of what is visible. */
export interface Preview {
  runs: number;
  of: number;
  /** For each visible path how many of its operations run. */
  visible: [path: string, runs: number][];
  mustBeFed: OperationSummary[];
  read: OperationSummary[];
  assigned: OperationSummary[];
  fetches: OperationSummary[];
  feeds: OperationSummary[];
}

/** What a text finds. */
export interface Answer extends Omit<Hits, "ids"> {
  total: number;
  first: OperationSummary[];
  /** Scopes of such a name. */
  scopes: { path: string; size: number }[];
}

/** One picture on the page, and what its reader has chosen. */
interface OpenDiagram {
  model: Model;
  diagram: Diagram;
  hits?: Int32Array;
  chosen?: { fetched: Set<number>; fed: Set<number> };
  overlay?: OverlayColoring;
}

export class Engine {
  private readonly models = new Map<string, Model>();
  private readonly diagrams = new Map<number, OpenDiagram>();

  /** Begins a picture; `depth`: how many levels of scopes are open in it. */
  show(view: number, uid: string, metrics: Metrics, depth?: number): void {
    const model = this.models.get(uid) ?? new Model(uid);
    this.models.set(uid, model);
    this.diagrams.set(view, { model, diagram: new Diagram(model, metrics, depth) });
  }

  /** Ends a picture; a graph that no picture shows any longer is let go. */
  hide(view: number): void {
    const model = this.diagrams.get(view)?.model;
    this.diagrams.delete(view);
    if (model && ![...this.diagrams.values()].some((other) => other.model === model))
      this.models.delete(model.graph.uid);
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
    return this.of(view).diagram.scene();
  }

  toggle(view: number, path: string): Scene {
    const { diagram } = this.of(view);
    diagram.toggle(path);
    return diagram.scene();
  }

  /** Sets a node aside, or brings it back among the others. */
  setAuxiliary(view: number, path: string, auxiliary: boolean): Scene {
    const { diagram } = this.of(view);
    diagram.setAuxiliary(path, auxiliary);
    return diagram.scene();
  }

  reveal(view: number, path: string): Scene {
    const { diagram } = this.of(view);
    diagram.reveal(path);
    return diagram.scene();
  }

  /** Opens what hides any of these operations (by number) and scopes (by path). */
  revealAll(view: number, refs: NodeRef[]): Scene {
    const { diagram } = this.of(view);
    for (const node of this.nodes(view, refs)) diagram.reveal(node.path);
    return diagram.scene();
  }

  /** The paths of the visible nodes that stand for these. */
  visiblePaths(view: number, refs: NodeRef[]): string[] {
    const { diagram } = this.of(view);
    return this.nodes(view, refs).map((node) => diagram.visible(node).path);
  }

  /** What is visible, in Graphviz' language. */
  dot(view: number): string {
    const { model, diagram } = this.of(view);
    return dot(
      diagram.scene(),
      flows(model, (node) => diagram.visible(node)),
    );
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

  /** What a text finds, and the first of it; `keep`: the pictures shows it, and the reader goes through it. */
  find(view: number, text: string, retain = false): Answer {
    const shown = this.of(view);
    const { ids, ...rest } = search(shown.model.graph, text, this.searchContext(shown));
    if (retain) shown.hits = ids;
    const first = this.named(view, [...ids.subarray(0, MOST_FOUND)]);
    const { graph, hierarchy } = shown.model;
    const scopes = (rest.onlyWords ? scopesFor(graph, rest.words, MOST_SCOPES) : []).map((scope) => {
      const { path, size } = hierarchy.scope(scope);
      return { path, size };
    });
    return { ...rest, total: ids.length, first, scopes };
  }

  /** One of what was found and kept, and how many of it each visible node stands for. */
  hit(view: number, at: number): OperationSummary | undefined {
    const { hits } = this.of(view);
    return hits && this.named(view, [...hits.subarray(at, at + 1)])[0];
  }

  hitsAt(view: number): Tally {
    const { hits } = this.of(view);
    return hits ? this.tally(view, [hits]) : [];
  }

  /** The kernel says which operations have an attribute. */
  setAttributeMatches(view: number, name: string, value: string, ops: Int32Array): void {
    this.of(view).model.attributes.set(`${name}=${value}`, new Set(ops));
  }

  dependencies(view: number, query: DependencyQuery): Dependencies {
    return findDependencies(this.of(view).model, query);
  }

  /** How many operations of each set every visible node stands for. */
  tally(view: number, assigned: Iterable<number>[]): Tally {
    const { model, diagram } = this.of(view);
    return tally(diagram, model.graph, assigned);
  }

  /** Whether there is a scope or operation at `path`. */
  has(view: number, path: string): boolean {
    return this.of(view).model.hierarchy.find(path) !== undefined;
  }

  /** Operations as lists name them. */
  named(view: number, ops: number[]): OperationSummary[] {
    const { graph, hierarchy } = this.of(view).model;
    return ops.map((id) => found(graph, hierarchy, id));
  }

  preview(view: number, fetches: TensorId[], feeds: TensorId[]): Preview {
    const shown = this.of(view);
    const { model, diagram } = shown;
    const [given, cut] = [fetches, feeds].map((tensors) => this.existing(view, tensors));
    const [fetched, fed] = [given, cut].map((tensors) => [...new Set(tensors.map(([op]) => op))]);
    shown.chosen = { fetched: new Set(fetched), fed: new Set(fed) };
    const run = prune(model.graph, given, cut);
    const seen = (id: number): OperationSummary => ({
      ...found(model.graph, model.hierarchy, id),
      path: diagram.visible(model.hierarchy.place(id)).path,
    });
    return {
      runs: run.ops.size,
      of: model.graph.count,
      visible: [...countsOf(this.tally(view, [run.ops]))],
      mustBeFed: run.mustBeFed.map(seen),
      read: run.read.map(seen),
      assigned: run.assigned.map(seen),
      fetches: fetched.map(seen),
      feeds: fed.map(seen),
    };
  }

  private nodes(view: number, refs: NodeRef[]): Node[] {
    const { graph, hierarchy } = this.of(view).model;
    return refs.flatMap((ref) => {
      if (typeof ref === "number") return ref < graph.count ? [hierarchy.place(ref)] : [];
      return hierarchy.find(ref) ?? [];
    });
  }

  /** Those of some tensors that the graph has: a message may speak of others. */
  private existing(view: number, tensors: TensorId[]): TensorId[] {
    const { count } = this.of(view).model.graph;
    return tensors.filter(([op]) => op < count);
  }

  /** What each visible node holds of a walk; `places` as model/runs/step.ts has them. */
  stepProgress(view: number, places: Int32Array): StepProgress[] {
    const { model, diagram } = this.of(view);
    return stepProgress(diagram, model.hierarchy, places);
  }

  /**
   * Where an operation is: the visible node that it is or lies in, and the way to it, from the outermost scope in; "" and
   * no way for one that the graph does not have.
   */
  where(view: number, op: number): { visible: string; path: string[] } {
    const { model, diagram } = this.of(view);
    if (op >= model.graph.count) return { visible: "", path: [] };
    const place = model.hierarchy.place(op);
    return { visible: diagram.visible(place).path, path: diagram.pathTo(place) };
  }

  /** What a search is told of a picture beside its graph. */
  private searchContext({ model, chosen }: OpenDiagram): SearchContext {
    return {
      is: (what, id) => (what === "new" ? model.added.has(id) : (chosen?.[what].has(id) ?? false)),
      attribute: (name, value) => model.attributes.get(`${name}=${value}`),
    };
  }

  /** Where a run failed: the visible node that the operation is or lies in, and the visible nodes on the way through it. */
  failure(view: number, op: number, fetches: number[], feeds: TensorId[]): { at: string; path: string[] } {
    const { model, diagram } = this.of(view);
    const { count } = model.graph;
    if (op >= count) return { at: "", path: [] };
    const fetched = fetches.filter((fetch) => fetch < count);
    const counts = this.tally(view, [failurePath(model.graph, op, fetched, this.existing(view, feeds))]);
    return { at: diagram.visible(model.hierarchy.place(op)).path, path: counts.map(([path]) => path) };
  }

  /** The overlays that need no kernel. */
  overlays(): About[] {
    return OVERLAYS.map(({ about }) => about);
  }

  /** Colours a picture by one of these from now on, or by none. */
  colourBy(view: number, name: string): void {
    const overlay = OVERLAYS.find(({ about }) => about.name === name);
    this.of(view).overlay = overlay && new OverlayColoring(overlay);
  }

  /** Colours a picture by values that the kernel sent. */
  async colourWith(view: number, about: About, columns: string): Promise<void> {
    const values = await unpackValues(about, columns, this.of(view).model.graph.count);
    this.of(view).overlay = new OverlayColoring({ about, values: () => values });
  }

  /** The colours of what is visible, and what they mean. */
  tints(view: number): { tints: Tint[]; legend: Legend } | undefined {
    const { model, diagram, overlay } = this.of(view);
    return overlay?.tints(model.graph, diagram.nodes(), (node) => diagram.isOpen(node));
  }

  /** The overlay's values as a table. */
  table(
    view: number,
    of: "operations" | "scopes",
    order: Order,
    reversed: boolean,
  ): OverlayTable | undefined {
    const { model, overlay } = this.of(view);
    const values = overlay?.values(model.graph);
    return values && overlayTable(model.hierarchy, values, of, order, reversed);
  }

  private of(view: number): OpenDiagram {
    return this.diagrams.get(view) as OpenDiagram;
  }
}
