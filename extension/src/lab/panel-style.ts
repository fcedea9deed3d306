/** The style sheet of the Graph panel, in the colours of JupyterLab's theme. */

const STYLE = `
.gl-panel { display: flex; flex-direction: column; min-width: 260px; min-height: 0; overflow: hidden;
  background: var(--jp-layout-color1); color: var(--jp-ui-font-color1); font-size: var(--jp-ui-font-size1); }
.gl-panel button, .gl-panel select { font: inherit; color: inherit; }
.gl-panel button { cursor: pointer; }
.gl-panel button:focus-visible, .gl-panel select:focus-visible, .gl-panel summary:focus-visible {
  outline: 2px solid var(--jp-brand-color1); outline-offset: -2px; }
#jp-right-stack > #graphlab-panel { min-width: 340px; }
.gl-panel-head { flex: none; display: flex; flex-direction: column; gap: 3px; padding: 6px 8px 2px; min-width: 0; }
.gl-panel-head .gl-notebook { padding: 0 2px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
  color: var(--jp-ui-font-color2); }
.gl-panel-head .gl-notebook:empty { display: none; }
.lm-DockPanel .gl-panel-head .gl-notebook { display: none; }
.gl-panel-head select { width: 100%; height: 26px; padding: 0 6px; text-overflow: ellipsis;
  background: var(--jp-input-background, var(--jp-layout-color1)); border: 1px solid var(--jp-border-color1); border-radius: 3px; }
.gl-panel-head option { background: var(--jp-layout-color1); }
.gl-panel-tabs { flex: none; display: flex; flex-wrap: wrap; padding: 0 4px; border-bottom: 1px solid var(--jp-border-color2); }
.gl-panel-tabs button { background: none; border: none; border-bottom: 2px solid transparent; padding: 5px 8px 4px;
  color: var(--jp-ui-font-color2); }
.gl-panel-tabs button:hover { color: var(--jp-ui-font-color1); background: var(--jp-layout-color2); }
.gl-panel-tabs button[aria-selected="true"] { color: var(--jp-ui-font-color1); border-bottom-color: var(--jp-brand-color1);
  font-weight: 600; }
.gl-panel-status { flex: none; padding: 6px 10px; line-height: 1.35; border-bottom: 1px solid var(--jp-border-color2);
  background: var(--jp-layout-color2); }
.gl-panel-status.gl-warn { border-left: 3px solid var(--jp-warn-color1); }
.gl-panel-status[hidden], .gl-build[hidden] { display: none; }
.gl-panel .gl-build { align-self: start; flex: none; margin: 10px; }
.gl-panel-body { flex: 1; min-height: 0; position: relative; display: flex; flex-direction: column; }
.gl-panel-body > .gl-diagram { flex: 1; min-height: 0; display: flex; flex-direction: column; }
.gl-panel-body > [hidden] { display: none; }
.gl-diagram > .graphlab { flex: 1; min-height: 0; }
.gl-tables { flex: 1; overflow: auto; padding: 4px 10px 12px; container-type: inline-size; }
.gl-tables h3 { margin: 12px 0 4px; font-size: var(--jp-ui-font-size1); font-weight: 600; }
.gl-tables table { border-collapse: collapse; width: 100%; margin-top: 8px; }
.gl-tables th, .gl-tables td { padding: 3px 12px 3px 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--jp-border-color2); }
.gl-tables td { font-variant-numeric: tabular-nums; white-space: nowrap; }
.gl-tables td:last-child { padding-right: 0; }
.gl-tables td > .gl-why { display: inline-block; min-width: 180px; white-space: normal; }
.gl-tables thead th { position: sticky; top: -4px; background: var(--jp-layout-color1); font-weight: 600; white-space: nowrap; }
.gl-tables th button { background: none; border: none; padding: 0; font-weight: 600; }
.gl-tables th button:hover, .gl-tables .gl-link:hover { text-decoration: underline; }
.gl-tables .gl-number { text-align: right; }
.gl-tables dl { display: grid; grid-template-columns: max-content 1fr; gap: 3px 14px; margin: 6px 0; }
.gl-tables dt { color: var(--jp-ui-font-color2); }
.gl-tables dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.gl-tables summary { cursor: pointer; }
.gl-names { display: inline-flex; flex-wrap: wrap; gap: 2px 12px; max-height: 220px; overflow: auto; }
.gl-tables .gl-link { background: none; border: none; padding: 0; text-align: left; overflow-wrap: anywhere;
  color: var(--jp-content-link-color, var(--jp-brand-color1)); font-family: var(--jp-code-font-family); font-size: 12px; }
.gl-note { color: var(--jp-ui-font-color2); margin: 8px 0; }
.gl-bad { color: var(--jp-error-color1); font-weight: 600; }
.gl-tier { padding: 0 6px; border-radius: 8px; border: 1px solid var(--jp-border-color1); }
.gl-xla { border-color: var(--jp-success-color1); }
.gl-spark { vertical-align: middle; }
.gl-spark polyline { fill: none; stroke: var(--jp-brand-color1); stroke-width: 1.3; }
.gl-share { display: inline-block; vertical-align: middle; width: 40px; height: 6px; border-radius: 3px; overflow: hidden;
  background: var(--jp-layout-color3); }
.gl-share > span { display: block; height: 100%; background: var(--jp-brand-color1); }
@container (max-width: 480px) {
  .gl-tables table, .gl-tables tbody { display: block; }
  .gl-tables tr { display: flex; flex-wrap: wrap; gap: 2px 14px; padding: 4px 0; border-bottom: 1px solid var(--jp-border-color2); }
  .gl-tables thead tr { padding-top: 0; }
  .gl-tables tbody th, .gl-tables td, .gl-tables thead th { padding: 0; border: none; text-align: left; }
  .gl-tables thead:not(:has(button)), .gl-tables thead th:not(:has(button)), .gl-tables td:has(> svg:empty) { display: none; }
  .gl-tables td::before { content: attr(data-title) " "; color: var(--jp-ui-font-color2); }
  .gl-tables td { white-space: normal; }
  .gl-tables td > .gl-why { display: inline; }
  .gl-tables td:has(.gl-link) { flex-basis: 100%; }
  .gl-tables td:has(.gl-link)::before { content: none; }
}
@media (forced-colors: active) {
  .gl-panel-tabs button { border-color: Canvas; }
  .gl-panel-tabs button[aria-selected="true"] { border-bottom-color: Highlight; }
  .gl-share { outline: 1px solid; }
  .gl-share > span { background: Highlight; }
  .gl-spark polyline { stroke: CanvasText; }
}
.gl-error-button { margin: 6px 0 4px; }
`;

/** Adds the style sheet to the page, once. */
export function addPanelStyle(): void {
  const id = "graphlab-panel-style";
  if (document.getElementById(id)) return;
  const style = document.createElement("style");
  style.id = id;
  style.textContent = STYLE;
  document.head.append(style);
}
