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

export const fields: MakeFeature = (context) => {
  let cell = -1;
  let request = 0;
  let bar: FieldBar | undefined;
  let later: ReturnType<typeof setTimeout> | undefined;
  /** The field that gets the focus as soon as it can be changed: it had that when the cell ran again. */
  let wanted: string | undefined;

  function change(name: string, value: string): void {
    clearTimeout(later);
    later = setTimeout(() => {
      context.send({ type: "field", cell, name, value, request: ++request });
    }, PAUSE);
  }

  async function receive(result: Result): Promise<void> {
    if (!bar || result.request !== request) return;
    if (result.why) return bar.fail(result.why);
    bar.fail("");
    const { before, after } = result;
    if (before === after) return;
    const shown = { view: context.state(), at: "", field: bar.focused() };
    const why = await hub.editCell?.({ cell, before, after }, context.host, shown);
    if (why) bar.fail(why);
  }

  function enable(): void {
    if (!bar) return;
    const able = context.live && hub.editCell;
    const why = context.live
      ? __("Change the line in the cell: this page can't write into it")
      : needsKernel();
    bar.enable(able ? "" : why);
    if (!able || wanted === undefined) return;
    bar.focus(wanted);
    wanted = undefined;
  }

  return {
    messages: {
      fields(content) {
        cell = content.cell as number;
        bar = new FieldBar(content.fields as Field[], change);
        context.line(bar.element);
        enable();
      },
      show({ field }) {
        wanted = field as string | undefined;
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
