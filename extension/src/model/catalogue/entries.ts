/** The catalogue of what the palette offers: operations, layers, losses, …, as graphlab/_src/editor writes it. */
import { inflate } from "../../inflate.ts";
import { fromBase64 } from "../../protocol.ts";

const MOST_BYTES = 2 ** 24;
const KINDS = [
  "tensor",
  "int",
  "float",
  "bool",
  "text",
  "dtype",
  "shape",
  "choice",
  "function",
  "any",
] as const;

export interface Parameter {
  name: string;
  /** As source text; null where the caller has to pass a value. */
  default: string | null;
  kind: (typeof KINDS)[number];
  /** In source text; for kinds other than "choice" and "bool" not the only ones. */
  choices?: string[];
  /** What a required one may be to begin with. */
  suggestion?: string;
}

export interface Entry {
  id: string;
  /** What the line calls: "tf.nn.relu". */
  call: string;
  group: string;
  /** Its documentation in one line. */
  doc: string;
  /** The parameters that the selected tensors are passed to, in their order. */
  tensors: string[];
  /** All others. */
  parameters: Parameter[];
  /** False where what it makes has no name to choose, or is in no scope. */
  named?: boolean;
  scoped?: boolean;
}

/** How an entry fits the selection: "" or the reason why it does not, and the resulting shapes. */
export interface Fit {
  why: string;
  shapes: string;
}

/** Raises an Error for bytes that are no catalogue. */
export async function unpackEntries(bytes: string): Promise<Entry[]> {
  const text = new TextDecoder().decode(await inflate(fromBase64(bytes), MOST_BYTES));
  const entries: unknown = JSON.parse(text)?.entries;
  if (!Array.isArray(entries) || !entries.every(isEntry))
    throw new Error("This kernel's catalogue of operations is of another version of graphlab.");
  return entries;
}

/** The last part of what is called: "relu". */
export function nameOf({ call }: Entry): string {
  return call.slice(call.lastIndexOf(".") + 1);
}

function isEntry(value: unknown): value is Entry {
  const { id, call, group, doc, tensors, parameters } = value as Entry;
  return (
    [id, call, group, doc].every(isText) &&
    Array.isArray(tensors) &&
    tensors.every(isText) &&
    Array.isArray(parameters) &&
    parameters.every(isParameter)
  );
}

function isParameter(value: unknown): boolean {
  const { name, default: text, kind, choices, suggestion } = value as Parameter;
  return (
    isText(name) &&
    (text === null || isText(text)) &&
    KINDS.includes(kind) &&
    (choices === undefined || (Array.isArray(choices) && choices.every(isText))) &&
    (suggestion === undefined || isText(suggestion))
  );
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
