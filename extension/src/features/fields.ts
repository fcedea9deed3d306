/** Fields of a %%graph cell (# @param): each change writes the line that sets it, and runs the cell again. */
import { hub } from "../hub.ts";
import { type Field, FieldBar } from "../panels/fields.ts";
import { __, needsKernel } from "../words.ts";
import type { MakeFeature } from "./feature.ts";

/** The answer to a change: the text of the cell as it ran and with the change, or why there is none. */
interface Result {
  request: number;
  why?: string;
  cell: number;
  before: string;
  after: string;
}

const PAUSE = 150; // ms without another change, after which the cell runs
const PATIENCE = 10_000; // ms in which the diagram that the cell then shows takes the focus over

/** The field that had the focus when its cell ran again. */
let left: { name: string; at: number } | undefined;

export const fields: MakeFeature = (context) => {
  let cell = -1;
  let request = 0;
  let bar: FieldBar | undefined;
  let later: ReturnType<typeof setTimeout> | undefined;

  function change(name: string, value: string): void {
    clearTimeout(later);
    later = setTimeout(() => {
      context.send({ type: "field", cell, name, value, request: ++request });
    }, PAUSE);
  }

  async function receive(result: Result): Promise<void> {
    if (!bar || result.request !== request) return;
    if (result.why) return bar.fail(result.why);
    const { before, after } = result;
    if (before === after) return bar.fail("");
    const name = bar.focused();
    left = name ? { name, at: performance.now() } : undefined;
    bar.fail("");
    const why = await hub.editCell?.({ cell, before, after }, context.host, {
      view: context.state(),
      at: "",
      focus: !name,
    });
    if (why) bar.fail(why);
  }

  function enable(): void {
    if (!bar) return;
    const able = context.live && hub.editCell;
    const why = context.live
      ? __("Change the line in the cell: this page can't write into it")
      : needsKernel();
    bar.enable(able ? "" : why);
    if (!able || !left) return;
    if (performance.now() - left.at < PATIENCE) bar.focus(left.name);
    left = undefined;
  }

  return {
    messages: {
      fields(content) {
        cell = content.cell as number;
        bar = new FieldBar(content.fields as Field[], change);
        context.line(bar.element);
        enable();
      },
      "field-result": (content) => receive(content as unknown as Result),
      refused: (content) => {
        if (content.command === "field") bar?.fail(content.why as string);
      },
    },
    live: enable,
    remove: () => clearTimeout(later),
  };
};
