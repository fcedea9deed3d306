/** Colour by: overlays of the browser, those of the kernel, and values from Python. */
import { html, set } from "../dom.ts";
import type { SceneEdge, SceneNode } from "../model/diagram/scene.ts";
import type { Legend, Tint } from "../model/overlays/coloring.ts";
import type { OverlayInfo } from "../model/overlays/values.ts";
import { legendLine } from "../panels/legend.ts";
import { type Choice, Choices, placeMenu } from "../panels/menu.ts";
import { OverlayTablePanel } from "../panels/overlay-table.ts";
import { preferences } from "../preferences.ts";
import { bare } from "../scene/continuations.ts";
import type { EdgePaint, NodePaint } from "../scene/drawing/paint.ts";
import { __ } from "../words.ts";
import type { MakeFeature } from "./feature.ts";

const none = () => ({
  name: "",
  title: __("Kind"),
  about: __("Placeholders, variables, constants and operations as they are."),
});

interface KernelOverlay {
  info: OverlayInfo;
  columns: string;
}

export const overlay: MakeFeature = (context) => {
  /** The name of the current overlay; "" for none. */
  let on = "";
  let legend: Legend | undefined;
  let tints = new Map<string, Tint>();
  let isFirst = true;
  /** The reader has chosen an overlay, or none. */
  let isChosen = false;
  let highlighted: string | undefined;
  let own: Choice[] = [];
  let others: Choice[] = [];
  const given = new Map<string, KernelOverlay>();
  let table: OverlayTablePanel | undefined;

  const menu = new Choices(__("Colour by"), pick, closeMenu);
  const button = html(
    "button",
    { "aria-haspopup": "menu", "aria-expanded": "false" },
    `${__("Colour by")} ▾`,
  );
  button.onclick = () => (menu.isOpen ? closeMenu() : void openMenu());
  context.tool(button);
  context.float(menu.element);

  async function openMenu(): Promise<void> {
    own = await context.engine.overlays();
    if (context.live) context.send({ type: "overlays" });
    set(button, { "aria-expanded": "true" });
    menu.open(groups(), on);
    placeMenu(menu.element, button);
  }

  function groups() {
    const custom = [...given.values()].map(({ info }) => info);
    const names = new Set(custom.map(({ name }) => name));
    const rest = context.live ? others.filter(({ name }) => !names.has(name)) : [];
    return [
      { heading: "", choices: [none(), ...own] },
      { heading: __("From runs and from Python"), choices: [...custom, ...rest] },
    ];
  }

  function closeMenu(): void {
    if (!menu.isOpen) return;
    set(button, { "aria-expanded": "false" });
    menu.hide();
    context.focus();
  }

  function pick(name: string): void {
    isChosen = true;
    void choose(name);
  }

  async function choose(name: string): Promise<void> {
    closeMenu();
    const known = given.get(name);
    if (own.some((each) => each.name === name) || !name) {
      await context.engine.colourBy(context.view, name);
      await activate(name);
    } else if (context.live) context.send({ type: "overlay", name });
    else if (known) await show(known);
  }

  async function show({ info, columns }: KernelOverlay): Promise<void> {
    await context.engine.colourWith(context.view, info, columns);
    await activate(info.name);
  }

  async function activate(name: string): Promise<void> {
    on = name;
    highlighted = undefined;
    if (table) context.closeDrawer();
    await update();
  }

  /** Begins with an overlay of the graph, of which a message or a setting has the name; "" for none. */
  async function begin(name?: string | null): Promise<void> {
    if (name === undefined || name === null) return;
    own = await context.engine.overlays();
    if (!name || own.some((each) => each.name === name)) await choose(name);
  }

  /** Reads the colours again: the overlay or the visible nodes have changed. */
  async function update(): Promise<void> {
    const found = on ? await context.engine.tints(context.view) : undefined;
    legend = found?.legend;
    tints = new Map(found?.tints.map((tint) => [tint.path, tint]));
    button.textContent = `${legend ? __("Colour: %1", legend.info.title) : __("Colour by")} ▾`;
    render();
    context.repaint();
  }

  function render(): void {
    context.line(
      legend &&
        legendLine(legend, highlighted, {
          highlight(entry) {
            highlighted = entry.name === highlighted ? undefined : entry.name;
            render();
            context.repaint();
          },
          table: on === "structure" ? undefined : openTable,
          clear: () => pick(""),
        }),
    );
  }

  function openTable(): void {
    if (!legend) return;
    const made = new OverlayTablePanel(legend.info, {
      read: (of, order, reversed) => context.engine.table(context.view, of, order, reversed),
      go: (path) => void context.go(path, true),
    });
    void made.refresh();
    context.drawer(legend.info.title, made.element, () => {
      if (table === made) table = undefined;
    });
    table = made;
  }

  function nodePaint({ path, open }: SceneNode): NodePaint | undefined {
    const tint = tints.get(path);
    if (!legend) return undefined;
    const place = legend.info.categories.indexOf(highlighted ?? "");
    const faded = highlighted !== undefined && !open && tint?.category !== place;
    if (!tint) return faded ? { marks: ["pruned"] } : undefined;
    const paint = { badge: tint.badge, title: tint.title };
    if (open) return paint;
    const marks = ["tinted", `tint-${tint.tint}`, ...(faded ? ["pruned"] : [])];
    return { ...paint, marks, parts: tint.parts, fill: "var(--hue)" };
  }

  /** Edges that the overlay draws apart, with its label. */
  function edgePaint({ from, to }: SceneEdge): EdgePaint | undefined {
    const label = legend?.info.edges?.[`${bare(from)}>${bare(to)}`];
    return label === undefined ? undefined : { color: "var(--now)", width: 3, label: label || undefined };
  }

  return {
    layer: { node: nodePaint, edge: edgePaint },
    messages: {
      show: (content) => begin(content.color_by as string | null | undefined),
      overlays(content) {
        others = content.overlays as Choice[];
        if (menu.isOpen) menu.open(groups(), on);
      },
      overlay(content) {
        if (content.why) context.notify(content.why as string);
        else if (!content.overlay) return begin(content.name as string);
        if (!content.overlay) return;
        const custom = { info: content.overlay as OverlayInfo, columns: content.columns as string };
        given.set(custom.info.name, custom);
        return show(custom);
      },
    },
    chosen() {
      if (!isChosen) return undefined;
      const known = given.get(on);
      return {
        overlay: known
          ? { type: "overlay", overlay: known.info, columns: known.columns }
          : { type: "overlay", name: on },
      };
    },
    scene() {
      if (isFirst && !on) void begin(preferences().colourBy || undefined);
      isFirst = false;
      if (on) void update();
      void table?.refresh();
    },
    escape() {
      if (!on) return false;
      pick("");
      return true;
    },
    clicked: closeMenu,
  };
};
