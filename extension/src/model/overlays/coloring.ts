/** A diagram with an overlay: the colour, badge and tooltip of each visible node, and the legend. */

import { gather } from "../../gather.ts";
import { __ } from "../../words.ts";
import type { Graph } from "../graph/graph.ts";
import type { Node } from "../hierarchy/hierarchy.ts";
import { asStack } from "../hierarchy/stack.ts";
import { share, written } from "../text/units.ts";
import type { Overlay } from "./overlay.ts";
import { type Sum, Sums } from "./sums.ts";
import { categoryTint, type Domain, domainOf, numberTint, STEPS } from "./tints.ts";
import { type OverlayInfo, overlayInfo, type Values } from "./values.ts";

/** The colour of a visible node. */
export interface Tint {
  path: string;
  tint: string;
  /** The index of its category, or -1. */
  category: number;
  badge?: string;
  /** Of a mixture: the colours and shares of its categories. */
  parts?: { tint: string; share: number }[];
  /** For the tooltip. */
  title: string;
}

export interface Entry {
  name: string;
  count: number;
  tint: string;
}

export interface Legend {
  info: OverlayInfo;
  /** How many operations have a value. */
  count: number;
  /** Of categories, each that occurs. */
  entries: Entry[];
  /** Of numbers: the values at the ends of the colour bar, the colours between, and the total where there is one. */
  low: string;
  high: string;
  steps: string[];
  total: string;
}

const MOST_PARTS = 3; // categories of a scope that are named

export class OverlayColoring {
  private sums?: Sums;
  private cursor = -1;

  constructor(private readonly overlay: Overlay) {}

  /** The values of the current graph; undefined when the overlay colours nodes, not operations. */
  values(graph: Graph): Values | undefined {
    if (this.overlay.values && graph.cursor !== this.cursor) {
      this.cursor = graph.cursor;
      this.sums = new Sums(this.overlay.values(graph));
    }
    return this.sums?.values;
  }

  /** The visible nodes that have a colour, and the legend. */
  tints(graph: Graph, nodes: Node[], isOpen: (node: Node) => boolean): { tints: Tint[]; legend: Legend } {
    const values = this.values(graph);
    if (!values)
      return this.grouped(
        graph,
        nodes.filter((node) => !isOpen(node)),
      );
    return values.info.kind === "categories" ? this.mixed(nodes) : this.amounts(nodes, isOpen);
  }

  private amounts(nodes: Node[], isOpen: (node: Node) => boolean) {
    const sums = this.sums as Sums;
    const { info, of } = sums.values;
    const found = nodes.map((node) => ({ node, sum: sums.at(node) })).filter(({ sum }) => sum.count);
    // Amounts are compared with what else is visible; otherwise the scopes would leave no colour to their parts.
    const closed = found.filter(({ node }) => !isOpen(node)).map(({ sum }) => sum.value);
    const domain = domainOf(info, info.sums === "sum" ? closed : of);
    let [total, count] = [0, 0];
    for (const value of of)
      if (!Number.isNaN(value)) {
        total += value;
        count++;
      }
    const tints = found.map(({ node, sum: { value, count } }): Tint => {
      const text = written(value, info.unit);
      const part = info.sums === "sum" ? `, ${__("%1 of all", share(value, total))}` : "";
      const many =
        node.leaf || info.sums !== "sum" ? "" : ` ${__("in %1 operations", count.toLocaleString("en"))}`;
      return {
        path: node.path,
        tint: numberTint(info, domain, value),
        category: -1,
        badge: text,
        title: `${info.title}: ${text}${many}${part}`,
      };
    });
    return { tints, legend: this.barLegend(info, domain, count, info.sums === "sum" ? total : Number.NaN) };
  }

  private barLegend(info: OverlayInfo, domain: Domain, count: number, total: number): Legend {
    const diverging = info.kind === "diverging";
    const most = Math.max(Math.abs(domain.low), Math.abs(domain.high));
    const [low, high] = diverging ? [-most, most] : [domain.low, domain.high];
    return {
      info,
      count,
      entries: [],
      low: written(low, info.unit),
      high: written(high, info.unit),
      steps: Array.from({ length: diverging ? STEPS + 1 : STEPS }, (_, i) => `${diverging ? "d" : "s"}${i}`),
      total: Number.isNaN(total) ? "" : written(total, info.unit),
    };
  }

  private mixed(nodes: Node[]) {
    const sums = this.sums as Sums;
    const { info, of } = sums.values;
    const tints = nodes.flatMap((node): Tint[] => {
      const sum = sums.at(node);
      if (!sum.count) return [];
      return [
        {
          path: node.path,
          tint: categoryTint(info, sum.value),
          category: sum.value,
          parts: sum.mix.length > 1 ? partsOf(info, sum) : undefined,
          title: `${info.title}: ${mixText(info, sum)}`,
        },
      ];
    });
    const counts = new Array(info.categories.length).fill(0);
    for (const place of of) if (!Number.isNaN(place)) counts[place]++;
    const entries = info.categories.map((name, i) => ({
      name,
      count: counts[i],
      tint: categoryTint(info, i),
    }));
    const count = counts.reduce((sum, each) => sum + each, 0);
    return { tints, legend: { ...EMPTY, info, count, entries: entries.filter(({ count }) => count) } };
  }

  private grouped(graph: Graph, nodes: Node[]) {
    const groups = new Map<string, Node[]>();
    for (const node of nodes) {
      const key = this.overlay.structureKey?.(graph, node);
      if (key) gather(groups, key, node);
    }
    const groups_ = [...groups.values()]
      .filter((group) => group.length > 1 || asStack(group[0])?.stackKind === "duplicates")
      .sort((a, b) => b.length - a.length || b[0].size - a[0].size);
    const info = overlayInfo(this.overlay.info.name, this.overlay.info.title, this.overlay.info.about, {
      categories: groups_.map((group) => __("like %1", group[0].name)),
    });
    const tints = groups_.flatMap((group, i) =>
      group.map((node): Tint => {
        const others = group
          .filter((other) => other !== node)
          .map((other) => other.name)
          .slice(0, MOST_PARTS);
        const more = group.length - 1 - others.length;
        const list = more > 0 ? __("%1 and %2 more", others.join(", "), more) : others.join(", ");
        const title = list
          ? __("Same operation types as %1", list)
          : __("Its members have the same operation types");
        return { path: node.path, tint: categoryTint(info, i), category: i, title };
      }),
    );
    const entries = groups_.map((group, i) => ({
      name: __("like %1", group[0].name),
      count: group.length,
      tint: categoryTint(info, i),
    }));
    return { tints, legend: { ...EMPTY, info, count: tints.length, entries } };
  }
}

const EMPTY = { low: "", high: "", steps: [], total: "" };

/** Merges categories of the same colour. */
function partsOf(info: OverlayInfo, { mix, count }: Sum): { tint: string; share: number }[] {
  const shares = new Map<string, number>();
  for (const [place, many] of mix) {
    const tint = categoryTint(info, place);
    shares.set(tint, (shares.get(tint) ?? 0) + many / count);
  }
  return [...shares].map(([tint, share]) => ({ tint, share }));
}

/** `MatMul`, or of a scope `MatMul 60 %, Add 20 %, 5 more`. */
function mixText({ categories }: OverlayInfo, { mix, count }: Sum): string {
  if (mix.length === 1) return categories[mix[0][0]];
  const parts = mix.slice(0, MOST_PARTS).map(([place, many]) => `${categories[place]} ${share(many, count)}`);
  if (mix.length > MOST_PARTS) parts.push(__("%1 more", mix.length - MOST_PARTS));
  return parts.join(", ");
}
