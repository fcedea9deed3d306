/** Renders an SVG as PNG. */
import type { Drawn } from "./svg.ts";

const SHARP = 2; // pixels for each px
const LARGEST = { side: 16_000, area: 120_000_000 }; // pixels that browsers can paint at once

/** `scale`: pixels per px, fewer where the image is huge. */
export async function png({ text, width, height }: Drawn): Promise<{ data: Blob; scale: number }> {
  const scale = Math.min(
    SHARP,
    LARGEST.side / Math.max(width, height),
    Math.sqrt(LARGEST.area / (width * height)),
  );
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.floor(width * scale));
    canvas.height = Math.max(1, Math.floor(height * scale));
    const context = canvas.getContext("2d");
    if (!context) throw new Error("This browser paints no images.");
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const data = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!data) throw new Error("The image is too large for this browser to paint; save it as SVG.");
    return { data, scale };
  } finally {
    URL.revokeObjectURL(url);
  }
}
