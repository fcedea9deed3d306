/** The level of detail at each zoom: text only where it can be read, and names of scopes longest. */

export interface Detail {
  /** The class name by which the style sheet hides and enlarges. */
  name: "near" | "middle" | "far" | "distant";
  /** The smallest zoom of this level. */
  from: number;
}

const DETAILS: Detail[] = [
  { name: "near", from: 0.6 },
  { name: "middle", from: 0.45 },
  { name: "far", from: 0.24 },
  { name: "distant", from: 0 },
];

export function detailAt(zoom: number): Detail["name"] {
  return (DETAILS.find(({ from }) => zoom >= from) as Detail).name;
}
