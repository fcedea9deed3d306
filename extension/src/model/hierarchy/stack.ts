/** A stack: siblings that the diagram draws as one node until it is opened. It is a scope without a name scope. */
import { withoutNumber } from "../graph/names.ts";
import type { Node } from "./hierarchy.ts";

/**
 * What a stack consists of: isomorphic siblings, one repetition of a block, a stretch of a long row, the auxiliary
 * nodes of a scope, the rest of a long list, the plumbing of a scope (`model/graph/plumbing.ts`).
 */
export type StackKind = "duplicates" | "block" | "stretch" | "auxiliary" | "rest" | "plumbing";

export interface Stack extends Node {
  stackKind: StackKind;
  /** The scope of its members. */
  scope: Node;
}

/**
 * `scope`: the scope of the members; `around`: the node that shows the stack, that scope or another stack. `tag`
 * distinguishes stacks with the same first member. The path stays the same when more members join.
 */
export function makeStack(stackKind: StackKind, scope: Node, around: Node, members: Node[], tag = ""): Stack {
  const size = members.reduce((sum, member) => sum + member.size, 0);
  return {
    stackKind,
    scope,
    // No name in TensorFlow contains a space.
    path: isNameless(stackKind) ? `${around.path} ${tag}` : `${members[0].path} …${tag}`,
    name: isNameless(stackKind)
      ? ""
      : `${relativeName(memberAt(members, 0), scope)} … ${relativeName(memberAt(members, -1), scope)}`,
    parent: around,
    depth: scope.depth + 1,
    op: -1,
    children: new Map(members.map((member) => [member.path, member])),
    size,
  };
}

/** Whether a stack has no name of its own: its members come and go. */
export function isNameless(stackKind: StackKind): boolean {
  return stackKind === "rest" || stackKind === "plumbing";
}

export function asStack(node: Node): Stack | undefined {
  return "stackKind" in node ? (node as Stack) : undefined;
}

/** The first (0) or last (-1) of some nodes; of a stack, its own first or last member. */
export function memberAt(nodes: Node[], at: 0 | -1): Node {
  const node = nodes.at(at) as Node;
  return asStack(node) ? memberAt([...node.children.values()], at) : node;
}

/** The name of a node relative to `scope`: of a chain of scopes with one child each, the whole path. */
export function relativeName(node: Node, scope: Node): string {
  if (asStack(node)) return node.name;
  const { path } = node;
  if (!scope.path) return path;
  if (path.startsWith(`${scope.path}/`)) return path.slice(scope.path.length + 1);
  // It is drawn in a layer that its name does not lie in, `conv1/kernel` in `features/conv1`.
  const [name, around = scope.name] = path.split("/").reverse();
  return withoutNumber(around) === withoutNumber(scope.name) ? name : `${around}/${name}`;
}
