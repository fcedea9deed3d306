/** The computed style of each kind of element, read from samples: Canvas draws by the same rules as SVG. */
import { svg } from "../../dom.ts";

/** A painted outline: colours as CSS text, "" where there is none. */
export interface Ink {
  fill: string;
  stroke: string;
  width: number;
  dash: number[];
  opacity: number;
}

/** The style of text; undefined where the style sheet hides it. */
export interface Type {
  fill: string;
  font: string;
  size: number;
  /** The background colour, drawn around the letters, and its width. */
  halo: string;
  haloWidth: number;
  opacity: number;
}

export interface NodeStyle {
  opacity: number;
  shape: Ink;
  behind: Ink;
  ornament: Ink;
  toggle?: Ink;
  bar: Ink;
  name?: Type;
  note?: Type;
  title?: Type;
  badge: { ground: Ink; bars: Ink; trace: Ink; text?: Type };
}

export interface EdgeStyle {
  opacity: number;
  line: Ink;
  head: Ink;
}

export interface StubStyle {
  pill: Ink;
  lead: Ink;
  arrows: Ink;
  text?: Type;
}

/** Styles by class names and colour; forget them when the theme changes. */
export class ComputedStyles {
  /** An invisible sibling of the drawing, so that the same rules apply. */
  readonly samples = svg("svg", { class: "samples", "aria-hidden": true, width: 0, height: 0 });
  private readonly known = new Map<string, unknown>();

  forget(): void {
    this.known.clear();
  }

  node(classes: string, fill: string, level: string): NodeStyle {
    return this.once(`${level}|${classes}|${fill}`, level, () => {
      const [behind, shape, ornament, bar] = ["behind", "shape", "ornament", "bar"].map((name) =>
        svg("path", { class: name }),
      );
      const [name, note, title, word] = ["name", "note", "title", ""].map((name) =>
        svg("text", { class: name }),
      );
      const toggle = svg("path");
      const [ground, bars, trace] = [
        svg("rect"),
        svg("path", { class: "bars" }),
        svg("path", { class: "trace" }),
      ];
      const group = svg(
        "g",
        { class: classes, style: fill ? `--fill: ${fill}` : undefined },
        bar,
        behind,
        shape,
        ornament,
        svg("g", { class: "toggle" }, toggle),
        name,
        note,
        title,
        svg("g", { class: "badge" }, ground, bars, trace, word),
      );
      const read = (): NodeStyle => ({
        opacity: Number(getComputedStyle(group).opacity),
        behind: ink(behind),
        shape: ink(shape),
        ornament: ink(ornament),
        bar: ink(bar),
        toggle: isHidden(toggle.parentElement as Element) ? undefined : ink(toggle),
        name: type(name),
        note: type(note),
        title: type(title),
        badge: { ground: ink(ground), bars: ink(bars), trace: ink(trace), text: type(word) },
      });
      return [group, read];
    });
  }

  edge(classes: string, color: string): EdgeStyle {
    return this.once(`edge|${classes}|${color}`, "", () => {
      const [line, head] = ["line", "head"].map((name) => svg("path", { class: name }));
      const group = svg("g", { class: classes, style: color ? `--color: ${color}` : undefined }, line, head);
      return [
        group,
        () => ({ opacity: Number(getComputedStyle(group).opacity), line: ink(line), head: ink(head) }),
      ];
    });
  }

  stub(classes: string, level: string): StubStyle {
    return this.once(`${level}|${classes}`, level, () => {
      const [pill, lead, arrows, text] = [
        svg("rect"),
        svg("path", { class: "lead" }),
        svg("path", { class: "arrows" }),
        svg("text"),
      ];
      const group = svg("g", { class: classes }, lead, pill, arrows, text);
      return [group, () => ({ pill: ink(pill), lead: ink(lead), arrows: ink(arrows), text: type(text) })];
    });
  }

  /** The background of an open scope. */
  box(classes: string, fill: string): Ink {
    return this.once(`box|${classes}|${fill}`, "", () => {
      const path = svg("path");
      return [
        svg("g", { class: classes, style: fill ? `--fill: ${fill}` : undefined }, path),
        () => ink(path),
      ];
    });
  }

  /** A path without a group: "divider". */
  path(classes: string): Ink {
    return this.once(`path|${classes}`, "", () => {
      const path = svg("path", { class: classes });
      return [path, () => ink(path)];
    });
  }

  text(classes: string, level: string): Type | undefined {
    return this.once(`${level}|text|${classes}`, level, () => {
      const text = svg("text", { class: classes });
      return [text, () => type(text)];
    });
  }

  private once<L>(key: string, level: string, make: () => [Element, () => L]): L {
    if (this.known.has(key)) return this.known.get(key) as L;
    const [element, read] = make();
    this.samples.setAttribute("class", `samples ${level}`);
    this.samples.replaceChildren(element);
    const look = read();
    this.samples.replaceChildren();
    this.known.set(key, look);
    return look;
  }
}

function isHidden(element: Element): boolean {
  return getComputedStyle(element).display === "none";
}

function ink(element: Element): Ink {
  const style = getComputedStyle(element);
  const dash = style.strokeDasharray;
  return {
    fill: colour(style.fill),
    stroke: colour(style.stroke),
    width: Number.parseFloat(style.strokeWidth) || 0,
    dash: dash === "none" ? [] : dash.split(",").map(Number.parseFloat),
    opacity: Number(style.opacity),
  };
}

function type(element: Element): Type | undefined {
  const style = getComputedStyle(element);
  if (style.display === "none") return undefined;
  return {
    fill: colour(style.fill),
    font: `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`,
    size: Number.parseFloat(style.fontSize),
    halo: colour(style.stroke),
    haloWidth: Number.parseFloat(style.strokeWidth) || 0,
    opacity: Number(style.opacity),
  };
}

/** "" for a colour that is invisible. */
function colour(text: string): string {
  return text === "none" || text === "transparent" || /^rgba\(.*, 0\)$|\/ 0\)$/.test(text) ? "" : text;
}
