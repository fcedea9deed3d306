"""The server extension of Jupyter: reads files for the diagram, in processes of its own, where there is no kernel."""

from jupyter_server.utils import url_path_join

from graphlab._src.server.converters import Converters
from graphlab._src.server.handler import FileGraphHandler, TutorialHandler
from graphlab._src.server.kernel_connections import without_delay


def _jupyter_server_extension_points():
    return [{"module": __name__}]


def _load_jupyter_server_extension(server):
    settings = server.web_app.settings
    if settings.get("kernel_websocket_connection_class") is not None:
        settings["kernel_websocket_connection_class"] = without_delay(settings["kernel_websocket_connection_class"])
    base = url_path_join(settings["base_url"], "graphlab")
    handlers = [
        (url_path_join(base, "graph"), FileGraphHandler, {"converters": Converters()}),
        (url_path_join(base, "tutorial"), TutorialHandler),
    ]
    server.web_app.add_handlers(".*$", handlers)
