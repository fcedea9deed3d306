/** The images that are drawn on a canvas: decoded once, and drawn as soon as they are. */

const MOST = 600;

export class Images {
  private readonly known = new Map<string, HTMLImageElement>();

  /** `decoded`: called when an image that was missing can be drawn. */
  constructor(private readonly decoded: () => void) {}

  /** A PNG in base64 as an image; undefined until it is decoded. */
  get(png: string): HTMLImageElement | undefined {
    let image = this.known.get(png);
    if (!image) {
      if (this.known.size >= MOST) this.known.clear();
      image = new Image();
      image.onload = this.decoded;
      image.src = `data:image/png;base64,${png}`;
      this.known.set(png, image);
    }
    return image.complete && image.naturalWidth ? image : undefined;
  }
}
