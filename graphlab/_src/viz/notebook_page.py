"""`jupyter nbconvert --to graphlab`: a notebook as one HTML file in which diagrams are live, without kernel and network."""

import copy

from nbconvert.exporters import HTMLExporter

from graphlab._src.viz import page
from graphlab._src.viz.mimebundle import MIME_TYPE, VIEW_MIME_TYPE

_SHOW = """<script type="text/plain" id="graphlab-app">{app}</script>
<script type="module">
{load}
const {{ show }} = await load(document.getElementById("graphlab-app"));
for (const place of document.querySelectorAll(".graphlab-saved"))
  show(place, JSON.parse(place.nextElementSibling.textContent));
</script>
"""


class NotebookPageExporter(HTMLExporter):
    """nbconvert's HTML, with the diagrams of the outputs in place of their images, and the app that draws them."""

    export_from_notebook = "HTML with live diagrams"

    def from_notebook_node(self, nb, resources=None, **kw):
        """(the text of the page, resources), as nbconvert wants it."""
        nb = copy.deepcopy(nb)
        for cell in nb.cells:
            for output in cell.get("outputs", ()):
                if MIME_TYPE in output.get("data", {}):
                    _replace(output.data)
        text, resources = super().from_notebook_node(nb, resources, **kw)
        app = page.packed_app()
        if "graphlab-saved" in text and app:
            before, _, after = text.rpartition("</body>")
            text = before + _SHOW.format(app=app, load=page.LOAD) + "</body>" + after
        return text, resources


def _replace(data):
    """Puts the diagram of a saved output in the place of its other representations."""
    data["text/html"] = page.place_of(data.pop(MIME_TYPE))
    data.pop(VIEW_MIME_TYPE, None)  # nbconvert would load widgets from the network
