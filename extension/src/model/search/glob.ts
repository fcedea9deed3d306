/** Matches texts with * as wildcard, ignoring case: in one pass, however many stars there are. */

/** A predicate on texts. */
export interface Pattern {
  test(text: string): boolean;
}

/** The Pattern of `value` anywhere in a text; `begins`, `ends`: only there. */
export function glob(value: string, { begins = false, ends = false } = {}): Pattern {
  const parts = value.toLowerCase().split("*");
  const first = parts[0];
  const last = parts[parts.length - 1];
  return {
    test(given: string): boolean {
      const text = given.toLowerCase();
      if (parts.length === 1 && begins && ends) return text === first;
      if (begins && !text.startsWith(first)) return false;
      let at = begins ? first.length : 0;
      const end = ends ? text.length - last.length : text.length;
      if (ends && (end < at || !text.endsWith(last))) return false;
      // The first match leaves most for the parts behind it.
      for (let i = begins ? 1 : 0; i < parts.length - (ends ? 1 : 0); i++) {
        const found = text.indexOf(parts[i], at);
        if (found < 0 || found + parts[i].length > end) return false;
        at = found + parts[i].length;
      }
      return true;
    },
  };
}
