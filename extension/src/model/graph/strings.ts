/** The texts of a graph by number: cut out of one long text when somebody asks. */
export class StringTable {
  private readonly known: string[] = [];
  private numbers: Map<string, number> | undefined;

  get count(): number {
    return this.known.length;
  }

  /** A new table's texts, still in one. */
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

  /** The number of a text that is there, or -1. */
  find(text: string): number {
    return this.index().get(text) ?? -1;
  }

  /** The number of a text, a new one if it isn't there. */
  number(text: string): number {
    const known = this.find(text);
    if (known >= 0) return known;
    this.known.push(text);
    this.index().set(text, this.known.length - 1);
    return this.known.length - 1;
  }

  /** Made when first needed: a graph that arrives whole may never need it. */
  private index(): Map<string, number> {
    if (!this.numbers) {
      this.numbers = new Map();
      for (let i = 0; i < this.count; i++) this.numbers.set(this.of(i), i);
    }
    return this.numbers;
  }
}
