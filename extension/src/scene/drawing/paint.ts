/** What is said of nodes and edges beyond what they are: layers of marks, colours and words, one above the other. */
import type { SceneEdge, SceneNode } from "../../model/diagram/scene.ts";

export interface NodePaint {
  /** Class names, as the style sheet knows them: "pruned", "runs", "chosen", … */
  marks?: string[];
  /** A CSS colour for its ground. */
  fill?: string;
  /** Of what it is a mixture: a strip of colours, by the names that palette.ts has for them; shares add up to 1. */
  parts?: { tint: string; share: number }[];
  /** A few characters at its upper right corner: "12 ms". */
  badge?: string;
  /** Stands in place of its second line. */
  note?: string;
  /** Told when the pointer rests on it. */
  title?: string;
}

export interface EdgePaint {
  marks?: string[];
  color?: string;
  /** px */
  width?: number;
  label?: string;
}

export interface Layer {
  node?(node: SceneNode): NodePaint | undefined;
  edge?(edge: SceneEdge): EdgePaint | undefined;
}

/** All layers as one: marks add up, of everything else the last word counts. */
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
