/** What the widgets that edit an array have in common: their place, their style, and how they follow the model. */
import type { AnyModel } from "@anywidget/types";
import { html } from "../dom.ts";
import { guardKeys } from "../page.ts";

const STYLE = `
:host { display: block; color: var(--jp-ui-font-color1, CanvasText); font: var(--jp-ui-font-size1, 13px)/1.4 var(--jp-ui-font-family, system-ui, sans-serif); }
* { box-sizing: border-box; }
.editor { display: flex; flex-direction: column; gap: 4px; margin: 4px 2px; align-items: flex-start; }
.label { font-weight: 500; }
input[type="number"], input[type="text"] {
  width: 6.5em; padding: 2px 4px; font: inherit; color: inherit; background: var(--jp-layout-color1, Canvas);
  border: 1px solid var(--jp-border-color1, GrayText); border-radius: 2px;
}
input[type="range"] { width: 200px; accent-color: var(--jp-brand-color1, Highlight); }
button {
  font: inherit; color: inherit; padding: 2px 10px; border: 1px solid var(--jp-border-color1, GrayText); border-radius: 3px;
  background: var(--jp-layout-color2, ButtonFace); cursor: pointer;
}
button[aria-pressed="true"] { background: color-mix(in srgb, var(--jp-brand-color1, Highlight) 25%, transparent); border-color: var(--jp-brand-color1, Highlight); }
button:disabled { opacity: 0.5; cursor: default; }
:is(button, input, canvas):focus-visible { outline: 2px solid var(--jp-brand-color1, Highlight); outline-offset: 1px; }
table { border-collapse: collapse; }
th, td { padding: 1px 3px; font-weight: 400; text-align: center; color: var(--jp-ui-font-color2, GrayText); }
.sliders { display: grid; grid-template-columns: auto auto 5em; gap: 2px 10px; align-items: center; }
.sliders output { font-family: var(--jp-code-font-family, monospace); font-variant-numeric: tabular-nums; }
.slice { color: var(--jp-ui-font-color2, GrayText); margin-top: 4px; }
.tools { display: flex; gap: 6px; align-items: center; }
canvas { image-rendering: pixelated; border: 1px solid var(--jp-border-color1, GrayText); cursor: crosshair; touch-action: none; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;

/** An element in a style of its own, in which keys do what they do there, and the function that ends it. */
export function place(el: HTMLElement, label: string, ...content: HTMLElement[]): () => void {
  const host = el.appendChild(html("div"));
  const root = host.attachShadow({ mode: "open" });
  const title = label ? [html("div", { class: "label" }, label)] : [];
  const editor = html(
    "div",
    { class: "editor", role: "group", "aria-label": label || undefined },
    ...title,
    ...content,
  );
  root.append(html("style", {}, STYLE), editor);
  return guardKeys(host);
}

/** Calls `update` when one of these traits of the model changes; returns the function that ends it. */
export function follow<T extends Record<string, unknown>>(
  model: AnyModel<T>,
  names: (keyof T & string)[],
  update: () => void,
): () => void {
  for (const name of names) model.on(`change:${name}`, update);
  return () => {
    for (const name of names) model.off(`change:${name}`, update);
  };
}
