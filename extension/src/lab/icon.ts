/** The icon of graphs: files, tabs, cards and buttons. */
import { LabIcon } from "@jupyterlab/ui-components";

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="16" viewBox="0 0 24 24">
  <g class="jp-icon3" fill="none" stroke="#616161" stroke-width="1.8">
    <path d="M7.5 8.2 10.8 14M16.5 8.2 13.2 14"/>
    <rect x="3" y="3.5" width="7" height="4.7" rx="1.6"/><rect x="14" y="3.5" width="7" height="4.7" rx="1.6"/>
    <rect x="8" y="14.2" width="8" height="5.6" rx="1.8"/>
  </g>
</svg>`;

export const graphIcon = new LabIcon({ name: "graphlab:graph", svgstr: DRAWING });
