"""What Python prints of a mistake: the program's own calls, and all of them on request."""

import operator
import sys

import pytest

import graphlab as tf


def printed(capsys):
    """What Python prints when an error ends the program that makes this matrix product."""
    with tf.Graph().as_default():
        try:
            tf.matmul(tf.zeros([2, 3]), tf.zeros([2, 3]))
        except ValueError as error:
            sys.excepthook(type(error), error, error.__traceback__)
    return capsys.readouterr().err


def test_calls_inside_graphlab_are_left_out_and_shown_on_request(capsys, monkeypatch):
    monkeypatch.delenv("GRAPHLAB_TRACEBACKS", raising=False)
    short = printed(capsys)
    assert "graphlab/_src" not in short and short.count("  File ") == 1
    assert "Dimensions must be equal" in short and "calls inside graphlab left out: GRAPHLAB_TRACEBACKS=whole" in short
    monkeypatch.setenv("GRAPHLAB_TRACEBACKS", "whole")
    whole = printed(capsys)
    assert "graphlab/_src/graph/apply.py" in whole and "left out" not in whole


def test_an_error_keeps_its_calls_for_debuggers(capsys, monkeypatch):
    monkeypatch.delenv("GRAPHLAB_TRACEBACKS", raising=False)
    with pytest.raises(ValueError, match="Dimensions must be equal") as caught, tf.Graph().as_default():
        tf.matmul(tf.zeros([2, 3]), tf.zeros([2, 3]))
    before = caught.value.__traceback__
    sys.excepthook(caught.type, caught.value, before)
    assert caught.value.__traceback__ is before
    assert "left out" in capsys.readouterr().err


@pytest.mark.parametrize(
    "mistake",
    [
        lambda: operator.attrgetter("mul")(tf),
        lambda: operator.attrgetter("nn.nothing")(tf),
        lambda: tf.Session(graph=tf.Graph()).run([]),
    ],
)
def test_other_errors_that_say_what_to_do_are_folded_too(mistake, capsys, monkeypatch):
    monkeypatch.delenv("GRAPHLAB_TRACEBACKS", raising=False)
    with pytest.raises((AttributeError, RuntimeError)) as caught:
        mistake()
    sys.excepthook(caught.type, caught.value, caught.value.__traceback__)
    assert "left out" in capsys.readouterr().err
