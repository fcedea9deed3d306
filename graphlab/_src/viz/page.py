"""An HTML page with a live diagram: one file that needs no server, no network and no kernel."""

import functools
import html
import json
import zlib

from graphlab._src.viz import protocol
from graphlab._src.viz.columns import as_text
from graphlab._src.viz.commands import command
from graphlab._src.viz.graphdef_diagram import sketch
from graphlab._src.viz.outline import count, outline
from graphlab._src.viz.renderer import STATIC

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
  margin: 0; padding: 16px 20px; background: var(--jp-layout-color0, #fff); color: var(--jp-ui-font-color1, #212121);
  font: 14px/1.5 system-ui, sans-serif;
}}
h1 {{ font-size: 18px; margin: 0 0 2px; overflow-wrap: anywhere; }}
p {{ margin: 0 0 12px; opacity: 0.75; }}
pre {{ overflow: auto; }}
{style}</style>
</head>
<body>
<main>
<h1>{heading}</h1>
<p>{line}</p>
{body}
</main>
</body>
</html>
"""
# The headings of cards and panels are of the third level, beneath one of the second that only a screen reader meets.
_DIAGRAM = """<h2 style="position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)">Diagram</h2>
<div id="graph"></div>
<script type="text/plain" id="app">{app}</script>
<script type="application/json" id="source">{source}</script>
<script type="module">
{load}
const {{ show }} = await load(document.getElementById("app"));
show(document.getElementById("graph"), JSON.parse(document.getElementById("source").textContent));
</script>
"""
_SAVED = ("graph", "chunks", "messages", "view")  # of a saved output: what the app needs
_PLACE = '<div class="graphlab-saved"></div><script type="application/json">{source}</script>'
# A function that imports the app from the element that holds it.
LOAD = """async function load(element) {
  const bytes = Uint8Array.from(atob(element.textContent), (sign) => sign.charCodeAt(0));
  const app = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const code = new Blob([await new Response(app).arrayBuffer()], { type: "text/javascript" });
  return import(URL.createObjectURL(code));
}"""


def page(title, heading, line, body, style=""):
    """The HTML of a page; body and style are HTML and CSS, the others text."""
    words = {"title": html.escape(title), "heading": html.escape(heading), "line": html.escape(line)}
    return _PAGE.format(**words, body=body, style=style)


def diagram(graph, messages=(), fills=False):
    """The HTML of a live diagram; an outline where the renderer is not built.

    messages: as mimebundle has them.  fills: it is as high as the page's style says, whatever it shows.
    """
    if not _app().exists():
        return f"<pre>{html.escape(outline(graph))}</pre>\n"
    options = {"messages": list(messages)} if messages else {}
    options |= {"fillsElement": True} if fills else {}
    return _live(graph.uid, protocol.packed(graph, alone=True), options)


def diagram_of_file(nodes, as_graph, infers=None):
    """The HTML of a live diagram of a file's nodes, as high as the page's style says, and how many nodes have no shapes in it.

    as_graph() makes a Graph of it, if that is needed; infers: whether it is for missing shapes, as `sketch` has it.
    """
    found = sketch(nodes, infers) if _app().exists() else None
    if found is None:
        return diagram(as_graph(), fills=True), 0
    return _live(found.uid, found.piece, {"fillsElement": True}), found.shapeless


def diagram_of_piece(uid, piece):
    """The HTML of a live diagram of a piece that holds a whole graph; "" where the renderer is not built."""
    return _live(uid, piece, {}) if _app().exists() else ""


def _live(uid, piece, options):
    source = {"graph": uid, "chunks": [as_text(piece)], **options}
    return _DIAGRAM.format(app=packed_app(), source=within_script(source), load=LOAD)


def place_of(saved):
    """The HTML of an output that was saved with our type: where a script shows the diagram, and what it shows."""
    source = {name: saved[name] for name in _SAVED if name in saved}
    return _PLACE.format(source=within_script(source))


def within_script(source):
    """JSON as the content of a script, in which "</script" would end it and "<!--" begin a comment."""
    return json.dumps(source).replace("<", "\\u003c")


def packed_app():
    """The app as text for LOAD; "" where the renderer is not built."""
    return _packed(_app(), _app().stat().st_mtime_ns) if _app().exists() else ""


def _app():
    return STATIC / "app.js"


@functools.cache
def _packed(file, _changed):
    return as_text(zlib.compress(file.read_bytes(), 9))


def whole(graph, name, messages=()):
    """The HTML of a page that is nothing but a diagram."""
    line = count(graph.version, "operation")
    body = diagram(graph, messages, fills=True)
    return page(f"{name} – graphlab", name, line, body, "#graph { height: calc(100vh - 92px); min-height: 240px; }\n")


@command("page")
def send_page(view, content):
    """Sends a graph view's graph as such a page, for its reader to save."""
    graph = view.graph
    if graph is not None:
        view.widget.send({"type": "page", "view": content.get("view"), "html": whole(graph, "graph")})
