/** Thumbnails: values as small plots or images in the badges of nodes. */

export interface Thumbnail {
  /** px */
  width: number;
  height: number;
  /** Numbers, as bars or a line; null leaves a gap. */
  points?: (number | null)[];
  /** A PNG in base64. */
  image?: string;
}

/** px of a PNG in base64, which are in its first bytes. */
export function pngSize(png: string): { width: number; height: number } | undefined {
  let head: string;
  try {
    head = atob(png.slice(0, 32));
  } catch {
    return undefined;
  }
  if (head.slice(1, 4) !== "PNG" || head.length < 24) return undefined;
  const number = (at: number) => [0, 1, 2, 3].reduce((sum, i) => sum * 256 + head.charCodeAt(at + i), 0);
  const [width, height] = [number(16), number(20)];
  return width && height ? { width, height } : undefined;
}
