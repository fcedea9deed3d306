/** The label of a stack. */
import type { Graph } from "../graph/graph.ts";
import type { Node } from "../hierarchy/hierarchy.ts";
import { kindOf } from "../hierarchy/kinds.ts";
import { memberAt, relativeName, type Stack } from "../hierarchy/stack.ts";
import { count, grouped, shorten } from "../text/format.ts";
import { KIND_NAMES, type NodeLabel, namedAfterType } from "./labels.ts";

const LONGEST_END = 16; // characters of each end of a stack's name

export function stackLabel(graph: Graph, stack: Stack, open: boolean): NodeLabel {
  const members = [...stack.children.values()];
  const kind = kindOf(graph, stack);
  const many = grouped(members.length);
  if (stack.stackKind === "rest")
    return {
      kind,
      name: `… ${many} more`,
      note: "",
      ariaLabel: `${many} more, not shown`,
      hint: `${many} more of this list: a click shows the next of them`,
    };
  if (stack.stackKind === "plumbing")
    return {
      kind,
      name: stack.size ? `plumbing · ${grouped(stack.size)}` : "fold plumbing",
      note: "",
      ariaLabel: stack.size
        ? `${count(stack.size, "operation")} of plumbing, not shown`
        : "fold the plumbing",
      hint: stack.size
        ? `${count(stack.size, "operation")} that compute sizes, hold parameters or wire a loop: a click shows them`
        : "sizes, parameters and the wiring of loops are shown: a click folds them",
    };
  const name = stackName(stack, members);
  const click = open ? "a click folds them into one" : "a click unfolds them";
  if (stack.stackKind !== "duplicates") {
    const what =
      stack.stackKind === "block" ? `block of ${many} that repeats` : `${many} neighbours of a long row`;
    return {
      kind,
      name,
      note: stack.stackKind === "block" ? `block of ${many}` : count(stack.size, "operation"),
      ariaLabel: `${what}, ${stack.name}, ${count(stack.size, "operation")}, ${open ? "open" : "closed"}`,
      hint: `${what}, ${stack.name}: ${click}`,
    };
  }
  const inner = kindOf(graph, members[0]);
  const things = inner === "op" ? graph.type(members[0].op) : inner === "stack" ? "block" : KIND_NAMES[inner];
  const stacked = count(members.length, `isomorphic ${things}`);
  const each = inner === "scope" || inner === "stack" ? ` · ${count(members[0].size, "operation")} each` : "";
  const typed = inner === "op" && !namedAfterType(members[0].name, things) ? ` ${things}` : "";
  return {
    kind,
    name: open ? `${name} ×${many}` : name,
    note: `×${many}${typed}${each}`,
    ariaLabel: `stack of ${stacked}, ${stack.name}, ${open ? "open" : "closed"}`,
    hint: `${stacked}, ${stack.name}: ${click}`,
  };
}

/** `layer_0 … layer_11`; shortens the ends, not the middle. */
function stackName(stack: Stack, members: Node[]): string {
  const end = (at: 0 | -1) => shorten(relativeName(memberAt(members, at), stack.scope), LONGEST_END);
  return `${end(0)} … ${end(-1)}`;
}
