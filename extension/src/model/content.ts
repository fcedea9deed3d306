/** What an open scope shows: its children, the bundled edges between them, and the edges that cross its border. */
import type { Output } from "./graph.ts";
import { type Node, operationsIn } from "./hierarchy.ts";
import { writes } from "./kinds.ts";
import type { Model } from "./model.ts";
import type { Shown } from "./shown.ts";

export type EdgeKind = "data" | "control" | "reference";

/** All edges from one visible thing to another. */
export interface Bundle {
  from: End;
  to: End;
  kind: EdgeKind;
  /** The tensors that flow, each once, by "operation:output". */
  tensors: Map<string, Output>;
  count: number;
}

/** A child of the scope, or the port through which edges of a node outside come in ("top") or leave ("bottom"). */
export interface End {
  node: Node;
  port?: "top" | "bottom";
}

/** A child's connection to something that is set aside: drawn as a small sign instead of a line. */
export interface Stub extends Ways {
  child: Node;
  neighbor: Node;
}

/** What passes between a child and what is set aside, as the child sees it. */
export interface Ways {
  gives: boolean;
  takes: boolean;
  /** A variable of the child is written by it. */
  written: boolean;
}

export interface Content {
  main: Node[];
  aside: Node[];
  bundles: Bundle[];
  stubs: Stub[];
}

export function endKey({ node, port }: End): string {
  return port ? `${port}:${node.path}` : node.path;
}

/** Reads the content of `scope`, as `shown` arranges it. */
export function readContent({ graph, hierarchy }: Model, shown: Shown, scope: Node): Content {
  const bundles = new Map<string, Bundle>();
  const stubs = new Map<string, Stub>();
  const children = shown.children(scope);
  const isAside = (node: Node) => shown.isAside(node);

  for (const child of children)
    for (const id of operationsIn(child)) {
      const inputs = graph.inputs(id);
      for (let i = 0; i < inputs.length; i += 2) incoming(child, id, inputs[i], inputs[i + 1]);
      for (const producer of graph.controls(id)) incoming(child, id, producer, -1);
      for (const user of graph.consumers(id))
        if (!shown.toward(scope, hierarchy.place(user))) outgoing(child, id, user);
    }
  return {
    main: children.filter((child) => !isAside(child)),
    aside: children.filter(isAside),
    bundles: [...bundles.values()],
    stubs: [...stubs.values()],
  };

  function incoming(child: Node, id: number, producer: number, output: number): void {
    const from = shown.toward(scope, hierarchy.place(producer));
    if (from === child) return;
    if (from) {
      if (isAside(from) === isAside(child)) add({ node: from }, { node: child }, producer, output, id);
      else if (isAside(from)) stub(child, from, "takes");
      else stub(from, child, isReference(producer, output, id) ? "written" : "gives");
      return;
    }
    const [other, own] = shown.part(hierarchy.place(producer), hierarchy.place(id)) as [Node, Node];
    if (isAside(other) !== isAside(own) || isAside(child)) stub(child, other, "takes");
    else add({ node: other, port: "top" }, { node: child }, producer, output, id);
  }

  function outgoing(child: Node, id: number, user: number): void {
    const [other, own] = shown.part(hierarchy.place(user), hierarchy.place(id)) as [Node, Node];
    const inputs = graph.inputs(user);
    if (isAside(other) !== isAside(own) || isAside(child)) {
      const input = inputs.indexOf(id);
      const written = input >= 0 && isReference(id, inputs[input + 1], user);
      stub(child, other, written ? "written" : "gives");
      return;
    }
    const to: End = { node: other, port: "bottom" };
    for (let i = 0; i < inputs.length; i += 2)
      if (inputs[i] === id) add({ node: child }, to, id, inputs[i + 1], user);
    if (graph.controls(user).includes(id)) add({ node: child }, to, id, -1, user);
  }

  function add(from: End, to: End, producer: number, output: number, user: number): void {
    const key = `${endKey(from)}\n${endKey(to)}`;
    let bundle = bundles.get(key);
    if (!bundle) {
      bundle = { from, to, kind: "control", tensors: new Map(), count: 0 };
      bundles.set(key, bundle);
    }
    bundle.count++;
    const tensor = graph.outputs(producer)[output];
    if (output < 0 || !tensor) return;
    if (bundle.kind !== "data") bundle.kind = isReference(producer, output, user) ? "reference" : "data";
    bundle.tensors.set(`${producer}:${output}`, tensor);
  }

  /** Whether `user` gets this tensor in order to write the variable behind it. */
  function isReference(producer: number, output: number, user: number): boolean {
    const dtype = graph.outputs(producer)[output]?.dtype ?? "";
    return /_ref$|^resource$/.test(dtype) && writes(graph.type(user));
  }

  function stub(child: Node, neighbor: Node, way: keyof Ways): void {
    const key = `${child.path}\n${neighbor.path}`;
    let known = stubs.get(key);
    if (!known) {
      known = { child, neighbor, gives: false, takes: false, written: false };
      stubs.set(key, known);
    }
    known[way] = true;
  }
}
