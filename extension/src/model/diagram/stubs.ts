/** Stubs: the labels beside a node that replace its edges to auxiliary nodes. */

import { gather } from "../../gather.ts";
import { __ } from "../../words.ts";
import type { Node } from "../hierarchy/hierarchy.ts";
import { asStack, memberAt } from "../hierarchy/stack.ts";
import { shorten } from "../text/format.ts";
import type { Metrics } from "../text/metrics.ts";
import type { Stub, StubEdges } from "./content.ts";
import type { SceneStub } from "./scene.ts";
import { STUB, stubWidth } from "./sizes.ts";

const LONGEST = 16; // characters

/**
 * The stubs of each closed child; an open scope shows them inside. Where a stub `isBrief`, an arrow says enough: it and
 * the others of its child become one.
 */
export function sceneStubs(
  stubs: Stub[],
  isOpen: (child: Node) => boolean,
  isBrief: (stub: Stub) => boolean,
  metrics: Metrics,
): Map<Node, SceneStub[]> {
  const byChild = new Map<Node, Stub[]>();
  for (const stub of stubs) if (!isOpen(stub.child)) gather(byChild, stub.child, stub);
  return new Map(
    [...byChild].map(([child, own]) => {
      const brief = own.filter(isBrief);
      const named = withNames(
        own.filter((stub) => !brief.includes(stub)),
        metrics,
      );
      return [child, brief.length ? [...named, joined("", brief, metrics)] : named];
    }),
  );
}

function withNames(stubs: Stub[], metrics: Metrics): SceneStub[] {
  const shown = stubs.length > STUB.most ? stubs.slice(0, STUB.most - 1) : stubs;
  const result = shown.map((stub) =>
    sceneStub(shortName(stub.neighbor), stub.neighbor.path, stub, tipFor(stub), metrics),
  );
  const rest = stubs.slice(shown.length);
  return rest.length ? [...result, joined(__("%1 more", rest.length), rest, metrics)] : result;
}

/** One for several. */
function joined(text: string, stubs: Stub[], metrics: Metrics): SceneStub {
  const any = (direction: keyof StubEdges) => stubs.some((stub) => stub[direction]);
  const edges = { output: any("output"), input: any("input"), written: any("written") };
  const target = stubs.length === 1 ? stubs[0].neighbor.path : "";
  return sceneStub(text, target, edges, stubs.map(tipFor).join("\n"), metrics);
}

/** For a stack, the name of its first member. */
function shortName(node: Node): string {
  return asStack(node) ? `${memberAt([node], 0).name} …` : node.name;
}

function tipFor({ neighbor, output, input, written, apart }: Stub): string {
  if (apart === "shared")
    return output
      ? __("shares its variables with %1", neighbor.name)
      : __("uses the variables of %1", neighbor.name);
  if (apart === "penalty")
    return output
      ? __("%1 weighs its variables, for a loss", neighbor.name)
      : __("weighs the variables of %1", neighbor.name);
  const edges = [
    written && __("is written by"),
    output && __("is consumed by"),
    input && __("consumes"),
  ].filter(Boolean);
  return __("%1 %2, which is auxiliary", edges.join(` ${__("and")} `), neighbor.name);
}

function sceneStub(name: string, target: string, edges: StubEdges, tip: string, metrics: Metrics): SceneStub {
  const text = shorten(name, LONGEST);
  const { output, input, written } = edges;
  return { text, target, output, input, written, tip, width: stubWidth(text, metrics) };
}
