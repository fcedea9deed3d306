/** Lists in ascending order. */

/** How many items have a number that is at most `most`. */
export function countUpTo<Item>(
  items: readonly Item[],
  most: number,
  numberOf: (item: Item) => number = Number,
): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numberOf(items[middle]) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}
