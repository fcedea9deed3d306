/** A walk through one run, operation by operation: gl.step. The kernel walks, the picture shows where it is. */

import { html } from "../dom.ts";
import type { SceneEdge, SceneNode } from "../model/diagram/scene.ts";
import { beginnings, type Standing, standingOf, type WalkState } from "../model/runs/step.ts";
import { type Card, stepCard, WalkLine } from "../panels/step.ts";
import type { Command } from "../protocol.ts";
import { bare } from "../scene/continuations.ts";
import type { EdgePaint, NodePaint } from "../scene/drawing/paint.ts";
import type { MakeFeature } from "./feature.ts";

const PLAY = 500; // ms between two steps while it plays
const PATIENCE = 2000; // ms
const SILENT =
  "The kernel does not answer: it is busy, or it was restarted. Then run the cell again to walk.";
const GONE = "This walk ended with its kernel: run the cell again to walk.";

export const step: MakeFeature = (desk) => {
  let walk = 0;
  let places: Int32Array | undefined;
  let state: WalkState | undefined;
  let standings = new Map<string, Standing>();
  let begins = new Map<string, number>();
  const notes = new Map<number, string>();
  const cards = new Map<number, Card>();
  let follows = true;
  let looks = true;
  /** Where it goes on to by itself, and what stops it. */
  let going: { to: number; stop?: string } | undefined;
  let silent: ReturnType<typeof setTimeout> | undefined;
  let playing: ReturnType<typeof setTimeout> | undefined;
  /** The place that was last brought into sight. */
  let shown = "";
  /** What following has opened, from the outermost in. */
  let opened: string[] = [];

  const line = new WalkLine({
    to: (position, stop) => {
      pause();
      go(position, stop);
    },
    play: () => (playing || going ? pause() : play()),
    follow: () => {
      follows = !follows;
      if (follows) void follow();
      tell();
    },
    look: () => {
      looks = !looks;
      if (looks) showCurrent();
      else desk.closeDrawer();
      tell();
    },
  });

  function go(to: number, stop?: string): void {
    if (!state) return;
    going = { to, stop };
    request({ type: "step-go", walk, to, stop });
  }

  /** Asks the kernel, and says so where it does not answer. */
  function request(command: Command): void {
    desk.send(command);
    clearTimeout(silent);
    silent = setTimeout(() => line.say(SILENT, false), PATIENCE);
  }

  function play(): void {
    if (!state || state.position >= state.of) return;
    go(state.position + 1);
    playing = setTimeout(play, PLAY);
    tell();
  }

  function pause(): void {
    clearTimeout(playing);
    playing = undefined;
    going = undefined;
    tell();
  }

  function tell(): void {
    if (state) line.show(state, playing !== undefined || (going !== undefined && state.more), follows, looks);
  }

  function begin(number: number): void {
    walk = number;
    line.end("");
    desk.line(line.element);
    if (desk.live) request({ type: "step-look", walk });
    else line.end(GONE);
  }

  /** The kernel says where the walk is. */
  async function hear(content: Record<string, unknown>): Promise<void> {
    if (content.begin) return begin(content.walk as number);
    if (!walk || content.walk !== walk) return;
    clearTimeout(silent);
    if (content.gone) {
      pause();
      return line.end(GONE);
    }
    const before = state;
    state = content as unknown as WalkState;
    for (const [number, note] of Object.entries(content.notes as Record<string, string>))
      notes.set(Number(number), note);
    if (going && state.more) request({ type: "step-go", walk, ...going });
    else going = undefined;
    if (state.failed || state.position >= state.of) {
      clearTimeout(playing);
      playing = undefined;
    }
    tell();
    desk.repaint();
    if (before?.position !== state.position || before.run !== state.run) {
      cards.clear();
      desk.refreshCard();
    }
    const stands = `${state.position} ${state.run} ${state.failed?.name}`;
    if (state.more || stands === shown) return;
    shown = stands;
    showCurrent();
    await follow();
  }

  async function place(): Promise<void> {
    if (!places) return;
    const found = await desk.engine.standings(desk.view, places);
    standings = new Map(found.map((standing) => [standing.path, standing]));
    begins = beginnings(found);
    desk.repaint();
  }

  /** Brings the step that was done last into sight, in its scope where scopes are to be opened. */
  async function follow(): Promise<void> {
    const op = state?.failed?.ops[0] ?? state?.ops[0];
    if (op === undefined) return;
    const { visible, way } = await desk.engine.where(desk.view, op);
    if (!follows) return desk.go(visible, true);
    await leave(way);
    const hidden = way.indexOf(visible);
    if (hidden >= 0 && hidden < way.length - 1) opened.push(...way.slice(hidden, -1));
    await desk.go(way[way.length - 1], true);
  }

  /** Closes what following has opened, where the walk is not in it any longer. */
  async function leave(way: string[]): Promise<void> {
    const at = opened.findIndex((scope) => !way.includes(scope));
    if (at < 0) return;
    const outermost = opened[at];
    opened = opened.slice(0, at);
    const open = desk.scene()?.nodes.find((node) => node.path === outermost)?.open;
    if (open) desk.show(await desk.engine.toggle(desk.view, outermost));
  }

  function showCurrent(): void {
    const op = state?.failed?.ops[0] ?? state?.ops[0];
    if (op !== undefined && looks) ask(op);
  }

  function ask(op: number): void {
    desk.send({ type: "step-card", walk, op });
  }

  function showCard(card: Card): void {
    cards.set(card.op, card);
    const isCurrent = state?.ops[0] === card.op || state?.failed?.ops[0] === card.op;
    if (isCurrent && looks) {
      const title = card.name.slice(card.name.lastIndexOf("/") + 1);
      desk.drawer(title, cardOf(card), () => {
        looks = false;
        tell();
      });
      looks = true;
      tell();
    }
    desk.refreshCard();
  }

  function cardOf(card: Card): HTMLElement {
    return stepCard(card, stops(card.op), {
      stop: (op, on) => {
        desk.send({ type: "step-break", walk, op, on });
        ask(op);
      },
      go: (op) => void desk.engine.where(desk.view, op).then(({ way }) => desk.go(way[way.length - 1])),
    });
  }

  function stops(op: number): boolean {
    return state?.breakpoints.some(([id]) => id === op) ?? false;
  }

  function nodePaint(node: SceneNode): NodePaint | undefined {
    if (!state || !places) return undefined;
    if (node.open && !standings.has(node.path)) return undefined;
    const many = node.kind === "scope" || node.kind === "stack" || node.kind === "rest";
    const kind = many ? "scope" : node.kind === "variable" ? "variable" : "single";
    return standingOf(standings.get(node.path), state, notes, kind);
  }

  function edgePaint({ from, to }: SceneEdge): EdgePaint | undefined {
    if (!state || !places) return undefined;
    const [source, target] = [from, to].map((end) => firstStep(bare(end)));
    if (source === undefined || target === undefined) return { marks: ["pruned"] };
    const { position } = state;
    if (position && standings.get(bare(to))?.steps.includes(position)) return { marks: ["lit"] };
    return { marks: [target > position ? "pending" : "runs"] };
  }

  /** The number of the first step in a node, open scopes included; undefined for what this run does not need. */
  function firstStep(path: string): number | undefined {
    const standing = standings.get(path);
    return standing ? (standing.steps[0] ?? standing.marker) : begins.get(path);
  }

  return {
    layer: { node: nodePaint, edge: edgePaint },
    messages: {
      step: (content) => hear(content),
      "step-places": (content, [bytes]) => {
        if (content.walk !== walk || content.view !== desk.view) return;
        const { buffer, byteOffset, byteLength } = bytes;
        places = new Int32Array(buffer.slice(byteOffset, byteOffset + byteLength));
        return place();
      },
      "step-card": (content) => {
        if (content.walk === walk && content.view === desk.view) showCard(content.card as Card);
      },
      "step-said": (content) => {
        if (content.view === desk.view) desk.say(content.text as string);
      },
    },
    scene: () => void place(),
    key(event) {
      if (!state) return false;
      if (event.key === ".") go(Math.min(state.of, state.position + 1));
      else if (event.key === ",") go(Math.max(0, state.position - 1));
      else return false;
      return true;
    },
    sections(about) {
      if (!state || !standings.size) return [];
      const card = cards.get(about.op);
      if (!card) {
        ask(about.op);
        return [];
      }
      return [html("h4", {}, "In this walk"), cardOf(card)];
    },
    live(live) {
      if (!walk) return;
      if (live) request({ type: "step-look", walk });
      else {
        pause();
        line.end(GONE);
      }
    },
    remove() {
      clearTimeout(playing);
      clearTimeout(silent);
    },
  };
};
