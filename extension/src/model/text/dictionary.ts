/** A record without a prototype: it has the given entries only, even if a name in a file is "constructor". */
export function dictionary<Value>(entries: Record<string, Value>): Record<string, Value> {
  return Object.assign(Object.create(null), entries);
}
