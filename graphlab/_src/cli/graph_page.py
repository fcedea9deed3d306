"""`graphlab view FILE`: a page that draws a file's graph and lists what else it holds, all in one HTML file."""

import html
import os

from graphlab._src.base.errors import OpError
from graphlab._src.base.garbage import none_collected
from graphlab._src.cli import report
from graphlab._src.viz import page as html_page
from graphlab._src.viz.file_graph import imported

# The diagram is as high as the window, less a line above it and the heading of the first table beneath.
_STYLE = """body { padding: 8px 12px; }
h1, h1 + p { display: inline; font-size: 14px; margin: 0 12px 0 0; }
h2 { font-size: 14px; margin: 0; }
#graph { height: calc(100vh - 92px); min-height: 320px; margin: 8px 0 10px; }
details { border-top: 1px solid var(--jp-border-color2, #e0e0e0); padding: 6px 0; }
summary { cursor: pointer; }
summary h2 { display: inline; }
.rows { overflow: auto; max-height: 480px; }
table { border-collapse: collapse; font: 12px/1.6 ui-monospace, Menlo, Consolas, monospace; margin: 6px 0 6px 16px; }
td { padding: 1px 18px 1px 0; vertical-align: top; white-space: nowrap; }
.wrong { opacity: 1; color: #c62828; }
@media (prefers-color-scheme: dark) { .wrong { color: #ef9a9a; } }
"""


def page(contents, infers=None):
    """The HTML page of a file: the graph view when the renderer is built, else an outline.

    infers: whether shapes that it does not state are inferred; None: those of graphs that are not large.
    """
    with none_collected():
        return _page(contents, infers)


def _page(contents, infers):
    notes, diagram = "", ""
    if contents.broken:
        notes += _note(f"Reading stopped: {contents.broken}")
    if contents.program is not None:
        diagram = html_page.diagram_of_piece(*contents.program.piece())
    elif contents.operation_count:
        graph = contents.graph
        try:
            diagram, shapeless = html_page.diagram_of_file(graph.nodes, lambda: imported(graph.message), infers)
            if shapeless:
                notes += _note(f"{without_shapes(shapeless)} `graphlab view --shapes` infers them.", "")
        except (ValueError, TypeError, OpError) as error:
            notes += _note(f"The graph can't be drawn: {error}")
    line = report.title(contents).removeprefix(f"{contents.path}: ")
    tables = "\n".join(_table(heading, rows, not diagram) for heading, rows in report.sections(contents))
    title = f"{os.path.basename(contents.path)} – graphlab"
    return html_page.page(title, contents.path, line[0].upper() + line[1:], f"{notes}{diagram}{tables}", _STYLE)


def without_shapes(count):
    """The sentence on a large graph whose file has no shapes."""
    return (
        f"{count:,} operations have no shapes: the file states none, and to infer them lasts long in so large a graph."
    )


def _note(text, sort="wrong"):
    return f'<p class="{sort}">{html.escape(text)}</p>\n'


def _table(heading, rows, is_open):
    cells = "\n".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    shown = " open" if is_open else ""
    return f'<details{shown}><summary><h2>{html.escape(heading)}</h2></summary><div class="rows"><table>\n{cells}\n</table></div></details>'
