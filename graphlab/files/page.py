"""`graphlab view FILE`: a page that draws a file's graph and lists what else it holds, all in one HTML file."""

import base64
import html
import json
import os

from graphlab.errors import OpError
from graphlab.files import report
from graphlab.graph import Graph
from graphlab.io.graphdef import import_graph_def
from graphlab.viz import outline, protocol
from graphlab.viz.widget import STATIC

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
@media (prefers-color-scheme: dark) {{
  :root {{
    --jp-layout-color0: #111; --jp-layout-color1: #1c1c1c; --jp-ui-font-color1: #e4e4e4; --jp-border-color2: #444;
    --jp-brand-color1: #64b5f6;
  }}
}}
body {{
  margin: 0; padding: 16px 20px 40px; background: var(--jp-layout-color0, #fff); color: var(--jp-ui-font-color1, #212121);
  font: 14px/1.5 system-ui, sans-serif;
}}
h1 {{ font-size: 18px; margin: 0 0 2px; overflow-wrap: anywhere; }}
h2 {{ font-size: 14px; margin: 0; }}
p {{ margin: 0 0 12px; opacity: 0.75; }}
#graph {{ margin: 8px 0 20px; }}
details {{ border-top: 1px solid var(--jp-border-color2, #e0e0e0); padding: 6px 0; }}
summary {{ cursor: pointer; }}
summary h2 {{ display: inline; }}
.rows {{ overflow: auto; max-height: 480px; }}
table {{ border-collapse: collapse; font: 12px/1.6 ui-monospace, Menlo, Consolas, monospace; margin: 6px 0 6px 16px; }}
td {{ padding: 1px 18px 1px 0; vertical-align: top; white-space: nowrap; }}
.wrong {{ opacity: 1; color: #c62828; }}
pre {{ overflow: auto; }}
@media (prefers-color-scheme: dark) {{ .wrong {{ color: #ef9a9a; }} }}
</style>
</head>
<body>
<h1>{name}</h1>
<p>{line}</p>
{notes}{picture}{tables}
</body>
</html>
"""
_PICTURE = """<div id="graph"></div>
<script type="text/plain" id="app">{app}</script>
<script type="application/json" id="source">{source}</script>
<script type="module">
const text = (id) => document.getElementById(id).textContent;
const url = URL.createObjectURL(new Blob([text("app")], {{ type: "text/javascript" }}));
const {{ show }} = await import(url);
show(document.getElementById("graph"), JSON.parse(text("source")));
</script>
"""


def page(contents):
    """The HTML of what a file holds. The picture is a picture of the graph when the renderer is built, else an outline."""
    notes, picture = "", ""
    if contents.broken:
        notes += _note(f"Reading stopped: {contents.broken}")
    if contents.graph_def is not None and contents.graph_def.node:
        try:
            picture = _picture(graph_of(contents))
        except (ValueError, TypeError, OpError) as error:
            notes += _note(f"The graph can't be drawn: {error}")
    line = report.title(contents).removeprefix(f"{contents.path}: ")
    return _PAGE.format(
        title=html.escape(f"{os.path.basename(contents.path)} – graphlab"),
        name=html.escape(contents.path),
        line=html.escape(line[0].upper() + line[1:]),
        notes=notes,
        picture=picture,
        tables="\n".join(_table(heading, rows, not picture) for heading, rows in report.sections(contents)),
    )


def graph_of(contents):
    """A new Graph with the file's operations, those of unknown types among them."""
    with Graph().as_default() as graph:
        import_graph_def(contents.graph_def, name="")
    return graph


def _picture(graph):
    app = STATIC / "app.js"
    if not app.exists():
        return f"<pre>{html.escape(outline.outline(graph))}</pre>\n"
    chunk = base64.b64encode(protocol.packed(graph, alone=True)).decode("ascii")
    source = json.dumps({"graph": graph.uid, "chunks": [chunk]})
    # A script ends at the first "</script", wherever it stands.
    return _PICTURE.format(
        app=app.read_text(encoding="utf-8").replace("</", "<\\/"), source=source.replace("</", "<\\/")
    )


def _note(text):
    return f'<p class="wrong">{html.escape(text)}</p>\n'


def _table(heading, rows, is_open):
    cells = "\n".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    shown = " open" if is_open else ""
    return f'<details{shown}><summary><h2>{html.escape(heading)}</h2></summary><div class="rows"><table>\n{cells}\n</table></div></details>'
