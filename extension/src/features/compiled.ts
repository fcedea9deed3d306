/** Compiled code: the text of what XLA made of an operation and of all that was compiled with it. */
import { countsOf } from "../model/diagram/tally.ts";
import { type Code, type Compiled, hloPanel } from "../panels/hlo.ts";
import { cardButton, type MakeFeature } from "./feature.ts";
import { fading } from "./highlight.ts";

export const compiled: MakeFeature = (desk) => {
  let known: Compiled | undefined;
  let wanted = -1;
  let shown: Code | undefined;
  let counts = new Map<string, number>();

  function ask(op: number, stage: Code["stage"]): void {
    wanted = op;
    desk.send({ type: "hlo", op, stage });
  }

  function show(code: Code): void {
    const { text, op } = code;
    const panel = hloPanel(code, {
      stage: (stage) => ask(op, stage),
      copy: () => void navigator.clipboard.writeText(text).then(() => desk.say("Copied the code")),
    });
    // The drawer forgets the code that it showed before: this comes after.
    desk.drawer("Compiled code", panel, close);
    shown = code;
    desk.refreshCard();
    void light();
  }

  function close(): void {
    shown = undefined;
    counts = new Map();
    desk.repaint();
    desk.refreshCard();
  }

  /** Lights up what was compiled together. */
  async function light(): Promise<void> {
    const mine = shown;
    if (!mine) return;
    const tally = await desk.engine.tally(desk.view, [mine.operations]);
    if (mine !== shown) return;
    counts = countsOf(tally);
    desk.repaint();
  }

  return {
    layer: fading(() => shown && counts),
    messages: {
      compiled(content) {
        known = content as unknown as Compiled;
        desk.refreshCard();
      },
      hlo(content) {
        const code = content as unknown as Code;
        if (code.op !== wanted) return;
        if (code.why) desk.say(code.why);
        else show(code);
      },
    },
    scene: () => void light(),
    opened({ op }) {
      if (desk.live) desk.send({ type: "compiled", op });
    },
    escape() {
      if (!shown) return false;
      desk.closeDrawer();
      return true;
    },
    buttons({ op }) {
      if (known?.op !== op || known.why || !desk.live) return [];
      const on = shown?.op === op;
      const title = "Show the code that XLA made of it and of what was compiled with it";
      return [cardButton("Compiled code", title, () => (on ? desk.closeDrawer() : ask(op, "optimized")), on)];
    },
  };
};
