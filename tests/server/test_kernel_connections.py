"""Connections to kernels: each message leaves without delay."""

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tornado.httpserver import HTTPServer
from tornado.testing import bind_unused_port
from tornado.web import Application
from tornado.websocket import WebSocketHandler, websocket_connect

from graphlab._src.server.kernel_connections import without_delay


class Connection:
    def __init__(self, websocket_handler):
        self.websocket_handler = websocket_handler

    def connect(self):
        return "connected"


class Page(WebSocketHandler):
    def open(self):
        connected = without_delay(Connection)(self).connect()
        stream: Any = getattr(self.ws_connection, "stream", None)
        option = stream.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        self.write_message(f"{connected} {bool(option)}")


def test_messages_do_not_wait_for_each_other():
    async def talk():
        place, port = bind_unused_port()
        server = HTTPServer(Application([("/", Page)]))
        server.add_socket(place)
        page = await websocket_connect(f"ws://127.0.0.1:{port}/")
        said = await page.read_message()
        page.close()
        server.stop()
        return said

    async def within():
        return await asyncio.wait_for(talk(), 10)

    with ThreadPoolExecutor(1) as pool:  # the test's thread may have a running loop, the browser's
        assert pool.submit(asyncio.run, within()).result() == "connected True"


def test_a_page_that_has_left_connects_without_an_error():
    class Left:
        ws_connection = None

    assert without_delay(Connection)(Left()).connect() == "connected"
