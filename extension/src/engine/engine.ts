/** The engine: all graphs and diagrams of a page. It runs in a worker, and the page calls it. */
import type { Direction } from "../layout/direction.ts";
import { tensorOf } from "../model/diagram/content.ts";
import { Diagram } from "../model/diagram/diagram.ts";
import { dot, flows } from "../model/diagram/graphviz.ts";
import type { Scene } from "../model/diagram/scene.ts";
import { countsOf, type Tally, tally } from "../model/diagram/tally.ts";
import type { TensorId } from "../model/graph/graph.ts";
import { isScope, type Node } from "../model/hierarchy/hierarchy.ts";
import { Model } from "../model/hierarchy/model.ts";
import { type Legend, OverlayColoring, type Tint } from "../model/overlays/coloring.ts";
import { type Order, type OverlayTable, overlayTable } from "../model/overlays/table.ts";
import { type OverlayInfo, unpackValues } from "../model/overlays/values.ts";
import { type Dependencies, type DependencyQuery, findDependencies } from "../model/queries/dependencies.ts";
import { type Details, details } from "../model/queries/details.ts";
import { type Explanation, explanation } from "../model/queries/explanation.ts";
import { failurePath } from "../model/queries/failure.ts";
import { prune } from "../model/queries/prune.ts";
import { type ScopeDetails, scopeDetails } from "../model/queries/scope-details.ts";
import { scopeNames } from "../model/queries/scope-names.ts";
import { found, type OperationSummary } from "../model/queries/summary.ts";
import { made, outputsOf, type SelectedTensor, selected } from "../model/queries/tensors.ts";
import { type StepProgress, stepProgress } from "../model/runs/step.ts";
import type { VisibleTensors } from "../model/runs/values.ts";
import type { SearchContext } from "../model/search/predicates.ts";
import { type Hits, scopesFor, search } from "../model/search/search.ts";
import type { Metrics } from "../model/text/metrics.ts";
import { OVERLAYS } from "../overlays/index.ts";
import { fromBase64, unpack } from "../protocol.ts";

const MOST_FOUND = 60;
const MOST_SCOPES = 3;
const MOST_SCOPE_NAMES = 200;
/** Operations of a graph whose growth is rehearsed, and how often: a larger one is compiled while it is read. */
const REHEARSED = { least: 200, most: 20_000, times: 5 };

/** The result of applying a piece. `cursor`: where the graph is now; a piece from beyond it left a gap. */
export interface Taken {
  from: number;
  to: number;
  cursor: number;
}

/** A compressed piece: as base64 from a file, as bytes from the kernel. */
export type Chunk = string | Uint8Array<ArrayBuffer>;

/** An operation, by its number, or a scope, by its path. */
export type NodeRef = number | string;

/** A preview: what a run of the chosen fetches would do, for the visible nodes. */
export interface Preview {
  runs: number;
  of: number;
  /** For each visible path the number of its operations that run. */
  visible: [path: string, runs: number][];
  mustBeFed: OperationSummary[];
  read: OperationSummary[];
  assigned: OperationSummary[];
  fetches: OperationSummary[];
  feeds: OperationSummary[];
  /** The new scene, if a fetch was auxiliary until now. */
  scene?: Scene;
}

/** The results of a search. */
export interface Answer extends Omit<Hits, "ids"> {
  total: number;
  first: OperationSummary[];
  /** Scopes with a matching name. */
  scopes: { path: string; size: number }[];
}

/** One diagram on the page, and the choices of its reader. */
interface OpenDiagram {
  model: Model;
  diagram: Diagram;
  hits?: Int32Array;
  chosen?: { fetched: Set<number>; fed: Set<number> };
  overlay?: OverlayColoring;
  /** Whether a kernel may add to it. */
  grows?: boolean;
}

export class Engine {
  private readonly models = new Map<string, Model>();
  private readonly diagrams = new Map<number, OpenDiagram>();
  private rehearsals = 0;

  /** Adds a diagram; `depth`: how many levels of scopes are open. */
  show(view: number, uid: string, metrics: Metrics, depth?: number): void {
    const model = this.models.get(uid) ?? new Model(uid);
    this.models.set(uid, model);
    this.diagrams.set(view, { model, diagram: new Diagram(model, metrics, depth) });
  }

  /** Arranges a diagram for another font. */
  setMetrics(view: number, metrics: Metrics): Scene {
    const { diagram } = this.of(view);
    diagram.setMetrics(metrics);
    return diagram.scene();
  }

  /** Removes a diagram, and its graph when no other diagram shows it. */
  hide(view: number): void {
    const model = this.diagrams.get(view)?.model;
    this.diagrams.delete(view);
    if (model && ![...this.diagrams.values()].some((other) => other.model === model))
      this.models.delete(model.graph.uid);
  }

  /** Applies pieces and returns the new scene in one message: every message to a worker costs time. */
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

  /** A kernel may add to a diagram's graph: what that needs is rehearsed while nothing else is to be done. */
  expectGrowth(view: number): void {
    const shown = this.diagrams.get(view);
    if (shown) shown.grows = true;
  }

  /**
   * Rehearses growth, or arranges one closed scope of a large graph before somebody opens it; returns false when there
   * is nothing left to prepare.
   */
  prepareNext(): boolean {
    const isRehearsed = ({ grows, model: { graph } }: OpenDiagram) =>
      grows && graph.count >= REHEARSED.least && graph.count <= REHEARSED.most;
    const next = this.rehearsals < REHEARSED.times && [...this.diagrams.values()].find(isRehearsed);
    if (next) {
      this.rehearsals++;
      next.model.rehearse();
      return true;
    }
    return [...this.diagrams.values()].some(({ diagram }) => diagram.prepareNext());
  }

  /** Removes a node from the main graph, or adds it again. */
  setAuxiliary(view: number, path: string, auxiliary: boolean): Scene {
    const { diagram } = this.of(view);
    diagram.setAuxiliary(path, auxiliary);
    return diagram.scene();
  }

  auxiliaryChoices(view: number): [string, boolean][] {
    return this.of(view).diagram.auxiliaryChoices;
  }

  /** Restores which scopes were open, and what was auxiliary; the next scene has them. */
  restore(view: number, open: [string, boolean][], auxiliary: [string, boolean][]): void {
    this.of(view).diagram.restore(open, auxiliary);
  }

  /**
   * Draws auxiliary nodes apart from the main graph, or in it, and lets data flow in a direction; returns the new scene
   * if that is a change.
   */
  arrange(view: number, apart: boolean, direction: Direction): Scene | undefined {
    const { diagram, model } = this.of(view);
    const isChange = [diagram.drawApart(apart), diagram.setDirection(direction)].includes(true);
    return isChange && model.graph.count ? diagram.scene() : undefined;
  }

  /** The graph is built in the diagram from now on: new layers begin closed. */
  build(view: number): void {
    this.of(view).diagram.build();
  }

  /** Keeps what `show` or `highlight` names in the main graph; returns the new scene if there is one. */
  keep(view: number, refs: NodeRef[]): Scene | undefined {
    const { diagram } = this.of(view);
    return diagram.keep(this.nodes(view, refs)) ? diagram.scene() : undefined;
  }

  reveal(view: number, path: string): Scene {
    const { diagram } = this.of(view);
    diagram.reveal(path);
    return diagram.scene();
  }

  /** Opens the scopes around these operations (by number) and scopes (by path). */
  revealAll(view: number, refs: NodeRef[]): Scene {
    const { diagram } = this.of(view);
    for (const node of this.nodes(view, refs)) diagram.reveal(node.path);
    return diagram.scene();
  }

  /** The paths of the visible nodes that contain these. */
  visiblePaths(view: number, refs: NodeRef[]): string[] {
    const { diagram } = this.of(view);
    return this.nodes(view, refs).map((node) => diagram.visible(node).path);
  }

  /** What is visible, as DOT source. */
  dot(view: number): string {
    const { model, diagram } = this.of(view);
    return dot(
      diagram.scene(),
      flows(model, (node) => diagram.visible(node), diagram.hidden),
    );
  }

  /** The details of the operation at `path`; undefined for a scope without one. */
  details(view: number, path: string): Details | undefined {
    const { graph, hierarchy } = this.of(view).model;
    const node = hierarchy.find(path);
    return node && node.op >= 0 ? details(graph, hierarchy, node.op) : undefined;
  }

  /** The details of the scope or stack at `path`; undefined for an operation. */
  scopeDetails(view: number, path: string): ScopeDetails | undefined {
    const { model, diagram } = this.of(view);
    const node = diagram.find(path);
    return node && isScope(node) ? scopeDetails(model, node) : undefined;
  }

  /** The tensors that the node at `path` outputs: an operation's, or a scope's. */
  tensorsAt(view: number, path: string): SelectedTensor[] {
    const { model, diagram } = this.of(view);
    const node = diagram.find(path);
    return node ? outputsOf(model, node) : [];
  }

  /** The tensors that an edge of the last scene represents. */
  tensorsAlong(view: number, edge: string): SelectedTensor[] {
    const { model, diagram } = this.of(view);
    return (diagram.carried.get(edge) ?? []).map((key) => selected(model.graph, tensorOf(key)));
  }

  /** The name scopes to choose from for something new. */
  scopeNames(view: number): string[] {
    return scopeNames(this.of(view).model.graph, MOST_SCOPE_NAMES);
  }

  /** The tensors that a line made, whose operations have numbers from `from` on; `texts`: their types and shapes. */
  madeSince(view: number, from: number, texts: string[]): SelectedTensor[] {
    return made(this.of(view).model, from, texts);
  }

  /** What the graph says of these operations (by number), scopes and stacks (by path); undefined where there is none of them. */
  explain(view: number, refs: NodeRef[]): Explanation | undefined {
    const { model, diagram } = this.of(view);
    const nodes = refs.flatMap((ref) =>
      typeof ref === "number" ? this.nodes(view, [ref]) : (diagram.find(ref) ?? []),
    );
    const some = nodes.filter((node) => node.size > 0);
    return some.length ? explanation(model, some) : undefined;
  }

  attributes(uid: string, op: number, texts: string[]): void {
    this.models.get(uid)?.graph.setAttributes(op, texts);
  }

  /** Searches the graph; `retain`: the diagram marks the results, and the reader steps through them. */
  find(view: number, text: string, retain = false): Answer {
    const shown = this.of(view);
    const { ids, ...rest } = search(shown.model.graph, text, this.searchContext(shown));
    if (retain) shown.hits = ids;
    const first = this.named(view, [...ids.subarray(0, MOST_FOUND)]);
    const { graph, hierarchy } = shown.model;
    const scopes = (rest.onlyWords ? scopesFor(graph, rest.words, MOST_SCOPES) : []).flatMap((scope) => {
      const { path, size } = hierarchy.scope(scope);
      return size ? [{ path, size }] : []; // its variables may be drawn in the layer that uses them
    });
    return { ...rest, total: ids.length, first, scopes };
  }

  /** One of the retained results. */
  hit(view: number, at: number): OperationSummary | undefined {
    const { hits } = this.of(view);
    return hits && this.named(view, [...hits.subarray(at, at + 1)])[0];
  }

  /** The number of operations that a search finds in every visible node; none when it finds all of them. */
  foundAt(view: number, text: string): Tally {
    const shown = this.of(view);
    const { ids } = search(shown.model.graph, text, this.searchContext(shown));
    return ids.length === shown.model.graph.count ? [] : this.tally(view, [ids]);
  }

  hitsAt(view: number): Tally {
    const { hits } = this.of(view);
    return hits ? this.tally(view, [hits]) : [];
  }

  /** Stores the operations that have an attribute, as sent by the kernel. */
  setAttributeMatches(view: number, name: string, value: string, ops: Int32Array): void {
    this.of(view).model.attributes.set(`${name}=${value}`, new Set(ops));
  }

  dependencies(view: number, query: DependencyQuery): Dependencies {
    return findDependencies(this.of(view).model, query);
  }

  /** The number of operations of each set in every visible node. */
  tally(view: number, assigned: Iterable<number>[]): Tally {
    const { model, diagram } = this.of(view);
    return tally(diagram, model.graph, assigned);
  }

  /** Whether the graph has a scope or operation at `path`. */
  has(view: number, path: string): boolean {
    return this.of(view).model.hierarchy.find(path) !== undefined;
  }

  /** The summaries of operations, for lists. */
  named(view: number, ops: number[]): OperationSummary[] {
    const { graph, hierarchy } = this.of(view).model;
    return ops.map((id) => found(graph, hierarchy, id));
  }

  /** The tensors that are visible: the operations at closed nodes, and what each edge represents. */
  tensors(view: number): VisibleTensors {
    const { model, diagram } = this.of(view);
    const nodes = diagram.nodes().flatMap((node): [string, number][] => {
      const shown = node.op >= 0 && !(isScope(node) && diagram.isOpen(node));
      return shown && model.graph.outputs(node.op).length ? [[node.path, node.op]] : [];
    });
    const edges = [...diagram.carried].map(([id, keys]): [string, TensorId[]] => [id, keys.map(tensorOf)]);
    return { nodes, edges };
  }

  preview(view: number, fetches: TensorId[], feeds: TensorId[]): Preview {
    const shown = this.of(view);
    const { model, diagram } = shown;
    const [given, cut] = [fetches, feeds].map((tensors) => this.existing(view, tensors));
    const [fetched, fed] = [given, cut].map((tensors) => [...new Set(tensors.map(([op]) => op))]);
    shown.chosen = { fetched: new Set(fetched), fed: new Set(fed) };
    const run = prune(model.graph, given, cut);
    // A training step or an initializer returns nothing, and has an edge to every variable: it stays where it is.
    const scene = this.keep(
      view,
      fetched.filter((id) => model.graph.outputs(id).length > 0),
    );
    const seen = (id: number): OperationSummary => ({
      ...found(model.graph, model.hierarchy, id),
      path: diagram.visible(model.hierarchy.leaf(id)).path,
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
      scene,
    };
  }

  private nodes(view: number, refs: NodeRef[]): Node[] {
    const { graph, hierarchy } = this.of(view).model;
    return refs.flatMap((ref) => {
      if (typeof ref === "number") return ref < graph.count ? [hierarchy.leaf(ref)] : [];
      return hierarchy.find(ref) ?? [];
    });
  }

  /** The tensors that the graph has: a message may name others. */
  private existing(view: number, tensors: TensorId[]): TensorId[] {
    const { count } = this.of(view).model.graph;
    return tensors.filter(([op]) => op < count);
  }

  /** The steps in each visible node; `schedule` as in model/runs/step.ts. */
  stepProgress(view: number, schedule: Int32Array): StepProgress[] {
    const { model, diagram } = this.of(view);
    return stepProgress(diagram, model.hierarchy, schedule);
  }

  /**
   * The visible node that contains an operation, and the paths from the outermost scope in to the operation; "" and
   * [] for an operation that the graph does not have.
   */
  where(view: number, op: number): { visible: string; path: string[] } {
    const { model, diagram } = this.of(view);
    if (op >= model.graph.count) return { visible: "", path: [] };
    const place = model.hierarchy.leaf(op);
    return { visible: diagram.visible(place).path, path: diagram.pathTo(place) };
  }

  /** What a search needs of a diagram besides its graph. */
  private searchContext({ model, chosen }: OpenDiagram): SearchContext {
    return {
      is: (what, id) => (what === "new" ? model.added.has(id) : (chosen?.[what].has(id) ?? false)),
      attribute: (name, value) => model.attributes.get(`${name}=${value}`),
    };
  }

  /** The visible node that contains the operation that failed, and the visible nodes on the path of the failed run. */
  failure(view: number, op: number, fetches: number[], feeds: TensorId[]): { at: string; path: string[] } {
    const { model, diagram } = this.of(view);
    const { count } = model.graph;
    if (op >= count) return { at: "", path: [] };
    const fetched = fetches.filter((fetch) => fetch < count);
    const counts = this.tally(view, [failurePath(model.graph, op, fetched, this.existing(view, feeds))]);
    return { at: diagram.visible(model.hierarchy.leaf(op)).path, path: counts.map(([path]) => path) };
  }

  /** The overlays that need no kernel. */
  overlays(): OverlayInfo[] {
    return OVERLAYS.map(({ info }) => info);
  }

  /** Colours a diagram by one of these overlays, or by none. */
  colourBy(view: number, name: string): void {
    const overlay = OVERLAYS.find(({ info }) => info.name === name);
    this.of(view).overlay = overlay && new OverlayColoring(overlay);
  }

  /** Colours a diagram by values from the kernel. */
  async colourWith(view: number, info: OverlayInfo, columns: string): Promise<void> {
    const values = await unpackValues(info, columns, this.of(view).model.graph.count);
    this.of(view).overlay = new OverlayColoring({ info, values: () => values });
  }

  /** The colours of the visible nodes, and the legend. */
  tints(view: number): { tints: Tint[]; legend: Legend } | undefined {
    const { model, diagram, overlay } = this.of(view);
    return overlay?.tints(model.graph, diagram.nodes(), (node) => diagram.isOpen(node));
  }

  /** The table of the overlay's values. */
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
