/** Watched tensors: gl.watch, or a button of the details card. Each run that computes them sends their values. */

import { html, set } from "../dom.ts";
import { gather } from "../gather.ts";
import { hub } from "../hub.ts";
import type { TensorId } from "../model/graph/graph.ts";
import { extended, type Watched } from "../model/runs/watch.ts";
import { watchList } from "../panels/watch.ts";
import { __, needsKernel } from "../words.ts";
import { cardButton, type MakeFeature } from "./feature.ts";

function titleOf({ name, text }: Watched): string {
  return text ? __("%1 is watched: %2", name, text) : __("%1 is watched", name);
}

export const watch: MakeFeature = (context) => {
  let watched: Watched[] = [];
  let isShown = false;
  /** The watched tensors at each visible path. */
  let places = new Map<string, Watched[]>();
  /** The tensors of each edge. */
  let tensors = new Map<string, TensorId[]>();
  const button = html("button", { "aria-pressed": "false", hidden: true });
  button.onclick = () => (isShown ? context.closeDrawer() : show());
  context.tool(button);
  const holder = html("div");

  function show(): void {
    refresh();
    context.drawer(__("Watched"), holder, () => {
      isShown = false;
      set(button, { "aria-pressed": "false" });
    });
    isShown = true;
    set(button, { "aria-pressed": "true" });
  }

  function refresh(): void {
    if (holder.matches(":active")) return; // during a click
    const focused = (holder.getRootNode() as ShadowRoot).activeElement;
    const index = [...holder.querySelectorAll("button")].indexOf(focused as HTMLButtonElement);
    holder.replaceChildren(
      watchList(watched, context.live, {
        go: (op) => void context.goToOperation(op),
        end: (op) => context.send({ type: "watch", op, on: false }),
        always: (op) => context.send({ type: "watch", op, on: true, always: true }),
      }),
    );
    // The focus stays where it was, or goes to the button at that place.
    if (index >= 0)
      [...holder.querySelectorAll("button")].at(Math.min(index, watched.length * 2 - 1))?.focus();
  }

  async function receive(update: Watched[]): Promise<void> {
    const first = !watched.length && update.length > 0;
    const same = update.length === watched.length;
    watched = extended(watched, update);
    button.hidden = !watched.length && !isShown;
    button.textContent = __("Watched %1", watched.length);
    if (first && !isShown) show();
    else if (isShown) refresh();
    if (!same) context.refreshCard();
    await place();
  }

  async function place(): Promise<void> {
    const found = new Map<string, Watched[]>();
    for (const one of watched) {
      const { visible } = await context.engine.where(context.view, one.op);
      gather(found, visible, one);
    }
    places = found;
    tensors = new Map((await context.engine.tensors(context.view)).edges);
    context.repaint();
  }

  return {
    layer: {
      edge({ id }) {
        const here = (tensors.get(id) ?? []).flatMap(
          ([op, output]) =>
            watched.find((one) => one.op === op && (one.name.endsWith(`:${output}`) || !output)) ?? [],
        );
        return here.length ? { title: here.map(titleOf).join("\n") } : undefined;
      },
      node({ path }) {
        const here = places.get(path);
        if (!here) return undefined;
        const [{ health, text }] = here;
        const worst = here.find((one) => one.health !== "ok" && one.health)?.health ?? health;
        const marks = ["watched", ...(worst ? [`is-${worst}`] : [])];
        const badge = here.length > 1 ? `◉ ${__("%1 watched", here.length)}` : `◉ ${text ?? ""}`.trim();
        return { marks, badge, title: here.length > 1 ? undefined : titleOf(here[0]) };
      },
    },
    messages: {
      watch: (content) => receive(content.watched as Watched[]),
      "watch-error": (content) => context.notify(content.text as string),
    },
    scene: () => void (watched.length && place()),
    buttons(details) {
      if (!details.outputs.length || !(context.live || hub.known.has(context.graph))) return [];
      const on = watched.some(({ op }) => op === details.op);
      const why = on ? __("Watch it no longer") : __("Record its value in each run");
      const title = context.live ? why : needsKernel();
      const act = () => context.send({ type: "watch", op: details.op, on: !on });
      const button = cardButton(__("Watch"), title, act, on);
      set(button, { disabled: !context.live });
      return [button];
    },
    live(live) {
      if (live) context.send({ type: "watch-sync" });
      if (isShown) refresh();
    },
  };
};
