/** Gives the reader a file. */

export function save(data: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(data);
  link.download = name;
  link.click();
  // The download has begun by then, and no longer needs the address.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A path as a name for a file, without what file systems object to. */
export function fileName(path: string, ending: string): string {
  const name = path
    .replace(/[^\p{L}\p{N}._-]+/gu, "_")
    .replace(/^[._]+|[._]+$/g, "")
    .slice(-80);
  return `${name || "graph"}.${ending}`;
}
