/** The level of detail at each zoom: small words only where they can be read, see words.ts for the others. */

export interface Detail {
  /** The class name by which the style sheet hides. */
  name: "near" | "middle" | "far" | "distant";
  /** The smallest zoom of this level. */
  from: number;
}

const DETAILS: Detail[] = [
  { name: "near", from: 0.84 },
  { name: "middle", from: 0.45 },
  { name: "far", from: 0.2 },
  { name: "distant", from: 0 },
];

export function detailAt(zoom: number): Detail["name"] {
  return (DETAILS.find(({ from }) => zoom >= from) as Detail).name;
}
