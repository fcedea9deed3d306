// The texts in source files that a reader sees: what `__` and `count` receive.
import { readFile } from "node:fs/promises";

const TEXT = /\b__\(\s*("(?:[^"\\]|\\.)*")/g;
const COUNTED = /\bcount\([^"`;]*"(\w+)"\)/g;

export async function textsIn(files) {
  const codes = await Promise.all(files.map((file) => readFile(file, "utf8")));
  const texts = codes.flatMap((code) => [
    ...[...code.matchAll(TEXT)].map(([, text]) => JSON.parse(text)),
    ...[...code.matchAll(COUNTED)].flatMap(([, thing]) => [thing, `${thing}s`]),
  ]);
  return [...new Set(texts)].sort();
}
