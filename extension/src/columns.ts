/** Reads columns of numbers from bytes; graphlab/_src/viz/columns.py writes them. */

export const MAGIC = "GLP\u0002";
const WIDTHS = [1, 2, 4];

/** The header, from JSON, and the columns by name. */
export interface Columns<Header> {
  header: Header;
  columns: Record<string, Int32Array>;
}

/** Whether `bytes` begin as columns do; otherwise they are deflated, or something else. */
export function areColumns(bytes: Uint8Array): boolean {
  return [...MAGIC].every((character, i) => bytes[i] === character.charCodeAt(0));
}

/** Raises an Error for bytes that graphlab/_src/viz/columns.py does not write. */
export function readColumns<Header>(bytes: Uint8Array): Columns<Header> {
  if (bytes.length < MAGIC.length + 4) throw cutOff();
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(MAGIC.length, true);
  let at = MAGIC.length + 4 + length;
  if (at > bytes.length) throw cutOff();
  const text = new TextDecoder().decode(bytes.subarray(MAGIC.length + 4, at));
  const { columns: layout, ...header } = JSON.parse(text) as { columns: [string, number, number][] };
  const columns: Record<string, Int32Array> = Object.create(null);
  for (const [name, width, count] of layout) {
    if (!WIDTHS.includes(width) || !(count >= 0 && at + width * count <= bytes.length)) throw cutOff();
    columns[name] = column(bytes.subarray(at, at + width * count), width, count);
    at += width * count;
  }
  return { header: header as Header, columns };
}

function cutOff(): Error {
  return new Error("This is not a graph that can be drawn: its columns are cut off.");
}

/** Joins the planes of bytes: all lowest bytes come first, the sign is in the highest. */
function column(planes: Uint8Array, width: number, count: number): Int32Array {
  const numbers = new Int32Array(count);
  for (let plane = 0; plane < width; plane++) {
    const shift = 8 * plane;
    const begin = plane * count;
    for (let i = 0; i < count; i++) numbers[i] |= planes[begin + i] << shift;
  }
  const unused = 32 - 8 * width;
  if (unused) for (let i = 0; i < count; i++) numbers[i] = (numbers[i] << unused) >> unused;
  return numbers;
}
