/** Explain this: a node or scope in words, with the flow of its data and of its gradient marked in the diagram. */
import { html, set } from "../dom.ts";
import type { NodeRef } from "../engine/engine.ts";
import type { SceneEdge, SceneNode } from "../model/diagram/scene.ts";
import { countsOf } from "../model/diagram/tally.ts";
import type { Explanation } from "../model/queries/explanation.ts";
import { type KernelExplanation, ranges } from "../model/runs/explain.ts";
import { explanationPanel, type KernelPart, withoutKernel } from "../panels/explanation.ts";
import { numbersIn } from "../protocol.ts";
import { bare } from "../scene/continuations.ts";
import type { EdgePaint, NodePaint } from "../scene/drawing/paint.ts";
import { __ } from "../words.ts";
import { cardButton, type MakeFeature } from "./feature.ts";
import { edgeMarkOf, markOf } from "./highlight.ts";

type Counts = ReadonlyMap<string, number>;
const NONE: Counts = new Map();

export const explain: MakeFeature = (context) => {
  /** What is explained: a path, or the operations whose tensors an edge carries. */
  let subject: NodeRef[] = [];
  let local: Explanation | undefined;
  let kernel: KernelPart;
  /** How many operations the graph had. */
  let operations = 0;
  let requests = 0;
  let places = 0;
  /** How much of the selection, of the flow of data, of the gradient's way and of its ends each visible node has. */
  let own = NONE;
  let data = NONE;
  let gradient = NONE;
  let stops = NONE;
  let receivers = new Map<string, string>();
  const holder = html("div", { class: "explanations" });

  async function begin(...refs: NodeRef[]): Promise<void> {
    if (!refs.length || refs[0] === "") return;
    const mine = ++requests;
    const found = await context.engine.explain(context.view, refs);
    if (mine !== requests) return;
    if (!found) return context.notify(__("There is nothing to explain here."));
    // The drawer closes what it showed first, which may be another explanation.
    if (!local || !isSubject(refs)) {
      context.drawer(__("%1, explained", found.name), holder, close);
      // The window is narrower from the next frame on.
      requestAnimationFrame(() => requestAnimationFrame(() => void reveal()));
    }
    [subject, local, operations] = [refs, found, context.scene()?.operations ?? 0];
    request();
    render();
    context.refreshCard();
    await place();
  }

  function isSubject(refs: readonly NodeRef[]): boolean {
    return refs.join("\n") === subject.join("\n");
  }

  async function reveal(): Promise<void> {
    const [at] = subject;
    if (local && typeof at === "string") await context.go(at, true);
  }

  function request(): void {
    if (!local) return;
    const ops = ranges(local.ops);
    if (!context.live) kernel ??= withoutKernel();
    else if (ops === undefined)
      kernel = __("This is too scattered over the graph for the kernel to explain it as a whole.");
    else context.send({ type: "explain", request: requests, ops });
  }

  function render(): void {
    if (!local) return;
    const focused = (holder.getRootNode() as ShadowRoot).activeElement;
    const index = [...holder.querySelectorAll("button")].indexOf(focused as HTMLButtonElement);
    holder.replaceChildren(explanationPanel(local, kernel, { go: (op) => void context.goToOperation(op) }));
    if (index >= 0) [...holder.querySelectorAll("button")].at(index)?.focus();
  }

  function close(): void {
    requests++;
    subject = [];
    local = kernel = undefined;
    own = data = gradient = stops = NONE;
    receivers = new Map();
    context.repaint();
    context.refreshCard();
  }

  /** Finds where the marks are among the visible nodes. */
  async function place(): Promise<void> {
    const [mine, shown] = [++places, local];
    if (!shown) return;
    const found = typeof kernel === "object" ? kernel : undefined;
    const sets = [
      shown.ops,
      [...shown.upstream, ...shown.downstream],
      found ? numbersIn(found.path) : [],
      found ? numbersIn(found.stops) : [],
    ];
    const counts = await Promise.all(sets.map((ops) => context.engine.tally(context.view, [ops])));
    const ends = new Map<string, string>();
    const received = found?.receivers ?? [];
    const paths = await context.engine.visiblePaths(
      context.view,
      received.map(([op]) => op),
    );
    // The kernel's graph may have grown since.
    if (paths.length === received.length)
      paths.forEach((path, i) => {
        if (!ends.has(path)) ends.set(path, received[i][1]);
      });
    if (mine !== places || shown !== local) return;
    [own, data, gradient, stops] = counts.map(countsOf);
    receivers = ends;
    context.repaint();
  }

  /** A scope may hold what is explained, without being it. */
  function isExplained(at: string, open: boolean): boolean {
    const [first] = subject;
    return typeof first === "string" ? at === first : own.has(at) && !open;
  }

  function nodePaint({ path: at, open }: SceneNode): NodePaint | undefined {
    if (!local) return undefined;
    const marks = [markOf(data.has(at) || gradient.has(at) || stops.has(at))];
    if (gradient.has(at)) marks.push("backward");
    if (stops.has(at) && !open) marks.push("blocks");
    if (isExplained(at, open)) marks.push("explained");
    const losses = receivers.get(at);
    const title = losses && __("gets a gradient of %1", losses);
    if (!losses || open) return { marks };
    return { marks, badge: `∂ ${losses}`, title };
  }

  function edgePaint(edge: SceneEdge): EdgePaint | undefined {
    if (!local) return undefined;
    const [from, to] = [bare(edge.from), bare(edge.to)];
    const back = edge.kind !== "control" && gradient.has(edge.id) && gradient.has(from) && gradient.has(to);
    return { marks: [edgeMarkOf(edge, data), ...(back ? ["backward"] : [])] };
  }

  function button(at: string): HTMLElement {
    const on = local !== undefined && isSubject([at]);
    const title = __("Say what it computes, where its gradient flows, and what needs it (key e)");
    const made = cardButton(__("Explain"), title, () => (on ? context.closeDrawer() : void begin(at)), on);
    set(made, { "aria-keyshortcuts": "e" });
    return made;
  }

  return {
    layer: { node: nodePaint, edge: edgePaint },
    messages: {
      explain(content) {
        const message = content as unknown as KernelExplanation;
        if (!local || message.request !== requests) return;
        kernel = message;
        render();
        void place();
      },
      refused(content) {
        if (!local || content.command !== "explain") return;
        kernel = content.why as string;
        render();
      },
    },
    scene(scene) {
      if (local) void (scene.operations === operations ? place() : begin(...subject));
    },
    key(event) {
      if (event.key !== "e") return false;
      const selected = new Set(context.selected.get());
      void begin(...(selected.size > 1 ? selected : [context.current()]));
      return true;
    },
    clicked({ node, edge }) {
      if (local && edge && !node)
        void context.engine
          .tensorsAlong(context.view, edge.id)
          .then((tensors) => begin(...new Set(tensors.map(({ op }) => op))));
    },
    escape() {
      if (!local) return false;
      context.closeDrawer();
      return true;
    },
    buttons(details) {
      // The card of a scope that has an operation of its name is that of the operation.
      const scope = context.current();
      return [button(details.path.startsWith(`${scope}/(`) ? scope : details.path)];
    },
    scopeButtons: (at) => [button(at)],
    live(live) {
      if (!local) return;
      if (live) kernel = undefined;
      request();
      render();
    },
  };
};
