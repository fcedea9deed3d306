/** The style sheet of fixes beneath errors, in the colours of JupyterLab's theme. */

const STYLE = `
.gl-fix { margin: 4px 0 6px; padding: 6px 10px 8px; border-left: 3px solid var(--jp-success-color1); background: var(--jp-layout-color2);
  color: var(--jp-ui-font-color1); font-size: var(--jp-ui-font-size1); line-height: 1.45; }
.gl-fix-text { overflow-wrap: anywhere; }
.gl-fix-choice { margin-top: 6px; }
.gl-fix .gl-fix-lines { margin: 0; padding: 4px 0; border: 1px solid var(--jp-border-color2); border-radius: 3px; background: var(--jp-layout-color1);
  color: var(--jp-content-font-color1); font-family: var(--jp-code-font-family); font-size: var(--jp-code-font-size); line-height: 1.5;
  white-space: pre-wrap; overflow-wrap: anywhere; max-height: 320px; overflow: auto; }
.gl-fix-lines > div { padding: 0 8px; }
.gl-fix-old { background: color-mix(in srgb, var(--jp-error-color1) 14%, transparent); }
.gl-fix-same { color: var(--jp-ui-font-color2); }
.gl-fix-new { background: color-mix(in srgb, var(--jp-success-color1) 16%, transparent); }
.gl-fix input { font: inherit; color: inherit; background: var(--jp-layout-color1); border: 1px solid var(--jp-border-color0, var(--jp-border-color1));
  border-radius: 3px; padding: 0 4px; max-width: 100%; }
.gl-fix-act { display: flex; align-items: center; flex-wrap: wrap; gap: 6px 12px; margin-top: 6px; }
.gl-fix-act .jp-Button { margin: 0; }
.gl-fix :is(button, input):focus-visible { outline: 2px solid var(--jp-brand-color1); outline-offset: 1px; }
.gl-fix-status:not(:empty) { color: var(--jp-error-color1); }
`;

export function addFixStyle(): void {
  const id = "graphlab-fix-style";
  if (document.getElementById(id)) return;
  const style = document.head.appendChild(document.createElement("style"));
  style.id = id;
  style.textContent = STYLE;
}
