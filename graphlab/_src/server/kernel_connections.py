"""Connections of pages to kernels that deliver each message without delay.

Without it a message that follows a small one waits until the browser has acknowledged that (Nagle's algorithm), which browsers
do 40 ms later: as long as everything else between a slider that is moved and the values that a kernel answers with.
"""


def without_delay(connection_class):
    """A subclass of a server's class of WebSocket connections to kernels, whose messages do not wait for each other."""

    class Connection(connection_class):
        """A connection that sends each message without delay."""

        def connect(self):
            """Connects to the kernel's channels."""
            if self.websocket_handler.ws_connection is not None:  # the page may have left again
                self.websocket_handler.set_nodelay(True)
            return super().connect()

    return Connection
