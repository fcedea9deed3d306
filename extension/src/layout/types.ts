/**
 * The input and the output of a layout; x grows to the right, y downward, all in pixels at zoom 1. Links lead down, boxes
 * of a layer are side by side; direction.ts makes another direction of it.
 */

export interface Box {
  id: string;
  width: number;
  height: number;
  /** Space to keep free beside the box, for its stubs. */
  left?: number;
  right?: number;
  /** The height of its stubs, which may be more than its own: they are at the same middle. */
  stubHeight?: number;
  /** A port lies on the scope's own border: "top" where edges come in, "bottom" where they leave. */
  port?: "top" | "bottom";
  /** Ports of one side that have a rank keep that order from left to right. */
  rank?: number;
  /** A minor box yields to its neighbours: a constant is placed beside the chain and not in it. */
  minor?: boolean;
  /** Its inputs have no order: links arrive in any order. Those of other boxes arrive in the order of `links`. */
  free?: boolean;
}

export interface Link {
  id: string;
  /** Indices into `boxes`. */
  from: number;
  to: number;
  /** Where on the border it ends, measured from the box's middle. */
  fromOffset?: number;
  toOffset?: number;
  /** It is not an input: it arrives beside the inputs of its box, on the side that it comes from. */
  free?: boolean;
  /** The text to place on it and its size; absent when it has none. */
  label?: { text: string; width: number; height: number };
}

export interface Spec {
  boxes: Box[];
  links: Link[];
}

export interface Point {
  x: number;
  y: number;
}

export interface Placed {
  width: number;
  height: number;
  /** Top left corner of each box, by index. */
  boxes: Point[];
  /** A start point and then cubic curves of six numbers each: control, control, end. */
  paths: number[][];
  /** The middle of each label; undefined where there was no space (the diagram shows it on demand). */
  labels: (Point | undefined)[];
  /** The number of crossings. */
  crossings: number;
}

/**
 * The layered graph, in columns. A vertex is a box, or a place where a long link passes a layer; boxes come first and
 * keep their numbers. A segment is the part of a link between two neighbouring layers; links that leave a box at one
 * place share segments for as long as they run together.
 */
export interface Layered {
  /**
   * For each vertex: its layer, its position there, its x, and the space that it occupies to the left and right of x.
   */
  layer: Int32Array;
  order: Int32Array;
  x: Float64Array;
  left: Float64Array;
  right: Float64Array;
  /** The order that some vertices of a layer have to keep, by their numbers. */
  rank: Map<number, number>;
  isPort: boolean[];
  /** The number of vertices that are boxes. */
  boxes: number;
  /** For each segment: its ends, their offsets from x, and how many links it carries. */
  top: Int32Array;
  bottom: Int32Array;
  topOffset: Float64Array;
  bottomOffset: Float64Array;
  carries: Int32Array;
  /** The weight of a segment in shortening and straightening. */
  weight: Int32Array;
  /** The segments above and below vertex v: list[start[v]] … list[start[v + 1] - 1]. */
  up: Adjacency;
  down: Adjacency;
  /** The vertices of each layer from left to right. */
  layers: Int32Array[];
  /** For each link its vertices on the way from `from` to `to`. */
  routes: number[][];
  /** Where each link meets its boxes, measured from their middles. */
  fromOffset: number[];
  toOffset: number[];
  /** Whether a link runs against the layers' direction: round the side of what lies between, and in from above. */
  reversed: boolean[];
}

/** The earlier positions of boxes and links. */
export interface Before {
  box(box: number): number | undefined;
  link(link: number): number | undefined;
}

export interface Adjacency {
  start: Int32Array;
  list: Int32Array;
}
