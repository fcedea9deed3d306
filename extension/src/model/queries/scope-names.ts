/** The name scopes of a graph, where something new may be put. */
import type { Graph } from "../graph/graph.ts";
import { IN_GRADIENTS } from "../graph/op-types.ts";

/** The first `most` scopes that are no operation's own, nor of gradients, outer ones first. */
export function scopeNames({ names }: Graph, most: number): string[] {
  const found: string[] = [];
  for (let scope = 1; scope < names.scopeCount && found.length < most; scope++) {
    if (names.own[scope] >= 0) continue;
    const name = names.scopeName(scope);
    if (!IN_GRADIENTS.test(`${name}/`)) found.push(name);
  }
  return found.sort((a, b) => a.split("/").length - b.split("/").length || (a < b ? -1 : 1));
}
