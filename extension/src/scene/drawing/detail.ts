/** How much is shown at which zoom: text only where it can be read, and names of scopes for longer than all else. */

export interface Detail {
  /** The class of the drawing, by which the style sheet hides and enlarges. */
  name: "near" | "middle" | "far" | "distant";
  /** The smallest zoom at which it holds. */
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
