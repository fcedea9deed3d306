/** What goes between the kernel and the picture: pieces of a graph one way, commands the other. */

export type Command = { type: "app" } | { type: "sync"; cursor: number } | { type: "attributes"; op: number };
