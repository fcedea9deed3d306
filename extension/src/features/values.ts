/** Values: what the last run computed, on nodes and edges. gl.interact, gl.train and "Peek" send them. */

import { html, set } from "../dom.ts";
import type { SceneEdge, SceneNode } from "../model/diagram/scene.ts";
import { countsOf } from "../model/diagram/tally.ts";
import type { TensorId } from "../model/graph/graph.ts";
import {
  asText,
  healthMarks,
  keyOf,
  Places,
  type TensorValue,
  thumbnailOf,
  wordsOf,
} from "../model/runs/values.ts";
import { type Value, valueCard } from "../panels/value.ts";
import { numbersIn } from "../protocol.ts";
import type { EdgePaint, NodePaint } from "../scene/drawing/paint.ts";
import { __ } from "../words.ts";
import type { MakeFeature } from "./feature.ts";
import { edgeMarkOf } from "./highlight.ts";

const SETTLED = 200; // ms after which a window that was moved stays
const CARD_PAUSE = 250; // ms between two requests for the value in the card

interface ValuesMessage {
  values: TensorValue[];
  ran?: string;
  extra?: boolean;
  ended?: boolean;
}

export const values: MakeFeature = (context) => {
  const known = new Map<string, TensorValue>();
  let ran: Int32Array | undefined;
  /** How many operations of each visible node the last run executed. */
  let counts: Map<string, number> | undefined;
  let places = new Places({ nodes: [], edges: [] }, []);
  let boxes = new Map<string, SceneNode>();
  /** The tensors that runs fetched for which a closed scope was sought. */
  const sought = new Set<string>();
  /** There are values. */
  let isOn = false;
  let isHidden = false;
  /** The diagram is that of a training, whose steps are other runs than those of gl.interact. */
  let isTraining = false;
  let reported = "";
  let moved: ReturnType<typeof setTimeout> | undefined;
  /** The operation whose details were shown last. */
  let details = -1;
  const card = {
    op: -1,
    holder: html("div"),
    requestedAt: 0,
    later: 0 as unknown as ReturnType<typeof setTimeout>,
  };
  const button = html("button", { class: "toggle", "aria-pressed": "true", hidden: true }, __("Values"));
  button.title = __("Show what the last run computed on nodes and edges");
  button.onclick = () => {
    isHidden = !isHidden;
    set(button, { "aria-pressed": String(!isHidden) });
    report();
    context.repaint();
  };
  context.tool(button);

  async function receive(message: ValuesMessage): Promise<void> {
    if (message.ended) {
      forget();
      context.repaint();
      return;
    }
    if (isTraining && !message.extra) return;
    const isInCard = message.values.some(({ op, output }) => op === details && !known.has(keyOf(op, output)));
    const { extra } = message;
    for (const value of message.values) known.set(keyOf(value.op, value.output), { ...value, extra });
    const isNew = !isOn;
    isOn = true;
    button.hidden = false;
    if (message.ran !== undefined) ran = numbersIn(message.ran);
    const isFetched = message.values.some(
      ({ fetched, op, output }) => fetched && !sought.has(keyOf(op, output)),
    );
    if (isNew || isFetched) await place();
    else {
      if (message.ran !== undefined) await count();
      context.repaint();
    }
    if (isInCard) context.refreshCard();
    requestAgain();
  }

  function forget(): void {
    known.clear();
    [ran, counts, isOn, reported] = [undefined, undefined, false, ""];
    button.hidden = true;
  }

  async function count(): Promise<void> {
    if (ran) counts = countsOf(await context.engine.tally(context.view, [ran]));
  }

  /** Reads which tensors are visible now, and lets the kernel know. */
  async function place(): Promise<void> {
    const visible = await context.engine.tensors(context.view);
    const { nodes, edges } = context.scene() ?? { nodes: [], edges: [] };
    boxes = new Map(nodes.map((node) => [node.path, node]));
    places = new Places(visible, edges);
    sought.clear();
    await placeFetched();
    await count();
    report();
    context.repaint();
  }

  /** A closed scope that nothing leaves shows what was fetched in it. */
  async function placeFetched(): Promise<void> {
    const fetched = [...known.values()].filter((value) => value.fetched);
    const paths = await context.engine.visiblePaths(
      context.view,
      fetched.map(({ op }) => op),
    );
    for (const { op, output } of fetched) sought.add(keyOf(op, output));
    if (paths.length !== fetched.length) return; // the graph does not have them yet
    fetched.forEach(({ op, output }, i) => {
      if (!places.nodes.has(paths[i])) places.nodes.set(paths[i], [op, output]);
    });
  }

  function report(): void {
    if (!context.live || !isOn) return;
    const text = isHidden ? "" : asText(places.tensors(isInWindow));
    if (text === reported) return;
    reported = text;
    context.send({ type: "values-visible", tensors: text });
  }

  function isInWindow(path: string): boolean {
    const node = boxes.get(path);
    if (!node) return false;
    const { x, y, zoom } = context.camera.get();
    const { width, height } = context.camera.size();
    const [left, top] = [node.x * zoom + x, node.y * zoom + y];
    return left < width && top < height && left + node.width * zoom > 0 && top + node.height * zoom > 0;
  }

  function of(tensors: TensorId[]): TensorValue[] {
    return tensors.flatMap((tensor) => known.get(keyOf(...tensor)) ?? []);
  }

  function nodePaint({ path, open }: SceneNode): NodePaint | undefined {
    if (!isOn || isHidden) return undefined;
    const tensor = open ? undefined : places.nodes.get(path);
    const [value] = tensor ? of([tensor]) : [];
    if (counts && !counts.has(path)) return { marks: ["pruned"], title: value && lineOf(value) };
    if (!value) return undefined;
    return {
      marks: healthMarks([value]),
      badge: wordsOf(value) || undefined,
      thumbnail: thumbnailOf(value),
      title: lineOf(value),
    };
  }

  function lineOf({ about, extra }: TensorValue): string {
    return extra ? __("value %1, by an extra run", about) : __("value %1", about);
  }

  function edgePaint(edge: SceneEdge): EdgePaint | undefined {
    if (!isOn || isHidden) return undefined;
    if (counts && edgeMarkOf(edge, counts) === "pruned") return { marks: ["pruned"] };
    const found = of(places.edges.get(edge.id) ?? []);
    if (!found.length) return undefined;
    const alone = places.alone(edge);
    const [value] = alone ? of([alone]) : [];
    // A label has the width of a shape.
    const label =
      value && edge.labelAt && value.text.length <= edge.label.length + 1 ? value.text : undefined;
    const marks = healthMarks(found).filter((mark) => label !== undefined || mark !== "valued");
    return { marks, title: found.map(lineOf).join("\n"), label };
  }

  /** Requests the value in the card again, after a run, but not more often than a reader can see. */
  function requestAgain(): void {
    clearTimeout(card.later);
    if (card.op < 0 || !card.holder.isConnected || !context.live) return;
    const wait = card.requestedAt + CARD_PAUSE - performance.now();
    if (wait > 0) card.later = setTimeout(requestAgain, wait);
    else request(card.op);
  }

  function request(op: number): void {
    card.requestedAt = performance.now();
    context.send({ type: "value", op, output: 0 });
  }

  return {
    layer: { node: nodePaint, edge: edgePaint },
    messages: {
      values: (content) => receive(content as unknown as ValuesMessage),
      train({ begin }) {
        if (!begin || isTraining) return;
        isTraining = true;
        forget();
        context.repaint();
      },
      value(content) {
        if (content.op === card.op) card.holder.replaceChildren(valueCard(content.value as Value));
      },
    },
    scene: () => void (isOn && place()),
    moved() {
      if (!isOn) return;
      clearTimeout(moved);
      moved = setTimeout(report, SETTLED);
    },
    sections({ op }) {
      details = op;
      const value = isOn ? known.get(keyOf(op, 0)) : undefined;
      if (!value) return [];
      if (card.op !== op) {
        card.op = op;
        card.holder.replaceChildren(html("div", { class: "tensor" }, value.about));
        if (context.live) request(op);
      }
      const heading = value.extra ? __("Value in an extra run") : __("Value in the last run");
      return [html("h4", {}, heading), card.holder];
    },
    live(live) {
      // What was saved is the kernel's to say again: a file must not make the page send commands.
      if (live) forget();
      reported = "";
      if (live) context.send({ type: "values-sync" });
    },
    remove() {
      clearTimeout(moved);
      clearTimeout(card.later);
    },
  };
};
