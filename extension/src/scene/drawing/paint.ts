/** Paint: what features add to nodes and edges, in layers of class names, colours and texts. */
import type { SceneEdge, SceneNode } from "../../model/diagram/scene.ts";
import type { Thumbnail } from "../../model/diagram/thumbnail.ts";

export interface NodePaint {
  /** Class names, as the style sheet knows them: "pruned", "runs", "chosen", … */
  marks?: string[];
  /** A CSS colour for its background. */
  fill?: string;
  /** Its mixture of categories: a strip of colours, named as in palette.ts; shares add up to 1. */
  parts?: { tint: string; share: number }[];
  /** A few characters at its border: "12 ms". */
  badge?: string;
  /** A thumbnail before these. */
  thumbnail?: Thumbnail;
  /** Replaces its second line. */
  note?: string;
  /** The tooltip. */
  title?: string;
}

export interface EdgePaint {
  marks?: string[];
  color?: string;
  /** px */
  width?: number;
  label?: string;
  /** Further lines of the tooltip. */
  title?: string;
}

export interface Layer {
  node?(node: SceneNode): NodePaint | undefined;
  edge?(edge: SceneEdge): EdgePaint | undefined;
}

/** Merges layers: marks accumulate, for everything else the last layer with a value counts. */
export function merged(layers: Layer[]): Required<Layer> {
  return {
    node: (node) => sum(layers.map((layer) => layer.node?.(node))),
    edge: (edge) => sum(layers.map((layer) => layer.edge?.(edge))),
  };
}

function sum<P extends { marks?: string[] }>(paints: (P | undefined)[]): P {
  const result = { marks: [] as string[] } as P & { marks: string[] };
  for (const paint of paints) {
    if (!paint) continue;
    const { marks, ...rest } = paint;
    result.marks.push(...(marks ?? []));
    for (const [key, value] of Object.entries(rest))
      if (value !== undefined) (result as Record<string, unknown>)[key] = value;
  }
  return result;
}
