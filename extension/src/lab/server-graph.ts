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

/** The content of a file; graphlab/_src/server/convert.py writes it. */
export interface FileGraph {
  /** Its kind and size, in one line. */
  line: string;
  notes: string[];
  tables: Table[];
  /** The uid and the pieces of the graph; absent where the file holds none that can be drawn. */
  graph?: string;
  chunks?: string[];
}

export type Progress = { stage: "reading"; bytes: number } | { stage: "drawing"; operations: number };

type Line =
  | (Progress & { type: "progress" })
  | (FileGraph & { type: "graph" })
  | { type: "failed"; why: string };

/** The server has no extension that could read files. */
export class NoServerExtensionError extends Error {}

/** Resolves to the content of the file at `path`; the error's message is the reason if there is none. */
export async function requestGraph(
  path: string,
  settings: ServerConnection.ISettings,
  report: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<FileGraph> {
  const query = URLExt.objectToQueryString({ path });
  const url = URLExt.join(settings.baseUrl, "graphlab", "graph") + query;
  const response = await ServerConnection.makeRequest(url, { signal }, settings);
  const isOurs = response.headers.get("Content-Type")?.includes("ndjson");
  if (!isOurs) {
    const { message } = (await response.json().catch(() => ({}))) as { message?: string };
    if (response.status === 404 && !message?.includes(path)) throw new NoServerExtensionError();
    throw new Error(message ?? response.statusText);
  }
  for await (const line of lines(response)) {
    const content: Line = JSON.parse(line);
    if (content.type === "graph") return content;
    if (content.type === "failed") throw new Error(content.why);
    report(content);
  }
  throw new Error("The server sent no graph.");
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
