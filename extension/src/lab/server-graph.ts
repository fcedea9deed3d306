/** Requests the graph of a file from graphlab's extension of the server, which needs no kernel. */
import { URLExt } from "@jupyterlab/coreutils";
import { ServerConnection } from "@jupyterlab/services";

/** A table that describes a part of the file. */
export interface Table {
  title: string;
  rows: string[][];
  /** The number of rows that are not listed. */
  more: number;
}

/** The graph of a file; graphlab/_src/cli/file_lines.py writes it. */
export interface FileGraph {
  /** The file's kind and size, in one line. */
  line: string;
  notes: string[];
  /** The uid and the pieces of the graph; absent where the file holds none that can be drawn. */
  graph?: string;
  chunks?: string[];
}

export type Progress = { stage: "reading"; bytes: number } | { stage: "drawing"; operations: number };

export type FileContent =
  | (Progress & { type: "progress" })
  | (FileGraph & { type: "graph" })
  | { type: "tables"; tables: Table[] };

type Line = FileContent | { type: "failed"; why: string };

/** The server has no extension that could read files. */
export class NoServerExtensionError extends Error {}

/** Yields progress, the graph of the file at `path`, and its tables; the error's message is the reason if it has none. */
export async function* readFile(
  path: string,
  settings: ServerConnection.ISettings,
  signal: AbortSignal,
): AsyncGenerator<FileContent> {
  const query = URLExt.objectToQueryString({ path });
  const response = await ServerConnection.makeRequest(address(settings) + query, { signal }, settings);
  const isOurs = response.headers.get("Content-Type")?.includes("ndjson");
  if (!isOurs) {
    const { message } = (await response.json().catch(() => ({}))) as { message?: string };
    if (response.status === 404 && !message?.includes(path)) throw new NoServerExtensionError();
    throw new Error(message ?? response.statusText);
  }
  for await (const line of lines(response)) {
    const content: Line = JSON.parse(line);
    if (content.type === "failed") throw new Error(content.why);
    yield content;
    if (content.type === "tables") return;
  }
  throw new Error("The server did not send the whole file.");
}

/** Has the server start the process that reads files, so that the next one does not wait for that. */
export async function prepareReading(settings: ServerConnection.ISettings): Promise<void> {
  await ServerConnection.makeRequest(address(settings), { method: "POST" }, settings);
}

function address(settings: ServerConnection.ISettings): string {
  return URLExt.join(settings.baseUrl, "graphlab", "graph");
}

async function* lines({ body }: Response): AsyncGenerator<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  // A line that is a whole graph arrives in many pieces, which are joined once.
  let begun: string[] = [];
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return;
    const [first, ...rest] = value.split("\n");
    begun.push(first);
    for (const next of rest) {
      yield begun.join("");
      begun = [next];
    }
  }
}
