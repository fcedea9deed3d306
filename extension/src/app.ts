/** The app: a diagram in an element, from a saved output and from the kernel when there is one. */
import { sharedClient } from "./engine/client.ts";
import type { Chunk } from "./engine/engine.ts";
import { hub, type SavedOutput, type Source, type SubgraphPath, type Transport } from "./hub.ts";
import type { Direction } from "./layout/direction.ts";
import { isMessage, isViewState } from "./messages.ts";
import { toBase64 } from "./protocol.ts";
import { View } from "./view.ts";

const WAIT = 300; // ms that a diagram out of sight waits for an idle page, at most
const REST = 900; // ms without updates after which the diagram is saved as a still image

/** The kernel's message with the subgraph of an operation; its keys are the protocol's. */
interface SubgraphMessage extends Pick<SubgraphPath, "name"> {
  graph: string;
  op: number;
  subgraphs: string[];
  subgraph: string;
  bytes: string;
}

// A diagram may show other diagrams, however this one was loaded.
hub.app ??= Promise.resolve({ show });

export function show(element: HTMLElement, source: Source): () => void {
  const engine = sharedClient();
  const { graph, chunks, messages } = validated(source);
  const restored = isViewState(source.view) ? source.view : undefined;
  const view = new View(element, engine, graph, (command) => transport?.send(command), source.subgraphPath);
  const saved: { from: number; to: number; text: string }[] = [];
  let cursor = 0;
  let { imageCursor } = source;
  let transport: Transport | undefined;
  let stopListening = () => {};
  let leave = () => {};
  let idle: ReturnType<typeof setTimeout> | undefined;
  if (source.fillsElement) view.fillElement();

  // In order: a piece applies only on top of the pieces before it.
  const options = messages.find(({ type }) => type === "show");
  const { depth, direction } = (options ?? {}) as { depth?: number; direction?: Direction };
  let last: Promise<void> = view.start(depth, restored, direction);
  let isOver = false;
  const enqueue = (task: () => Promise<void>) => {
    last = last.then(() => (isOver ? undefined : task())).catch((error) => view.fail(error));
  };

  async function take(chunks: Chunk[]): Promise<void> {
    // Encoded first, because bytes are transferred to the engine, not copied.
    const texts = chunks.map((chunk) =>
      typeof chunk === "string" || !source.save ? chunk : toBase64(chunk),
    );
    if (isOver) return; // while it waited
    const { taken, scene } = await engine.take(view.id, chunks);
    if (isOver) return;
    view.draw(scene);
    taken.forEach(({ from, to, cursor: now }, i) => {
      cursor = now;
      if (from > now || to <= (saved.at(-1)?.to ?? 0)) return;
      // A piece that begins before the end of another contains the rest of it.
      while (saved.length && saved[saved.length - 1].from >= from) saved.pop();
      saved.push({ from, to, text: texts[i] as string });
    });
    // A piece from beyond the cursor means that an earlier one is missing.
    if (taken.some(({ from }) => from > cursor)) transport?.send({ type: "sync", cursor });
  }

  async function connect(): Promise<void> {
    // Its graph may have ended before the diagram was drawn.
    if (hub.known.has(graph) && imageCursor !== cursor) saveSoon();
    const now = hub.transports.get(graph);
    if (now === transport) return;
    stopListening();
    transport = now;
    view.setLive(now !== undefined);
    if (!now) return;
    stopListening = now.listen((content) => enqueue(() => receive(content)));
    now.send({ type: "sync", cursor });
    void engine.expectGrowth(view.id);
  }

  const save = (still: Partial<SavedOutput> = {}) =>
    source.save?.({ chunks: saved.map(({ text }) => text), view: view.state, ...still });

  let savedState = JSON.stringify(restored);
  /** Adds what the reader has made of the diagram to a notebook that is being saved. */
  const onSaving = () => {
    const state = JSON.stringify(view.state);
    if (state === savedState || !saved.length) return;
    savedState = state;
    save();
  };
  hub.addEventListener("saving", onSaving);

  /** Saves the diagram's image too, after the last change. */
  function saveSoon(): void {
    clearTimeout(idle);
    idle = setTimeout(() => {
      imageCursor = cursor;
      save({ imageCursor, svg: view.still() });
    }, REST);
  }

  async function receive(content: unknown): Promise<void> {
    // A notebook may be from anybody, so its messages and the replies to them may be anything.
    if (!isMessage(content)) {
      console.warn("graphlab: this is no message of a kernel", content);
      return;
    }
    if (content.type === "piece") {
      if (!view.isInSight) await whenIdle(); // those that are have the engine and the page first
      await take([content.bytes as string]);
      if (isOver) return;
      transport?.send({ type: "confirm", cursor });
      save();
      saveSoon();
    } else if (content.type === "attributes") {
      await engine.attributes(graph, content.op as number, content.texts as string[]);
      await view.refreshDetails();
    } else if (content.type === "subgraph" && content.view === view.id) {
      if (content.why) view.notify(content.why as string);
      else enter(content as unknown as SubgraphMessage);
    } else view.receive(content);
  }

  /** Shows the subgraph of an operation in place of this graph, until the reader goes back. */
  function enter({ graph, op, name, subgraphs, subgraph, bytes }: SubgraphMessage): void {
    leave();
    const place = element.appendChild(document.createElement("div"));
    const goTo = (other: string) => transport?.send({ type: "subgraph", view: view.id, op, subgraph: other });
    const subgraphPath = { name, subgraphs, subgraph, enter: goTo, leave: () => leave() };
    const messages = direction ? [{ type: "show", direction }] : [];
    const remove = show(place, { graph, chunks: [bytes], messages, subgraphPath });
    view.setHidden(true);
    leave = () => {
      leave = () => {};
      remove();
      place.remove();
      view.setHidden(false);
    };
  }

  enqueue(() => take(chunks));
  for (const message of [...messages, ...Object.values(restored?.chosen ?? {})])
    enqueue(async () => view.receive(message));
  enqueue(connect);
  const onTransport = (event: Event) => {
    if ((event as CustomEvent).detail === graph) enqueue(connect);
  };
  hub.addEventListener("transport", onTransport);
  return () => {
    isOver = true;
    hub.removeEventListener("transport", onTransport);
    hub.removeEventListener("saving", onSaving);
    stopListening();
    leave();
    clearTimeout(idle);
    view.remove();
  };
}

/** The valid parts of a saved source. */
function validated({
  graph,
  chunks,
  messages,
}: Source): Required<Pick<Source, "graph" | "chunks" | "messages">> {
  return {
    graph: typeof graph === "string" ? graph : "",
    chunks: list(chunks).filter((chunk) => typeof chunk === "string" || chunk instanceof Uint8Array),
    messages: list(messages).filter((message) => isMessage(message)),
  };
}

function whenIdle(): Promise<unknown> {
  return new Promise((resolve) =>
    "requestIdleCallback" in window
      ? requestIdleCallback(resolve, { timeout: WAIT })
      : setTimeout(resolve, WAIT),
  );
}

function list<Item>(items: Item[] | undefined): Item[] {
  return Array.isArray(items) ? items : [];
}
