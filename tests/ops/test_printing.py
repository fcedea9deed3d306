"""tf.Print and tf.print: what they write, where to, and that a run goes on as if they were not there."""

import sys

import numpy as np
import pytest

import graphlab as tf


def test_print_hands_its_input_on(capsys):
    x = tf.constant([1.0, 2.0])
    shown = tf.Print(x, [x, tf.constant(["a", "b", "c", "d"]), tf.shape(x)], message="now: ")
    with tf.Session() as session:
        assert session.run(shown * 2).tolist() == [2.0, 4.0]
    assert capsys.readouterr().err == "now: [1 2][a b c...][2]\n"
    assert tf.gradients(shown, x)[0].op.type == "Fill"


def test_print_stops_after_the_first_times(capsys):
    shown = tf.Print(tf.constant(1), [tf.range(5)], first_n=2, summarize=2)
    with tf.Session() as session:
        for _ in range(3):
            session.run(shown)
    assert capsys.readouterr().err == "[0 1...]\n" * 2


def test_tf_print_is_an_operation_of_its_own(capsys):
    x = tf.range(10)
    op = tf.print("values:", x, {"twice": x[:2] * 2, "name": "n"}, [1, (2.5, x[0])], sep=", ", end="!\n")
    with tf.Session() as session:
        with tf.control_dependencies([op]):
            total = tf.reduce_sum(x)
        assert session.run(total) == 45
    expected = "values:, [0 1 2 ... 7 8 9], {'name': 'n', 'twice': [0 2]}, [1, (2.5, 0)]!\n"
    assert capsys.readouterr().err == expected


def test_where_tf_print_writes(capsys, tmp_path):
    path = tmp_path / "log.txt"
    with tf.Session() as session:
        session.run(tf.print(tf.constant("plain text"), output_stream=sys.stdout))
        session.run(tf.print(tf.constant("in a list"), "é", output_stream=f"file://{path}"))
        session.run(tf.print(np.float32(2), output_stream=f"file://{path}", summarize=-1))
    assert capsys.readouterr().out == "plain text\n"
    assert path.read_text(encoding="utf-8").splitlines()[0] == '"in a list" é'
    with pytest.raises(ValueError, match="Unsupported output stream, logging level, or file."):
        tf.print("x", output_stream="unknown")
    with pytest.raises(ValueError, match="Unrecognized keyword arguments for tf.print"):
        tf.print("x", colour="red")
