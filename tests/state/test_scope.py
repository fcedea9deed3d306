"""Variable scopes and get_variable."""

import pytest

import graphlab as tf


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def test_variables_are_named_by_their_variable_scope():
    with tf.variable_scope("outer"):
        with tf.variable_scope("inner"):
            assert tf.get_variable("v", [2]).name == "outer/inner/v:0"
        with tf.name_scope("names"):
            assert tf.get_variable("w", [1]).name == "outer/w:0"
            assert tf.constant(0).op.name == "outer/names/Const"


def test_re_entering_shares_variables_but_numbers_operations():
    with tf.variable_scope("my_scope") as scope:
        a = tf.get_variable("x", [1])
        assert tf.constant(0, name="x").op.name == "my_scope/x_1"
    with tf.variable_scope(scope, reuse=True):
        assert tf.get_variable("x", [1]) is a
        assert tf.constant(0, name="c").op.name == "my_scope_1/c"
    with tf.variable_scope("my_scope", reuse=tf.AUTO_REUSE):
        assert tf.get_variable("x") is a
        assert tf.get_variable("y", []).name == "my_scope/y:0"
        assert tf.Variable(1.0, name="z").name == "my_scope_2/z:0"


def test_default_names_are_made_unique():
    for expected in ("dense", "dense_1", "dense_2"):
        with tf.variable_scope(None, "dense") as scope:
            assert scope.name == expected
            assert tf.get_variable("kernel", [1]).name == f"{expected}/kernel:0"


def test_the_same_name_twice_is_an_error_that_says_where_the_first_is():
    with tf.variable_scope("weight_def"):
        tf.get_variable("weights", [1])
        with pytest.raises(
            ValueError,
            match=r"Variable weight_def/weights already exists, disallowed. Did you mean to set reuse=True or "
            r"reuse=tf.AUTO_REUSE in VarScope\? Originally defined at:",
        ) as error:
            tf.get_variable("weights", [1])
    assert "test_scope.py" in str(error.value)


def test_reuse_of_what_is_not_there_is_an_error():
    with tf.variable_scope("s", reuse=True), pytest.raises(ValueError, match="Variable s/v does not exist, or was not"):
        tf.get_variable("v", [1])


def test_sharing_checks_shape_and_type():
    tf.get_variable("v", [2, 3])
    tf.get_variable_scope().reuse_variables()
    with pytest.raises(ValueError, match=r"but specified shape \(3, 2\) and found shape \(2, 3\)"):
        tf.get_variable("v", [3, 2])
    with pytest.raises(ValueError, match="but specified dtype int32 and found dtype float32_ref"):
        tf.get_variable("v", [2, 3], tf.int32)


def test_scopes_pass_their_defaults_on():
    regularizer = lambda v: tf.reduce_sum(v, name="penalty")  # noqa: E731
    with tf.variable_scope("s", initializer=tf.constant_initializer(0.5), regularizer=regularizer, dtype=tf.float64):
        v = tf.get_variable("v", [2])
        with tf.variable_scope("t", regularizer=tf.no_regularizer):
            tf.get_variable("w", [2])
    assert v.dtype.base_dtype == tf.float64
    (penalty,) = tf.get_collection(tf.GraphKeys.REGULARIZATION_LOSSES)
    assert penalty.name == "s/v/Regularizer/penalty:0"
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        assert sess.run(v).tolist() == [0.5, 0.5]


def test_initializers_are_values_or_functions():
    assert tf.get_variable("a", initializer=[1, 2]).dtype.base_dtype == tf.int32
    assert tf.get_variable("b", initializer=lambda: tf.zeros([4])).shape == [4]
    assert tf.get_variable("c", [3], initializer=tf.zeros_initializer).shape == [3]
    assert tf.get_variable("d", [2], tf.int32).initial_value.op.name == "d/Initializer/zeros"
    with pytest.raises(ValueError, match="do not specify shape"):
        tf.get_variable("e", [2], initializer=[1.0, 2.0])


def test_custom_getters_go_from_the_inside_out():
    seen = []

    def getter(label):
        def get(true_getter, name, **kwargs):
            seen.append((label, name))
            return true_getter(name, **kwargs)

        return get

    with tf.variable_scope("a", custom_getter=getter("outer")), tf.variable_scope("b", custom_getter=getter("inner")):
        tf.get_variable("v", [1])
    assert seen == [("inner", "a/b/v"), ("outer", "a/b/v")]


def test_local_variables_are_not_trained():
    v = tf.get_local_variable("v", [1])
    assert v in tf.local_variables()
    assert v not in tf.trainable_variables() and v not in tf.global_variables()


def test_a_scope_gives_its_variables():
    with tf.variable_scope("one") as one:
        v = tf.get_variable("v", [1])
    tf.get_variable("other", [1])
    assert one.trainable_variables() == [v] == one.global_variables()


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"name_or_scope": None}, TypeError),
        ({"name_or_scope": 3}, TypeError),
        ({"name_or_scope": "a", "reuse": 3}, ValueError),
    ],
)
def test_bad_arguments_are_refused(arguments, error):
    with pytest.raises(error), tf.variable_scope(**arguments):
        pass
