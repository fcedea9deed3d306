/** A table of strings by number: cut out of one long text on first use. */
export class StringTable {
  private readonly known: string[] = [];
  private numbers: Map<string, number> | undefined;

  get count(): number {
    return this.known.length;
  }

  /** `whole`: the texts of a new table, concatenated; `ends`: the end of each. */
  constructor(
    private readonly whole = "",
    private readonly ends = new Int32Array(0),
  ) {
    this.known.length = ends.length;
  }

  of(number: number): string {
    this.known[number] ??= this.whole.slice(number ? this.ends[number - 1] : 0, this.ends[number]);
    return this.known[number];
  }

  /** The number of a text, or -1 if the table does not have it. */
  find(text: string): number {
    return this.index().get(text) ?? -1;
  }

  /** The number of a text, which is added if the table does not have it. */
  number(text: string): number {
    const known = this.find(text);
    if (known >= 0) return known;
    this.known.push(text);
    this.index().set(text, this.known.length - 1);
    return this.known.length - 1;
  }

  /** Built on first use: a graph that arrives as one piece may never need it. */
  private index(): Map<string, number> {
    if (!this.numbers) {
      this.numbers = new Map();
      for (let i = 0; i < this.count; i++) this.numbers.set(this.of(i), i);
    }
    return this.numbers;
  }
}
