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


def test_a_checkpoint_saves_the_variables_of_templates(tmp_path):
    def scaled():
        with tf.variable_scope("inner"):
            bias = tf.get_variable("b", initializer=3.0)
        return tf.get_variable("w", initializer=2.0) + bias

    def outer():
        return tf.make_template("nested", scaled)() + tf.get_variable("o", initializer=1.0)

    template = tf.make_template("t", outer)
    template()
    checkpoint = tf.train.Checkpoint(template=template)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        path = checkpoint.save(str(tmp_path / "x"), session=session)
        saved = {name for name, _ in tf.train.list_variables(path)}
        session.run([variable.assign(0.0) for variable in template.variables])
        checkpoint.restore(path).assert_consumed().run_restore_ops(session)
        assert sorted(session.run(template.variables)) == [1, 2, 3]
    names = ("nested/inner.Sb", "nested/w", "o")  # TensorFlow 1.15's
    assert {f"template/{name}/.ATTRIBUTES/VARIABLE_VALUE" for name in names} < saved


def test_a_model_has_the_weights_of_its_templates():
    template = tf.make_template("s", lambda x: x * tf.get_variable("w", initializer=2.0))
    template(1.0)

    class Model(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.template, self.dense = template, tf.keras.layers.Dense(1)

        def call(self, x):
            return self.template(self.dense(x))

    model = Model()
    model(tf.ones([1, 1]))
    assert model.layers == [model.dense] and (model.losses, model.updates, model.metrics) == ([], [], [])
    assert len(model.weights) == len(model.trainable_weights) == 3
    assert "template" in [name for name, _ in model._checkpoint_dependencies]
