/** Downloads data as a file. */

export function save(data: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(data);
  link.download = name;
  link.click();
  // The download has begun by then and does not need the URL any more.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A path as a file name, without characters that file systems reject. */
export function fileName(path: string, ending: string): string {
  const name = path
    .replace(/[^\p{L}\p{N}._-]+/gu, "_")
    .replace(/^[._]+|[._]+$/g, "")
    .slice(-80);
  return `${name || "graph"}.${ending}`;
}
