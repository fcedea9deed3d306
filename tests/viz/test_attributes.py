"""Attributes as people read them."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.proto import AttrValue, TensorShapeProto
from graphlab._src.viz.attributes import attribute_text, attributes


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (AttrValue(type=1), "float32"),
        (AttrValue(b=True), "True"),
        (AttrValue(i=3), "3"),
        (AttrValue(f=0.1), "0.1"),
        (AttrValue(s=b"SAME"), "SAME"),
        (AttrValue(s=b"\xff"), "\ufffd"),
        (AttrValue(shape=TensorShapeProto(unknown_rank=True)), "unknown"),
        (AttrValue(list=AttrValue.ListValue(i=[1, 2, 2, 1])), "[1, 2, 2, 1]"),
        (AttrValue(list=AttrValue.ListValue()), "[]"),
        (AttrValue(), ""),
    ],
)
def test_value_reads_as_in_the_guide(value, text):
    assert attribute_text(value) == text


def constant(value):
    graph = tf.Graph()
    with graph.as_default():
        op = tf.constant(value).op
    texts = attributes(op)
    return dict(zip(texts[::2], texts[1::2], strict=True))["value"]


def test_small_constant_shows_its_numbers():
    assert constant([[1.0, 2.0]]) == "float32 (1, 2) = [[1.0, 2.0]]"
    assert constant("héllo") == "string () = 'héllo'"


def test_large_constant_shows_how_it_begins():
    assert constant(np.arange(100, dtype=np.int32)) == "int32 (100) = [0, 1, 2, 3, 4, 5, …]"


def test_huge_constant_shows_its_shape():
    assert constant(np.arange(100_000, dtype=np.int32)) == "int32 (100000)"


def test_long_text_is_cut():
    assert len(attribute_text(AttrValue(s=b"x" * 1000))) == 120
