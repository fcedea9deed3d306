/** The scene as an ARIA tree for screen readers: the level and position of each node, and its neighbours. */
import { gather } from "../gather.ts";
import type { Scene, SceneNode } from "../model/diagram/scene.ts";
import { __ } from "../words.ts";
import { bare, isPort } from "./continuations.ts";

export interface Branch {
  level: number;
  /** Its index among its siblings, from 1, and their number. */
  position: number;
  siblings: number;
}

const MOST_NAMED = 4;

export class Tree {
  private readonly branches = new Map<string, Branch>();
  private readonly children = new Map<string, SceneNode[]>();
  private ends?: Map<string, { from: Set<string>; to: Set<string> }>;

  constructor(private readonly scene: Pick<Scene, "nodes" | "edges">) {
    for (const node of scene.nodes) {
      gather(this.children, node.parent, node);
      const level = (this.branches.get(node.parent)?.level ?? 0) + 1;
      this.branches.set(node.path, { level, position: this.inside(node.parent).length, siblings: 0 });
    }
    for (const { path, parent } of scene.nodes) {
      const branch = this.branches.get(path) as Branch;
      branch.siblings = this.inside(parent).length;
    }
  }

  branch(path: string): Branch {
    return this.branches.get(path) ?? { level: 1, position: 1, siblings: 1 };
  }

  inside(path: string): SceneNode[] {
    return this.children.get(path) ?? [];
  }

  /** The label of a node: its kind and name, the producers of its inputs and its consumers. */
  ariaLabel({ path, ariaLabel, added }: SceneNode): string {
    const { from, to } = this.neighbours(path);
    const parts = [ariaLabel];
    if (from.length) parts.push(__("from %1", list(from.map(lastName))));
    if (to.length) parts.push(__("to %1", list(to.map(lastName))));
    if (added) parts.push(__("%1 new", added));
    return parts.join(", ");
  }

  /** Paths of a node's neighbours, those outside of its scope included. */
  neighbours(path: string): { from: string[]; to: string[] } {
    this.ends ??= this.index();
    const known = this.ends.get(path);
    return { from: [...(known?.from ?? [])], to: [...(known?.to ?? [])] };
  }

  private index() {
    const ends = new Map<string, { from: Set<string>; to: Set<string> }>();
    const of = (path: string) => {
      let known = ends.get(path);
      if (!known) {
        known = { from: new Set(), to: new Set() };
        ends.set(path, known);
      }
      return known;
    };
    for (const { from, to } of this.scene.edges) {
      if (!isPort(to)) of(to).from.add(bare(from));
      if (!isPort(from)) of(from).to.add(bare(to));
    }
    return ends;
  }
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** `a`, `a and b`, `a, b and 3 more` */
function list(names: string[]): string {
  const shown = names.length > MOST_NAMED ? names.slice(0, MOST_NAMED - 1) : names;
  const all = names.length > shown.length ? [...shown, __("%1 more", names.length - shown.length)] : shown;
  return all.length < 2 ? all.join("") : __("%1 and %2", all.slice(0, -1).join(", "), all.at(-1) ?? "");
}
