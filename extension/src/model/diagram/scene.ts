/** A scene: everything that is visible, with its place, ready to be drawn. Plain data, so that it can cross threads. */

import type { Kind } from "../hierarchy/kinds.ts";
import type { EdgeKind, StubEdges } from "./content.ts";

export interface SceneStub extends StubEdges {
  text: string;
  /** Path of what it stands for; "" when it sums up several. */
  target: string;
  /** What it means, in words. */
  tip: string;
  width: number;
}

export interface SceneNode {
  path: string;
  /** Path of the open scope around it, "" at the outermost. */
  parent: string;
  kind: Kind;
  name: string;
  /** A second line: type, shape or number of operations. */
  note: string;
  /** How many operations lie in it. */
  size: number;
  /** For a reader that does not see. */
  ariaLabel: string;
  /** What the picture did here of itself, and how to undo it; "" where it did nothing. */
  hint: string;
  opens: boolean;
  open: boolean;
  auxiliary: boolean;
  /** How many of the operations in it the latest piece brought. */
  added: number;
  x: number;
  y: number;
  width: number;
  height: number;
  stubs: SceneStub[];
}

export interface SceneEdge {
  id: string;
  from: string;
  to: string;
  kind: EdgeKind;
  path: number[];
  /** Whether it ends at `to`; otherwise it goes on inside the open scope there. */
  arrow: boolean;
  added: boolean;
  label: string;
  labelAt?: { x: number; y: number };
  /** All it carries, for the tooltip. */
  title: string;
  width: number;
}

/** What is set aside in a scope: a line to its left and a caption above. */
export interface AuxiliaryArea {
  caption: string;
  x: number;
  y: number;
  height: number;
}

export interface Scene {
  width: number;
  height: number;
  nodes: SceneNode[];
  edges: SceneEdge[];
  auxiliaryAreas: AuxiliaryArea[];
  cursor: number;
  /** Operations in the whole graph, and how many the latest piece brought. */
  operations: number;
  added: number;
}
