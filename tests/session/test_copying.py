"""copy_variables: values go from one session into another."""

import numpy as np
import pytest

import graphlab as tf


def session(values, resource=False):
    graph = tf.Graph()
    with graph.as_default():
        for name, value in values.items():
            tf.get_variable(name, initializer=value, use_resource=resource)
        made = tf.Session(graph=graph)
        made.run(tf.global_variables_initializer())
    return made


def test_values_go_by_name():
    values = {
        "w": np.array([1, 2], np.float32),
        "n": np.int64(3),
        "word": np.array([b"a", b"bc"], object),
        "half": np.array([0.5], np.float16),
    }
    source, target = (
        session(values),
        session({name: value * 0 for name, value in values.items() if name != "word"}, True),
    )
    with target.graph.as_default():
        add = tf.global_variables()[0].assign_add([10.0, 10.0])
    tf.copy_variables(source, target)
    for name in ("w", "n", "half"):
        np.testing.assert_array_equal(target.run(f"{name}/Read/ReadVariableOp:0"), values[name])
    target.run(add)
    target.run(add)
    np.testing.assert_array_equal(source.run("w:0"), [1, 2])
    np.testing.assert_array_equal(target.run("w/Read/ReadVariableOp:0"), [21, 22])
    strings = session({"word": np.array([b"", b""], object)})
    tf.copy_variables(source, strings)
    assert strings.run("word:0").tolist() == [b"a", b"bc"]


def test_values_go_as_the_map_says():
    source, target = session({"a": 1.0, "b": 2.0}), session({"x": 0.0, "y": 0.0})
    with target.graph.as_default():
        y = tf.global_variables()[1]
    tf.copy_variables(source, target, {"a:0": y})
    assert target.run(["x:0", "y:0"]) == [0.0, 1.0]
    tf.copy_variables(source, target, map={"a": "x", "b": "y"})
    assert target.run(["x:0", "y:0"]) == [1.0, 2.0]


def test_nothing_changes_when_something_does_not_fit():
    source, target = session({"a": 1.0, "b": [2.0, 3.0]}), session({"a": 0.0, "b": 0.0})
    with pytest.raises(
        tf.errors.InvalidArgumentError, match=r"Cannot copy 'b' \(float32\[2\]\) to 'b' \(float32\[\]\)"
    ):
        tf.copy_variables(source, target)
    assert target.run("a:0") == 0.0
    with pytest.raises(tf.errors.NotFoundError, match="There is no variable 'c' in that graph; it has: a, b"):
        tf.copy_variables(source, target, {"c": "a"})
    with source.graph.as_default():
        fresh = tf.Session(graph=source.graph)
    with pytest.raises(tf.errors.FailedPreconditionError, match="Attempting to use uninitialized value a"):
        tf.copy_variables(fresh, target)


def test_parts_go_one_by_one():
    sessions = []
    for number in (1.0, 2.0):
        with tf.Graph().as_default():
            start = tf.constant_initializer(number)
            tf.get_variable("p", [4, 2], initializer=start, partitioner=tf.fixed_size_partitioner(2))
            sessions.append(tf.Session())
            sessions[-1].run(tf.global_variables_initializer())
    tf.copy_variables(*sessions)
    np.testing.assert_array_equal(sessions[1].run("p/part_1:0"), np.ones([2, 2]))
