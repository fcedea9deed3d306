"""Messages of a page to the kernel: each is answered, be it with the reason why it can't be."""

import functools
import json

import numpy as np

import graphlab as tf
from graphlab._src.viz import answers, commands, live, mimebundle
from tests.fuzz.mutations import json_texts
from tests.fuzz.readers.reader import Reader

_KEYS = ("op", "subgraph", "cursor", "name", "value", "to", "stop", "on", "stage", "view", "position", "type")
_WORDS = ("body", "*", "nan", "T", "shape", "y", "x", "type", "device", "memory", "stablehlo", "optimized", "iteration")


class _Page:
    def __init__(self):
        self.heard = []

    def send(self, content, buffers=()):
        self.heard.append(content)


@functools.cache
def _step_through():
    """A graph, and a step-through of a run of it."""
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, [None, 2], name="x")
        tf.while_loop(lambda i: i < 3, lambda i: i + 1, [0])
        y = tf.reduce_sum(x, name="y")
        session = tf.Session()
    return graph, session, tf.step(session, y, {x: np.ones((3, 2))})


def answer(content, _):
    graph, _, step_through = _step_through()
    content = json.loads(content)
    if isinstance(content, dict) and "stepThrough" not in content:
        content["stepThrough"] = step_through.number
    page = _Page()
    commands.answer(live.View(graph, page), content)
    for message in page.heard:
        json.dumps(message)
        why = message.get("why", "")
        # A refusal is a sentence of graphlab's; errors of other classes slipped through.
        assert not why.startswith(("AttributeError", "IndexError", "KeyError", "TypeError", "RecursionError")), why


def _kinds():
    assert len(commands._HANDLERS) >= len(mimebundle.HANDLERS) + len(answers.HANDLERS)  # these modules register them
    return sorted(commands._HANDLERS.keys() - {"app", "page"})  # these read what is built


NAMES = ("message",)


def readers():
    likely = {"op": 1, "view": 3, "name": "T", "value": "*", "subgraph": [], "to": 1, "on": True, "stage": "stablehlo"}
    seeds = [json.dumps({"type": kind, **likely}).encode() for kind in _kinds()]
    return {"message": Reader(seeds, json_texts((*_WORDS, *_kinds()), _KEYS), answer)}
