/** Colours of marks on nodes, suitable for light and dark and for colour-blind readers. */

/** The results of a search. */
export const FOUND = "#f0b40099";
/** The differences of two graphs. The hues are Okabe and Ito's. */
export const DIFFERENCE = {
  added: "#009e7399",
  removed: "#d55e0099",
  changed: "#56b4e999",
  renamed: "#cc79a799",
} as const;
