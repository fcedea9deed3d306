"""The server extension of Jupyter: reads files for the diagram, in processes of its own, where there is no kernel."""

from jupyter_server.utils import url_path_join

from graphlab._src.server.converters import Converters
from graphlab._src.server.handler import FileGraphHandler


def _jupyter_server_extension_points():
    return [{"module": __name__}]


def _load_jupyter_server_extension(server):
    url = url_path_join(server.web_app.settings["base_url"], "graphlab", "graph")
    server.web_app.add_handlers(".*$", [(url, FileGraphHandler, {"converters": Converters()})])
