/** A record that holds what was put into it and nothing else: a text of a file may be "constructor". */
export function dictionary<Value>(entries: Record<string, Value>): Record<string, Value> {
  return Object.assign(Object.create(null), entries);
}
