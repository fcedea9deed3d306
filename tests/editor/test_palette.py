"""The palette's commands, as a page sends them."""

import asyncio
import base64
import inspect
import json
import zlib
from concurrent.futures import ThreadPoolExecutor

import pytest

import graphlab as tf
from graphlab._src.editor.catalog import entries
from graphlab._src.editor.fits import read_plain
from graphlab._src.editor.groups import LEFT_OUT
from graphlab._src.editor.scratch import Scratch
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
        beside(commands.answer, self, {"type": kind, "view": 7, **content})
        return self.heard.pop()


def beside(function, *args):
    """Calls it in a thread of its own: that of the test may have a running loop, the browser's."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(function, *args).result()


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
    assert reasons["layers.conv2d"] == "It accepts a tensor with four axes, not with two axes"
    assert reasons["matmul"] == "It needs two tensors: a and b"


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


def test_every_function_of_a_namespace_is_offered_or_left_out():
    """A new name needs one word in groups.py, where it is not in a namespace that is offered whole."""
    offered = [entry.function for entry in entries().values()]
    names = {name for name in dir(tf) if callable(getattr(tf, name)) and not inspect.isclass(getattr(tf, name))}
    known = {name for name in names if any(getattr(tf, name) is function for function in offered)}
    assert names - known - set(LEFT_OUT) == {name for name in names if name.startswith("_")}
    assert not set(LEFT_OUT) & known


def test_every_entry_is_documented_and_every_default_is_source():
    for entry in entries().values():
        assert entry.doc, entry.id
        for one in entry.parameters:
            for text in filter(None, [one.default, one.suggestion, *one.choices]):
                if not text.startswith("float("):
                    read_plain(Scratch(), text)


def test_fits_are_found_some_at_a_time_while_a_kernel_serves_others(page):
    x = tf.placeholder(tf.float16, [None, 3, 5])
    rounds = []

    async def serve():
        page_request = {"type": "palette-fit", "view": 1, "request": 1, "selection": selection(x)}
        commands.answer(page, page_request)
        while not page.heard:
            rounds.append(len(page.heard))
            await asyncio.sleep(0)

    beside(asyncio.run, serve())
    assert len(rounds) > 1
    assert page.heard[-1]["fits"]


def test_the_newest_selection_is_the_one_that_is_answered(page):
    old = tf.placeholder(tf.float16, [None, 7, 5])
    new = tf.placeholder(tf.float16, [None, 7, 6])

    async def serve():
        for number, tensor in enumerate([old, new]):
            request = {"type": "palette-fit", "view": 1, "request": number, "selection": selection(tensor)}
            commands.answer(page, request)
        while not page.heard:
            await asyncio.sleep(0)

    beside(asyncio.run, serve())
    assert [message["request"] for message in page.heard] == [1]


def test_programs_need_what_is_not_in_the_graph(page):
    x = tf.placeholder(tf.float32, [None, 2], name="x")
    loss = tf.reduce_mean(tf.layers.dense(x, 1))
    fits = {name: why for name, why, _ in page.request("palette-fit", request=1, selection=selection(loss))["fits"]}
    assert fits["program.run"] == "It needs a session: add tf.Session first"
    assert fits["train.AdamOptimizer"] == ""
    train = tf.train.AdamOptimizer().minimize(loss)
    fits = page.request("palette-fit", request=2, selection=f"[[{train.id}, 0]]")["fits"]
    assert {name: why for name, why, _ in fits}["nn.relu"].startswith("It needs tensors")
