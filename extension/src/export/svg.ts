/** Exports the whole scene as an SVG file: drawn as in the window, with every computed style as a plain value. */
import { html, svg } from "../dom.ts";
import type { Scene } from "../model/diagram/scene.ts";
import { visibleText } from "../model/text/format.ts";
import { Drawing } from "../scene/drawing/drawing.ts";
import type { Layer } from "../scene/drawing/paint.ts";
import { Tree } from "../scene/tree.ts";

const MARGIN = 16; // px around the scene
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, 'DejaVu Sans', sans-serif";
/** The style properties that are exported, and their defaults in a viewer. */
const STYLES: [name: string, usual: string][] = [
  ["fill", "#000000"],
  ["stroke", "none"],
  ["stroke-width", "1px"],
  ["stroke-dasharray", "none"],
  ["stroke-linecap", "butt"],
  ["stroke-linejoin", "miter"],
  ["opacity", "1"],
  ["paint-order", "normal"],
  ["font-size", ""],
  ["font-weight", "400"],
  ["font-style", "normal"],
  ["text-anchor", "start"],
];
const WORDS = /^(font|text)-/;
const GEOMETRY = ["d", "x", "y", "width", "height", "rx", "cx", "cy", "r", "points", "transform"];
const HELPERS = ".hit, .touch"; // for the pointer only
const IMAGE = /^data:image\/png;base64,[A-Za-z0-9+/=]*$/;
const DRAWN = ["path", "rect", "circle", "line", "polyline", "polygon", "ellipse", "text", "tspan", "image"];

export interface Drawn {
  text: string;
  width: number;
  height: number;
}

/** `root`: where the diagram's style sheet applies; the scene is drawn there for a moment, out of sight. */
export function sceneSvg(scene: Scene, paint: Required<Layer>, root: ParentNode & Node): Drawn {
  const drawing = new Drawing();
  const place = html("div", { class: "offscreen", "aria-hidden": "true" });
  place.append(svg("svg", { class: "scene near" }, drawing.root));
  root.appendChild(place);
  try {
    drawing.show(scene, new Tree(scene), false);
    drawing.mark(paint);
    drawing.setWords(1, true);
    return written(drawing.root, scene, getComputedStyle(place));
  } finally {
    place.remove();
  }
}

function written(drawing: SVGElement, scene: Scene, page: CSSStyleDeclaration): Drawn {
  const width = Math.ceil(scene.width) + 2 * MARGIN;
  const height = Math.ceil(scene.height) + 2 * MARGIN;
  const classes = new Map<string, string>(); // rules → name
  const known = new Map<string, string>(); // look → name of its class
  const body = element(drawing, "", (shape, look) => {
    let name = known.get(look);
    if (name === undefined) {
      const rules = rulesOf(shape);
      name = classes.get(rules) ?? (rules && letters(classes.size));
      classes.set(rules, name);
      known.set(look, name);
    }
    return name;
  });
  const rules = [...classes].filter(([rule]) => rule).map(([rule, name]) => `.${name}{${rule}}`);
  const [ground] = plain(page.backgroundColor);
  const [ink] = plain(page.color);
  return {
    width,
    height,
    text: [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
      `<style>text{font-family:${FONT};fill:${ink};white-space:pre}${rules.join("")}</style>`,
      `<rect width="${width}" height="${height}" fill="${ground}"/>`,
      `<g transform="translate(${MARGIN} ${MARGIN})">${body}</g>`,
      "</svg>",
    ].join("\n"),
  };
}

/** Writes an element and its children; `look` is what its style depends on, so that each style is computed once. */
function element(one: Element, around: string, classOf: (one: Element, look: string) => string): string {
  const tag = one.tagName;
  if (one.matches(HELPERS)) return "";
  if (tag === "title") return `<title>${escaped(one.textContent ?? "")}</title>`;
  // Data attributes do not affect the style.
  const look = `${around}/${tag}.${one.getAttribute("class") ?? ""}.${one.getAttribute("style") ?? ""}.${one.getAttribute("stroke-width") ?? ""}`;
  const shown = DRAWN.includes(tag) || tag === "g";
  if (!shown) return "";
  const attributes = GEOMETRY.flatMap((name) => {
    const value = one.getAttribute(name);
    return value === null ? [] : [` ${name}="${escaped(rounded(value))}"`];
  });
  const href = tag === "image" ? (one.getAttribute("href") ?? "") : "";
  if (IMAGE.test(href)) attributes.push(` href="${href}" style="image-rendering:pixelated"`);
  const name = classOf(one, look);
  if (name) attributes.push(` class="${name}"`);
  const inner = [...one.childNodes].map((child) =>
    child instanceof Element ? element(child, look, classOf) : escaped(child.textContent ?? ""),
  );
  if (tag === "g" && !inner.some(Boolean)) return "";
  if (tag === "path" && !one.getAttribute("d")) return "";
  return `<${tag}${attributes.join("")}>${inner.join("")}</${tag}>`;
}

/** Its style as rules that any SVG viewer supports. */
function rulesOf(one: Element): string {
  const style = getComputedStyle(one);
  const isGroup = one.tagName === "g";
  const rules: string[] = [];
  for (const [name, usual] of STYLES) {
    if (isGroup ? name !== "opacity" : one.tagName !== "text" && WORDS.test(name)) continue;
    let value = style.getPropertyValue(name).trim();
    if ((name === "fill" || name === "stroke") && value !== "none") {
      const [color, opacity] = plain(value);
      value = opacity === 0 ? "none" : color;
      if (opacity > 0 && opacity < 1) rules.push(`${name}-opacity:${opacity.toFixed(2)}`);
    }
    if (name === "stroke-dasharray") value = value.replace(/px/g, "");
    if (value && value !== usual) rules.push(`${name}:${value}`);
  }
  return rules.join(";");
}

/** A computed colour as #rrggbb and opacity: computed values have formats that few programs support. */
export function plain(color: string): [hex: string, opacity: number] {
  const numbers = (color.match(/-?[\d.]+(?:e-?\d+)?%?/g) ?? []).map((text) =>
    text.endsWith("%") ? Number.parseFloat(text) / 100 : Number(text),
  );
  // `color(srgb 0.1 0.2 0.3 / 0.5)` counts from 0 to 1, `rgb(…)` to 255.
  const scale = color.startsWith("color(") ? 255 : 1;
  const [red, green, blue, opacity = 1] = numbers;
  if (blue === undefined) return ["#000000", color === "transparent" ? 0 : 1];
  const hex = [red, green, blue].map((value) =>
    Math.round(Math.min(255, Math.max(0, value * scale)))
      .toString(16)
      .padStart(2, "0"),
  );
  return [`#${hex.join("")}`, opacity];
}

/** Rounds to tenths of a px. */
function rounded(numbers: string): string {
  return numbers.replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number) * 10) / 10));
}

function letters(number: number): string {
  const rest = Math.floor(number / 26);
  return (rest ? letters(rest - 1) : "") + String.fromCharCode(97 + (number % 26));
}

function escaped(text: string): string {
  return visibleText(text.replace(/\n/g, " · "))
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}
