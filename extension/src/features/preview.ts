/** Preview of a run: the reader chooses fetches and feeds, and what would run lights up. */
import type { Preview } from "../engine/engine.ts";
import type { TensorId } from "../model/prune.ts";
import type { SceneEdge, SceneNode } from "../model/scene.ts";
import { FetchMenu } from "../panels/fetches.ts";
import { previewLine } from "../panels/preview.ts";
import { html, set } from "../scene/dom.ts";
import type { EdgePaint, NodePaint } from "../scene/paint.ts";
import { bare } from "../scene/trace.ts";
import { cardButton, type MakeFeature } from "./desk.ts";

export const preview: MakeFeature = (desk) => {
  const fetches = new Set<number>();
  const feeds = new Map<number, TensorId>();
  let shown: Preview | undefined;
  let counts = new Map<string, number>();

  const menu = new FetchMenu(
    async (query) => (await desk.engine.find(desk.view, query)).first,
    (op) => fetches.has(op),
    toggleFetch,
    closeMenu,
  );
  const button = html("button", { class: "primary", "aria-expanded": "false" }, "Preview a run ▾");
  button.onclick = () => (menu.isOpen ? closeMenu() : openMenu());
  desk.tool(button);
  desk.float(menu.element);

  function openMenu(): void {
    set(button, { "aria-expanded": "true" });
    void menu.open();
  }

  function closeMenu(): void {
    if (!menu.isOpen) return;
    set(button, { "aria-expanded": "false" });
    menu.hide();
    desk.focus();
  }

  function toggleFetch(op: number): void {
    if (!fetches.delete(op)) fetches.add(op);
    void update();
  }

  function toggleFeed(tensor: TensorId): void {
    const [op] = tensor;
    if (!feeds.delete(op)) feeds.set(op, tensor);
    void update();
  }

  function clear(): void {
    fetches.clear();
    feeds.clear();
    void update();
  }

  /** Asks again: the choice, the graph or what is visible has changed. */
  async function update(): Promise<void> {
    if (!fetches.size && !shown) {
      desk.refreshCard();
      return;
    }
    const preview = await desk.engine.preview(desk.view, [...fetches], [...feeds.values()]);
    shown = fetches.size ? preview : undefined;
    counts = new Map(shown?.visible);
    desk.line(
      shown &&
        previewLine(shown, {
          clear,
          go: (path) => void desk.go(path),
          dropFetch: toggleFetch,
          dropFeed: (op) => toggleFeed([op, 0]),
        }),
    );
    desk.refreshCard();
    desk.repaint();
  }

  function nodePaint({ path, kind, size }: SceneNode): NodePaint | undefined {
    if (!shown) return undefined;
    const { needs, state, fetches, feeds } = shown;
    const lists = { needed: needs, state, fetched: fetches, fed: feeds };
    const marks = Object.entries(lists).filter(([, list]) => list.some((found) => found.path === path));
    return {
      marks: [counts.has(path) ? "runs" : "pruned", ...marks.map(([mark]) => mark)],
      note: kind === "scope" ? `runs ${counts.get(path) ?? 0} of ${size}` : undefined,
    };
  }

  function edgePaint({ from, to }: SceneEdge): EdgePaint | undefined {
    if (!shown) return undefined;
    return { marks: [counts.has(bare(from)) && counts.has(bare(to)) ? "runs" : "pruned"] };
  }

  return {
    layer: { node: nodePaint, edge: edgePaint },
    scene() {
      if (menu.isOpen) void menu.refresh();
      if (shown) void update();
    },
    escape() {
      if (!shown) return false;
      clear();
      return true;
    },
    clicked: closeMenu,
    buttons: (about) => [
      cardButton(
        "Fetch",
        "Show what a run that fetches this executes",
        () => toggleFetch(about.op),
        fetches.has(about.op),
      ),
      ...(about.outputs.length
        ? [
            cardButton(
              "Feed",
              "Show what a run executes when this is fed",
              () => toggleFeed([about.op, 0]),
              feeds.has(about.op),
            ),
          ]
        : []),
    ],
  };
};
