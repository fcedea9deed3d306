/** The catalogue of American spelling: JupyterLab has packs of other languages, but not two of English. */
export const AMERICAN: Record<string, string> = {
  "Colour by": "Color by",
  "Colour: %1": "Color: %1",
  "What the colours mean": "What the colors mean",
  "Show the diagram without these colours": "Show the diagram without these colors",
  Neighbours: "Neighbors",
  "Scopes with the same types of operations have the same colour.":
    "Scopes with the same types of operations have the same color.",
};
