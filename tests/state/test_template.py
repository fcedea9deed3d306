"""make_template: a function that shares its variables between calls."""

import pytest

import graphlab as tf


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def layer(scale=1.0):
    return scale * tf.get_variable("w", [2])


def test_calls_share_the_variables_and_templates_do_not():
    first, second = tf.make_template("layer", layer), tf.make_template("layer", layer)
    first(), first(scale=2.0), second()
    assert [variable.name for variable in tf.global_variables()] == ["layer/w:0", "layer_1/w:0"]
    assert first.variables == first.trainable_variables == [tf.global_variables()[0]]
    assert (first.name, second.variable_scope_name) == ("layer", "layer_1/")


def test_the_scope_may_be_taken_at_once():
    early = tf.make_template("layer", layer, create_scope_now_=True)
    tf.make_template("layer", layer)()
    early()
    assert [variable.name for variable in tf.global_variables()] == ["layer_1/w:0", "layer/w:0"]


def test_arguments_and_a_custom_getter_stay_with_the_template():
    seen = []

    def getter(getter, name, *args, **kwargs):
        seen.append(name)
        return getter(name, *args, **kwargs)

    template = tf.make_template("layer", layer, custom_getter_=getter, scale=3.0)
    template(), template()
    assert seen == ["layer/w", "layer/w"]


def test_variables_that_are_not_shared_are_refused_from_the_second_call_on():
    template = tf.make_template("layer", lambda: tf.Variable(1.0))
    template()
    with pytest.raises(ValueError, match="(?s)Trainable variable created.*originally defined at"):
        template()


def test_a_failed_first_call_may_be_tried_again():
    calls = []

    def fails_once():
        calls.append(1)
        value = layer()
        if len(calls) == 1:
            raise RuntimeError("not yet")
        return value

    template = tf.make_template("layer", fails_once)
    with pytest.raises(RuntimeError, match="(?s)not yet.*originally defined at"):
        template()
    with pytest.raises(ValueError, match="already exists"):
        template()
