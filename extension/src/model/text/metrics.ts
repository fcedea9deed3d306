/** The width of text in the page's font. */

/** Widths of the printable ASCII characters at 1 px font size, measured by the page in its own font. */
export type Metrics = number[];

export const FIRST_CHARACTER = 32;
// Until the page has measured: an average sans serif.
export const DEFAULT_METRICS: Metrics = Array.from({ length: 95 }, (_, i) =>
  "iljtf.,:;|!'()[] ".includes(String.fromCharCode(i + FIRST_CHARACTER)) ? 0.33 : 0.6,
);

export function textWidth(text: string, size: number, metrics: Metrics): number {
  let width = 0;
  for (const character of text) width += metrics[character.charCodeAt(0) - FIRST_CHARACTER] ?? 0.7;
  return width * size;
}
