/**
 * A scene: every visible node and edge with its place, ready to be drawn. Plain data, so that it can be posted to
 * another thread.
 */
import type { Direction } from "../../layout/direction.ts";
import type { Kind } from "../hierarchy/kinds.ts";
import type { EdgeKind, StubEdges } from "./content.ts";

export interface SceneStub extends StubEdges {
  text: string;
  /** Path of the neighbour; "" when it represents several. */
  target: string;
  /** The tooltip. */
  tip: string;
  width: number;
}

export interface SceneNode {
  path: string;
  /** Path of the open scope around it, "" at the root. */
  parent: string;
  kind: Kind;
  name: string;
  /** A second line: type, shape or number of operations. */
  note: string;
  /** The number of operations in it. */
  size: number;
  /** The description for screen readers. */
  ariaLabel: string;
  /** What the diagram decided here, and how to undo it; "" where it decided nothing. */
  hint: string;
  opens: boolean;
  open: boolean;
  auxiliary: boolean;
  /** How many of its operations the latest piece added. */
  added: number;
  x: number;
  y: number;
  width: number;
  height: number;
  /** px before an open scope's title, which is where no edge runs through it. */
  titleX: number;
  /** px of its words at zoom 1. */
  textWidth: { name: number; note: number };
  /** Where data flows: stubs and badges are where no edge is. */
  direction: Direction;
  stubs: SceneStub[];
  /** px at each side of a closed node that are free. */
  space?: number;
}

export interface SceneEdge {
  id: string;
  from: string;
  to: string;
  kind: EdgeKind;
  path: number[];
  /** Whether it ends at `to`; otherwise it continues inside the open scope there. */
  arrow: boolean;
  added: boolean;
  label: string;
  labelAt?: { x: number; y: number };
  /** All its tensors, for the tooltip. */
  title: string;
  width: number;
}

/** The auxiliary nodes of a scope: a line between them and the main graph, and a caption above them. */
export interface AuxiliaryArea {
  caption: string;
  captionAt: { x: number; y: number };
  /** The line: one of `width` and `height` is 0. */
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Scene {
  width: number;
  height: number;
  direction: Direction;
  nodes: SceneNode[];
  edges: SceneEdge[];
  auxiliaryAreas: AuxiliaryArea[];
  cursor: number;
  /** Operations in the whole graph, and how many the latest piece added. */
  operations: number;
  added: number;
}
