/** Stubs: the labels beside a node that replace its edges to auxiliary nodes. */
import type { Node } from "../hierarchy/hierarchy.ts";
import { asStack, memberAt } from "../hierarchy/stack.ts";
import { shorten } from "../text/format.ts";
import type { Metrics } from "../text/metrics.ts";
import type { Stub, StubEdges } from "./content.ts";
import type { SceneStub } from "./scene.ts";
import { STUB, stubWidth } from "./sizes.ts";

const LONGEST = 16; // characters

/** The stubs of each closed child; an open scope shows them inside. */
export function sceneStubs(
  stubs: Stub[],
  isOpen: (child: Node) => boolean,
  metrics: Metrics,
): Map<Node, SceneStub[]> {
  const byChild = new Map<Node, Stub[]>();
  for (const stub of stubs) {
    if (isOpen(stub.child)) continue;
    const known = byChild.get(stub.child);
    if (known) known.push(stub);
    else byChild.set(stub.child, [stub]);
  }
  return new Map([...byChild].map(([child, own]) => [child, summed(own, metrics)]));
}

function summed(stubs: Stub[], metrics: Metrics): SceneStub[] {
  const shown = stubs.length > STUB.most ? stubs.slice(0, STUB.most - 1) : stubs;
  const result = shown.map((stub) =>
    sceneStub(shortName(stub.neighbor), stub.neighbor.path, stub, tipFor(stub), metrics),
  );
  const rest = stubs.slice(shown.length);
  if (!rest.length) return result;
  const any = (direction: keyof StubEdges) => rest.some((stub) => stub[direction]);
  const edges = { output: any("output"), input: any("input"), written: any("written") };
  return [...result, sceneStub(`${rest.length} more`, "", edges, rest.map(tipFor).join("\n"), metrics)];
}

/** For a stack, the name of its first member. */
function shortName(node: Node): string {
  return asStack(node) ? `${memberAt([node], 0).name} …` : node.name;
}

function tipFor({ neighbor, output, input, written, apart }: Stub): string {
  if (apart === "shared")
    return output ? `shares its variables with ${neighbor.name}` : `uses the variables of ${neighbor.name}`;
  if (apart === "penalty")
    return output
      ? `${neighbor.name} weighs its variables, for a loss that punishes large ones`
      : `weighs the variables of ${neighbor.name}`;
  const edges = [written && "is written by", output && "is consumed by", input && "consumes"].filter(Boolean);
  return `${edges.join(" and ")} ${neighbor.name}, which is auxiliary`;
}

function sceneStub(name: string, target: string, edges: StubEdges, tip: string, metrics: Metrics): SceneStub {
  const text = shorten(name, LONGEST);
  const { output, input, written } = edges;
  return { text, target, output, input, written, tip, width: stubWidth(text, metrics) };
}
