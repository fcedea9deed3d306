/** Colours that say something of a node, as good on a dark ground as on a light one, and for the colour-blind. */

/** What a search has found. */
export const FOUND = "#f0b40099";
/** What two graphs differ in. The hues are Okabe and Ito's. */
export const DIFFERENCE = {
  added: "#009e7399",
  removed: "#d55e0099",
  changed: "#56b4e999",
  renamed: "#cc79a799",
} as const;
