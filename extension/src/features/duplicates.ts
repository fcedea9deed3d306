/** Says that a cell has built the same operations again, and shows which. */

import { html } from "../dom.ts";
import { alertLine } from "../panels/alert.ts";
import type { MakeFeature } from "./feature.ts";

export const copies: MakeFeature = (desk) => ({
  messages: {
    duplicates({ text, fix }) {
      const facts = [html("span", {}, text as string), html("div", {}, fix as string)];
      const look = { text: "Show them", act: () => desk.send({ type: "overlay", name: "duplicates" }) };
      desk.line(alertLine("Operations were built again", facts, look, () => desk.line(), "copies"));
    },
  },
});
