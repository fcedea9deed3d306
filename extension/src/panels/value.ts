/** The card of an operation's output: dtype, shape, statistics, histogram, first elements and image. */
import { html, set, svg } from "../dom.ts";
import { __ } from "../words.ts";

/** One value, as graphlab/_src/viz/value_summary.py sends it; numbers are text. */
export interface Value {
  name?: string;
  dtype: string;
  shape: string;
  count: number;
  nan: number;
  inf: number;
  health: string;
  first: string[];
  min?: string;
  mean?: string;
  max?: string;
  std?: string;
  histogram?: number[];
  /** A PNG as base64. */
  image?: string;
}

const THUMBNAIL = 160; // px of its longer side
const BARS = { width: 200, height: 44, gap: 1 };

export function valueCard(value: Value): HTMLElement {
  const card = html("div", { class: "value" });
  if (value.name) card.append(html("div", { class: "path" }, value.name));
  card.append(html("div", { class: "tensor" }, `${value.dtype} ${value.shape}`));
  const wrong = [
    [value.nan, "NaN"],
    [value.inf, "Inf"],
  ].filter(([count]) => count);
  if (wrong.length)
    card.append(
      html(
        "div",
        { class: "wrong" },
        __(
          "%1 of %2",
          wrong.map(([count, what]) => `${count.toLocaleString("en")} ${what}`).join(", "),
          value.count.toLocaleString("en"),
        ),
      ),
    );
  if (value.image)
    card.append(
      thumbnail(value.image, value.name ? __("Image of %1", value.name) : __("Image of the value")),
    );
  if (value.min !== undefined && value.count > 1) card.append(numbers(value));
  if (value.histogram) card.append(bars(value));
  if (value.first.length && (value.count <= 8 || !value.image)) {
    const rest = value.count > value.first.length ? ", …" : "";
    card.append(html("code", { class: "first" }, value.first.join(", ") + rest));
  }
  return card;
}

/** Pixels stay sharp: a small image is enlarged by a whole factor. */
function thumbnail(png: string, alt: string): HTMLElement {
  const image = html("img", {
    class: "thumbnail",
    src: `data:image/png;base64,${png}`,
    alt,
  }) as HTMLImageElement;
  image.onload = () => {
    const { naturalWidth, naturalHeight } = image;
    const scale = Math.max(1, Math.floor(THUMBNAIL / Math.max(naturalWidth, naturalHeight)));
    set(image, { width: naturalWidth * scale, height: naturalHeight * scale });
  };
  return image;
}

function numbers({ min, mean, max, std }: Value): HTMLElement {
  const list = html("dl", { class: "numbers" });
  for (const [name, value] of [
    [__("min"), min],
    [__("mean"), mean],
    [__("max"), max],
    [__("std"), std],
  ])
    list.append(html("div", {}, html("dt", {}, name ?? ""), html("dd", {}, value ?? "")));
  return list;
}

function bars({ histogram = [], min = "", max = "" }: Value): HTMLElement {
  const most = Math.max(...histogram);
  const width = BARS.width / histogram.length;
  const drawing = svg("svg", {
    viewBox: `0 0 ${BARS.width} ${BARS.height}`,
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": __("Histogram from %1 to %2", min, max),
  });
  histogram.forEach((count, i) => {
    // A count above zero is visible.
    const height = count ? Math.max(1.5, (count / most) * BARS.height) : 0;
    drawing.append(
      svg(
        "rect",
        { x: i * width, y: BARS.height - height, width: width - BARS.gap, height },
        svg("title", {}, `${count.toLocaleString("en")}`),
      ),
    );
  });
  return html("div", { class: "histogram" }, drawing, html("span", {}, min), html("span", {}, max));
}
