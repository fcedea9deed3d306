/** Colour by: overlays that the browser knows, those that the kernel works out, and values that somebody gave. */

import { html, set } from "../dom.ts";
import type { SceneNode } from "../model/diagram/scene.ts";
import type { Legend, Tint } from "../model/overlays/coloring.ts";
import type { About } from "../model/overlays/values.ts";
import { legendLine } from "../panels/legend.ts";
import { type Choice, Choices } from "../panels/menu.ts";
import { CostsTable } from "../panels/overlay-table.ts";
import type { NodePaint } from "../scene/drawing/paint.ts";
import type { MakeFeature } from "./feature.ts";

const NONE = {
  name: "",
  title: "Kind",
  about: "Placeholders, variables, constants and operations as they are.",
};

interface Given {
  about: About;
  columns: string;
}

export const overlay: MakeFeature = (desk) => {
  /** What is on; "" for nothing. */
  let on = "";
  let legend: Legend | undefined;
  let tints = new Map<string, Tint>();
  let highlighted: string | undefined;
  let own: Choice[] = [];
  let others: Choice[] = [];
  const given = new Map<string, Given>();
  let table: CostsTable | undefined;

  const menu = new Choices("Colour by", (name) => void choose(name), closeMenu);
  const button = html("button", { "aria-haspopup": "menu", "aria-expanded": "false" }, "Colour by ▾");
  button.onclick = () => (menu.isOpen ? closeMenu() : void openMenu());
  desk.tool(button);
  desk.float(menu.element);

  async function openMenu(): Promise<void> {
    own = await desk.engine.overlays();
    if (desk.live) desk.send({ type: "overlays" });
    set(button, { "aria-expanded": "true" });
    menu.open(groups(), on);
    menu.element.style.left = `${Math.max(6, button.offsetLeft)}px`;
  }

  function groups() {
    const told = [...given.values()].map(({ about }) => about);
    const names = new Set(told.map(({ name }) => name));
    const rest = desk.live ? others.filter(({ name }) => !names.has(name)) : [];
    return [
      { heading: "", choices: [NONE, ...own] },
      { heading: "From runs and from Python", choices: [...told, ...rest] },
    ];
  }

  function closeMenu(): void {
    if (!menu.isOpen) return;
    set(button, { "aria-expanded": "false" });
    menu.hide();
    desk.focus();
  }

  async function choose(name: string): Promise<void> {
    closeMenu();
    const known = given.get(name);
    if (own.some((each) => each.name === name) || !name) {
      await desk.engine.colourBy(desk.view, name);
      await turnOn(name);
    } else if (desk.live) desk.send({ type: "overlay", name });
    else if (known) await show(known);
  }

  async function show({ about, columns }: Given): Promise<void> {
    await desk.engine.colourWith(desk.view, about, columns);
    await turnOn(about.name);
  }

  async function turnOn(name: string): Promise<void> {
    on = name;
    highlighted = undefined;
    if (table) desk.closeDrawer();
    await update();
  }

  /** Asks again: another overlay is on, or other nodes are in sight. */
  async function update(): Promise<void> {
    const found = on ? await desk.engine.tints(desk.view) : undefined;
    legend = found?.legend;
    tints = new Map(found?.tints.map((tint) => [tint.path, tint]));
    button.textContent = legend ? `Colour: ${legend.about.title} ▾` : "Colour by ▾";
    render();
    desk.repaint();
  }

  function render(): void {
    desk.line(
      legend &&
        legendLine(legend, highlighted, {
          highlight(entry) {
            highlighted = entry.name === highlighted ? undefined : entry.name;
            render();
            desk.repaint();
          },
          table: on === "structure" ? undefined : openTable,
          clear: () => void choose(""),
        }),
    );
  }

  function openTable(): void {
    if (!legend) return;
    const made = new CostsTable(legend.about, {
      read: (of, order, reversed) => desk.engine.costs(desk.view, of, order, reversed),
      go: (path) => void desk.go(path, true),
    });
    void made.refresh();
    desk.drawer(legend.about.title, made.element, () => {
      if (table === made) table = undefined;
    });
    table = made;
  }

  function nodePaint({ path, open }: SceneNode): NodePaint | undefined {
    const tint = tints.get(path);
    if (!legend) return undefined;
    const place = legend.about.categories.indexOf(highlighted ?? "");
    const faded = highlighted !== undefined && !open && tint?.category !== place;
    if (!tint) return faded ? { marks: ["pruned"] } : undefined;
    const paint = { badge: tint.badge, title: tint.title };
    if (open) return paint;
    const marks = ["tinted", `tint-${tint.tint}`, ...(faded ? ["pruned"] : [])];
    return { ...paint, marks, parts: tint.parts, fill: "var(--hue)" };
  }

  return {
    layer: { node: nodePaint },
    messages: {
      overlays(content) {
        others = content.overlays as Choice[];
        if (menu.isOpen) menu.open(groups(), on);
      },
      overlay(content) {
        if (content.why) desk.say(content.why as string);
        if (!content.overlay) return;
        const told = { about: content.overlay as About, columns: content.columns as string };
        given.set(told.about.name, told);
        return show(told);
      },
    },
    scene() {
      if (on) void update();
      void table?.refresh();
    },
    escape() {
      if (!on) return false;
      void choose("");
      return true;
    },
    clicked: closeMenu,
  };
};
