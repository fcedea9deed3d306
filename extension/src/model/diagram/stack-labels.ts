/** The label of a stack. */

import { __ } from "../../words.ts";
import type { Graph } from "../graph/graph.ts";
import type { Node } from "../hierarchy/hierarchy.ts";
import { kindOf } from "../hierarchy/kinds.ts";
import { memberAt, relativeName, type Stack } from "../hierarchy/stack.ts";
import { count, grouped, shorten } from "../text/format.ts";
import { kindNames, type NodeLabel, namedAfterType } from "./labels.ts";

const LONGEST_END = 16; // characters of each end of a stack's name

export function stackLabel(graph: Graph, stack: Stack, open: boolean): NodeLabel {
  const members = [...stack.children.values()];
  const kind = kindOf(graph, stack);
  const many = grouped(members.length);
  if (stack.stackKind === "rest")
    return {
      kind,
      name: `… ${__("%1 more", many)}`,
      note: "",
      ariaLabel: __("%1 more, not shown", many),
      hint: __("%1 more of this list: a click shows the next of them", many),
    };
  if (stack.stackKind === "plumbing")
    return {
      kind,
      name: stack.size ? `${__("plumbing")} · ${grouped(stack.size)}` : __("fold plumbing"),
      note: "",
      ariaLabel: stack.size
        ? __("%1 of plumbing, not shown", count(stack.size, "operation"))
        : __("fold plumbing"),
      hint: stack.size
        ? __("%1 of sizes, parameters and wiring: a click shows them", count(stack.size, "operation"))
        : __("a click folds it"),
    };
  const name = stackName(stack, members);
  const click = open ? __("a click folds them into one") : __("a click unfolds them");
  if (stack.stackKind !== "duplicates") {
    const isBlock = stack.stackKind === "block";
    const what = isBlock
      ? __("block of %1 that repeats", many)
      : stack.stackKind === "auxiliary"
        ? __("%1 auxiliary nodes", many)
        : __("%1 neighbours of a long row", many);
    return {
      kind,
      name,
      note: isBlock ? __("block of %1", many) : count(stack.size, "operation"),
      ariaLabel: `${what}, ${stack.name}, ${count(stack.size, "operation")}, ${open ? __("open") : __("closed")}`,
      hint: `${what}, ${stack.name}: ${click}`,
    };
  }
  const inner = kindOf(graph, members[0]);
  const type = inner === "op" ? graph.type(members[0].op) : "";
  const things = type ? `${type}s` : kindNames(inner);
  const stacked = __("%1 isomorphic %2", many, things);
  const each =
    inner === "scope" || inner === "stack" ? ` · ${__("%1 each", count(members[0].size, "operation"))}` : "";
  const typed = type && !namedAfterType(members[0].name, type) ? ` ${type}` : "";
  return {
    kind,
    name: open ? `${name} ×${many}` : name,
    note: `×${many}${typed}${each}`,
    ariaLabel: `${__("stack of %1", stacked)}, ${stack.name}, ${open ? __("open") : __("closed")}`,
    hint: `${stacked}, ${stack.name}: ${click}`,
  };
}

/** `layer_0 … layer_11`; shortens the ends, not the middle. */
function stackName(stack: Stack, members: Node[]): string {
  const end = (at: 0 | -1) => shorten(relativeName(memberAt(members, at), stack.scope), LONGEST_END);
  return `${end(0)} … ${end(-1)}`;
}
