/** Compiled code: the HLO of an operation and of all operations that were compiled with it. */
import { countsOf } from "../model/diagram/tally.ts";
import { type Code, type Compiled, hloPanel } from "../panels/hlo.ts";
import { __ } from "../words.ts";
import { cardButton, type MakeFeature } from "./feature.ts";
import { highlighting } from "./highlight.ts";

export const compiled: MakeFeature = (context) => {
  let known: Compiled | undefined;
  let wanted = -1;
  let shown: Code | undefined;
  let counts = new Map<string, number>();

  function requestCode(op: number, stage: Code["stage"]): void {
    wanted = op;
    context.send({ type: "hlo", op, stage });
  }

  function show(code: Code): void {
    const { text, op } = code;
    const panel = hloPanel(code, {
      stage: (stage) => requestCode(op, stage),
      copy: () => void navigator.clipboard.writeText(text).then(() => context.notify(__("Copied the code"))),
    });
    // The drawer closes the previous code first, so this comes after.
    context.drawer(__("Compiled code"), panel, close);
    shown = code;
    context.refreshCard();
    void highlight();
  }

  function close(): void {
    shown = undefined;
    counts = new Map();
    context.repaint();
    context.refreshCard();
  }

  /** Highlights what was compiled together. */
  async function highlight(): Promise<void> {
    const mine = shown;
    if (!mine) return;
    const tally = await context.engine.tally(context.view, [mine.operations]);
    if (mine !== shown) return;
    counts = countsOf(tally);
    context.repaint();
  }

  return {
    layer: highlighting(() => shown && counts),
    messages: {
      compiled(content) {
        known = content as unknown as Compiled;
        context.refreshCard();
      },
      hlo(content) {
        const code = content as unknown as Code;
        if (code.op !== wanted) return;
        if (code.why) context.notify(code.why);
        else show(code);
      },
    },
    scene: () => void highlight(),
    opened({ op }) {
      if (context.live) context.send({ type: "compiled", op });
    },
    escape() {
      if (!shown) return false;
      context.closeDrawer();
      return true;
    },
    buttons({ op }) {
      if (known?.op !== op || known.why || !context.live) return [];
      const on = shown?.op === op;
      const title = __("Show the code that XLA made of it and of what was compiled with it");
      return [
        cardButton(
          __("Compiled code"),
          title,
          () => (on ? context.closeDrawer() : requestCode(op, "optimized")),
          on,
          "more",
        ),
      ];
    },
  };
};
