"""RemoteMonitor, and the words of data sets."""

import http.server
import json
import threading
from urllib.parse import parse_qs

import graphlab as tf


def test_figures_of_an_epoch_are_sent_to_a_server():
    received = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            received.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
            self.send_response(200)
            self.end_headers()

        def log_message(self, format, *args):  # noqa: A002
            pass

    with http.server.HTTPServer(("localhost", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        root = f"http://localhost:{server.server_port}"
        tf.keras.callbacks.RemoteMonitor(root).on_epoch_end(1, {"loss": 0.5})
        tf.keras.callbacks.RemoteMonitor(root, send_as_json=True).on_epoch_end(2, {"loss": 0.25})
        server.shutdown()
    assert json.loads(parse_qs(received[0])["data"][0]) == {"epoch": 1, "loss": 0.5}
    assert json.loads(received[1]) == {"epoch": 2, "loss": 0.25}


def test_a_server_that_is_not_there_is_a_warning(caplog):
    tf.keras.callbacks.RemoteMonitor("http://localhost:1").on_epoch_end(0, {})
    assert "could not reach RemoteMonitor" in caplog.text


def test_the_numbers_of_words_are_read(tmp_path):
    (tmp_path / "words.json").write_text('{"the": 1}')
    assert tf.keras.datasets.imdb.get_word_index(str(tmp_path / "words.json")) == {"the": 1}
