"""GET graphlab/graph?path=…: the graph of a file, as lines of JSON: notes of progress, the graph, the tables.

POST graphlab/graph: a file may be opened soon.
GET graphlab/tutorial: the first example, a notebook.
"""

import base64
import os
import tempfile
from http import HTTPStatus

from jupyter_core.utils import ensure_async
from jupyter_server.auth.decorator import authorized
from jupyter_server.base.handlers import APIHandler
from tornado import web
from tornado.iostream import StreamClosedError

from graphlab._src.base.package import EXAMPLES, FIRST_EXAMPLE

_LINES = "application/x-ndjson"


class FileGraphHandler(APIHandler):
    """Sends the lines of a converter as they come; a page that has gone ends the conversion."""

    auth_resource = "contents"

    def initialize(self, converters):
        self._converters = converters

    @web.authenticated
    @authorized(action="read")
    async def get(self):
        path = self.get_query_argument("path").strip("/")
        manager = self.contents_manager
        if not await ensure_async(manager.file_exists(path)):
            raise web.HTTPError(HTTPStatus.NOT_FOUND, f"There is no file {path}")
        if not manager.allow_hidden and await ensure_async(manager.is_hidden(path)):
            raise web.HTTPError(HTTPStatus.NOT_FOUND, f"{path} is hidden")
        self.set_header("Cache-Control", "no-store")
        self.set_header("Content-Type", _LINES)
        with tempfile.TemporaryDirectory(prefix="graphlab-") as folder:
            file = await _on_disk(manager, path, folder)
            try:
                async with self._converters.one() as converter:
                    async for line in converter.lines(file, path):
                        self.write(line)
                        await self.flush()
            except StreamClosedError:
                return  # the tab was closed
        await self.finish(set_content_type=_LINES)

    @web.authenticated
    @authorized(action="read")
    async def post(self):
        await self._converters.prepare()
        self.set_status(HTTPStatus.NO_CONTENT)
        await self.finish()


class TutorialHandler(APIHandler):
    """Sends the first of the notebooks that come with graphlab; the page stores it where its user wants it."""

    auth_resource = "contents"

    @web.authenticated
    @authorized(action="read")
    async def get(self):
        await self.finish((EXAMPLES / FIRST_EXAMPLE).read_text(encoding="utf-8"))


async def _on_disk(manager, path, folder):
    """The file's path on this machine; a contents manager that keeps files elsewhere has it copied into `folder`."""
    if hasattr(manager, "_get_os_path"):
        return manager._get_os_path(path)
    model = await ensure_async(manager.get(path, content=True, type="file", format="base64"))
    copied = os.path.join(folder, os.path.basename(path))
    with open(copied, "wb") as file:
        file.write(base64.b64decode(model["content"]))
    return copied
