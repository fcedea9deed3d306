/** Peek: an extra run for one tensor, with what the last run fed. graphlab/_src/play/peek.py makes it. */

import { html } from "../dom.ts";
import { iconButton } from "../panels/icons.ts";
import { __, needsKernel } from "../words.ts";
import { cardButton, type MakeFeature } from "./feature.ts";

export const peek: MakeFeature = (context) => {
  const title = () =>
    context.live
      ? __("Compute its value in an extra run, with what the last run fed (key p)")
      : needsKernel();

  function request(op: number): void {
    context.send({ type: "peek", op, output: 0 });
  }

  function show(text: string, ran: number): void {
    const label = __("Close the result of the extra run");
    const end = () => {
      context.line();
      context.focus();
    };
    context.line(
      html(
        "div",
        { class: "preview peek", role: "status" },
        html(
          "div",
          { class: "facts" },
          html("strong", {}, __("Extra run")),
          html("code", {}, text),
          html("span", { class: "what" }, __("%1 operations, with what the last run fed", ran)),
        ),
        iconButton("close", label, end, __("Close")),
      ),
    );
  }

  return {
    messages: {
      peek({ why, text, ran }) {
        if (why) context.notify(why as string);
        else show(text as string, ran as number);
      },
    },
    key(event) {
      if (event.key !== "p") return false;
      void context.engine.details(context.view, context.current()).then((details) => {
        if (details?.outputs.length) request(details.op);
        else
          context.notify(__("Only an operation with an output has a value: open the scope, and go to one."));
      });
      return true;
    },
    buttons(details) {
      if (!details.outputs.length) return [];
      const button = cardButton(__("Peek"), title(), () => request(details.op));
      (button as HTMLButtonElement).disabled = !context.live;
      return [button];
    },
  };
};
