/** What happens to a line that was filled in: it goes into the notebook, where the page can write there, or is copied. */
import { type AddedOutcome, builderIn, hub } from "../../hub.ts";
import type { SelectedTensor } from "../../model/queries/tensors.ts";
import type { Filled, Line } from "../../panels/apply/form.ts";
import { __ } from "../../words.ts";
import type { FeatureContext } from "../feature.ts";
import { Growth } from "./growth.ts";

const NEXT_DIAGRAM = 10_000; // ms that a cell that has run again needs for its diagram at most

export class Adding {
  readonly growth = new Growth(() => this.operations);

  /** `select`: selects what was made. */
  constructor(
    private readonly context: FeatureContext,
    private readonly select: (tensors: SelectedTensor[]) => void,
  ) {}

  /** Adds a line; returns why it could not be added, "" if it was. */
  async add(line: Line, filled: Filled): Promise<string> {
    if (!hub.addCode) return this.copy(line.code);
    const from = this.operations;
    await this.context.engine.build(this.context.view);
    const cells = new Set(filled.tensors.map(({ made }) => made.cell).filter((cell) => cell >= 0));
    const outcome = await hub.addCode({ code: line.code, from: this.context.host, cells: [...cells] });
    // The reader may go on while the diagram changes.
    if (!outcome.why) setTimeout(() => void this.follow(outcome, from, line.outputs));
    return outcome.why ?? "";
  }

  /**
   * Goes to what a line made, and selects it, so that the next line goes on from there; a layer stays closed. `stays`: the
   * page does not scroll.
   */
  async goOn(from: number, outputs: string[], stays = false): Promise<void> {
    const { engine, host, view } = this.context;
    if (!stays) host.scrollIntoView({ block: "nearest" });
    await this.growth.beyond(from);
    if (this.operations <= from) return; // not every line adds some
    const made = await engine.madeSince(view, from, outputs);
    if (made.length) this.select(made);
    const { visible } = await engine.where(view, made[0]?.op ?? this.operations - 1);
    this.context.closeCard();
    await this.context.go(visible, true);
  }

  private get operations(): number {
    return this.context.scene()?.operations ?? 0;
  }

  private async follow(outcome: AddedOutcome, from: number, outputs: string[]): Promise<void> {
    const { failed, again, reveal } = outcome;
    reveal?.();
    if (failed) this.context.notify(__("The line failed: %1", failed));
    else if (again) {
      // Its graph is another one, in another diagram.
      const next = await builderIn(again, NEXT_DIAGRAM);
      await next?.goOn(from, outputs);
    } else await this.goOn(from, outputs, reveal !== undefined);
  }

  /** Where the page can't write into the notebook. */
  private async copy(code: string): Promise<string> {
    try {
      await navigator.clipboard.writeText(code);
    } catch {
      return __("This page may not use the clipboard: copy the line above into a cell.");
    }
    this.context.notify(__("The line is copied: paste it into a cell and run that."));
    return "";
  }
}
