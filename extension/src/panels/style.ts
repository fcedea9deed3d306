/** The style sheet of everything around the drawing. */

export const PANEL_STYLE = `
button, input { font: inherit; color: inherit; }
button { background: none; border: 1px solid transparent; border-radius: 4px; padding: 2px 8px; cursor: pointer; line-height: 18px; }
button:hover { background: color-mix(in srgb, var(--ink) 8%, transparent); }
button:focus-visible, input:focus-visible, a:focus-visible, summary:focus-visible { outline: 2px solid var(--brand); outline-offset: -1px; }
.toolbar {
  display: flex; align-items: center; gap: 4px; padding: 4px 6px; min-height: 34px; flex: none; flex-wrap: wrap;
  border-bottom: 1px solid var(--rule); background: var(--raised); container-type: inline-size;
}
@container (max-width: 660px) { .toolbar .summary { display: none; } }
:is(.toolbar, .lines, .details, .drawer, .info, .menu, .choices, .tip, .hint, .empty) { zoom: var(--text-size, 1); }
.toolbar .tools { display: contents; }
.toolbar .summary { color: var(--dim); padding: 0 6px; }
.toolbar .news { color: var(--new); font-weight: 600; padding: 0 6px; }
.toolbar .space { flex: 1; }
.toolbar button.primary { border-color: color-mix(in srgb, var(--ink) 25%, transparent); font-weight: 500; }
.toolbar button[aria-expanded="true"] { background: color-mix(in srgb, var(--brand) 14%, transparent); border-color: var(--brand); }
.toolbar button.toggle[aria-pressed="true"] { background: color-mix(in srgb, var(--brand) 14%, transparent); border-color: color-mix(in srgb, var(--brand) 45%, transparent); }
.icon { width: 28px; height: 26px; padding: 0; display: inline-grid; place-items: center; }
.icon svg { width: 16px; height: 16px; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }

.icon.small { width: 20px; height: 18px; vertical-align: middle; margin-left: 2px; }
.icon.small svg { width: 12px; height: 12px; }
button.link { padding: 0 2px; margin: 0 -3px; color: var(--link); text-align: left; }
button.link:hover { text-decoration: underline; background: none; }

.menu {
  position: absolute; z-index: 3; top: 38px; left: 6px; width: min(440px, calc(100% - 12px)); max-height: calc(100% - 48px);
  display: flex; flex-direction: column; overflow: hidden;
  background: var(--raised); border: 1px solid var(--rule); border-radius: 6px; box-shadow: 0 6px 24px rgb(0 0 0 / 0.22);
}
.menu input { margin: 8px; padding: 5px 8px; border: 1px solid var(--rule); border-radius: 4px; background: var(--bg); }
.menu ul { list-style: none; margin: 0; padding: 0 4px 4px; overflow: auto; }
.menu li { display: flex; align-items: baseline; gap: 8px; padding: 3px 8px; border-radius: 4px; cursor: pointer; }
.menu li .type { margin-left: auto; color: var(--dim); font-size: 11px; flex: none; }
.menu li .name, .path { font-family: var(--mono); font-size: 11px; overflow-wrap: anywhere; }
.menu li::before { content: ""; flex: none; width: 12px; color: var(--brand); font-weight: 700; }
.menu li[aria-selected="true"]::before { content: "✓"; }
.menu li.current, .menu li:hover { background: color-mix(in srgb, var(--brand) 14%, transparent); }
.menu .fed { margin-left: auto; padding: 0 6px; border: 1px solid var(--placeholder); border-radius: 8px; font-size: 10px; line-height: 14px; }
.menu .fed + .type { margin-left: 0; }
.menu .keys { padding: 4px 12px 6px; border-top: 1px solid var(--rule); color: var(--dim); font-size: 11px; flex: none; }
.menu li:is(.current, :hover) .type { color: color-mix(in srgb, var(--ink) 80%, var(--bg)); }
.menu .none { padding: 8px 12px; color: var(--dim); }
.menu.results { width: min(620px, calc(100% - 12px)); max-height: min(380px, calc(100% - 92px)); }
.menu.results li::before { content: none; }
.menu.results ul { padding: 4px; }
.menu.results .none { padding: 2px 12px 6px; }
.menu mark { background: color-mix(in srgb, var(--found) 42%, transparent); color: inherit; border-radius: 2px; }

.frame[data-builds] { min-height: min(560px, 90vh); }
.menu.apply { width: min(600px, calc(100% - 12px)); max-height: calc(100% - 48px); }
.apply > :not([hidden]) { display: flex; flex-direction: column; min-height: 0; }
.apply h3 { margin: 8px 12px 0; font: 600 12px/1.4 var(--font); color: inherit; overflow-wrap: anywhere; max-height: 4.2em; overflow: auto; flex: none; }
.apply .entries { overflow: auto; padding: 0 4px 4px; min-height: 0; position: relative; }
.apply .heading { padding: 6px 8px 2px; color: var(--dim); font-size: 11px; font-weight: 600; }
.entry { display: grid; grid-template-columns: auto 1fr auto; gap: 0 8px; align-items: baseline; padding: 3px 8px; border-radius: 4px; cursor: pointer; content-visibility: auto; contain-intrinsic-size: auto 38px; }
.entry .name { font-weight: 600; }
.entry .call { font-family: var(--mono); font-size: 11px; color: var(--dim); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.entry .shapes { font-family: var(--mono); font-size: 11px; }
.entry :is(.about, .why) { grid-column: 1 / -1; color: var(--dim); font-size: 11px; line-height: 1.35; }
.entry .why { color: var(--ink); font-style: italic; }
.entry[aria-disabled] { cursor: default; }
.entry[aria-disabled] .name { color: var(--dim); font-weight: 500; }
.entry:is([aria-selected="true"], :hover) { background: color-mix(in srgb, var(--brand) 14%, transparent); }
.entry[aria-selected="true"] { box-shadow: inset 2px 0 var(--brand); }
.entry:is([aria-selected="true"], :hover) :is(.about, .call, .name) { color: color-mix(in srgb, var(--ink) 86%, var(--bg)); }

.arguments .form-head { display: flex; align-items: start; gap: 6px; padding: 6px 10px 6px 6px; flex: none; border-bottom: 1px solid var(--rule); }
.arguments h3 { margin: 3px 0 0; }
.arguments code { font-family: var(--mono); font-size: 12px; }
.arguments .about { color: var(--dim); font-size: 11px; line-height: 1.35; }
.arguments .form-body { overflow: auto; min-height: 0; padding: 8px 12px; display: flex; flex-direction: column; gap: 8px; }
.arguments .fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(260px, 1fr)); gap: 6px 16px; align-items: start; }
.arguments .fields:not(:has(> .field:not([hidden]))) { display: none; }
.arguments .names { border-top: 1px solid var(--rule); padding-top: 8px; }
.field:not([hidden]) { display: grid; grid-template-columns: minmax(124px, 38%) 1fr; gap: 2px 6px; align-items: center; }
.field label { font-family: var(--mono); font-size: 11px; overflow-wrap: anywhere; }
.field label.needed::after { content: " *"; color: var(--needed); }
.arguments .field :is(input:not([type="checkbox"]), select) { margin: 0; width: 100%; min-width: 0; height: 26px; padding: 2px 6px; font: 11px/1.4 var(--mono); color: inherit; border: 1px solid color-mix(in srgb, var(--ink) 40%, var(--bg)); border-radius: 4px; background: var(--bg); }
.arguments .field input[type="checkbox"] { margin: 4px 0; justify-self: start; accent-color: var(--brand); }
.field option { background: var(--bg); color: var(--ink); }
.field select + input { grid-column: 2; }
.field [aria-invalid] { border-color: var(--failed); }
.arguments .fault { color: var(--failed); overflow-wrap: anywhere; }
.field .fault { grid-column: 1 / -1; font-size: 11px; line-height: 1.35; }
.arguments select:focus-visible { outline: 2px solid var(--brand); outline-offset: -1px; }
.arguments .more summary { color: var(--dim); cursor: pointer; width: max-content; padding: 0 4px; margin: 0 -4px 6px; border-radius: 4px; }
.arguments .tensors { list-style: none; margin: 0; padding: 0; display: flex; flex-direction: column; gap: 2px; }
.arguments .tensors li { display: flex; align-items: baseline; gap: 8px; padding: 0; cursor: default; }
.arguments .tensors li::before { content: none; }
.arguments .tensors .what { font-family: var(--mono); font-size: 11px; min-width: 80px; color: var(--dim); }
.arguments .tensors .tensor { color: var(--dim); font-size: 11px; }
.arguments .tensors .order { margin-left: auto; flex: none; }
.arguments .form-foot { flex: none; padding: 8px 12px; border-top: 1px solid var(--rule); display: flex; flex-direction: column; gap: 4px; }
.line-of-code { margin: 0; padding: 5px 8px; max-height: 110px; overflow: auto; border: 1px solid var(--rule); border-radius: 4px; background: var(--bg); min-height: 28px; flex: none; white-space: pre-wrap; }
.arguments .result { font-family: var(--mono); font-size: 11px; min-height: 16px; }
.arguments .actions { display: flex; align-items: center; gap: 10px; }
.arguments .actions .what { color: var(--dim); font-size: 11px; }
.arguments.edit { margin: 8px 0; padding: 6px 8px 8px; border: 1px solid var(--rule); border-radius: 4px; background: color-mix(in srgb, var(--brand) 5%, var(--raised)); }
.arguments.edit h4 { margin: 0 0 4px; }
.arguments.edit .fields { display: flex; flex-direction: column; gap: 4px; }
.arguments.edit select { width: 100%; }
.arguments.edit .about { overflow-wrap: anywhere; }
.arguments.edit .actions { margin-top: 8px; }
.arguments.edit .fault:not(:empty) { margin-top: 6px; }
.arguments.edit[aria-busy] .actions { opacity: 0.6; }
button.primary[type="submit"], .empty button { border-color: var(--brand); background: color-mix(in srgb, var(--brand) 16%, transparent); font-weight: 600; padding: 3px 16px; }
.selection { align-items: center; }
.selection .chip { max-width: 420px; }
.selection .chip i { font-style: normal; color: var(--dim); white-space: nowrap; }
.selection .chip .icon { width: 16px; height: 16px; margin: 0 -4px 0 0; }

.search {
  display: flex; align-items: center; gap: 4px; padding: 4px 6px 4px 10px; flex: none;
  border-bottom: 1px solid var(--rule); background: color-mix(in srgb, var(--found) 9%, var(--raised));
}
.search > svg { flex: none; width: 14px; height: 14px; fill: none; stroke: var(--dim); stroke-width: 1.6; stroke-linecap: round; }
.search input { flex: 1; min-width: 120px; padding: 3px 8px; border: 1px solid var(--rule); border-radius: 4px; background: var(--bg); }
.search .count { color: var(--dim); padding: 0 6px; max-width: 55%; }
.search .count.fault { color: var(--failed); }

.choices {
  position: absolute; z-index: 3; min-width: 210px; max-width: calc(100% - 12px); overflow: auto; display: flex; flex-direction: column; padding: 4px;
  background: var(--raised); border: 1px solid var(--rule); border-radius: 6px; box-shadow: 0 6px 24px rgb(0 0 0 / 0.22);
}
.choices button { text-align: left; padding: 4px 8px; }
.choices .hint-text { display: block; font-size: 11px; color: var(--dim); line-height: 1.3; }
.offscreen { position: absolute; width: 0; height: 0; overflow: hidden; background: var(--bg); color: var(--ink); }

.preview {
  display: flex; align-items: start; gap: 8px; padding: 5px 6px 5px 10px; flex: none;
  border-bottom: 1px solid var(--rule); background: color-mix(in srgb, var(--brand) 7%, var(--raised));
}
.preview .facts { flex: 1; display: flex; flex-wrap: wrap; align-items: center; gap: 4px 14px; min-height: 24px; }
.preview strong { font-weight: 600; }
.preview .group { display: inline-flex; flex-wrap: wrap; align-items: center; gap: 4px; }
.preview .more { padding: 0 6px; border-color: color-mix(in srgb, var(--ink) 22%, transparent); font-size: 11px; }
.preview .what { color: var(--dim); }
.chip {
  display: inline-flex; align-items: center; gap: 4px; padding: 0 7px; line-height: 18px; border-radius: 9px; max-width: 280px;
  border: 1px solid color-mix(in srgb, var(--ink) 22%, transparent); background: var(--bg); font-family: var(--mono); font-size: 11px;
}
.chip span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.chip svg { width: 9px; height: 9px; flex: none; stroke: currentColor; stroke-width: 2; fill: none; }
.chip.must-be-fed { border: 1.5px dashed var(--needed); }
.chip.read { border-color: var(--variable); }
.chip.fetch { border-color: var(--brand); }
.chip.feed { border-color: var(--placeholder); }
.question .chip { cursor: pointer; }
.chip.is-right { border-color: var(--right); color: var(--right); }
.chip.is-wrong { border-color: var(--failed); color: var(--failed); }
.chip[aria-pressed="true"] { background: color-mix(in srgb, var(--brand) 16%, var(--bg)); }
.dependencies .facts button { border-color: color-mix(in srgb, var(--ink) 22%, transparent); }
.dependencies .facts button[aria-pressed="true"] { border-color: var(--brand); background: color-mix(in srgb, var(--brand) 16%, transparent); }

.choices { width: min(380px, calc(100% - 12px)); padding: 4px; overflow: auto; outline: none; }
.choices .heading { padding: 6px 8px 2px; color: var(--dim); font-size: 11px; }
.choices button { display: grid; grid-template-columns: 14px 1fr; width: 100%; padding: 3px 8px; text-align: left; }
.choices button::before { content: ""; grid-row: 1 / 3; color: var(--brand); font-weight: 700; }
.choices button[aria-checked="true"]::before { content: "✓"; }
.choices button:focus-visible { background: color-mix(in srgb, var(--brand) 14%, transparent); }
.choices .about { grid-column: 2; color: var(--dim); font-size: 11px; line-height: 1.35; }

.alert {
  display: flex; align-items: start; gap: 8px; padding: 5px 6px 5px 10px; flex: none;
  border-bottom: 1px solid var(--rule); border-left: 3px solid var(--failed); background: color-mix(in srgb, var(--failed) 9%, var(--raised));
}
.alert.duplicates { border-left-color: var(--variable); background: color-mix(in srgb, var(--variable) 8%, var(--raised)); }
.alert .facts { flex: 1; min-width: 0; overflow-wrap: anywhere; padding: 2px 0; }
.alert .facts > div { color: var(--dim); }
.alert code { font-family: var(--mono); font-size: 11px; }
.alert button { border-color: color-mix(in srgb, var(--ink) 22%, transparent); flex: none; }
.alert button.icon { border-color: transparent; }

.meaning {
  display: flex; align-items: start; gap: 8px; padding: 4px 6px 4px 10px; flex: none;
  border-bottom: 1px solid var(--rule); background: var(--raised);
}
.meaning .facts { flex: 1; display: flex; flex-wrap: wrap; align-items: center; gap: 2px 10px; min-height: 24px; min-width: 0; }
.meaning strong { font-weight: 600; }
.meaning .what { color: var(--dim); }
.meaning .entry { display: inline-flex; align-items: center; gap: 5px; padding: 0 5px; max-width: 260px; }
.meaning .entry[aria-pressed="true"] { border-color: var(--brand); background: color-mix(in srgb, var(--brand) 14%, transparent); }
.meaning .entry > span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.meaning .number { color: var(--dim); flex: none; }
.swatch { flex: none; width: 11px; height: 11px; border-radius: 3px; background: var(--hue); border: 1px solid color-mix(in srgb, var(--ink) 30%, transparent); }
.scale { display: inline-flex; align-items: center; gap: 6px; }
.scale .bar { display: inline-flex; height: 11px; border-radius: 3px; overflow: hidden; border: 1px solid color-mix(in srgb, var(--ink) 30%, transparent); }
.scale .bar i { width: 14px; background: var(--hue); }

.overlay-table { display: flex; flex-direction: column; }
.overlay-table .switch { display: flex; gap: 4px; padding: 6px 8px; flex: none; }
.overlay-table .switch button { border-color: color-mix(in srgb, var(--ink) 22%, transparent); }
.overlay-table .switch button[aria-pressed="true"] { border-color: var(--brand); background: color-mix(in srgb, var(--brand) 16%, transparent); }
.overlay-table .rows { flex: 1; min-height: 0; overflow: auto; }
.overlay-table table { width: 100%; border-collapse: collapse; table-layout: fixed; }
.overlay-table th { position: sticky; top: 0; background: var(--raised); text-align: left; font-weight: 600; padding: 0 4px; }
.overlay-table th button { padding: 2px 4px; font-weight: 600; width: 100%; text-align: inherit; }
.overlay-table :is(th, td):not(:first-child) { text-align: right; width: 76px; white-space: nowrap; }
.overlay-table :is(th, td).share { width: 52px; color: var(--dim); }
.overlay-table td { padding: 0 8px; border-top: 1px solid color-mix(in srgb, var(--rule) 60%, transparent); }
.overlay-table td:first-child { padding: 0; }
.overlay-table td:first-child button {
  display: block; width: 100%; padding: 2px 8px; text-align: left; font: 11px/18px var(--mono);
  direction: rtl; overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
  background: linear-gradient(color-mix(in srgb, var(--brand) 22%, transparent) 0 0) left / var(--part, 0%) 100% no-repeat;
}
.overlay-table .name { unicode-bidi: plaintext; }
.overlay-table .rest { padding: 6px 10px; color: var(--dim); flex: none; }

.breadcrumb {
  display: flex; flex-wrap: wrap; align-items: center; gap: 6px; padding: 4px 6px; flex: none;
  border-bottom: 1px solid var(--rule); background: color-mix(in srgb, var(--op) 9%, var(--raised));
}
.scope-path {
  position: absolute; z-index: 1; top: 6px; left: 6px; max-width: calc(100% - 12px); display: flex; flex-wrap: wrap; direction: ltr;
  padding: 0 2px; border: 1px solid var(--rule); border-radius: 4px; background: var(--raised); zoom: var(--text-size, 1);
}
.scope-path button { padding: 1px 5px; font-size: 11px; overflow-wrap: anywhere; text-align: start; }
.scope-path button + button::before { content: "›"; margin-inline-end: 7px; margin-inline-start: -4px; color: var(--dim); }
.breadcrumb .what { color: var(--dim); }
.breadcrumb code { font-family: var(--mono); font-size: 11px; overflow-wrap: anywhere; }
.breadcrumb .back { display: inline-flex; align-items: center; gap: 4px; }
.breadcrumb .back svg { width: 12px; height: 12px; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
.breadcrumb button { border-color: color-mix(in srgb, var(--ink) 22%, transparent); }
.breadcrumb button[aria-pressed="true"] { border-color: var(--brand); background: color-mix(in srgb, var(--brand) 16%, transparent); }

.details {
  position: absolute; z-index: 2; top: 8px; right: 8px; bottom: 8px; width: 300px; max-width: calc(100% - 16px); height: fit-content; max-height: calc(100% - 16px);
  overflow: auto; padding: 10px 12px 12px;
  background: var(--raised); border: 1px solid var(--rule); border-radius: 6px; box-shadow: 0 4px 18px rgb(0 0 0 / 0.18);
}
.details h3 { margin: 0 26px 2px 0; font: 600 13px/1.35 var(--font); color: inherit; overflow-wrap: anywhere; }
.details .type { color: var(--dim); margin-bottom: 8px; }
.details .close { position: absolute; top: 6px; right: 6px; }
.details .actions { display: flex; flex-wrap: wrap; gap: 6px; margin: 0 0 8px; }
.details .actions button { border-color: color-mix(in srgb, var(--ink) 22%, transparent); }
.details .actions button[aria-pressed="true"] { border-color: var(--brand); background: color-mix(in srgb, var(--brand) 16%, transparent); }
.details .links { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 2px; margin: 0 -6px 6px; }
.details .links .what { color: var(--dim); padding: 0 6px; }
.details .links button { padding: 1px 6px; color: var(--link); }
.details .links button[aria-pressed="true"] { background: color-mix(in srgb, var(--brand) 16%, transparent); }
.details .more { margin: 0 0 8px; }
.details .more summary { color: var(--dim); cursor: pointer; width: max-content; padding: 0 4px; margin: 0 -4px; border-radius: 4px; }
.details .more .actions { margin: 6px 0 0; }
.details dl { margin: 0; display: grid; grid-template-columns: fit-content(128px) 1fr; gap: 3px 8px; }
.details dt { color: var(--dim); min-width: 66px; overflow-wrap: anywhere; }
.details dd { margin: 0; overflow-wrap: anywhere; min-width: 0; }
.details h4 { margin: 10px 0 3px; font: 600 11px/1.4 var(--font); color: var(--dim); text-transform: uppercase; letter-spacing: 0.04em; }
.details .line { display: block; width: 100%; text-align: left; padding: 2px 6px; margin: 0 -6px; width: calc(100% + 12px); }
.details .line .tensor, .details .tensor { color: var(--dim); font-size: 11px; }
.details code { font-family: var(--mono); font-size: 11px; }
.drawer {
  flex: none; width: min(320px, 45%); display: flex; flex-direction: column; overflow: hidden;
  border-inline-start: 1px solid var(--rule); background: var(--raised);
}
.frame:has(.drawer:not([hidden])) { min-height: 400px; }
.drawer header { display: flex; align-items: center; gap: 4px; padding: 4px 4px 4px 10px; border-bottom: 1px solid var(--rule); flex: none; }
.drawer header h3 { flex: 1; margin: 0; font: 600 12px/1.4 var(--font); color: inherit; overflow-wrap: anywhere; }
.drawer > :not(header) { flex: 1; min-height: 0; overflow: auto; }
.info {
  position: absolute; z-index: 3; top: 8px; inset-inline-end: 8px; max-width: min(440px, calc(100% - 16px)); max-height: calc(100% - 16px); overflow: auto; padding: 8px 14px 12px;
  background: var(--raised); border: 1px solid var(--rule); border-radius: 6px; box-shadow: 0 4px 18px rgb(0 0 0 / 0.18); outline: none;
}
.info .close { position: sticky; top: 0; float: inline-end; margin-inline-end: -8px; background: var(--raised); }
.info h3 { margin: 6px 0 4px; font: 600 12px/1.4 var(--font); color: inherit; }
.info dl { margin: 0 0 8px; display: grid; grid-template-columns: fit-content(45%) 1fr; gap: 2px 12px; align-items: center; }
.info dt { font-family: var(--mono); font-size: 11px; line-height: 17px; }
.info dt svg { display: block; margin: -1px 0; overflow: visible; }
.info dt .node path { vector-effect: non-scaling-stroke; }
.info dd { margin: 0; color: var(--dim); }
:host([data-fill]) .ended { display: none; }
:host([data-fill]), :host([data-fill]) .frame { height: 100%; resize: none; }
.frame[popover] { position: fixed; inset: 8px; width: auto; height: auto; margin: 0; padding: 0; color: inherit; resize: none; }
.frame[popover]::backdrop { background: rgb(0 0 0 / 0.4); }
.frame[data-narrow] .body { flex-direction: column; }
.frame[data-narrow] .meaning .facts { max-height: 72px; overflow: auto; }
.frame[data-narrow] .window { flex: 1 1 0; }
.frame[data-narrow] :is(.body > .details, .drawer) {
  position: relative; inset: auto; width: auto; max-width: none; height: auto; max-height: 55%; flex: none;
  border-width: 1px 0 0; border-radius: 0; box-shadow: none;
}
.frame[data-narrow] .drawer { border-style: solid; border-color: var(--rule); height: 55%; }
/* Names and shapes read from left to right, whatever the page does; a sentence as its first letter says. */
svg.scene, .minimap, .sheet, code, .path, pre { direction: ltr; }
.frame :is(button, summary, dt, dd, h3, h4, .summary, .type, .tensor, .what, .name, .note, .count, .hint, .about, .tip span, .facts > *) { unicode-bidi: plaintext; }
.details:dir(rtl) :is(dt, dd, .type, .tensor, .line, h3, h4), .drawer:dir(rtl) :is(.line, h3) { text-align: right; }
.ops { list-style: none; margin: 0; padding: 4px 10px 8px; }
.ops .line { display: block; width: calc(100% + 12px); margin: 0 -6px; padding: 2px 6px; text-align: left; }
.ops .path { font-family: var(--mono); font-size: 11px; overflow-wrap: anywhere; }
.ops .tensor, .ops .rest { color: var(--dim); font-size: 11px; }
.drawer:has(.explanation) { width: min(360px, 48%); }
.explanation { padding: 2px 12px 14px; line-height: 1.45; }
.explanation h4 { margin: 14px 0 4px; font: 600 11px/1.4 var(--font); color: var(--dim); text-transform: uppercase; letter-spacing: 0.04em; }
.explanation p { margin: 0 0 5px; overflow-wrap: anywhere; }
.explanation :is(.note, .tensor) { color: var(--dim); font-size: 11px; }
.explanation > .note { margin-top: 10px; }
.explanation .link { display: inline; margin: 0; padding: 0 1px; font: 11px/1.4 var(--mono); overflow-wrap: anywhere; user-select: text; }
.explanation .entries { display: flex; gap: 8px; margin: 0 0 5px; }
.explanation .entries .what { flex: none; width: 56px; color: var(--dim); font-size: 11px; line-height: 20px; }
.explanation ul { flex: 1; min-width: 0; list-style: none; margin: 0; padding: 0; }
.explanation li { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 8px; line-height: 20px; min-height: 20px; }
.explanation .signs { display: flex; flex-wrap: wrap; gap: 2px 14px; margin-top: 6px; color: var(--dim); font-size: 11px; }
.explanation .sign { display: inline-flex; align-items: center; gap: 5px; }
.explanation .sign i { width: 18px; border-top: 2px solid color-mix(in srgb, var(--brand) 75%, var(--ink)); }
.explanation .sign .gradient { border-top: 2.2px dashed var(--gradient); }
.explanation .sign .stop { height: 10px; border: 2px dotted var(--failed); border-radius: 3px; }
.drawer:has(.code) { width: min(560px, 55%); }
.code { display: flex; flex-direction: column; }
.code p { margin: 0; padding: 6px 10px; color: var(--dim); overflow-wrap: anywhere; }
.code .stages { display: flex; gap: 6px; padding: 0 10px 6px; align-items: center; }
.code .stages button:not(.icon) { border-color: color-mix(in srgb, var(--ink) 22%, transparent); }
.code .stages button[aria-pressed="true"] { border-color: var(--brand); background: color-mix(in srgb, var(--brand) 16%, transparent); }
.code pre { flex: 1; min-height: 120px; margin: 0; padding: 6px 10px; overflow: auto; border-top: 1px solid var(--rule); background: var(--bg); font: 11px/1.45 var(--mono); }
.cell-fields { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 18px; padding: 4px 10px; flex: none; border-bottom: 1px solid var(--rule); background: color-mix(in srgb, var(--brand) 5%, var(--raised)); }
.cell-fields label { display: inline-flex; align-items: center; gap: 6px; }
.cell-fields .name { font-family: var(--mono); font-size: 12px; }
.cell-fields output { min-width: 2.2em; font-variant-numeric: tabular-nums; font-weight: 600; }
.cell-fields input[type="range"] { width: 120px; accent-color: var(--brand); }
.cell-fields :is(input:not([type="range"], [type="checkbox"]), select) { width: 90px; padding: 1px 4px; border: 1px solid color-mix(in srgb, var(--ink) 30%, transparent); border-radius: 3px; background: var(--bg); color: var(--ink); font: inherit; }
.cell-fields .trouble { flex-basis: 100%; color: var(--bad); white-space: pre-wrap; }
.step-bar { padding: 3px 6px; flex: none; border-bottom: 1px solid var(--rule); background: color-mix(in srgb, var(--now) 6%, var(--raised)); }
.step-bar .controls { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 4px; }
.step-bar .position { min-width: 92px; padding-left: 6px; font-variant-numeric: tabular-nums; font-weight: 600; }
.step-bar .what { min-width: 0; max-width: 40%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-family: var(--mono); font-size: 11px; }
.step-bar input[type="range"] { flex: 1 1 90px; min-width: 60px; max-width: 220px; accent-color: var(--now); }
.step-bar .space { flex: 1 0 0; }
.step-bar button:not(.icon) { border-color: color-mix(in srgb, var(--ink) 22%, transparent); }
.step-bar button[aria-pressed="true"] { border-color: var(--brand); background: color-mix(in srgb, var(--brand) 16%, transparent); }
.legend { display: flex; flex-wrap: wrap; gap: 2px 14px; padding: 3px 6px 2px; color: var(--dim); font-size: 11px; }
.legend .sign { display: inline-flex; align-items: center; gap: 5px; }
.legend i { width: 18px; height: 11px; border-radius: 4px; border: 1.4px solid var(--op); }
.legend .pending { border-style: dashed; opacity: 0.55; }
.legend .done { background: color-mix(in srgb, var(--op) 26%, var(--bg)); }
.legend .reused { border: 2px dotted var(--variable); }
.legend .fed { border: 2.4px solid var(--placeholder); }
.legend .running { border: 2.4px solid var(--now); background: color-mix(in srgb, var(--now) 18%, var(--bg)); }
.step-bar .trouble { padding: 2px 6px; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 110px; overflow: auto; color: var(--dim); }
.step-bar .trouble.wrong { color: var(--bad); font-family: var(--mono); font-size: 11px; }

.step-card { padding: 8px 10px 12px; }
.details .step-card { padding: 0; }
.step-card .tensor { color: var(--dim); font-size: 11px; }
.step-card h4 { margin: 12px 0 3px; font: 600 11px/1.4 var(--font); color: var(--dim); }
.step-card h4 .link { margin-left: 4px; font-weight: 400; text-transform: none; }
.step-card .stop { margin: 6px 0 0; border-color: color-mix(in srgb, var(--ink) 22%, transparent); font-size: 11px; }
.step-card .stop[aria-pressed="true"] { color: var(--bad); border-color: var(--bad); }
.step-card .sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(120px, 1fr)); gap: 8px; }
.step-card .side .what { font-weight: 600; }
.step-card .difference { margin-bottom: 4px; }
.step-card .input { display: flex; justify-content: space-between; gap: 8px; }
.step-card .input span { color: var(--dim); font-size: 11px; white-space: nowrap; }
.step-card .side .value { margin-top: 2px; }
.value { margin-top: 8px; }
.value .wrong { color: var(--bad); font-weight: 700; }
.value .numbers { display: grid; grid-template-columns: 1fr 1fr; gap: 1px 10px; margin: 4px 0; }
.value .numbers div { display: flex; justify-content: space-between; gap: 6px; }
.value .numbers dt { color: var(--dim); }
.value .numbers dd { margin: 0; font-variant-numeric: tabular-nums; }
.value .first { display: block; font: 11px/1.5 var(--mono); overflow-wrap: anywhere; }
.value .thumbnail { display: block; margin: 6px 0; max-width: 100%; image-rendering: pixelated; border: 1px solid var(--rule); }
.histogram { display: grid; grid-template-columns: 1fr 1fr; max-width: 260px; margin: 4px 0; color: var(--dim); font-size: 10px; }
.histogram svg { grid-column: 1 / -1; width: 100%; height: 44px; border-bottom: 1px solid color-mix(in srgb, var(--ink) 30%, transparent); }
.histogram rect { fill: var(--op); }
.histogram span:last-child { text-align: right; }
.watches { padding: 2px 10px 10px; }
.watches p { color: var(--dim); }
.watch { padding: 8px 0 6px; border-bottom: 1px solid var(--rule); --health: var(--well); }
.watch.nan, .watch.inf { --health: var(--bad); }
.watch.zero, .watch.exploding { --health: var(--now); }
.watch header { display: flex; align-items: center; justify-content: space-between; gap: 6px; padding: 0; border: 0; }
.watch .now { display: flex; align-items: baseline; gap: 8px; font-variant-numeric: tabular-nums; }
.watch .now strong { font-size: 15px; font-weight: 600; }
.watch .health { color: var(--health); font-weight: 600; font-size: 11px; }
.watch .health:not(:empty)::before { content: ""; display: inline-block; width: 8px; height: 8px; margin-right: 4px; border-radius: 50%; background: var(--health); }
.watch .tensor { color: var(--dim); font-size: 11px; }
.watches .missed { margin: 4px 0 2px; }
.spark { display: block; width: 100%; height: 40px; margin: 2px 0; }
.spark path { vector-effect: non-scaling-stroke; }
.spark .mean { fill: none; stroke: var(--health); stroke-width: 1.6; stroke-linejoin: round; }
.spark .band { fill: color-mix(in srgb, var(--health) 16%, transparent); }
.train-bar .numbers { min-width: min(260px, 100%); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--dim); font-variant-numeric: tabular-nums; }
.train-bar .position { min-width: 132px; }
.train-bar select, .charts select { font: inherit; color: inherit; background: var(--bg); border: 1px solid var(--rule); border-radius: 4px; padding: 2px 4px; max-width: 180px; }
.train-bar .facts { display: flex; flex-wrap: wrap; gap: 2px 24px; padding: 2px 6px; min-height: 22px; align-items: center; }
.fed-sliders { display: flex; flex-wrap: wrap; gap: 2px 18px; }
.fed-slider { display: inline-flex; align-items: center; gap: 6px; }
.fed-slider .path { overflow-wrap: normal; }
.step-bar .fed-slider input[type="range"] { flex: none; width: 130px; }
.fed-slider output { min-width: 52px; font-variant-numeric: tabular-nums; }
.charts { padding: 6px 10px 12px; --own: var(--well); --rival: var(--variable); }
.charts .switch { display: flex; gap: 6px; align-items: center; margin-bottom: 4px; }
.charts .switch button { border-color: color-mix(in srgb, var(--ink) 22%, transparent); }
.charts .switch button[aria-pressed="true"] { border-color: var(--brand); background: color-mix(in srgb, var(--brand) 16%, transparent); }
.charts section > header { display: flex; justify-content: space-between; gap: 8px; padding: 6px 0 2px; border: 0; overflow-wrap: anywhere; }
.charts .now { font-variant-numeric: tabular-nums; }
.charts .chart, .charts .surface .plane, .tensor-row { contain: content; }
.charts .chart svg { display: block; width: 100%; }
.chart text { fill: var(--dim); font-size: 10px; }
.chart .y { text-anchor: end; }
.chart .grid { stroke: color-mix(in srgb, var(--ink) 10%, transparent); }
.chart .axis { stroke: color-mix(in srgb, var(--ink) 35%, transparent); }
.chart .line, .chart .raw { fill: none; stroke: var(--own); stroke-width: 1.6; stroke-linejoin: round; }
.chart .raw { opacity: 0.35; stroke-width: 1; }
.chart .line.other { stroke: var(--rival); stroke-dasharray: 4 2; }
.chart .cursor { stroke: var(--now); stroke-width: 1.4; }
.compared { display: flex; flex-wrap: wrap; gap: 2px 14px; color: var(--dim); }
.compared span::before { content: ""; display: inline-block; width: 16px; margin-inline-end: 5px; vertical-align: middle; border-top: 2px solid var(--own); }
.compared .other::before { border-top: 2px dashed var(--rival); }
.surface .plane { position: relative; width: 100%; max-width: 300px; aspect-ratio: 1; border: 1px solid var(--rule); background: var(--bg); }
.surface :is(canvas, svg) { position: absolute; inset: 0; width: 100%; height: 100%; }
.surface circle { stroke: #fff; stroke-width: 0.8; }
.surface .ranges, .charts .notes { color: var(--dim); font-size: 11px; white-space: pre-wrap; overflow-wrap: anywhere; }
.tensor-row { display: grid; grid-template-columns: minmax(0, 1fr) 120px; gap: 0 8px; align-items: center; padding: 3px 0; border-bottom: 1px solid color-mix(in srgb, var(--rule) 60%, transparent); --health: var(--own); }
.tensor-row[data-health="nan"], .tensor-row[data-health="inf"] { --health: var(--bad); }
.tensor-row:is([data-health="zero"], [data-health="exploding"], [data-health="vanishing"]) { --health: var(--now); }
.tensor-row button { text-align: start; }
.tensor-row svg { width: 120px; height: 26px; border-bottom: 1px solid color-mix(in srgb, var(--ink) 30%, transparent); }
.tensor-row .bars { fill: var(--health); }
.tensor-row .outline { fill: none; stroke: var(--rival); stroke-width: 1.4; vector-effect: non-scaling-stroke; }
.tensor-row .facts { grid-column: 1 / -1; display: flex; justify-content: space-between; gap: 8px; }
.tensor-row .tensor { color: var(--dim); font-size: 11px; font-variant-numeric: tabular-nums; }
.tensor-row .health { color: var(--health); font-weight: 600; font-size: 11px; }
.ops .note { color: var(--dim); font-size: 11px; padding: 0 0 3px 6px; overflow-wrap: anywhere; }
.compare { align-items: center; }
.compare .chip.kind { border-color: var(--fill); background: color-mix(in srgb, var(--fill) 35%, var(--bg)); cursor: pointer; font-family: var(--font); }
.compare .clear { border-color: color-mix(in srgb, var(--ink) 22%, transparent); }
.compare .clear[aria-pressed="true"] { border-color: var(--brand); background: color-mix(in srgb, var(--brand) 16%, transparent); }
.side-by-side { display: flex; gap: 6px; padding: 6px; min-height: 0; }
.side-by-side section { flex: 1 1 0; min-width: 0; }
.side-by-side h3 { margin: 0 0 4px; font: 600 12px/1.4 var(--font); color: inherit; }
.frame:has(> .side-by-side) > :is(.body, .toolbar) { display: none; }
.failure { position: absolute; left: 12px; bottom: 12px; padding: 4px 10px; border-left: 3px solid var(--failed); background: var(--raised); }
.hint { position: absolute; left: 50%; bottom: 10px; transform: translateX(-50%); padding: 3px 10px; border-radius: 10px; background: color-mix(in srgb, var(--ink) 82%, transparent); color: var(--bg); pointer-events: none; opacity: 0; transition: opacity 0.2s; }
.hint.shown { opacity: 1; }
.empty { position: absolute; inset: 0; display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 10px; padding: 12px; color: var(--dim); pointer-events: none; text-align: center; }
.empty p { margin: 0 0 8px; }
.empty button { pointer-events: auto; color: var(--ink); }
button:disabled { opacity: 0.5; cursor: default; }
[hidden], :host([hidden]) { display: none !important; }
@media (prefers-reduced-motion: reduce) { .hint { transition: none; } }
`;
