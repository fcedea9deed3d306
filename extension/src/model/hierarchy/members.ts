/** Maps operations to the nodes that contain them, and edges between operations to edges between these nodes. */
import type { Graph } from "../graph/graph.ts";
import type { Hidden } from "./hidden.ts";
import { type Node, operationsIn } from "./hierarchy.ts";

export class Members {
  /** For each operation the index of the node that contains it, or -1. */
  readonly of: Int32Array;
  /** The operations in each node. */
  readonly lists: Int32Array[];

  constructor(
    private readonly graph: Graph,
    nodes: Node[],
  ) {
    this.of = new Int32Array(graph.count).fill(-1);
    this.lists = nodes.map(operationsIn);
    this.lists.forEach((list, i) => {
      for (const id of list) this.of[id] = i;
    });
  }

  /** Calls `link` for each edge from one node to another, with their indices; edges lead past `hidden` operations. */
  eachLink(link: (from: number, to: number) => void, hidden?: Hidden): void {
    const { inputLists, controlLists } = this.graph;
    this.lists.forEach((list, to) => {
      for (const id of list) {
        if (hidden?.has(id)) continue;
        if (hidden) hidden.eachInput(id, ({ op }) => this.pass(op, to, link));
        else {
          const end = inputLists.at[id] + inputLists.length[id];
          for (let i = inputLists.at[id]; i < end; i += 2) this.pass(inputLists.data[i], to, link);
        }
        const last = controlLists.at[id] + controlLists.length[id];
        for (let i = controlLists.at[id]; i < last; i++)
          if (!hidden?.has(controlLists.data[i])) this.pass(controlLists.data[i], to, link);
      }
    });
  }

  private pass(producer: number, to: number, link: (from: number, to: number) => void): void {
    const from = this.of[producer];
    if (from >= 0 && from !== to) link(from, to);
  }
}
