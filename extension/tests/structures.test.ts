import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { conds } from "../src/model/graph/conds.ts";
import { Graph } from "../src/model/graph/graph.ts";
import { weightHomes } from "../src/model/graph/homes.ts";
import { plumbing } from "../src/model/graph/plumbing.ts";
import { auxiliary, penalties } from "../src/model/graph/roles.ts";
import { fixture, namesOf } from "./build.ts";

const STRUCTURES = JSON.parse(
  readFileSync(join(import.meta.dirname, "fixtures", "structures.json"), "utf8"),
) as Record<string, object>;

/** The fixtures are what Python finds, for static diagrams; fixtures/structures.py wrote them. */
test.each(Object.keys(STRUCTURES))("live and static diagrams have the same structure: %s", (name) => {
  const graph = new Graph(name);
  graph.apply(fixture(name));
  const names = namesOf(graph);
  const named = (wanted: number, of: Uint8Array) => names.filter((_, id) => of[id] === wanted);
  const roles = auxiliary(graph);
  const losses = penalties(graph);
  const choices = conds(graph);
  const kinds = plumbing(graph, roles, choices);
  const homes = [...weightHomes(graph, roles, losses)].map((ends) =>
    ends.map((scope) => graph.names.scopeName(scope)),
  );
  expect({
    roles: { 0: named(0, roles), 2: named(2, roles), 3: named(3, roles) },
    plumbing: { 1: named(1, kinds), 2: named(2, kinds) },
    penalties: named(1, losses),
    conds: [...choices.keys()].map((id) => names[id]),
    homes: Object.fromEntries(homes),
  }).toEqual(STRUCTURES[name]);
});
