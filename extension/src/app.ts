/** The app: a picture in an element, fed from what was saved and from the kernel when there is one. */
import { sharedClient } from "./engine/client.ts";
import type { Chunk } from "./engine/engine.ts";
import { hub, type Source, type Transport } from "./hub.ts";
import { toBase64 } from "./protocol.ts";
import { View } from "./view.ts";

export function show(element: HTMLElement, source: Source): () => void {
  const engine = sharedClient();
  const { graph } = source;
  const view = new View(element, engine, graph, (op) => transport?.send({ type: "attributes", op }));
  const kept: { from: number; to: number; text: string }[] = [];
  let cursor = 0;
  let transport: Transport | undefined;
  let unlisten = () => {};

  // One after the other: a piece makes sense only on top of the pieces before it.
  let last: Promise<void> = view.start();
  const inTurn = (task: () => Promise<void>) => {
    last = last.then(task).catch((error) => view.fail(error));
  };

  async function take(chunks: Chunk[]): Promise<void> {
    const { taken, scene } = await engine.take(view.id, chunks);
    view.draw(scene);
    taken.forEach(({ from, to, cursor: now }, i) => {
      cursor = now;
      const chunk = chunks[i];
      if (from > now || to <= (kept.at(-1)?.to ?? 0)) return;
      // What begins before the end of another piece holds all of that one's end.
      while (kept.length && kept[kept.length - 1].from >= from) kept.pop();
      kept.push({ from, to, text: typeof chunk === "string" ? chunk : toBase64(chunk) });
    });
    // A piece from beyond the cursor means that one in between went missing.
    if (taken.some(({ from }) => from > cursor)) transport?.send({ type: "sync", cursor });
  }

  async function connect(): Promise<void> {
    const now = hub.transports.get(graph);
    if (now === transport) return;
    unlisten();
    transport = now;
    view.setLive(now !== undefined);
    if (!now) return;
    unlisten = now.listen((content, buffers) => inTurn(() => receive(content, buffers)));
    now.send({ type: "sync", cursor });
  }

  async function receive(content: Record<string, unknown>, buffers: DataView[]): Promise<void> {
    if (content.type === "piece") {
      const { buffer, byteOffset, byteLength } = buffers[0];
      await take([new Uint8Array(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer)]);
      transport?.send({ type: "have", cursor });
      source.keep?.(kept.map(({ text }) => text));
    } else if (content.type === "attributes") {
      await engine.attributes(graph, content.op as number, content.texts as string[]);
      await view.refreshDetails();
    }
  }

  inTurn(() => take(source.chunks));
  inTurn(connect);
  const onTransport = (event: Event) => {
    if ((event as CustomEvent).detail === graph) inTurn(connect);
  };
  hub.addEventListener("transport", onTransport);
  return () => {
    hub.removeEventListener("transport", onTransport);
    unlisten();
    view.remove();
  };
}
