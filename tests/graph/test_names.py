"""Names as TensorFlow 1.15 makes them: unique, case-blind, under scopes that can be re-entered."""

import pytest

import graphlab as tf


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def test_equal_names_get_numbers():
    assert [tf.constant(0, name="c").op.name for _ in range(3)] == ["c", "c_1", "c_2"]


def test_case_does_not_distinguish_names():
    assert tf.constant(0, name="Weights").op.name == "Weights"
    assert tf.constant(0, name="weights").op.name == "weights_1"


def test_a_number_that_is_taken_is_skipped():
    tf.constant(0, name="c_1")
    assert [tf.constant(0, name="c").op.name for _ in range(3)] == ["c", "c_2", "c_3"]


def test_scopes_nest_and_are_unique():
    with tf.name_scope("layer") as outer:
        assert outer == "layer/"
        with tf.name_scope("inner"):
            assert tf.constant(0).op.name == "layer/inner/Const"
    with tf.name_scope("layer"):
        assert tf.constant(0).op.name == "layer_1/Const"


def test_a_scope_with_a_slash_is_re_entered():
    with tf.name_scope("layer") as scope:
        tf.constant(0, name="a")
    with tf.name_scope(scope):
        assert tf.constant(0, name="b").op.name == "layer/b"
        assert tf.constant(0, name="a").op.name == "layer/a_1"


@pytest.mark.parametrize("top", [None, ""])
def test_none_goes_back_to_the_top(graph, top):
    with tf.name_scope("layer"), graph.name_scope(top):
        assert tf.constant(0).op.name == "Const"


def test_the_default_name_is_used_when_there_is_none():
    with tf.name_scope(None, "dense", [tf.constant(0)]) as scope:
        assert scope == "dense/"


def test_a_scope_needs_a_name():
    with pytest.raises(ValueError, match="At least one of name .* and default_name"):
        tf.name_scope(None, None, []).__enter__()


@pytest.mark.parametrize("name", ["_under", "-dash", "/slash", "a b", "a@b", "é", "a:0"])
def test_bad_operation_names_are_refused(name):
    with pytest.raises(ValueError, match="is not a valid"):
        tf.constant(0, name=name)


@pytest.mark.parametrize("name", ["a", "A.b-c_d/e", "0", ".hidden"])
def test_good_operation_names_are_unchanged(name):
    assert tf.constant(0, name=name).op.name == name


def test_inner_scopes_may_begin_with_what_names_may_not():
    with pytest.raises(ValueError, match="not a valid scope name"), tf.name_scope("_x"):
        pass
    with tf.name_scope("outer"), tf.name_scope("_x") as scope:
        assert scope == "outer/_x/"


def test_unique_name_without_marking_promises_nothing(graph):
    assert graph.unique_name("w", mark_as_used=False) == "w"
    assert graph.unique_name("w") == "w"
    assert graph.unique_name("w", mark_as_used=False) == "w_1"


def test_constants_of_an_operation_are_named_after_its_inputs():
    x = tf.placeholder(tf.float32, name="x")
    total = x + 1.0
    assert total.op.name == "add"
    assert total.op.inputs[1].name == "add/y:0"
