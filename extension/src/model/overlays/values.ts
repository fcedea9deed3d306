/** The values of an overlay: a number or a category per operation; graphlab/_src/viz/overlays/columns.py sends them. */
import { inflate } from "../../inflate.ts";
import { fromBase64 } from "../../protocol.ts";

export type Tone = "good" | "warn" | "bad";

export interface OverlayInfo {
  name: string;
  title: string;
  about: string;
  kind: "sequential" | "diverging" | "categories";
  /** "s" and "bytes" are written with prefixes, any other text follows the number. */
  unit: string;
  scale: "linear" | "log";
  /** How the values of several operations are combined; "first": the first of the categories that one of them has. */
  sums: "sum" | "max" | "majority" | "first";
  categories: string[];
  tones: Record<string, Tone>;
  /** Which run the values are from. */
  source: string;
  /** Labels of edges that are drawn apart, by "from>to", the paths of their ends. */
  edges?: Record<string, string>;
}

export interface Values {
  info: OverlayInfo;
  /**
   * For each operation a number or the index of its category; NaN for no value, Infinity for any value that isn't
   * finite.
   */
  of: Float32Array;
}

/** The description of an overlay that the browser computes. */
export function overlayInfo(
  name: string,
  title: string,
  text: string,
  rest: Partial<OverlayInfo> = {},
): OverlayInfo {
  return {
    name,
    title,
    about: text,
    kind: "categories",
    unit: "",
    scale: "linear",
    sums: "majority",
    categories: [],
    tones: {},
    source: "",
    ...rest,
  };
}

/** Categories of `count` operations, the most frequent first; "" means none. */
export function categories(info: OverlayInfo, count: number, of: (id: number) => string): Values {
  const counts = new Map<string, number>();
  const texts = Array.from({ length: count }, (_, id) => of(id));
  for (const text of texts) if (text) counts.set(text, (counts.get(text) ?? 0) + 1);
  const order = [...counts].sort((a, b) => b[1] - a[1]).map(([text]) => text);
  const place = new Map(order.map((text, i) => [text, i]));
  return {
    info: { ...info, categories: order },
    of: Float32Array.from(texts, (text) => place.get(text) ?? Number.NaN),
  };
}

/** Unpacks values from the kernel. `count`: the number of operations here. */
export async function unpackValues(info: OverlayInfo, columns: string, count: number): Promise<Values> {
  const { buffer, length: bytes } = await inflate(fromBase64(columns));
  const length = Math.floor(bytes / 8);
  const steps = new Int32Array(buffer, 0, length);
  const values = new Float32Array(buffer, 4 * length, length);
  const most = info.kind === "categories" ? info.categories.length : Number.POSITIVE_INFINITY;
  const of = new Float32Array(count).fill(Number.NaN);
  let id = 0;
  for (let i = 0; i < length; i++) {
    id += steps[i];
    const value = Number.isFinite(values[i]) ? values[i] : Number.POSITIVE_INFINITY;
    // A category is a valid index.
    const isOne =
      most === Number.POSITIVE_INFINITY || (value >= 0 && value < most && Number.isInteger(value));
    if (id >= 0 && id < count && isOne) of[id] = value;
  }
  return { info, of };
}
