/** Waits until a diagram shows more operations than before. */

const PATIENCE = 3_000; // ms; a line may add none

export class Growth {
  private waiting: { from: number; resolve: () => void }[] = [];

  constructor(private readonly operations: () => number) {}

  /** The diagram shows so many. */
  seen(operations: number): void {
    const ready = this.waiting.filter(({ from }) => operations > from);
    this.waiting = this.waiting.filter(({ from }) => operations <= from);
    for (const { resolve } of ready) resolve();
  }

  /** Resolves when there are more than `from`, or some time has passed. */
  beyond(from: number): Promise<void> {
    if (this.operations() > from) return Promise.resolve();
    return new Promise((resolve) => {
      this.waiting.push({ from, resolve });
      setTimeout(resolve, PATIENCE);
    });
  }
}
