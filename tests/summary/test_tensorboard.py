"""TensorBoard itself, by HTTP: it shows what graphlab's writers logged."""

import io
import json
import re
import subprocess
import sys
import urllib.parse
import urllib.request
import wave

import numpy as np
import pytest
from PIL import Image

import graphlab as tf
from graphlab._src.proto import text_format


def logged(folder):
    """Trains a step or two and writes all that a writer accepts; returns the GraphDef that was written."""
    with tf.Graph().as_default() as graph, tf.Session() as sess:
        x = tf.placeholder(tf.float32, [None, 3], name="x")
        with tf.name_scope("layer"):
            w = tf.Variable(tf.ones([3, 2]), name="w")
            y = tf.matmul(x, w, name="y")
        tf.summary.scalar("loss", tf.reduce_mean(y), family="train")
        tf.summary.histogram("spread", tf.concat([tf.zeros([10]), tf.ones([30])], 0))
        tf.summary.image("picture", tf.reshape(tf.range(48, dtype=tf.float32), [1, 4, 4, 3]))
        tf.summary.audio("sound", tf.sin(tf.range(100, dtype=tf.float32))[None], 8000.0)
        tf.summary.text("note", tf.constant("hello **world**"))
        everything = tf.summary.merge_all()
        sess.run(tf.global_variables_initializer())
        with tf.summary.FileWriter(folder / "run", graph) as writer:
            options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
            for step in range(3):
                metadata = tf.RunMetadata()
                feeds = {x: np.full([2, 3], step)}
                summary, _ = sess.run([everything, y], feeds, options, metadata)
                writer.add_summary(summary, step)
                writer.add_run_metadata(metadata, f"step{step}", step)
        with tf.summary.FileWriter(folder / "graph") as writer:
            writer.add_graph(graph)
        return graph.as_graph_def()


class Board:
    """The HTTP interface of a TensorBoard."""

    def __init__(self, address):
        self._data = address.rstrip("/") + "/data/"

    def read(self, path, **query):
        """What is at a path under /data/, as bytes."""
        with urllib.request.urlopen(f"{self._data}{path}?{urllib.parse.urlencode(query)}", timeout=30) as answer:
            return answer.read()

    def request(self, path, **query):
        """The same of a plugin, as JSON."""
        return json.loads(self.read(f"plugin/{path}", **query))

    def blob(self, plugin, kind, tag):
        """The bytes of a tag's last image or sound."""
        last = self.request(f"{plugin}/{plugin}", run="run", tag=tag, sample=0)[-1]
        return self.read(f"plugin/{plugin}/{kind}", **dict(urllib.parse.parse_qsl(last["query"])))


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    """(what a path under /data/ answers, the GraphDef) of a TensorBoard that runs, over one folder of logs."""
    folder = tmp_path_factory.mktemp("logs")
    graph_def = logged(folder)
    # It finds a free port by itself, and reads everything before it says where it is.
    options = ["--port=0", "--load_fast=false", "--reload_interval=0", "--reload_task=blocking"]
    command = [sys.executable, "-m", "tensorboard.main", f"--logdir={folder}", *options]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    said = []
    try:
        for line in process.stderr:
            said.append(line)
            if found := re.search(r"at (http://\S+)", line):
                break
        else:
            raise RuntimeError("TensorBoard ended before it was ready:\n" + "".join(said))
        yield Board(found[1]), graph_def
    finally:
        process.terminate()
        process.communicate(timeout=30)


@pytest.mark.slow
def test_every_dashboard_has_its_tags(board):
    board, _ = board
    assert sorted(json.loads(board.read("runs"))) == ["graph", "run"]
    tags = {
        plugin: board.request(f"{plugin}/tags")["run"]
        for plugin in ("scalars", "histograms", "images", "audio", "text")
    }
    assert {plugin: list(found) for plugin, found in tags.items()} == {
        "scalars": ["train/train/loss"],
        "histograms": ["spread"],
        "images": ["picture/image/0"],
        "audio": ["sound/audio/0"],
        "text": ["note"],
    }


def test_scalars_and_histograms_hold_the_numbers(board):
    board, _ = board
    scalars = board.request("scalars/scalars", run="run", tag="train/train/loss")
    assert [(step, value) for _, step, value in scalars] == [(0, 0), (1, 3), (2, 6)]
    _, step, bars = board.request("histograms/histograms", run="run", tag="spread")[-1]
    assert step == 2
    assert sum(count for *_, count in bars) == pytest.approx(40)
    assert sum(count for left, _, count in bars if left >= 0.5) == pytest.approx(30)


def test_images_sounds_and_texts_are_shown(board):
    board, _ = board
    assert Image.open(io.BytesIO(board.blob("images", "individualImage", "picture/image/0"))).size == (4, 4)
    with wave.open(io.BytesIO(board.blob("audio", "individualAudio", "sound/audio/0"))) as sound:
        assert (sound.getframerate(), sound.getnframes()) == (8000, 100)
    assert board.request("text/text", run="run", tag="note")[0]["text"] == "<p>hello <strong>world</strong></p>"


def test_graphs_are_shown_with_their_scopes(board):
    board, graph_def = board
    for run in ("run", "graph"):
        shown = text_format.Parse(board.read("plugin/graphs/graph", run=run), tf.GraphDef())
        assert [node.name for node in shown.node] == [node.name for node in graph_def.node]
    assert {"layer/w", "layer/y"} <= {node.name for node in shown.node}


def test_a_tagged_run_shows_compute_time_and_memory(board):
    board, _ = board
    assert set(board.request("graphs/info")["run"]["tags"]) == {"step0", "step1", "step2"}
    metadata = text_format.Parse(board.read("plugin/graphs/run_metadata", run="run", tag="step1"), tf.RunMetadata())
    stats = {node.node_name: node for device in metadata.step_stats.dev_stats for node in device.node_stats}
    assert stats["layer/y"].all_end_rel_micros > 0
    assert sum(memory.total_bytes for memory in stats["layer/y"].memory) == 2 * 2 * 4
