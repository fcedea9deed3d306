/** Draws a large scene on bitmaps in the same style as SVG, for ten thousand nodes and more. */
import type { Scene } from "../../model/diagram/scene.ts";
import { animate } from "../animation.ts";
import { detailAt } from "../drawing/detail.ts";
import type { EdgePaint, Layer, NodePaint } from "../drawing/paint.ts";
import { BitmapLayer } from "./bitmaps.ts";
import type { ComputedStyles } from "./computed-styles.ts";
import { Images } from "./images.ts";
import { paintScene, type Subject, type Window } from "./painter.ts";
import { SpatialIndex } from "./spatial-index.ts";

const MOVES_UP_TO = 900; // nodes and edges that are animated; more are shown at their new places at once
const NOTHING = {};

interface DrawnScene {
  scene: Scene;
  index: SpatialIndex;
  nodePaints: NodePaint[];
  edgePaints: EdgePaint[];
}

export class Canvas {
  readonly sheet: BitmapLayer;
  private drawn?: DrawnScene;
  private stop = () => {};
  private readonly images = new Images(() => this.drawn && this.sheet.renew(this.drawn.scene));
  /** The previous positions, and the progress of the animation. */
  private motion?: { t: number; nodes: Map<string, { x: number; y: number }>; edges: Map<string, number[]> };

  constructor(private readonly styles: ComputedStyles) {
    this.sheet = new BitmapLayer((context, window) => this.draw(context, window));
  }

  show(scene: Scene, moving: boolean): void {
    this.stop();
    const before = this.drawn?.scene;
    this.drawn = { scene, index: new SpatialIndex(scene), nodePaints: [], edgePaints: [] };
    this.sheet.renew(scene);
    if (!moving || !before || scene.nodes.length + scene.edges.length > MOVES_UP_TO) return;
    const nodes = new Map(before.nodes.map(({ path, x, y }) => [path, { x, y }]));
    const edges = new Map(before.edges.map(({ id, path }) => [id, path]));
    this.stop = animate((t) => {
      this.motion = t < 1 ? { t, nodes, edges } : undefined;
      if (t < 1) this.sheet.now();
      else this.sheet.renew(scene);
    });
  }

  mark(paint: Required<Layer>): void {
    const { drawn } = this;
    if (!drawn) return;
    drawn.nodePaints = drawn.scene.nodes.map((node) => painted(paint.node(node)));
    drawn.edgePaints = drawn.scene.edges.map((edge) => paint.edge(edge) ?? NOTHING);
    this.sheet.renew(drawn.scene);
  }

  /** The node or edge at a point of the scene. */
  at(x: number, y: number, slack: number) {
    if (!this.drawn) return {};
    const { scene, index } = this.drawn;
    const node = scene.nodes[index.nodeAt(x, y)];
    return node ? { node } : { edge: scene.edges[index.edgeAt(x, y, slack)] };
  }

  clear(): void {
    this.stop();
    this.drawn = undefined;
    this.sheet.clear();
  }

  private draw(context: CanvasRenderingContext2D, window: Window): Iterator<void> {
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    return paintScene(
      context,
      this.subject(this.drawn as DrawnScene),
      window,
      detailAt(window.zoom),
      this.styles,
    );
  }

  private subject({ scene, index, nodePaints, edgePaints }: DrawnScene): Subject {
    const { motion } = this;
    const still: Subject = {
      scene,
      index,
      nodePaint: (i) => nodePaints[i] ?? NOTHING,
      edgePaint: (i) => edgePaints[i] ?? NOTHING,
      image: (png) => this.images.get(png),
      spot: (i) => scene.nodes[i],
      path: (i) => scene.edges[i].path,
      nodeArrival: () => 1,
      edgeArrival: () => 1,
    };
    if (!motion) return still;
    const { t, nodes, edges } = motion;
    const between = (from: number, to: number) => from + (to - from) * t;
    const pathFrom = (i: number) => {
      const from = edges.get(scene.edges[i].id);
      return from?.length === scene.edges[i].path.length ? from : undefined;
    };
    return {
      ...still,
      spot(i) {
        const { path, x, y } = scene.nodes[i];
        const from = nodes.get(path);
        return from ? { x: between(from.x, x), y: between(from.y, y) } : { x, y };
      },
      path(i) {
        const from = pathFrom(i);
        const { path } = scene.edges[i];
        return from ? path.map((value, k) => between(from[k], value)) : path;
      },
      nodeArrival: (i) => (nodes.has(scene.nodes[i].path) ? 1 : t),
      edgeArrival: (i) => (pathFrom(i) ? 1 : t),
    };
  }
}

/** Adds the class name of nodes with a background of their own. */
function painted(paint: NodePaint | undefined): NodePaint {
  if (!paint) return NOTHING;
  return paint.fill ? { ...paint, marks: [...(paint.marks ?? []), "painted"] } : paint;
}
