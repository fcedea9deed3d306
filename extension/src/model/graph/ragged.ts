/**
 * A ragged array: a list of numbers per operation in one flat array, so that 1,000,000 lists are not 1,000,000
 * objects.
 */
export class RaggedArray {
  /** List `id` is data[at[id]] to data[at[id] + length[id]]. */
  data: Int32Array = new Int32Array(0);
  at: Int32Array = new Int32Array(0);
  length: Int32Array = new Int32Array(0);
  private capacity: Int32Array = new Int32Array(0);
  private used = 0;

  /** Lists 0, 1, 2, … that are contiguous in `data`. */
  static of(lengths: Int32Array, data: Int32Array): RaggedArray {
    const lists = new RaggedArray();
    lists.length = lengths;
    lists.capacity = lengths.slice();
    lists.at = new Int32Array(lengths.length);
    for (let i = 0; i < lengths.length; i++) {
      lists.at[i] = lists.used;
      lists.used += lengths[i];
    }
    lists.data = data;
    return lists;
  }

  list(id: number): number[] {
    const at = this.at[id];
    return Array.from(this.data.subarray(at, at + this.length[id]));
  }

  /** Extends the array to `count` lists; the new ones are empty. */
  grow(count: number): void {
    if (count > this.at.length) {
      this.at = grown(this.at, count);
      this.length = grown(this.length, count);
      this.capacity = grown(this.capacity, count);
    }
  }

  set(id: number, numbers: ArrayLike<number>): void {
    this.reserve(id, numbers.length);
    this.data.set(numbers, this.at[id]);
    this.length[id] = numbers.length;
  }

  push(id: number, number: number): void {
    this.reserve(id, this.length[id] + 1);
    this.data[this.at[id] + this.length[id]++] = number;
  }

  /** Removes the first `number` from a list. */
  remove(id: number, number: number): void {
    const begin = this.at[id];
    const end = begin + this.length[id];
    const place = this.data.indexOf(number, begin);
    if (place < 0 || place >= end) return;
    this.data.copyWithin(place, place + 1, end);
    this.length[id]--;
  }

  /** Moves a list that outgrows its capacity to the end, with the capacity to double. */
  private reserve(id: number, length: number): void {
    if (length <= this.capacity[id]) return;
    const capacity = Math.max(length, 2 * this.capacity[id]);
    if (this.used + capacity > this.data.length) this.data = grown(this.data, this.used + capacity);
    this.data.copyWithin(this.used, this.at[id], this.at[id] + this.length[id]);
    this.at[id] = this.used;
    this.capacity[id] = capacity;
    this.used += capacity;
  }
}

/** A copy with space for at least `count` numbers, and some more. */
export function grown(numbers: Int32Array, count: number, fill = 0): Int32Array {
  const larger = new Int32Array(Math.ceil(count * 1.25) + 16);
  larger.set(numbers);
  if (fill) larger.fill(fill, numbers.length);
  return larger;
}
