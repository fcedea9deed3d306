/**
 * Shows hostile diagrams in bulk, with a kernel that answers with anything, does in them what readers do, and looks for
 * whatever should not have come of it. Runs in the page; tests/soak/hostile/pages.py drives it.
 */
import { show } from "/app.js";
import { judge } from "/judge.js";

const hub = globalThis[Object.getOwnPropertySymbols(globalThis).find(({ description }) => /^graphlab \d+$/.test(description))];
const KEYS = ["Home", "ArrowDown", "Enter", "ArrowRight", "ArrowDown", " ", "r", "R", "x", "n", "f", "+", "End", "Enter", ".", ",", "Escape"];

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const errors = [];
// The browser says so where a size has changed another: the next frame has it right.
const HARMLESS = "ResizeObserver loop";
addEventListener("error", ({ message, error }) => message.startsWith(HARMLESS) || errors.push(`${message} ${error?.stack ?? ""}`.slice(0, 1500)));
addEventListener("unhandledrejection", ({ reason }) => errors.push(`unhandled: ${reason?.stack ?? reason}`.slice(0, 1500)));
for (const name of ["alert", "confirm", "prompt", "open", "print"]) globalThis[name] = () => { globalThis.__pwned = name; return null; };

// What diagrams save stays here.
const saved = [];
const made = URL.createObjectURL;
URL.createObjectURL = (blob) => { const url = made.call(URL, blob); saved.push([blob, url]); return url; };
HTMLAnchorElement.prototype.click = function () { if (!this.hasAttribute("download")) globalThis.__pwned = `went to ${this.href}`; };

let longest = 0;
let last = performance.now();
setInterval(() => { const now = performance.now(); longest = Math.max(longest, now - last); last = now; }, 50);

function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** The kernel's end of a diagram: says what it was given to say, and answers each command with what there is for its type. */
function kernel({ graph, messages, answers }) {
  const listeners = new Set();
  let budget = 40;
  const say = (content, view) => {
    const said = view === undefined || content === null || typeof content !== "object" ? content : { ...content, view };
    for (const listener of listeners) listener(said);
  };
  const transport = {
    send(command) {
      const about = answers[command.type] ?? answers[""] ?? [];
      if (budget-- > 0) for (const one of about) setTimeout(() => say(one, command.view), 1);
    },
    listen(listener) { listeners.add(listener); return () => listeners.delete(listener); },
  };
  hub.transports.set(graph, transport);
  hub.dispatchEvent(new CustomEvent("transport", { detail: graph }));
  return {
    speak: () => { for (const one of messages) say(one); },
    end() { hub.transports.delete(graph); hub.dispatchEvent(new CustomEvent("transport", { detail: graph })); },
  };
}

const shadowOf = (place) => place.querySelector(".graphlab")?.shadowRoot;
const isThere = (place) => { const root = shadowOf(place); return !!root && !!root.querySelector("[data-painter], .failure, .empty:not([hidden])"); };

async function until(test, ms) {
  for (const end = performance.now() + ms; performance.now() < end; await wait(20)) if (test()) return true;
  return test();
}

/** What a reader does: keys, a search, buttons. */
async function use(place, one, chance) {
  const root = shadowOf(place);
  if (!root) return;
  const window = root.querySelector(".window");
  for (const key of KEYS) {
    if (chance() < 0.5) continue;
    window?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    await wait(2);
  }
  window?.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true }));
  const field = root.querySelector("input");
  if (field) {
    field.value = one.find;
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    await wait(5);
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  }
  for (let i = 0; i < one.presses; i++) {
    const buttons = [...root.querySelectorAll("button:not([disabled]), [role=menuitem]")];
    const button = buttons[Math.floor(chance() * buttons.length)];
    if (button && !button.closest("[hidden]")) button.click();
    await wait(2);
  }
  if (one.save) {
    const tool = [...root.querySelectorAll("button")].find((button) => /^Save as/.test(button.textContent ?? "") || /^Save as/.test(button.title));
    for (let i = 0; tool && i < 4; i++) {
      tool.click();
      await wait(2);
      root.querySelectorAll("[role=menuitem]")[i]?.click();
      await wait(10);
    }
  }
}

/** Files that diagrams saved, judged as documents of their own. */
async function files() {
  const found = [];
  for (const [blob] of saved.splice(0)) {
    if (!/svg/.test(blob.type)) continue;
    const parsed = new DOMParser().parseFromString(await blob.text(), "image/svg+xml");
    const wrong = parsed.querySelector("parsererror");
    if (wrong) found.push(`an SVG that can't be read: ${wrong.textContent.slice(0, 200)}`);
    else found.push(...judge(parsed, true).map((what) => `saved SVG: ${what}`));
  }
  return found;
}

/** Shows some diagrams at once; returns what was found, in words. */
export async function run(cases, sentinel, patience) {
  const found = [];
  errors.length = 0;
  longest = 0;
  last = performance.now();
  const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, document.title, location.href]);
  const before = document.documentElement.querySelectorAll("script, iframe, object, embed, link, base, style").length;
  const shown = cases.map((one) => {
    const place = document.body.appendChild(document.createElement("div"));
    place.style.width = "700px";
    const mine = { one, place, chance: random(one.seed), remove() {}, kernel: undefined };
    try {
      if (one.kernel) mine.kernel = kernel(one.kernel);
      mine.remove = show(place, { ...one.source, ...(one.saves ? { save: (output) => { mine.saved = output; } } : {}) });
    } catch (error) {
      found.push(`show: ${error?.stack ?? error}`.slice(0, 500));
    }
    return mine;
  });
  const settled = await until(() => shown.every(({ place }) => isThere(place)), patience * 1000);
  if (!settled) found.push(`frozen: no diagram and no reason within ${patience} s`);
  for (const { kernel } of shown) kernel?.speak();
  await wait(30);
  await Promise.all(shown.map(async ({ one, place, chance }) => { try { await use(place, one, chance); } catch (error) { found.push(`use: ${error?.stack ?? error}`.slice(0, 500)); } }));
  await wait(60);
  if (shown.some(({ one }) => one.saves)) await wait(950);
  found.push(...judge(document.body));
  for (const { saved: output } of shown) if (typeof output?.svg === "string") saved.push([new Blob([output.svg], { type: "image/svg+xml" })]);
  found.push(...(await files()));
  // A sound diagram is drawn beside them, and after them.
  const place = document.body.appendChild(document.createElement("div"));
  const remove = show(place, { ...sentinel, graph: `${sentinel.graph}-${Math.random()}` });
  if (!(await until(() => !!shadowOf(place)?.querySelector("[data-painter]"), 5000))) found.push("frozen: a sound diagram beside it was not drawn within 5 s");
  remove();
  place.remove();
  for (const one of shown) {
    try { one.remove(); one.kernel?.end(); } catch (error) { found.push(`remove: ${error?.stack ?? error}`.slice(0, 500)); }
    one.place.remove();
  }
  await wait(10);
  if (globalThis.__pwned !== undefined) found.push(`executed: ${globalThis.__pwned}`);
  globalThis.__pwned = undefined;
  if (stored !== JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, document.title, location.href]))
    found.push("the page's storage, title or address is another one");
  if (document.documentElement.querySelectorAll("script, iframe, object, embed, link, base, style").length !== before) found.push("something was left in the page");
  if (({}).polluted !== undefined || Object.keys(Object.prototype).length) found.push("Object.prototype was changed");
  if (longest > 5000) found.push(`frozen: the page stood still for ${(longest / 1000).toFixed(1)} s`);
  found.push(...errors.splice(0).map((text) => `page error: ${text}`));
  return [...new Set(found)];
}
