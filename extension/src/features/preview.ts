/** Preview of a run: the reader chooses fetches and feeds, and the operations that would run are highlighted. */
import { html, set } from "../dom.ts";
import type { Preview } from "../engine/engine.ts";
import type { SceneEdge, SceneNode } from "../model/diagram/scene.ts";
import type { TensorId } from "../model/graph/graph.ts";
import type { OperationSummary } from "../model/queries/summary.ts";
import { FetchMenu } from "../panels/fetches.ts";
import { previewLine } from "../panels/preview.ts";
import type { EdgePaint, NodePaint } from "../scene/drawing/paint.ts";
import { __ } from "../words.ts";
import { cardButton, type MakeFeature } from "./feature.ts";
import { edgeMarkOf, markOf } from "./highlight.ts";

/** The roles of nodes in a run: class name, badge and tooltip. */
const runRoles = () => ({
  "must-be-fed": { badge: __("must be fed"), title: __("The run fails unless this is fed") },
  read: {
    badge: __("already there"),
    title: __(
      "Variables keep their values between runs: they are read as they are, their initializers do not run.",
    ),
  },
  assigned: { badge: __("assigned"), title: __("This run assigns the variable its value") },
  fetched: { badge: __("fetched"), title: __("The run returns it") },
  fed: { badge: __("fed"), title: __("Its value is fed: operations that only it needs do not run") },
});

type RunRole = keyof ReturnType<typeof runRoles>;

export const preview: MakeFeature = (context) => {
  const fetches = new Map<number, TensorId>();
  const feeds = new Map<string, TensorId>();
  /** The reader has chosen a fetch or a feed, or removed one. */
  let isChosen = false;
  let run: Preview | undefined;
  let counts = new Map<string, number>();
  let roles = new Map<string, RunRole[]>();

  const menu = new FetchMenu(
    async (query) => (await context.engine.find(context.view, query)).first,
    {
      isFetched: (op) => fetches.has(op),
      isFed: (op) => feeds.has(key([op, 0])),
      fetch: (op) => toggleFetch(op),
      feed: (op) => toggleFeed([op, 0]),
    },
    closeMenu,
  );
  const button = html("button", { class: "primary", "aria-expanded": "false" }, `${__("Preview a run")} ▾`);
  button.onclick = () => (menu.isOpen ? closeMenu() : openMenu());
  context.tool(button);
  context.float(menu.element);

  function openMenu(): void {
    set(button, { "aria-expanded": "true" });
    void menu.open();
  }

  function closeMenu(): void {
    if (!menu.isOpen) return;
    set(button, { "aria-expanded": "false" });
    menu.hide();
    context.focus();
  }

  function toggleFetch(op: number, output = 0): void {
    if (!fetches.delete(op)) fetches.set(op, [op, output]);
    change();
  }

  function toggleFeed(tensor: TensorId): void {
    if (!feeds.delete(key(tensor))) feeds.set(key(tensor), tensor);
    change();
  }

  /** Removes every feed of an operation. */
  function dropFeed(op: number): void {
    for (const [name, [fed]] of feeds) if (fed === op) feeds.delete(name);
    change();
  }

  function choose(fetched: TensorId[], fed: TensorId[]): void {
    fetches.clear();
    feeds.clear();
    for (const fetch of fetched) fetches.set(fetch[0], fetch);
    for (const feed of fed) feeds.set(key(feed), feed);
    void update();
  }

  function clear(): void {
    isChosen = true;
    choose([], []);
  }

  function change(): void {
    isChosen = true;
    void update();
  }

  /** Computes the preview again: the choice, the graph or the visible nodes have changed. */
  async function update(): Promise<void> {
    if (!fetches.size && !feeds.size && !run) {
      context.refreshCard();
      return;
    }
    const result = await context.engine.preview(context.view, [...fetches.values()], [...feeds.values()]);
    run = fetches.size ? result : undefined;
    counts = new Map(run?.visible);
    roles = run ? rolesIn(run) : new Map();
    context.line(
      run &&
        previewLine(run, {
          clear,
          go: (op) => void context.goToOperation(op),
          dropFetch: (op) => toggleFetch(op),
          dropFeed,
          feed: (ops) => {
            for (const op of ops) feeds.set(key([op, 0]), [op, 0]);
            change();
          },
        }),
    );
    context.refreshCard();
    if (result.scene) context.show(result.scene);
    context.repaint();
  }

  function nodePaint({ path, kind, size, open }: SceneNode): NodePaint | undefined {
    if (!run) return undefined;
    const isGroup = kind === "scope" || kind === "stack";
    // A closed scope does not show the roles of its variables: the line lists them, and so does the open scope.
    const marks = (roles.get(path) ?? []).filter(
      (role) => !isGroup || !(role === "read" || role === "assigned"),
    );
    const runs = counts.get(path) ?? 0;
    const paint: NodePaint = { marks: [markOf(isInRun(path)), ...marks] };
    const [first] = marks;
    if (first && !isGroup && !open) Object.assign(paint, runRoles()[first]);
    if (isGroup) paint.note = __("runs %1 of %2", runs.toLocaleString("en"), size.toLocaleString("en"));
    return paint;
  }

  function edgePaint(edge: SceneEdge): EdgePaint | undefined {
    return run && { marks: [edgeMarkOf(edge, counts, isFed)] };
  }

  /** An operation that is fed does not run, but its value flows on. */
  function isInRun(path: string): boolean {
    return counts.has(path) || isFed(path);
  }

  function isFed(path: string): boolean {
    return roles.get(path)?.includes("fed") ?? false;
  }

  /** Fetches or feeds the current node. */
  async function take(what: "fetch" | "feed"): Promise<void> {
    const details = await context.engine.details(context.view, context.current());
    if (!details) context.notify(__("A scope can't be fetched or fed: open it, and go to an operation."));
    else if (what === "fetch") toggleFetch(details.op);
    else if (details.outputs.length) toggleFeed([details.op, 0]);
    else context.notify(__("%1 has no output that could be fed.", details.name));
  }

  return {
    layer: { node: nodePaint, edge: edgePaint },
    messages: {
      preview: (content) => choose(content.fetches as TensorId[], content.feeds as TensorId[]),
    },
    chosen: () =>
      isChosen
        ? { preview: { type: "preview", fetches: [...fetches.values()], feeds: [...feeds.values()] } }
        : undefined,
    scene() {
      if (menu.isOpen) void menu.refresh();
      if (run) void update();
    },
    key(event) {
      if (event.key !== "r" && event.key !== "R") return false;
      void take(event.key === "r" ? "fetch" : "feed");
      return true;
    },
    escape() {
      if (!run) return false;
      clear();
      return true;
    },
    clicked: closeMenu,
    buttons: (details) => [
      cardButton(
        __("Fetch"),
        __("Show what a run that fetches this executes (key r)"),
        () => toggleFetch(details.op),
        fetches.has(details.op),
      ),
      ...details.outputs
        .slice(0, MOST_FEEDS)
        .map((_, output) =>
          cardButton(
            details.outputs.length > 1 ? __("Feed :%1", output) : __("Feed"),
            __("Show what a run executes when this is fed (key R)"),
            () => toggleFeed([details.op, output]),
            feeds.has(key([details.op, output])),
          ),
        ),
    ],
  };
};

const MOST_FEEDS = 4; // buttons for the outputs of one operation

function key([op, output]: TensorId): string {
  return `${op}:${output}`;
}

/** The roles of each visible node, the most important first. */
function rolesIn({ mustBeFed, read, assigned, fetches, feeds }: Preview): Map<string, RunRole[]> {
  const found = new Map<string, RunRole[]>();
  const add = (role: RunRole, list: OperationSummary[]) => {
    for (const { path } of list) {
      const known = found.get(path);
      if (!known) found.set(path, [role]);
      else if (!known.includes(role)) known.push(role);
    }
  };
  add("must-be-fed", mustBeFed);
  add("fed", feeds);
  add("fetched", fetches);
  add("read", read);
  add("assigned", assigned);
  return found;
}
