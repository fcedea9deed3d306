/** The selected tensors of a diagram: by clicks and keys, marked at their nodes and edges, listed in a line. */

import { gather } from "../../gather.ts";
import type { SceneEdge, SceneNode } from "../../model/diagram/scene.ts";
import { countsOf } from "../../model/diagram/tally.ts";
import { type SelectedTensor, toggled } from "../../model/queries/tensors.ts";
import { count } from "../../model/text/format.ts";
import { selectionLine } from "../../panels/apply/selection-line.ts";
import { Choices } from "../../panels/menu.ts";
import type { EdgePaint, Layer, NodePaint } from "../../scene/drawing/paint.ts";
import { __ } from "../../words.ts";
import type { FeatureContext } from "../feature.ts";

const MOST = 32; // tensors that a command can name
const ALL = "all";

export class Selection {
  /** In the order in which they were selected. */
  tensors: readonly SelectedTensor[] = [];
  readonly menu: Choices;
  /** The places of the selected tensors, counted from 1, at each visible path. */
  private places = new Map<string, number[]>();
  private edges = new Map<string, number>();
  private updates = 0;
  private offered: SelectedTensor[] = [];
  private chosen: (tensors: SelectedTensor[]) => void = () => {};

  /** `changed`: called after each change. */
  constructor(
    private readonly context: FeatureContext,
    private readonly apply: () => void,
    private readonly changed: () => void,
  ) {
    this.menu = new Choices(
      __("Which output"),
      (name) => this.pick(name),
      () => this.closeMenu(),
    );
    context.float(this.menu.element);
  }

  get layer(): Layer {
    return {
      node: (node) => this.nodePaint(node),
      edge: (edge) => this.edgePaint(edge),
    };
  }

  set(tensors: readonly SelectedTensor[]): void {
    if (!tensors.length && !this.tensors.length) return;
    if (tensors.length > MOST) this.context.notify(__("%1 tensors are the most that can be selected", MOST));
    this.tensors = tensors.slice(0, MOST);
    this.context.selected.set(this.tensors.map(({ op }) => op));
    this.renderLine();
    this.changed();
    void this.place();
  }

  clear(): boolean {
    const had = this.tensors.length > 0;
    this.set([]);
    return had;
  }

  /** Selects these too, or no longer if all of them are. */
  toggle(tensors: readonly SelectedTensor[]): void {
    this.set(toggled(this.tensors, tensors));
  }

  /** Selects what the node at `path` outputs too, or no longer. */
  async toggleNode(path: string): Promise<void> {
    const tensors = await this.context.engine.tensorsAt(this.context.view, path);
    this.oneOf(tensors, (some) => this.toggle(some));
  }

  /** Selects the tensors of an edge; `adds`: beside those that are selected. */
  async takeEdge(edge: string, adds: boolean): Promise<void> {
    const tensors = await this.context.engine.tensorsAlong(this.context.view, edge);
    if (!tensors.length) this.context.notify(__("This edge carries no tensor: it is a control dependency."));
    else if (adds) this.toggle(tensors);
    else this.set(tensors);
  }

  /** Whether `current` answers immediately. */
  get isSettled(): boolean {
    return this.tensors.length > 0 || !this.context.chosen();
  }

  /**
   * What an operation would be applied to: the selection, else what the card's node outputs; `chooses`: called before the
   * reader is to choose one of its outputs.
   */
  async current(then: (tensors: readonly SelectedTensor[]) => void, chooses: () => void): Promise<void> {
    if (this.isSettled) return then(this.tensors);
    const tensors = await this.context.engine.tensorsAt(this.context.view, this.context.chosen());
    if (!tensors.length) return then([]);
    if (tensors.length > 1) chooses();
    this.oneOf(tensors, (some) => {
      this.set(some);
      then(some);
    });
  }

  /** Places the marks again: the graph or the visible nodes have changed. */
  async place(): Promise<void> {
    const mine = ++this.updates;
    const { engine, view } = this.context;
    const places = new Map<string, number[]>();
    for (const [i, { op }] of this.tensors.entries()) {
      const { visible } = await engine.where(view, op);
      gather(places, visible, i + 1);
    }
    const ops = this.tensors.map(({ op }) => op);
    const edges = ops.length ? countsOf(await engine.tally(view, [ops])) : new Map<string, number>();
    if (mine !== this.updates) return;
    this.places = places;
    this.edges = edges;
    this.context.repaint();
  }

  closeMenu(): void {
    if (!this.menu.isOpen) return;
    this.menu.hide();
    this.context.focus();
  }

  /** Calls `then` with the only output, or with what the reader chooses of several. */
  private oneOf(tensors: SelectedTensor[], then: (some: SelectedTensor[]) => void): void {
    if (tensors.length < 2) {
      if (tensors.length) then(tensors);
      else this.context.notify(__("This outputs no tensor."));
      return;
    }
    this.offered = tensors;
    this.chosen = then;
    const all = { name: ALL, title: __("All of them"), about: count(tensors.length, "tensor") };
    const choices = tensors.map(({ name, tensor }, i) => ({ name: `${i}`, title: name, about: tensor }));
    this.menu.open([{ heading: __("Which output"), choices: [...choices, all] }], "");
  }

  private pick(name: string): void {
    this.closeMenu();
    this.chosen(name === ALL ? this.offered : [this.offered[Number(name)]]);
  }

  private renderLine(): void {
    const line =
      this.tensors.length > 0 &&
      selectionLine(this.tensors, {
        apply: this.apply,
        remove: (index) => {
          this.set(this.tensors.filter((_, i) => i !== index));
          this.context.focus();
        },
        clear: () => {
          this.clear();
          this.context.focus();
        },
      });
    this.context.line(line || undefined);
  }

  private nodePaint({ path, open }: SceneNode): NodePaint | undefined {
    const here = this.places.get(path);
    if (!here || open) return undefined;
    const badge = this.tensors.length > 1 ? here.join(", ") : undefined;
    return { marks: ["selected"], badge, title: __("selected") };
  }

  private edgePaint({ id }: SceneEdge): EdgePaint | undefined {
    return this.edges.has(id) ? { marks: ["selected"] } : undefined;
  }
}
