/** Draws a scene on a canvas, in steps, in the order and the style of the SVG drawing. */
import { gather } from "../../gather.ts";
import type { Scene, SceneEdge, SceneNode } from "../../model/diagram/scene.ts";
import { FONT, SCOPE, STUB } from "../../model/diagram/sizes.ts";
import type { Thumbnail } from "../../model/diagram/thumbnail.ts";
import type { Detail } from "../drawing/detail.ts";
import type { EdgePaint, NodePaint } from "../drawing/paint.ts";
import {
  badgePlate,
  behind,
  CHEVRON,
  openToggleAt,
  type Spot,
  strip,
  stubOrigin,
  stubPlaces,
  toggleAt,
} from "../drawing/parts.ts";
import { plot } from "../drawing/plot.ts";
import {
  arrowhead,
  edgeClass,
  nodeClass,
  ornament,
  outline,
  rounded,
  withinHead,
} from "../drawing/shapes.ts";
import { hasSign, titleAt, titlesAt } from "../drawing/titles.ts";
import { growth, type Line, wordSize, wordStep, wordsOf } from "../drawing/words.ts";
import type { ComputedStyles, Ink, NodeStyle, Type } from "./computed-styles.ts";
import type { SpatialIndex } from "./spatial-index.ts";

/** What is drawn: a scene, the paint of its nodes and edges, and their positions during an animation. */
export interface Subject {
  scene: Scene;
  index: SpatialIndex;
  nodePaint(index: number): NodePaint;
  edgePaint(index: number): EdgePaint;
  /** An image that can be drawn by now. */
  image(png: string): CanvasImageSource | undefined;
  /** The current position of a node, and the current path of an edge. */
  spot(index: number): { x: number; y: number };
  path(index: number): number[];
  /** 0 to 1: the progress of fading in. */
  nodeArrival(index: number): number;
  edgeArrival(index: number): number;
}

/** The view of a bitmap: screen = scene × zoom + (x, y), in CSS pixels. */
export interface Window {
  x: number;
  y: number;
  zoom: number;
  width: number;
  height: number;
  ratio: number;
}

const PER_STROKE = 48; // edges that are stroked as one path
const FINE = { nodes: 6, line: 3 }; // px: smaller nodes are plain rectangles, shorter edges are left out
const CROWD = 4000; // edges in a window; beyond this only those longer than a few pixels are drawn

type Context = CanvasRenderingContext2D;

/** Draws the view `window`; yields after each few items, so that drawing can be spread over frames. */
export function* paintScene(
  context: Context,
  { scene, index, nodePaint, edgePaint, image, spot, path, nodeArrival, edgeArrival }: Subject,
  window: Window,
  detail: Detail["name"],
  styles: ComputedStyles,
): Generator<void> {
  const { zoom } = window;
  const area = {
    left: -window.x / zoom,
    top: -window.y / zoom,
    right: (window.width - window.x) / zoom,
    bottom: (window.height - window.y) / zoom,
  };
  const nodes = index.nodesIn(area);
  const edges = index.edgesIn(area);
  const base = [zoom * window.ratio, window.x * window.ratio, window.y * window.ratio] as const;
  const move = (x = 0, y = 0, scale = 1) => {
    const by = base[0] * scale;
    context.setTransform(by, 0, 0, by, base[1] + x * base[0], base[2] + y * base[0]);
  };
  const step = wordStep(zoom);
  const [small, grown] = [wordSize(FONT.label, step), growth(step)];
  const closed: number[] = [];
  const open: number[] = [];
  for (const i of nodes) (scene.nodes[i].open ? open : closed).push(i);
  context.lineJoin = "round";

  let boxes = 0;
  for (const i of open) {
    if (++boxes % 64 === 0) yield;
    const { width, height } = scene.nodes[i];
    const { marks = [], fill } = nodePaint(i);
    const { x, y } = spot(i);
    move(x, y);
    context.globalAlpha = nodeArrival(i);
    inked(context, styles.box(["box", ...marks].join(" "), fill ?? ""), shapeOf("scope", width, height));
  }
  yield;
  context.globalAlpha = 1;
  move();
  for (const { caption, captionAt, x, y, width, height } of scene.auxiliaryAreas) {
    inked(context, styles.path("divider"), new Path2D(`M${x} ${y}l${width} ${height}`));
    const style = styles.text("caption", detail);
    if (style) drawText(context, style, caption, captionAt.x, captionAt.y, "left", small);
  }
  move();
  yield* paintEdges();
  const scale = zoom * 28;
  if (scale < FINE.nodes) yield* plain();
  else yield* shapes();
  const titles = titlesAt(
    open.map((i) => scene.nodes[i]),
    step,
  );
  for (const i of open) {
    if (++boxes % 64 === 0) yield;
    const { path, width } = scene.nodes[i];
    const { x, y } = spot(i);
    const style = styleOf(i);
    move(x, y);
    context.globalAlpha = style.opacity * nodeArrival(i);
    if (style.bar.fill) inked(context, style.bar, shapeOf("scope", width, SCOPE.header - 6));
    const { text, size } = titles.get(path) ?? { text: "", size: 0 };
    if (style.toggle && hasSign(size)) {
      const sign = openToggleAt(scene.nodes[i]);
      context.translate(sign.x, sign.y);
      inked(context, style.toggle, cached(CHEVRON.open));
      move(x, y);
    }
    const at = titleAt(size, scene.nodes[i]);
    if (style.title && size) drawText(context, style.title, text, at.x, at.y, "left", size);
  }
  yield;
  yield* labels();
  context.globalAlpha = 1;

  function styleOf(i: number): NodeStyle {
    const { marks = [], fill } = nodePaint(i);
    return styles.node([nodeClass(scene.nodes[i]), ...marks].join(" "), fill ?? "", detail);
  }

  /** Draws nodes that are too small for their shapes. */
  function* plain(): Generator<void> {
    let at = 0;
    let last = "";
    move();
    for (const i of closed) {
      const { width, height } = scene.nodes[i];
      const { x, y } = spot(i);
      const { shape, opacity } = styleOf(i);
      const colour = nodePaint(i).fill ? shape.fill : shape.stroke;
      if (colour !== last) context.fillStyle = last = colour;
      context.globalAlpha = opacity * nodeArrival(i);
      context.fillRect(x, y, width, height);
      if (++at % 512 === 0) yield;
    }
  }

  function* shapes(): Generator<void> {
    let at = 0;
    for (const i of closed) {
      const node = scene.nodes[i];
      const { kind, width, height, opens } = node;
      const { x, y } = spot(i);
      const style = styleOf(i);
      context.globalAlpha = style.opacity * nodeArrival(i);
      for (const away of behind(kind)) {
        move(x + away, y + away);
        inked(context, style.behind, shapeOf(kind, width, height));
      }
      move(x, y);
      inked(context, style.shape, shapeOf(kind, width, height));
      const more = ornament(kind, width);
      if (more) inked(context, style.ornament, cached(more));
      if (node.stubs.length) {
        const origin = stubOrigin(node);
        move(x + origin.x * (1 - grown), y + origin.y * (1 - grown), grown);
      }
      for (const place of node.stubs.length && detail === "near" ? stubPlaces(node) : []) {
        const { pill, lead, arrows, text } = styles.stub(
          place.stub.written ? "stub reference" : "stub",
          detail,
        );
        inked(context, lead, new Path2D(place.lead));
        context.translate(place.x, place.y);
        inked(context, pill, cached(rounded(place.stub.width, STUB.height, STUB.height / 2)));
        context.translate(place.arrowAt.x - place.x, place.arrowAt.y - place.y);
        inked(context, arrows, cached(place.arrows));
        context.translate(-place.arrowAt.x, -place.arrowAt.y);
        if (text) drawText(context, text, place.stub.text, place.textAt.x, place.textAt.y, "left");
      }
      move(x, y);
      if (opens && style.toggle && wordsOf(node, step).chevron) {
        const sign = toggleAt(node);
        context.translate(sign.x, sign.y);
        inked(context, style.toggle, cached(CHEVRON.closed));
        move(x, y);
      }
      words(node, style, nodePaint(i));
      if (++at % 16 === 0) yield;
    }
  }

  function words(node: SceneNode, style: NodeStyle, { note, badge = "", thumbnail, parts }: NodePaint): void {
    for (const { tint, x, y, width, height } of parts && style.name ? strip(parts, node) : []) {
      context.fillStyle = styles.node(`node tinted painted tint-${tint}`, "var(--hue)", detail).shape.fill;
      context.fillRect(x, y, width, height);
    }
    const put = (look: Type | undefined, line: Line | undefined) => {
      if (look && line) drawText(context, look, line.text, line.x, line.y, "center", line.size);
    };
    const found = wordsOf(node, step, note);
    put(style.name, found.name);
    put(style.note, found.note);
    if (!(badge || thumbnail) || !style.badge.text) return;
    const plate = badgePlate(badge, node, thumbnail);
    context.translate(plate.x, plate.y + (plate.growsUp ? plate.height * (1 - grown) : 0));
    context.scale(grown, grown);
    inked(context, style.badge.ground, cached(rounded(plate.width, plate.height, plate.radius)));
    drawText(context, style.badge.text, badge, plate.textAt.x, plate.textAt.y, "center");
    if (thumbnail) drawn(thumbnail, plate.thumbnailAt, style);
  }

  function drawn(thumbnail: Thumbnail, at: Spot, { badge }: NodeStyle): void {
    context.translate(at.x, at.y);
    if (thumbnail.image) {
      const found = image(thumbnail.image);
      context.imageSmoothingEnabled = false;
      if (found) context.drawImage(found, 0, 0, thumbnail.width, thumbnail.height);
    } else {
      const { kind, d } = plot(thumbnail);
      inked(context, badge[kind], new Path2D(d));
    }
  }

  /** Draws edges; those of the same style are stroked together. */
  function* paintEdges(): Generator<void> {
    const groups = new Map<string, number[]>();
    const shortest = (edges.length > CROWD ? FINE.line * 3 : FINE.line) / zoom;
    let at = 0;
    for (const i of edges) {
      const edge = scene.edges[i];
      if (zoom < 0.5 && reach(edge.path) < shortest) continue;
      const { marks = [], color = "", width } = edgePaint(i);
      const step = Math.round((width ?? edge.width) * 2) / 2;
      gather(groups, `${edgeClass(edge, marks)}|${color}|${step}|${edgeArrival(i)}`, i);
      if (++at % 2048 === 0) yield;
    }
    for (const [key, list] of groups) {
      const [classes, color, step, came] = key.split("|");
      const style = styles.edge(classes, color);
      context.strokeStyle = style.line.stroke;
      context.lineWidth = Math.max(Number(step), 0.6 / zoom);
      context.lineCap = style.line.dash.length && style.line.dash[0] < 3 ? "round" : "butt";
      context.setLineDash(zoom < 0.3 ? [] : style.line.dash);
      context.fillStyle = style.head.fill;
      context.globalAlpha = style.opacity * Number(came) * (zoom < 0.2 ? 0.6 : 1);
      for (let from = 0; from < list.length; from += PER_STROKE) {
        context.beginPath();
        for (const i of list.slice(from, from + PER_STROKE))
          trail(context, lineOf(scene.edges[i], path(i)), zoom < 0.2);
        context.stroke();
        if (zoom >= 0.2) {
          for (const i of list.slice(from, from + PER_STROKE)) head(scene.edges[i], path(i));
        }
        yield;
      }
    }
    context.setLineDash([]);
    context.lineCap = "butt";
  }

  function lineOf({ kind, arrow, width }: SceneEdge, path: number[]): number[] {
    const atStart = kind === "reference";
    return (arrow || atStart) && zoom >= 0.2 ? withinHead(path, atStart, width) : path;
  }

  function head({ kind, arrow, width }: SceneEdge, path: number[]): void {
    if (arrow || kind === "reference") context.fill(new Path2D(arrowhead(path, kind === "reference", width)));
  }

  function* labels(): Generator<void> {
    move();
    let at = 0;
    for (const i of edges) {
      const { label, labelAt } = scene.edges[i];
      if (!labelAt) continue;
      const { marks = [], label: other } = edgePaint(i);
      const style = styles.text(["label", ...marks].join(" "), detail);
      if (!style) continue;
      context.globalAlpha = edgeArrival(i);
      drawText(context, style, other ?? label, labelAt.x, labelAt.y + 3.5, "center", small);
      if (++at % 32 === 0) yield;
    }
  }
}

function inked(context: Context, { fill, stroke, width, dash, opacity }: Ink, path: Path2D): void {
  const before = context.globalAlpha;
  if (opacity < 1) context.globalAlpha = before * opacity;
  if (fill) {
    context.fillStyle = fill;
    context.fill(path);
  }
  if (stroke) {
    context.strokeStyle = stroke;
    context.lineWidth = width;
    if (dash.length) context.setLineDash(dash);
    context.stroke(path);
    if (dash.length) context.setLineDash([]);
  }
  if (opacity < 1) context.globalAlpha = before;
}

function drawText(
  context: Context,
  { fill, font, size, halo, haloWidth, opacity }: Type,
  text: string,
  x: number,
  y: number,
  align: CanvasTextAlign,
  other = size,
): void {
  const before = context.globalAlpha;
  if (opacity < 1) context.globalAlpha = before * opacity;
  const set = other === size ? font : font.replace(/[\d.]+px/, `${other}px`);
  if (context.font !== set) context.font = set;
  if (context.textAlign !== align) context.textAlign = align;
  if (halo) {
    context.strokeStyle = halo;
    context.lineWidth = (haloWidth * other) / size;
    context.strokeText(text, x, y);
  }
  context.fillStyle = fill;
  context.fillText(text, x, y);
  if (opacity < 1) context.globalAlpha = before;
}

function trail(context: Context, path: number[], straight: boolean): void {
  context.moveTo(path[0], path[1]);
  for (let i = 2; i + 5 < path.length; i += 6)
    if (straight) context.lineTo(path[i + 4], path[i + 5]);
    else context.bezierCurveTo(path[i], path[i + 1], path[i + 2], path[i + 3], path[i + 4], path[i + 5]);
}

function reach(path: number[]): number {
  const [endX, endY] = path.slice(-2);
  return Math.abs(endX - path[0]) + Math.abs(endY - path[1]);
}

const MOST_PATHS = 4000;
const paths = new Map<string, Path2D>();

/** A cached path; most nodes share their outline with many. */
function cached(key: string, make = () => key): Path2D {
  let path = paths.get(key);
  if (path) return path;
  if (paths.size > MOST_PATHS) paths.clear();
  path = new Path2D(make());
  paths.set(key, path);
  return path;
}

function shapeOf(kind: SceneNode["kind"], width: number, height: number): Path2D {
  return cached(`${kind} ${width} ${height}`, () => outline(kind, width, height));
}
