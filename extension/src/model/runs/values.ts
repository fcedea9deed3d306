/** Values of runs on nodes and edges. graphlab/_src/play/values.py defines the messages. */
import type { SceneEdge } from "../diagram/scene.ts";
import { THUMBNAIL } from "../diagram/sizes.ts";
import { pngSize, type Thumbnail } from "../diagram/thumbnail.ts";
import type { TensorId } from "../graph/graph.ts";

/** The last value of one tensor. */
export interface TensorValue {
  op: number;
  output: number;
  /** In a few characters, and with its dtype, shape and range. */
  text: string;
  about: string;
  health: string;
  /** Whether the points are what it was in one run after the other. */
  history?: boolean;
  /** Whether a run was for it: at the end of a closed scope it is the scope's value. */
  fetched?: boolean;
  /** Whether it is of a run beside those of the program. */
  extra?: boolean;
  points?: (number | null)[];
  /** A PNG in base64. */
  image?: string;
}

/** The operations at closed nodes, by path, and the tensors that each edge represents, by its id. */
export interface VisibleTensors {
  nodes: [path: string, op: number][];
  edges: [id: string, tensors: TensorId[]][];
}

const MOST_CHARACTERS = 1_900; // of a command's text
const MOST_OF_EDGE = 4; // tensors of an edge whose values are in its tooltip
const BASE = 36;
const UNHEALTHY = ["nan", "inf", "exploding", "zero"];

export function keyOf(op: number, output: number): string {
  return `${op}:${output}`;
}

/** Which tensor each visible node shows, and which each edge does. */
export class Places {
  readonly nodes = new Map<string, TensorId>();
  readonly edges = new Map<string, TensorId[]>();

  constructor({ nodes, edges }: VisibleTensors, drawn: readonly SceneEdge[]) {
    for (const [path, op] of nodes) this.nodes.set(path, [op, 0]);
    for (const [id, tensors] of edges) this.edges.set(id, tensors.slice(0, MOST_OF_EDGE));
    // A closed scope shows its value if all that leaves it is one tensor.
    const leaving = new Map<string, TensorId | undefined>();
    const all = new Map(edges);
    for (const { id, from, kind } of drawn) {
      if (kind !== "data" || this.nodes.has(from)) continue;
      for (const [op, output] of all.get(id) ?? []) {
        const known = leaving.get(from);
        const isSame = !leaving.has(from) || (known && keyOf(...known) === keyOf(op, output));
        leaving.set(from, isSame ? [op, output] : undefined);
      }
    }
    for (const [path, tensor] of leaving) if (tensor) this.nodes.set(path, tensor);
  }

  /** Every tensor once; those of the nodes for which `isNear` holds first, then those of other nodes. */
  tensors(isNear: (path: string) => boolean = () => true): TensorId[] {
    const nodes = [...this.nodes];
    const all = [...nodes.filter(([path]) => isNear(path)), ...nodes.filter(([path]) => !isNear(path))].map(
      ([, tensor]) => tensor,
    );
    for (const tensors of this.edges.values()) all.push(...tensors);
    return [...new Map(all.map((tensor) => [keyOf(...tensor), tensor])).values()];
  }

  /** The tensor of an edge whose value no node shows: its label has it. */
  alone(edge: SceneEdge): TensorId | undefined {
    const tensors = this.edges.get(edge.id) ?? [];
    if (tensors.length !== 1 || edge.kind !== "data") return undefined;
    // A variable's node shows what its reads return.
    const shown = this.nodes.get(edge.from);
    const [op, output] = tensors[0];
    const isShown = shown && (shown[0] !== op || shown[1] === output);
    return isShown ? undefined : tensors[0];
  }
}

/** Tensors as text for a command: how far each operation is from the one before, in base 36, and its output. */
export function asText(tensors: TensorId[]): string {
  for (let most = tensors.length; ; most = Math.floor(most * 0.9)) {
    const sorted = tensors.slice(0, most).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    let at = 0;
    const parts = sorted.map(([op, output]) => {
      const distance = (op - at).toString(BASE);
      at = op;
      return output ? `${distance}:${output.toString(BASE)}` : distance;
    });
    const text = parts.join(",");
    if (text.length <= MOST_CHARACTERS) return text;
  }
}

/** The thumbnail of a value at its node; undefined for a number. */
export function thumbnailOf({ points, image }: TensorValue): Thumbnail | undefined {
  if (image) {
    const size = pngSize(image);
    if (!size) return undefined;
    const scale = Math.min(THUMBNAIL.width / size.width, THUMBNAIL.height / size.height);
    return {
      image,
      width: Math.max(THUMBNAIL.least, Math.round(size.width * scale)),
      height: Math.max(THUMBNAIL.least, Math.round(size.height * scale)),
    };
  }
  const numbers = points?.filter((point) => point !== null).length ?? 0;
  return numbers > 1 ? { points, width: THUMBNAIL.width, height: THUMBNAIL.height } : undefined;
}

/** The words beside a thumbnail: a history has its newest number, what is wrong is named, an image speaks for itself. */
export function wordsOf({ text, health, history, points, image }: TensorValue): string {
  const isWrong = health === "nan" || health === "inf";
  return (image || points) && !history && !isWrong ? "" : text;
}

/** The class names of what has these values: the worst one's health. */
export function healthMarks(values: TensorValue[]): string[] {
  const worst = UNHEALTHY.find((health) => values.some((value) => value.health === health));
  return worst ? ["valued", `is-${worst}`] : ["valued"];
}
