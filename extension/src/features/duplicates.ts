/** Reports that a cell created the same operations again, and shows which. */
import { html } from "../dom.ts";
import { alertLine } from "../panels/alert.ts";
import { __ } from "../words.ts";
import type { MakeFeature } from "./feature.ts";

export const duplicates: MakeFeature = (context) => ({
  messages: {
    duplicates({ text, fix }) {
      const facts = [html("span", {}, text as string), html("div", {}, fix as string)];
      const look = {
        text: __("Show them"),
        act: () => context.send({ type: "overlay", name: "duplicates" }),
      };
      context.line(
        alertLine(__("Operations were built again"), facts, look, () => context.line(), "duplicates"),
      );
    },
  },
});
