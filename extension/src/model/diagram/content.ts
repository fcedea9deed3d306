/** The content of an open scope: its children, the bundled edges between them, and the edges that cross its border. */
import type { FoldedHierarchy } from "../folding/folded-hierarchy.ts";
import type { Graph, Output } from "../graph/graph.ts";
import { writes } from "../graph/op-types.ts";
import type { Source } from "../hierarchy/hidden.ts";
import type { Node } from "../hierarchy/hierarchy.ts";
import { Members } from "../hierarchy/members.ts";
import type { Model } from "../hierarchy/model.ts";

// Two numbers below these limits combine to one exact number.
const MOST = 2 ** 26; // nodes
const MOST_OUTPUTS = 2 ** 20;

export type EdgeKind = "data" | "control" | "reference";

/** All edges from one visible node to another. */
export interface Bundle {
  from: End;
  to: End;
  kind: EdgeKind;
  /** The tensors of these edges, each once, by `tensorKey`. */
  tensors: Map<number, Output>;
  count: number;
  /** What they are for the Merge of a cond, bit by bit: 1 what the branch for false returns, 2 for true, 4 the predicate. */
  branches: number;
}

/**
 * A child of the scope, or a port for the edges of a node outside: "top" where they enter, "bottom" where they leave.
 */
export interface End {
  node: Node;
  port?: "top" | "bottom";
}

/**
 * The edges between a child and an auxiliary node, a regularization loss, or a layer that shares its variables: drawn as
 * a small label instead of edges.
 */
export interface Stub extends StubEdges {
  child: Node;
  neighbor: Node;
  /** Why the neighbour is not auxiliary: one of the two is a regularization loss of the other's variables, or shares these. */
  apart: Apart | undefined;
}

export type Apart = "penalty" | "shared";

/** The directions of a stub's edges, as the child sees them. */
export interface StubEdges {
  output: boolean;
  input: boolean;
  /** The neighbour writes a variable of the child. */
  written: boolean;
}

export interface Content {
  main: Node[];
  auxiliary: Node[];
  /** The plumbing of the scope, as one node without edges. */
  plumbing?: Node;
  bundles: Bundle[];
  stubs: Stub[];
}

export function endKey({ node, port }: End): string {
  return port ? `${port}:${node.path}` : node.path;
}

/** The contents of the scopes that were read, by the version of the folding. */
const cache = new WeakMap<object, Map<Node, Content>>();

/** The content of `scope` under a folding; read once per version of it. */
export function readContent(model: Model, folding: FoldedHierarchy, scope: Node): Content {
  let contents = cache.get(folding.version);
  if (!contents) {
    contents = new Map();
    cache.set(folding.version, contents);
  }
  let content = contents.get(scope);
  if (!content) {
    content = new Reader(model, folding, scope).read();
    contents.set(scope, content);
  }
  return content;
}

/** Reads the edges of a scope's operations once, from arrays: there may be 100,000. */
class Reader {
  private readonly graph: Graph;
  private readonly children: Node[];
  private readonly auxiliary: boolean[];
  /** Bundles and stubs by the indices of their two children; a neighbour outside has the next free index. */
  private readonly bundles = new Map<number, Bundle>();
  private readonly stubs = new Map<number, Stub>();
  private readonly outside = new Map<Node, number>();
  private readonly outsiders: Node[] = [];
  private readonly neighbors = new Map<Node, number>();
  /** For an operation outside: the node that shows it, and whether one of the two ends is auxiliary. */
  private readonly seen = new Map<number, { other: Node; across: boolean }>();
  private readonly members: Members;
  /** `branches` of the edge that is read. */
  private branch = 0;

  constructor(
    private readonly model: Model,
    private readonly folding: FoldedHierarchy,
    private readonly scope: Node,
  ) {
    this.graph = model.graph;
    this.children = folding.children(scope);
    this.auxiliary = this.children.map((child) => folding.isAuxiliary(child));
    this.members = new Members(model.graph, this.children);
  }

  read(): Content {
    const { children, auxiliary, graph } = this;
    const { inputLists, controlLists, consumerLists } = graph;
    const { of, lists } = this.members;
    const { hidden } = this.folding;
    lists.forEach((list, at) => {
      for (const id of list) {
        if (hidden?.has(id)) continue;
        if (hidden) {
          const chooses = children[at].leaf && hidden.predicateOf(id) >= 0;
          hidden.eachInput(id, ({ op, output, via }, i) => {
            this.branch = chooses ? 1 << i : 0;
            if (via.op !== op) this.incomingPast(at, id, op, output, via);
            else if (of[op] !== at) this.incoming(at, id, op, output);
          });
          this.branch = 0;
        } else {
          const end = inputLists.at[id] + inputLists.length[id];
          for (let i = inputLists.at[id]; i < end; i += 2)
            if (of[inputLists.data[i]] !== at)
              this.incoming(at, id, inputLists.data[i], inputLists.data[i + 1]);
        }
        const last = controlLists.at[id] + controlLists.length[id];
        for (let i = controlLists.at[id]; i < last; i++) {
          const producer = controlLists.data[i];
          if (of[producer] !== at && !hidden?.has(producer)) this.incoming(at, id, producer, -1);
        }
        if (!this.scope.parent) continue; // the outermost has nothing around it
        const stop = consumerLists.at[id] + consumerLists.length[id];
        let passes = false;
        for (let i = consumerLists.at[id]; i < stop; i++) {
          const user = consumerLists.data[i];
          if (hidden?.has(user)) passes = true;
          else if (of[user] < 0) this.outgoing(at, id, user);
        }
        if (passes)
          for (const { output, user } of hidden?.targets(id) ?? [])
            if (of[user] < 0) this.outgoingPast(at, id, output, user);
      }
    });
    return {
      main: children.filter((_, i) => !auxiliary[i]),
      auxiliary: children.filter((_, i) => auxiliary[i]),
      plumbing: this.folding.plumbingOf(this.scope),
      bundles: [...this.bundles.values()],
      stubs: [...this.stubs.values()],
    };
  }

  private incoming(at: number, id: number, producer: number, output: number): void {
    const from = this.members.of[producer];
    if (from < 0) {
      const { other, across } = this.beyond(producer, id);
      const apart = this.apart(producer, id, across);
      if (across || this.auxiliary[at] || apart) this.stub(at, other, "input", apart);
      else this.add(this.indexOf(other), at, producer, output, id);
    } else if (this.auxiliary[from] === this.auxiliary[at]) {
      const apart = this.apart(producer, id);
      if (apart) {
        this.stub(from, this.children[at], "output", apart);
        this.stub(at, this.children[from], "input", apart);
      } else this.add(from, at, producer, output, id);
    } else if (this.auxiliary[from]) this.stub(at, this.children[from], "input");
    else this.stub(from, this.children[at], this.isReference(producer, output, id) ? "written" : "output");
  }

  /** An edge past hidden operations. Within a scope it has the shape of what arrives, as the elements of a tensor in a loop. */
  private incomingPast(at: number, id: number, producer: number, output: number, via: Source["via"]): void {
    const from = this.members.of[producer];
    if (from === at) return;
    const isIn = this.members.of[via.op] === at;
    if (from < 0 || this.auxiliary[from] !== this.auxiliary[at] || isIn)
      this.incoming(at, id, producer, output);
    else if (this.apart(producer, id)) this.incoming(at, id, producer, output);
    else this.add(from, at, via.op, via.output, id);
  }

  private outgoingPast(at: number, id: number, output: number, user: number): void {
    const { other, across } = this.beyond(user, id);
    const apart = this.apart(id, user, across);
    if (across || this.auxiliary[at] || apart) this.stub(at, other, "output", apart);
    else this.add(at, this.indexOf(other), id, output, user);
  }

  private outgoing(at: number, id: number, user: number): void {
    const { other, across } = this.beyond(user, id);
    const inputs = this.graph.inputs(user);
    const apart = this.apart(id, user, across);
    if (across || this.auxiliary[at] || apart) {
      const input = inputs.indexOf(id);
      const written = input >= 0 && this.isReference(id, inputs[input + 1], user);
      this.stub(at, other, written ? "written" : "output", apart);
      return;
    }
    const to = this.indexOf(other);
    for (let i = 0; i < inputs.length; i += 2)
      if (inputs[i] === id) this.add(at, to, id, inputs[i + 1], user);
    if (this.graph.controls(user).includes(id)) this.add(at, to, id, -1, user);
  }

  /**
   * Whether this edge leads from a variable, or from its penalty, to what sums penalties elsewhere, or shares it.
   * `across`: one of the two is auxiliary, as an optimizer is, which shares nothing.
   */
  private apart(producer: number, user: number, across = false): Apart | undefined {
    const { scopes } = this.graph.names;
    const { penalties } = this.model;
    const isSum = penalties[user] === 1 || (penalties[user] && penalties[producer] === 1);
    if (isSum && scopes[producer] !== scopes[user]) return "penalty";
    return !across && this.model.isShared(producer, user) ? "shared" : undefined;
  }

  private beyond(outside: number, inside: number): { other: Node; across: boolean } {
    const { folding } = this;
    const { hierarchy } = this.model;
    const known = this.seen.get(outside);
    if (known) return known;
    const [other, own] = folding.divergence(hierarchy.leaf(outside), hierarchy.leaf(inside)) as [Node, Node];
    const found = { other, across: folding.isAuxiliary(other) !== folding.isAuxiliary(own) };
    this.seen.set(outside, found);
    return found;
  }

  private indexOf(outside: Node): number {
    const known = this.outside.get(outside);
    if (known !== undefined) return known;
    const index = this.children.length + this.outside.size;
    this.outside.set(outside, index);
    this.outsiders.push(outside);
    return index;
  }

  private add(from: number, to: number, producer: number, output: number, user: number): void {
    const key = from * MOST + to;
    let bundle = this.bundles.get(key);
    if (!bundle) {
      const ends = { from: this.end(from, "top"), to: this.end(to, "bottom") };
      bundle = { ...ends, kind: "control", tensors: new Map(), count: 0, branches: 0 };
      this.bundles.set(key, bundle);
    }
    bundle.count++;
    bundle.branches |= this.branch;
    if (output < 0) return;
    const tensor = this.graph.outputs(producer)[output];
    if (!tensor) return;
    if (bundle.kind !== "data") bundle.kind = this.isReference(producer, output, user) ? "reference" : "data";
    bundle.tensors.set(tensorKey(producer, output), tensor);
  }

  private end(index: number, port: "top" | "bottom"): End {
    const { children } = this;
    return index < children.length
      ? { node: children[index] }
      : { node: this.outsiders[index - children.length], port };
  }

  /** Whether `user` has this input in order to write the variable behind it. */
  private isReference(producer: number, output: number, user: number): boolean {
    if (output < 0) return false;
    const dtype = this.graph.outputs(producer)[output]?.dtype ?? "";
    return (dtype === "resource" || dtype.endsWith("_ref")) && writes(this.graph.type(user));
  }

  private stub(at: number, neighbor: Node, direction: keyof StubEdges, apart?: Apart): void {
    const known = this.neighbors.get(neighbor) ?? this.neighbors.size;
    this.neighbors.set(neighbor, known);
    const key = at * MOST + known;
    let stub = this.stubs.get(key);
    if (!stub) {
      stub = { child: this.children[at], neighbor, output: false, input: false, written: false, apart };
      this.stubs.set(key, stub);
    }
    stub[direction] = true;
    if (stub.apart !== apart) stub.apart = undefined;
  }
}

/** Encodes a tensor as one number; `tensorOf` decodes it. */
export function tensorKey(op: number, output: number): number {
  return op * MOST_OUTPUTS + output;
}

export function tensorOf(key: number): [op: number, output: number] {
  return [Math.floor(key / MOST_OUTPUTS), key % MOST_OUTPUTS];
}
