"""The server extension of Jupyter: reads files for the diagram, in processes of its own, where there is no kernel."""

from jupyter_server.utils import url_path_join

from graphlab._src.server.converters import Converters
from graphlab._src.server.handler import FileGraphHandler, TutorialHandler


def _jupyter_server_extension_points():
    return [{"module": __name__}]


def _load_jupyter_server_extension(server):
    base = url_path_join(server.web_app.settings["base_url"], "graphlab")
    handlers = [
        (url_path_join(base, "graph"), FileGraphHandler, {"converters": Converters()}),
        (url_path_join(base, "tutorial"), TutorialHandler),
    ]
    server.web_app.add_handlers(".*$", handlers)
