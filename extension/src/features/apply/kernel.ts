/** The kernel's end of the palette: the catalogue, what fits, and the line for what is filled in. The newest request wins. */
import { type Entry, type Fit, unpackEntries } from "../../model/catalogue/entries.ts";
import type { SelectedTensor } from "../../model/queries/tensors.ts";
import type { Filled, Line } from "../../panels/apply/form.ts";
import type { Command } from "../../protocol.ts";

/** The catalogue of this page: all kernels have the same. */
let catalogue: { bytes: string; entries: Entry[] } | undefined;

/** What fits a selection, by the ids of entries, the best first; and what is most likely wanted. */
export interface Fits {
  fits: ReadonlyMap<string, Fit>;
  likely: ReadonlySet<string>;
}

interface Pending<Answer> {
  request: number;
  resolve(answer: Answer | undefined): void;
}

let requests = 0;

export class PaletteKernel {
  private fits?: Pending<Fits>;
  private line?: Pending<Line>;
  private isRequested = false;
  private arrived: ((entries: Entry[]) => void)[] = [];

  constructor(private readonly send: (command: Command) => void) {}

  /** Requests the catalogue, once; the kernel makes it when it is first requested. */
  prepare(): void {
    if (this.isRequested) return;
    this.isRequested = true;
    this.send({ type: "palette" });
  }

  /** The catalogue, as soon as it is here. */
  entries(): Promise<Entry[]> {
    this.prepare();
    return catalogue
      ? Promise.resolve(catalogue.entries)
      : new Promise((resolve) => this.arrived.push(resolve));
  }

  /** What fits these tensors, the best first; undefined when another request came, or there is no answer. */
  fitting(tensors: readonly SelectedTensor[]): Promise<Fits | undefined> {
    this.fits?.resolve(undefined);
    const request = ++requests;
    return new Promise((resolve) => {
      this.fits = { request, resolve };
      this.send({ type: "palette-fit", request, selection: asText(tensors) });
    });
  }

  /** The line for what is filled in, within the cell that makes the graph or elsewhere; undefined when another request came. */
  lineFor(
    { entry, tensors, arguments: values, name, scope }: Filled,
    within: boolean,
  ): Promise<Line | undefined> {
    this.line?.resolve(undefined);
    const request = ++requests;
    return new Promise((resolve) => {
      this.line = { request, resolve };
      this.send({
        type: "palette-line",
        request,
        selection: asText(tensors),
        entry: entry.id,
        arguments: JSON.stringify(values),
        name,
        scope,
        within,
      });
    });
  }

  /** A kernel has connected, or there is none: what is pending gets no answer. */
  forget(): void {
    this.isRequested = false;
    this.fits?.resolve(undefined);
    this.line?.resolve(undefined);
    this.fits = this.line = undefined;
  }

  /** Handlers of the kernel's messages; those to other requests, or saved ones, are ignored. */
  readonly messages = {
    palette: async ({ bytes }: Record<string, unknown>) => {
      if (catalogue?.bytes !== bytes)
        catalogue = { bytes: bytes as string, entries: await unpackEntries(bytes as string) };
      for (const resolve of this.arrived.splice(0)) resolve(catalogue?.entries ?? []);
    },
    "palette-fit": ({ request, fits, likely }: Record<string, unknown>) => {
      if (request !== this.fits?.request) return;
      const known = (fits as [string, string, string[]][]).map(([id, why, outputs]): [string, Fit] => [
        id,
        { why, shapes: outputs.join(", ") },
      ]);
      this.fits?.resolve({ fits: new Map(known), likely: new Set((likely ?? []) as string[]) });
      this.fits = undefined;
    },
    "palette-line": ({ request, ...line }: Record<string, unknown>) => {
      if (request !== this.line?.request) return;
      this.line?.resolve(line as unknown as Line);
      this.line = undefined;
    },
    refused: ({ command, why }: Record<string, unknown>) => {
      if (command === "palette-line") {
        this.line?.resolve({ code: "", outputs: [], why: String(why) });
        this.line = undefined;
      } else if (command === "palette-fit") {
        this.fits?.resolve(undefined);
        this.fits = undefined;
      } else if (command === "palette") this.isRequested = false;
    },
  };
}

function asText(tensors: readonly SelectedTensor[]): string {
  return JSON.stringify(tensors.map(({ op, output }) => [op, output]));
}
