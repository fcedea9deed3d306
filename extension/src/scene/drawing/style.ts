/** The style sheet of the diagram: every colour, from JupyterLab's theme where there is one. */
import { AWAY, FONT } from "../../model/diagram/sizes.ts";
import { PALETTE } from "./palette.ts";

export const STYLE = `
${PALETTE}:host {
  display: block;
  --bg: var(--jp-layout-color0, var(--vscode-editor-background, #fff));
  --raised: var(--jp-layout-color1, var(--vscode-editorWidget-background, var(--bg)));
  --ink: var(--jp-ui-font-color1, var(--vscode-foreground, rgba(0, 0, 0, 0.87)));
  --rule: var(--jp-border-color2, color-mix(in srgb, var(--ink) 14%, var(--bg)));
  --brand: var(--jp-brand-color1, var(--vscode-textLink-foreground, #1976d2));
  --link: color-mix(in srgb, var(--brand) 76%, var(--ink));
  --font: var(--jp-ui-font-family, system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif);
  --mono: var(--jp-code-font-family, ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace);
  --op: #2f6fbf;
  --scope: #56657a;
  --placeholder: #00806a;
  --variable: #b45f06;
  --constant: #6b7280;
  --group: #7b5ea7;
  --new: #7048e8;
  --needed: #c2255c;
  --failed: #c22f12;
  --found: #f0b400;
  --now: #e8590c;
  --bad: #d6001c;
  --right: #1a7f4b;
  --well: #1971c2;
  --gradient: #a6347d;
  --tint: 11%;
  --line: color-mix(in srgb, var(--ink) 46%, var(--bg));
  --dim: color-mix(in srgb, var(--ink) 66%, var(--bg));
  color: var(--ink);
  font: 12px/1.4 var(--font);
}
:host([data-dark]) {
  --op: #7db2f2;
  --scope: #a3b1c6;
  --placeholder: #4fcdb4;
  --variable: #f0a55c;
  --constant: #a0a8b5;
  --group: #c4a5ea;
  --new: #b197fc;
  --needed: #ff86b3;
  --failed: #ff7a59;
  --now: #ffa94d;
  --bad: #ff6b6b;
  --right: #5bd68c;
  --well: #74c0fc;
  --gradient: #f08ac7;
  --tint: 20%;
}
* { box-sizing: border-box; }
.frame {
  position: relative; display: flex; flex-direction: column; overflow: hidden; resize: vertical; min-height: 160px;
  border: 1px solid var(--rule); border-radius: 6px; background: var(--bg);
}
.frame:focus-within { border-color: color-mix(in srgb, var(--brand) 60%, var(--rule)); }
.body { flex: 1 1 auto; min-height: 0; display: flex; }
.window { flex: 1 1 auto; min-width: 0; min-height: 0; position: relative; }
svg.scene { position: absolute; inset: 0; width: 100%; height: 100%; cursor: grab; touch-action: pan-x pan-y; outline: none; user-select: none; }
svg.scene:focus { touch-action: none; }
svg.scene.over { cursor: pointer; }
svg.scene.panning { cursor: grabbing; }
svg.samples { inset: auto; width: 0; height: 0; visibility: hidden; }
.sheet { position: absolute; inset: 0; overflow: hidden; }
.sheet canvas { position: absolute; left: 0; top: 0; transform-origin: 0 0; will-change: transform; }
.sheet .front { background: var(--bg); }
text { font-family: var(--font); fill: var(--ink); pointer-events: none; text-rendering: geometricPrecision; }

.node, .stub { cursor: pointer; outline: none; }
.node { --tone: var(--op); }
.node.scope, .node.stack, .node.rest { --tone: var(--scope); }
.node.placeholder { --tone: var(--placeholder); }
.node.variable { --tone: var(--variable); }
.node.constant { --tone: var(--constant); }
.node.group { --tone: var(--group); }
.shape, .behind {
  fill: color-mix(in srgb, var(--tone) var(--tint), var(--bg)); stroke: color-mix(in srgb, var(--tone) 70%, var(--bg));
  stroke-width: 1.2; stroke-linejoin: round;
}
.behind { fill: color-mix(in srgb, var(--tone) 5%, var(--bg)); stroke: color-mix(in srgb, var(--tone) 35%, var(--bg)); }
.constant .shape { fill: color-mix(in srgb, var(--tone) 6%, var(--bg)); stroke-width: 1; }
.group .shape, .rest .shape { stroke-dasharray: 3 3; }
.ornament { fill: none; stroke: color-mix(in srgb, var(--tone) 70%, var(--bg)); stroke-width: 1.2; }
.name { font-size: ${FONT.name}px; font-weight: 500; text-anchor: middle; }
.scope .name, .stack .name { font-weight: 600; }
.constant .name { font-size: ${FONT.note}px; fill: var(--dim); }
.note { font-size: ${FONT.note}px; text-anchor: middle; fill: var(--dim); }
.toggle path { fill: none; stroke: color-mix(in srgb, var(--tone) 85%, var(--ink)); stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
.touch { fill: transparent; }
.move { cursor: pointer; }
.move .plate { fill: var(--bg); stroke: color-mix(in srgb, var(--tone) 70%, var(--bg)); }
.move path { fill: none; stroke: color-mix(in srgb, var(--tone) 85%, var(--ink)); stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; }
.move:hover .plate { fill: color-mix(in srgb, var(--tone) 22%, var(--bg)); }
.far .move, .distant .move { display: none; }
.box path { fill: color-mix(in srgb, var(--scope) 5%, var(--bg)); stroke: color-mix(in srgb, var(--scope) 38%, var(--bg)); }
.bar { fill: transparent; }
.title { font-size: ${FONT.title}px; font-weight: 600; fill: color-mix(in srgb, var(--tone) 55%, var(--ink)); paint-order: stroke; stroke: var(--bg); stroke-width: 4px; stroke-linejoin: round; }
.node:hover > .shape { fill: color-mix(in srgb, var(--tone) calc(var(--tint) + 10%), var(--bg)); }
.node:hover > .note { fill: var(--ink); }
.node.open:hover > .bar { fill: color-mix(in srgb, var(--tone) 14%, transparent); }
.node.chosen > .shape { stroke: var(--brand); stroke-width: 2.4; }
.scene:focus-visible .node.current > .shape, .scene:focus-visible .node.current > .bar { stroke: var(--brand); stroke-width: 2.4; }

.edge .hit { fill: none; stroke: none; stroke-width: 10; pointer-events: stroke; }
.edge .line { fill: none; stroke: var(--line); }
.edge .head { fill: var(--line); }
.edge.control .line { stroke-dasharray: 2 4; stroke-linecap: round; }
.edge.reference .line { stroke: var(--variable); stroke-dasharray: 6 3; }
.edge.reference .head { fill: var(--variable); }
.edge:hover .line, .edge.followed .line, .edge.highlighted .line { stroke: var(--brand); }
.edge:hover .head, .edge.followed .head, .edge.highlighted .head { fill: var(--brand); }
.label { font-size: var(--small, ${FONT.label}px); text-anchor: middle; fill: var(--dim); paint-order: stroke; stroke: var(--bg); stroke-width: 5px; stroke-linejoin: round; }
.divider { stroke: var(--rule); stroke-dasharray: 2 4; fill: none; }
.caption { font-size: var(--small, ${FONT.note}px); fill: var(--dim); font-style: italic; }

.stub rect { fill: var(--bg); stroke: color-mix(in srgb, var(--scope) 40%, var(--bg)); }
.stub .lead, .stub .arrows { fill: none; stroke: color-mix(in srgb, var(--scope) 60%, var(--bg)); }
.stub .arrows { stroke-width: 1.3; stroke-linecap: round; stroke-linejoin: round; }
.stub text { font-size: ${FONT.stub}px; fill: var(--dim); }
.stub.reference .arrows, .stub.reference .lead { stroke: var(--variable); }
.stub.current rect { stroke: var(--brand); stroke-width: 2.4; }
.stub:hover rect { fill: color-mix(in srgb, var(--scope) 16%, var(--bg)); }

:is(.middle, .far, .distant) :is(.label, .stub, .badge), :is(.far, .distant) :is(.caption, .toggle, .strip), .distant :is(.head, .name) { display: none; }
.crowded > .toggle { display: none; }
.node .stub.current { display: inline; }
.stubs { transform: scale(var(--growth, 1)); }
.distant .node:not(.painted) > .shape { fill: color-mix(in srgb, var(--tone) 55%, var(--bg)); }
.afar > .toggle { display: none; }
[data-painter="canvas"] .scene :is(.boxes, .open > .title) { display: none; }
.distant .line { vector-effect: non-scaling-stroke; stroke-width: 0.7; stroke-dasharray: none; }

.arriving { opacity: var(--arrival, 1); }
.node.added:not(.pruned) > .shape { stroke: var(--new); stroke-width: 1.8; filter: drop-shadow(0 0 3px color-mix(in srgb, var(--new) 45%, transparent)); }
.edge.added .line { stroke: color-mix(in srgb, var(--new) 70%, var(--line)); }
.edge.added .head { fill: color-mix(in srgb, var(--new) 70%, var(--line)); }

.node.painted.painted > .shape { fill: var(--fill); }
.node.tinted:not(.open) > :is(.name, .note) { fill: var(--on); }
.node.tinted:not(.open) > .toggle path, .node.tinted > .ornament { stroke: var(--on); }
.box.painted path { fill: color-mix(in srgb, var(--fill) 18%, var(--bg)); }
.edge.painted .line { stroke: var(--color); }
.edge.painted .head { fill: var(--color); }
.strip rect { fill: var(--hue); stroke: var(--bg); stroke-width: 0.6; pointer-events: none; }
.badge rect { fill: var(--raised); stroke: color-mix(in srgb, var(--ink) 45%, var(--bg)); }
.badge .bars { fill: color-mix(in srgb, var(--op) 80%, var(--ink)); stroke: none; }
.badge .trace { fill: none; stroke: color-mix(in srgb, var(--op) 80%, var(--ink)); stroke-width: 1.2; stroke-linejoin: round; }
.badge image { image-rendering: pixelated; }
.badge text { font-size: ${FONT.stub}px; text-anchor: middle; }

.node.pruned > :is(.shape, .behind, .ornament, .toggle, .strip, .stubs) { opacity: 0.4; }
.node.pruned:not(.open) > :is(.name, .note) { fill: var(--dim); }
.edge.pruned { opacity: 0.22; }
.label.pruned { opacity: 0.6; }
.node.runs > .shape { fill: color-mix(in srgb, var(--tone) 24%, var(--bg)); stroke: var(--tone); stroke-width: 1.8; }
.edge.runs .line { stroke: color-mix(in srgb, var(--brand) 75%, var(--ink)); }
.edge.runs .head { fill: color-mix(in srgb, var(--brand) 75%, var(--ink)); }
.node.runs:not(.tinted) > .note { fill: var(--ink); }
.node.must-be-fed > .shape { stroke: var(--needed); stroke-width: 2.4; stroke-dasharray: 5 3; }
.node.fetched > .shape { stroke: var(--brand); stroke-width: 3; }
.node.highlighted > .shape, .node.highlighted > .bar { stroke: var(--brand); stroke-width: 2.6; fill: color-mix(in srgb, var(--brand) 22%, var(--bg)); }
.node.selected > .shape, .node.selected > .bar { stroke: var(--brand); stroke-width: 3; filter: drop-shadow(0 0 4px color-mix(in srgb, var(--brand) 55%, transparent)); }
.node.selected > .badge rect { fill: var(--brand); stroke: var(--brand); }
.node.selected > .badge text { fill: var(--bg); font-weight: 700; }
.edge.selected .line { stroke: var(--brand); stroke-width: 2.4; }
.edge.selected .head { fill: var(--brand); }
.node.read > .shape { stroke-dasharray: none; fill: color-mix(in srgb, var(--variable) 30%, var(--bg)); }
.node.failed > .shape, .node.failed > .bar { stroke: var(--failed); stroke-width: 3.4; stroke-dasharray: none; filter: none; }
.node.failed > .shape { fill: color-mix(in srgb, var(--failed) 26%, var(--bg)); }
.node.on-path:not(.failed) > .shape { stroke: var(--failed); stroke-width: 1.8; stroke-dasharray: 7 3; filter: none; }
.node.backward > .shape, .node.open.backward > .bar { stroke: var(--gradient); stroke-width: 2.2; }
.node.backward > .badge rect { stroke: var(--gradient); fill: color-mix(in srgb, var(--gradient) 14%, var(--raised)); }
.node.backward > .badge text { fill: var(--ink); font-weight: 400; }
.edge.backward .line { stroke: var(--gradient); stroke-width: 2.2; stroke-dasharray: 7 4; }
.edge.backward .head { fill: var(--gradient); }
.node.blocks > .shape { stroke: var(--failed); stroke-width: 2.6; stroke-dasharray: 2 3; }
.node.explained > .shape, .node.open.explained > .bar { stroke: var(--brand); stroke-width: 3.2; stroke-dasharray: none; }
.node.fed > .shape { stroke: var(--placeholder); stroke-width: 3; }

.minimap {
  position: absolute; display: grid; overflow: hidden; cursor: pointer; touch-action: none;
  border: 1px solid var(--rule); border-radius: 4px; background: color-mix(in srgb, var(--bg) 88%, transparent);
}
.minimap.left { left: ${AWAY.side}px; }
.minimap.right { right: ${AWAY.side}px; }
.minimap.top { top: ${AWAY.side}px; }
.minimap.bottom { bottom: ${AWAY.side}px; }
.minimap.bottom.right { bottom: ${AWAY.handle}px; }
.minimap.gone { visibility: hidden; }
.minimap canvas { display: block; }
.minimap .frame { position: absolute; inset: 0 auto auto 0; min-height: 0; resize: none; border: 1.5px solid var(--brand); border-radius: 2px; background: color-mix(in srgb, var(--brand) 12%, transparent); }
.tip {
  position: absolute; left: 0; top: 0; z-index: 4; max-width: min(360px, 80%); padding: 4px 8px; display: grid; gap: 1px; pointer-events: none;
  border: 1px solid var(--rule); border-radius: 4px; background: var(--raised); box-shadow: 0 2px 10px rgb(0 0 0 / 0.2);
  font-size: 11px; overflow-wrap: anywhere;
}
.tip strong { font-weight: 600; }
.tip span { color: var(--dim); }
@media (forced-colors: active) {
  :host { --bg: Canvas; --raised: Canvas; --ink: CanvasText; --rule: CanvasText; --brand: Highlight; --line: CanvasText; --dim: CanvasText; }
  .frame, .minimap, .tip { forced-color-adjust: none; }
}
.node.pending > .shape { fill: var(--bg); stroke-dasharray: 4 3; }
.node.pending, .edge.pending, .label.pending { opacity: 0.55; }
.node.begun > .shape { fill: color-mix(in srgb, var(--tone) 13%, var(--bg)); }
.node.done > .shape { fill: color-mix(in srgb, var(--tone) 26%, var(--bg)); stroke: var(--tone); stroke-width: 1.8; }
.node.reused > .shape { stroke: var(--tone); stroke-width: 2.2; stroke-dasharray: 0.1 4; stroke-linecap: round; }
.node.running > .shape, .node.open.running > .bar { stroke: var(--now); stroke-width: 3.2; stroke-dasharray: none; filter: drop-shadow(0 0 5px color-mix(in srgb, var(--now) 65%, transparent)); }
.node.running > .shape { fill: color-mix(in srgb, var(--now) 18%, var(--bg)); }
.node.changed > .badge rect { stroke: var(--variable); fill: color-mix(in srgb, var(--variable) 22%, var(--bg)); }
.node.has-nan > .shape { fill: color-mix(in srgb, var(--bad) 22%, var(--bg)); stroke: var(--bad); }
.node.has-nan > .badge text { fill: var(--bad); font-weight: 700; }
.node.stops > .badge text { fill: var(--bad); }
.node.watched > .badge rect { stroke: var(--well); fill: color-mix(in srgb, var(--well) 14%, var(--raised)); }
.node.is-nan > .badge rect, .node.is-inf > .badge rect { stroke: var(--bad); fill: color-mix(in srgb, var(--bad) 18%, var(--raised)); }
.node.is-nan > .badge text, .node.is-inf > .badge text { fill: var(--bad); font-weight: 700; }
.node:is(.valued, .recorded) > .badge rect { stroke: color-mix(in srgb, var(--tone) 70%, var(--bg)); fill: var(--raised); }
.edge:is(.is-nan, .is-inf) .line { stroke: var(--bad); stroke-width: 2.4; }
.edge:is(.is-nan, .is-inf) .head { fill: var(--bad); }
.label:is(.is-nan, .is-inf) { fill: var(--bad); font-weight: 700; }
.label.valued { fill: var(--ink); font-weight: 600; }
.node:is(.is-zero, .is-exploding, .is-vanishing) > .badge rect { stroke: var(--now); fill: color-mix(in srgb, var(--now) 18%, var(--raised)); }
`;
