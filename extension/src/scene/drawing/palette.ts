/**
 * The colours of overlays, for light and dark: distinguishable without red and green, and with readable text on each.
 */

interface Colours {
  /** From low to high. */
  sequential: string[];
  /** From below zero to above. */
  diverging: string[];
  /** Distinguishable for all colour visions (Okabe and Ito, with two more), in tones for the background. */
  categories: string[];
  /** The colour of further categories. */
  other: string;
  good: string;
  warn: string;
  bad: string;
}

const LIGHT: Colours = {
  sequential: [
    "#fdf6dc",
    "#fbe9b7",
    "#f9d98f",
    "#f6c56a",
    "#f0ad4e",
    "#e6923c",
    "#d87632",
    "#c2592d",
    "#a23e2b",
    "#7c2529",
  ],
  diverging: [
    "#2166ac",
    "#4a8ac4",
    "#7eb0d8",
    "#b0d0e8",
    "#dbe8f1",
    "#f4f2ee",
    "#f8e2c6",
    "#f3c78d",
    "#e7a252",
    "#cf7b24",
    "#a85700",
  ],
  categories: [
    "#8ec7ee",
    "#f3b84f",
    "#5cc3a0",
    "#e39ac3",
    "#f2e46b",
    "#5f9fd4",
    "#e5875a",
    "#b7a3e3",
    "#b9c27a",
  ],
  other: "#cfd3d9",
  good: "#a9d8ef",
  warn: "#f6d67a",
  bad: "#c43a1d",
};

const DARK: Colours = {
  sequential: [
    "#26262b",
    "#3a2c2a",
    "#52322a",
    "#6d3a2a",
    "#8a4529",
    "#a8552a",
    "#c4692f",
    "#db833c",
    "#eda24f",
    "#f9c669",
  ],
  diverging: [
    "#7ab8f5",
    "#5797d8",
    "#3f76b0",
    "#335782",
    "#2b3c55",
    "#2c2c30",
    "#4f3d29",
    "#7a5527",
    "#a76f2a",
    "#d18c33",
    "#f5ab48",
  ],
  categories: [
    "#2f6d96",
    "#8f6410",
    "#1d7257",
    "#8a4a70",
    "#77701a",
    "#2a5486",
    "#97482a",
    "#5f4f94",
    "#5f6a2c",
  ],
  other: "#4a4d54",
  good: "#28566e",
  warn: "#7d6212",
  bad: "#ff8a6b",
};

/** Class names `tint-s3`, `tint-c0`, … that set --hue, and --on, the colour of text on it. */
export const PALETTE = rules(":host ", LIGHT) + rules(":host([data-dark]) ", DARK);

function rules(host: string, colours: Colours): string {
  const named: [string, string][] = [
    ...colours.sequential.map((colour, i): [string, string] => [`s${i}`, colour]),
    ...colours.diverging.map((colour, i): [string, string] => [`d${i}`, colour]),
    ...colours.categories.map((colour, i): [string, string] => [`c${i}`, colour]),
    ["cx", colours.other],
    ["good", colours.good],
    ["warn", colours.warn],
    ["bad", colours.bad],
  ];
  return named
    .map(([name, colour]) => `${host}.tint-${name} { --hue: ${colour}; --on: ${inkOn(colour)}; }\n`)
    .join("");
}

/** Black or white, whichever is more readable on a colour. */
export function inkOn(colour: string): string {
  const light = luminance(colour);
  return (light + 0.05) / (luminance("#000000") + 0.05) >= (1 + 0.05) / (light + 0.05)
    ? "#000000"
    : "#ffffff";
}

/** Relative luminance as WCAG defines it, from 0 to 1. */
export function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export const COLOURS = { light: LIGHT, dark: DARK };
