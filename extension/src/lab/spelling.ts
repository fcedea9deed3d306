/** The catalogue of American spelling: JupyterLab has packs of other languages, but not two of English. */
export const AMERICAN: Record<string, string> = {
  Colour: "Color",
  "Colour by": "Color by",
  "Colour: %1": "Color: %1",
  "What the colours mean": "What the colors mean",
  "Show the diagram without these colours": "Show the diagram without these colors",
  Neighbours: "Neighbors",
  "Neighbours of %1": "Neighbors of %1",
  "%1 neighbours of a long row": "%1 neighbors of a long row",
  "Scopes with the same types of operations have the same colour.":
    "Scopes with the same types of operations have the same color.",
};
