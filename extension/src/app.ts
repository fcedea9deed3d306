/** The app: a picture in an element, fed from what was saved and from the kernel when there is one. */
import { sharedClient } from "./engine/client.ts";
import { hub, type Source, type Transport } from "./hub.ts";
import { toBase64 } from "./protocol.ts";
import { View } from "./view.ts";

type Chunk = string | Uint8Array<ArrayBuffer>;

export function show(element: HTMLElement, source: Source): () => void {
  const engine = sharedClient();
  const { graph } = source;
  const view = new View(element, engine, graph, (op) => transport?.send({ type: "attributes", op }));
  const kept: { from: number; to: number; text: string }[] = [];
  let transport: Transport | undefined;
  let unlisten = () => {};

  // One after the other: a piece makes sense only on top of the pieces before it.
  let last = view.start().then(async () => {
    for (const chunk of source.chunks) await take(chunk);
    await view.refresh();
    connect();
  });
  const inTurn = (task: () => Promise<unknown>) => {
    last = last.then(async () => void (await task()));
  };

  async function take(chunk: Chunk): Promise<boolean> {
    const { from, to, cursor, changed } = await engine.take(graph, chunk);
    if (from > cursor) transport?.send({ type: "sync", cursor }); // a piece in between went missing
    if (to > (kept.at(-1)?.to ?? 0)) {
      while (kept.length && kept[kept.length - 1].from >= from) kept.pop();
      kept.push({ from, to, text: typeof chunk === "string" ? chunk : toBase64(chunk) });
    }
    return changed;
  }

  function connect(): void {
    const now = hub.transports.get(graph);
    if (now === transport) return;
    unlisten();
    transport = now;
    view.setLive(now !== undefined);
    if (!now) return;
    unlisten = now.listen((content, buffers) => inTurn(() => receive(content, buffers)));
    inTurn(async () => now.send({ type: "sync", cursor: await engine.cursor(graph) }));
  }

  async function receive(content: Record<string, unknown>, buffers: DataView[]): Promise<void> {
    if (content.type === "piece") {
      const { buffer, byteOffset, byteLength } = buffers[0];
      await take(new Uint8Array(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer));
      await view.refresh();
      transport?.send({ type: "have", cursor: await engine.cursor(graph) });
      source.keep?.(kept.map(({ text }) => text));
    } else if (content.type === "attributes") {
      await engine.attributes(graph, content.op as number, content.texts as string[]);
      await view.refresh();
    }
  }

  const onTransport = (event: Event) => {
    if ((event as CustomEvent).detail === graph) inTurn(async () => connect());
  };
  hub.addEventListener("transport", onTransport);
  return () => {
    hub.removeEventListener("transport", onTransport);
    unlisten();
    view.remove();
  };
}
