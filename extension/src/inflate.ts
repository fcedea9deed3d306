/** Inflates zlib data up to a maximal size: few bytes may inflate a thousandfold. */

const MOST = 2 ** 27; // bytes; a graph of a million operations needs a third of it
const SLICE = 4096; // bytes that are inflated at a time: all output of these comes at once

export async function inflate(bytes: Uint8Array<ArrayBuffer>, most = MOST): Promise<Uint8Array<ArrayBuffer>> {
  let taken = 0;
  const slices = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        if (taken >= bytes.length) controller.close();
        else controller.enqueue(bytes.slice(taken, taken + SLICE));
        taken += SLICE;
      },
    },
    { highWaterMark: 0 },
  );
  const reader = slices.pipeThrough(new DecompressionStream("deflate")).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length;
    if (length > most) {
      void reader.cancel().catch(() => {});
      throw new Error(`This inflates to more than ${most / 2 ** 20} MB, which no graph does.`);
    }
    parts.push(read.value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
