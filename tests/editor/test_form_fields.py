"""Fields of %%graph cells: lines with Colab's comment, and their text with another value."""

import pytest

from graphlab._src.editor.form_fields import fields_of, with_value

CELL = """%%graph net
import graphlab as tf
layers = 2  # @param {type:"slider", min:1, max:4}
rate = -0.5  #@param {type: 'slider', min: -1, max: 0, step: 0.25}
kind = "relu"  # @param ["relu", "tanh", 3]
größe = 1e-3 # @param {type:"number"}  ÄÖ
bias = True  # @param {type:"boolean"}
title = 'a'  # @param {type:"string"}
computed = 2 + layers  # @param {type:"number"}
plain = 3  # param
x = tf.constant("# @param")"""


def test_lines_with_the_comment_are_fields():
    described = [field.described() for field in fields_of(CELL)]
    assert described == [
        {"name": "layers", "kind": "slider", "value": "2", "min": 1, "max": 4, "step": 1},
        {"name": "rate", "kind": "slider", "value": "-0.5", "min": -1.0, "max": 0.0, "step": 0.25},
        {"name": "kind", "kind": "choice", "value": "relu", "choices": ["relu", "tanh", "3"]},
        {"name": "größe", "kind": "number", "value": "0.001"},
        {"name": "bias", "kind": "boolean", "value": "True"},
        {"name": "title", "kind": "text", "value": "a"},
    ]
    assert fields_of("%%graph\nlayers = # @param") == []


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        ("layers", "3", 'layers = 3  # @param {type:"slider", min:1, max:4}'),
        ("layers", "9", 'layers = 4  # @param {type:"slider", min:1, max:4}'),
        ("rate", "-0.75", "rate = -0.75  #@param {type: 'slider', min: -1, max: 0, step: 0.25}"),
        ("kind", "3", 'kind = 3  # @param ["relu", "tanh", 3]'),
        ("größe", "2", 'größe = 2.0 # @param {type:"number"}  ÄÖ'),
        ("bias", "False", 'bias = False  # @param {type:"boolean"}'),
        ("title", "it's", 'title = "it\'s"  # @param {type:"string"}'),
    ],
)
def test_a_value_changes_its_line_alone(name, value, line):
    before, after = CELL.split("\n"), with_value(CELL, name, value).split("\n")
    assert [b for a, b in zip(before, after, strict=True) if a != b] == [line]


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("layers", "exit()", "is a number"),
        ("layers", "nan", "is a number"),
        ("kind", "'; exit()", "is one of relu"),
        ("plain", "4", "no field 'plain'"),
        ("title", "a" * 201, "200 characters"),
    ],
)
def test_what_can_not_be_a_value_is_refused(name, value, why):
    with pytest.raises(ValueError, match=why):
        with_value(CELL, name, value)
