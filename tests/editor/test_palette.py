"""The palette's commands, as a page sends them."""

import base64
import json
import zlib

import pytest

import graphlab as tf
from graphlab._src.viz import commands


class Page:
    """A diagram's widget: it stores what the kernel sends."""

    def __init__(self, graph):
        self.graph = self.drawn = graph
        self.widget = self
        self.heard = []

    def send(self, content, buffers=()):
        self.heard.append(content)

    def request(self, kind, **content):
        commands.answer(self, {"type": kind, "view": 7, **content})
        return self.heard.pop()


@pytest.fixture
def page():
    return Page(tf.get_default_graph())


def selection(*tensors):
    return json.dumps([[tensor.op.id, tensor.value_index] for tensor in tensors])


def test_the_catalogue_lists_calls_with_their_parameters(page):
    message = page.request("palette")
    assert message["type"] == "palette"
    entries = json.loads(zlib.decompress(base64.b64decode(message["bytes"])))["entries"]
    dense = next(entry for entry in entries if entry["call"] == "tf.layers.dense")
    assert dense["group"] == "Layers"
    assert dense["tensors"] == ["inputs"]
    units = next(parameter for parameter in dense["parameters"] if parameter["name"] == "units")
    assert units == {"name": "units", "kind": "int", "default": None, "suggestion": "64"}


def test_what_fits_comes_first_and_the_rest_says_why_not(page):
    x = tf.placeholder(tf.float32, [None, 784])
    message = page.request("palette-fit", request=3, selection=selection(x))
    assert (message["type"], message["view"], message["request"]) == ("palette-fit", 7, 3)
    assert message["fits"][0] == ("layers.dense", "", ["float32 ?×64"])
    reasons = {name: why for name, why, _ in message["fits"]}
    assert reasons["nn.relu"] == ""
    assert reasons["layers.conv2d"] == "It takes a tensor with four axes, not with two axes"
    assert reasons["matmul"] == "It takes two tensors: a and b"


def test_a_line_has_its_result_before_anything_is_made(page):
    x = tf.placeholder(tf.float32, [None, 784], name="x")
    version = x.graph.version
    message = page.request(
        "palette-line",
        request=1,
        selection=selection(x),
        entry="layers.dense",
        arguments='{"units": "10"}',
        name="hidden",
        scope="",
    )
    assert message["outputs"] == ["float32 ?×10"]
    assert message["note"] == "7,850 parameters"
    assert "units=10" in message["code"]
    assert x.graph.version == version


@pytest.mark.parametrize(
    "content",
    [
        {"selection": "[[99, 0]]"},
        {"selection": "[[0]]"},
        {"selection": "{"},
        {"selection": '[["a", 0]]'},
        {"selection": "[]", "arguments": "[1]"},
        {"selection": 3},
    ],
)
def test_a_message_that_makes_no_sense_is_refused(page, content):
    assert page.request("palette-line", entry="placeholder", **content)["type"] == "refused"
