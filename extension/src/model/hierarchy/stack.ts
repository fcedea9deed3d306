/** A stack: siblings that the picture shows as one until they are asked for. It is a scope that nobody wrote. */
import type { Node } from "./hierarchy.ts";

/** Of what a stack is made: what is alike, a block that repeats, a stretch of a long row, the rest of a long list. */
export type StackKind = "duplicates" | "block" | "stretch" | "rest";

export interface Stack extends Node {
  stackKind: StackKind;
  /** The scope in which its members stand. */
  scope: Node;
}

/**
 * `scope`: where the members stand; `around`: what shows the stack, that scope or another stack. `tag` tells stacks
 * apart that begin with the same member. The path stays the same when more members join.
 */
export function makeStack(stackKind: StackKind, scope: Node, around: Node, members: Node[], tag = ""): Stack {
  const size = members.reduce((sum, member) => sum + member.size, 0);
  return {
    stackKind,
    scope,
    // No name in TensorFlow holds a space.
    path: stackKind === "rest" ? `${around.path} ${tag}` : `${members[0].path} …${tag}`,
    name:
      stackKind === "rest"
        ? ""
        : `${relativeName(memberAt(members, 0), scope)} … ${relativeName(memberAt(members, -1), scope)}`,
    parent: around,
    depth: scope.depth + 1,
    op: -1,
    children: new Map(members.map((member) => [member.path, member])),
    size,
  };
}

export function asStack(node: Node): Stack | undefined {
  return "stackKind" in node ? (node as Stack) : undefined;
}

/** The first (0) or last (-1) of some nodes, or of the stack that it is. */
export function memberAt(nodes: Node[], at: 0 | -1): Node {
  const node = nodes.at(at) as Node;
  return asStack(node) ? memberAt([...node.children.values()], at) : node;
}

/** The name that tells a node from its siblings: of a chain of scopes with one child each, the whole way. */
export function relativeName(node: Node, scope: Node): string {
  return asStack(node) ? node.name : node.path.slice(scope.path ? scope.path.length + 1 : 0);
}
