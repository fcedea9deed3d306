"""Live diagrams in the pages that Sphinx makes of notebooks with MyST-NB: no kernel, no network, the app once per site."""

from pathlib import Path
from typing import Any

from docutils import nodes

from graphlab._src.viz import page
from graphlab._src.viz.mimebundle import MIME_TYPE

SCRIPT = "graphlab-diagrams.js"
STYLE = "graphlab-diagrams.css"
_LOADED = "graphlab_diagrams"  # a value of the configuration that is there where the extension is

# A classic script, because browsers load no module from a file:// address; what it imports is a blob of the page's own.
_CODE = """{{
const app = `{app}`;
{load}
const places = document.querySelectorAll(".graphlab-saved");
if (places.length)
  load({{ textContent: app }}).then(({{ show }}) => {{
    for (const place of places) show(place, JSON.parse(place.nextElementSibling.textContent));
  }});
}}
"""
# The colors of the theme: PyData's and those built on it, or Furo's. Its own are those of a light JupyterLab.
_COLORS = """.graphlab-saved {
  --jp-layout-color0: var(--pst-color-background, var(--color-background-primary, #fff));
  --jp-layout-color1: var(--pst-color-background, var(--color-background-primary, #fff));
  --jp-layout-color2: var(--pst-color-surface, var(--color-background-secondary, #eee));
  --jp-layout-color3: var(--pst-color-border, var(--color-background-border, #bdbdbd));
  --jp-ui-font-color1: var(--pst-color-text-base, var(--color-foreground-primary, #212121));
  --jp-ui-font-color2: var(--pst-color-text-muted, var(--color-foreground-secondary, #616161));
  --jp-border-color1: var(--pst-color-border, var(--color-background-border, #bdbdbd));
  --jp-border-color2: var(--pst-color-border, var(--color-background-border, #e0e0e0));
  --jp-ui-font-size1: 13px;
}
html[data-theme="dark"] .graphlab-saved { --jp-brand-color1: #64b5f6; }
"""


class DiagramOfOutput:
    """MyST-NB's plugin for our type of output: the diagram, live, in place of a widget that needs a kernel."""

    mime_priority_overrides = [("html", MIME_TYPE, 1)]

    @staticmethod
    def handle_mime(renderer: Any, data: Any, inline: bool) -> list[nodes.Element] | None:
        """The nodes of an output; None, for another of its representations, where conf.py lacks the extension."""
        environment = renderer.renderer.sphinx_env
        if inline or data.mime_type != MIME_TYPE or environment is None:
            return None
        if not getattr(environment.config, _LOADED, False) or not page.packed_app():
            return None
        renderer.add_js_file("graphlab", SCRIPT, {"loading_method": "defer"})
        return [nodes.raw("", page.place_of(data.content), format="html")]


def write_files(app: Any) -> None:
    """Writes what pages with diagrams load into the site's _static folder."""
    if app.builder.format == "html":
        folder = Path(app.outdir) / "_static"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / SCRIPT).write_text(_CODE.format(app=page.packed_app(), load=page.LOAD), encoding="utf-8")
        (folder / STYLE).write_text(_COLORS, encoding="utf-8")


def setup(app: Any) -> dict[str, bool]:
    """Sphinx's entry to the extension."""
    app.add_config_value(_LOADED, True, "env")
    app.connect("builder-inited", write_files)
    app.add_css_file(STYLE)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
