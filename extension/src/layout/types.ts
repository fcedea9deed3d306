/** What a layout is asked for and what it answers; x grows to the right, y downward, all in pixels at zoom 1. */

export interface Box {
  id: string;
  width: number;
  height: number;
  /** Room to keep free beside the box, for what hangs on it. */
  left?: number;
  right?: number;
  /** A port lies on the scope's own border: "top" where edges come in, "bottom" where they leave. */
  port?: "top" | "bottom";
  /** A minor box yields to its neighbours: a constant stands beside the chain and not in its way. */
  minor?: boolean;
}

export interface Link {
  id: string;
  /** Indices into `boxes`. */
  from: number;
  to: number;
  /** Where on the border it ends, measured from the box's middle. */
  fromOffset?: number;
  toOffset?: number;
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
  /** The middle of each label; undefined where there was no room (the picture shows it on demand). */
  labels: (Point | undefined)[];
}

/** A vertex of the layered graph: a box, or the place where a long link passes a layer. */
export interface Vertex {
  /** Index of the box, or -1 where a link passes. */
  box: number;
  layer: number;
  /** Position in its layer. */
  order: number;
  x: number;
  /** Room to the left and right of x. */
  left: number;
  right: number;
  up: Segment[];
  down: Segment[];
}

/** A link's part between two neighbouring layers. */
export interface Segment {
  top: number;
  bottom: number;
  topOffset: number;
  bottomOffset: number;
  pull: number;
  weight: number;
}

export interface Layered {
  vertices: Vertex[];
  layers: number[][];
  /** For each link its vertices from top to bottom. */
  routes: number[][];
  /** Whether a link runs against the layers' direction. */
  reversed: boolean[];
}
