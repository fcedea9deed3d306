/** The icon of the Graph panel: operations and the edges between them. */
import { LabIcon } from "@jupyterlab/ui-components";

export const panelIcon = new LabIcon({
  name: "graphlab:panel",
  svgstr: `<svg xmlns="http://www.w3.org/2000/svg" width="16" viewBox="0 0 16 16">
<g class="jp-icon3" fill="#616161"><rect x="1" y="1.5" width="5" height="3.4" rx="1"/><rect x="10" y="1.5" width="5" height="3.4" rx="1"/>
<rect x="5.5" y="11.1" width="5" height="3.4" rx="1"/></g>
<path class="jp-icon3-selectable" fill="none" stroke="#616161" stroke-width="1.3" d="M3.5 5V6.4Q3.5 8 5 8H6.5Q8 8 8 9.5V11M12.5 5V6.4Q12.5 8 11 8H9.5Q8 8 8 9.5"/></svg>`,
});
