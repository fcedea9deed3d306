"""Variables behind handles: the same state as references, read and written by operations of their own."""

import numpy as np
import pytest

import graphlab as tf


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


@pytest.fixture
def v():
    return tf.Variable([1.0, 2.0], name="v", use_resource=True)


@pytest.fixture
def sess(v):
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        yield sess


def types(graph):
    return {op.name: op.type for op in graph.get_operations()}


def test_its_operations_are_named_as_in_tensorflow(graph, v):
    assert types(graph) == {
        "v/Initializer/initial_value": "Const",
        "v": "VarHandleOp",
        "v/IsInitialized/VarIsInitializedOp": "VarIsInitializedOp",
        "v/Assign": "AssignVariableOp",
        "v/Read/ReadVariableOp": "ReadVariableOp",
    }
    assert v.op.get_attr("shared_name") == b"v"
    assert repr(v) == "<tf.Variable 'v:0' shape=(2,) dtype=float32>"
    assert v.handle.dtype is tf.resource


@pytest.mark.parametrize("kind", ["use_resource", "scope", "enabled"])
def test_it_can_be_requested_in_three_ways(kind):
    if kind == "use_resource":
        one = tf.get_variable("a", [1], use_resource=True)
    elif kind == "scope":
        with tf.variable_scope("s", use_resource=True):
            one = tf.get_variable("a", [1])
    else:
        tf.enable_resource_variables()
        try:
            one = tf.Variable(1.0)
        finally:
            tf.disable_resource_variables()
    assert one.op.type == "VarHandleOp"
    assert tf.Variable(1.0).op.type == "VariableV2"


def test_what_is_assigned_stays(v, sess):
    np.testing.assert_array_equal(sess.run(v.assign([3.0, 4.0])), [3, 4])
    np.testing.assert_array_equal(sess.run(v.assign_add([1.0, 1.0])), [4, 5])
    np.testing.assert_array_equal(sess.run(v.assign_sub([2.0, 2.0])), [2, 3])
    assert sess.run(v.assign([7.0, 7.0], read_value=False)) is None
    np.testing.assert_array_equal(sess.run(v), [7, 7])
    v.load([1.0, 0.0], sess)
    np.testing.assert_array_equal(v.eval(sess), [1, 0])


def test_a_read_sees_exactly_the_writes_that_are_ordered_before_it(v, sess):
    first = v.assign([10.0, 10.0], read_value=False)
    with tf.control_dependencies([first]):
        between = v.read_value()
    with tf.control_dependencies([between]):
        second = v.assign([20.0, 20.0], read_value=False)
    with tf.control_dependencies([second]):
        after = v.read_value()
    unordered, between_value, after_value = sess.run([v, between, after])
    np.testing.assert_array_equal(unordered, [1, 2])
    np.testing.assert_array_equal(between_value, [10, 10])
    np.testing.assert_array_equal(after_value, [20, 20])


def test_a_handle_that_went_through_identity_is_the_same_variable(v, sess):
    handle = tf.identity(v.handle)
    sess.run(tf.raw_ops.AssignVariableOp(resource=handle, value=[5.0, 6.0]))
    np.testing.assert_array_equal(sess.run(v), [5, 6])


def test_handles_of_one_shared_name_are_handles_to_one_value(v, sess):
    other = tf.raw_ops.VarHandleOp(dtype=tf.float32, shape=[2], shared_name="v")
    sess.run(tf.raw_ops.AssignAddVariableOp(resource=other, value=[1.0, 1.0]))
    np.testing.assert_array_equal(sess.run(tf.raw_ops.ReadVariableOp(resource=other, dtype=tf.float32)), [2, 3])
    np.testing.assert_array_equal(sess.run(v), [2, 3])


def test_an_imported_graph_reads_and_writes_its_variables(graph, v):
    v.assign_add([1.0, 1.0], name="add")
    message = graph.as_graph_def()
    with tf.Graph().as_default(), tf.Session() as sess:
        tf.import_graph_def(message, name="")
        sess.run("v/Assign")
        sess.run("add")
        np.testing.assert_array_equal(sess.run("v/Read/ReadVariableOp:0"), [2, 3])


def test_reading_it_before_it_is_initialized_says_so(v):
    with tf.Session() as sess:
        assert not sess.run(v.is_initialized())
        with pytest.raises(tf.errors.FailedPreconditionError, match="Error while reading resource variable v from"):
            sess.run(v)
        with pytest.raises(tf.errors.NotFoundError, match="Resource localhost/v/"):
            sess.run(v.assign_add([1.0, 1.0]))


def test_a_destroyed_variable_has_no_value(v, sess):
    sess.run(tf.raw_ops.DestroyResourceOp(resource=v.handle))
    with pytest.raises(tf.errors.FailedPreconditionError):
        sess.run(v)
    sess.run(tf.raw_ops.DestroyResourceOp(resource=v.handle))
    with pytest.raises(tf.errors.NotFoundError):
        sess.run(tf.raw_ops.DestroyResourceOp(resource=v.handle, ignore_lookup_error=False))


def test_gradients_flow_to_the_handle_and_as_rows_through_gather(v, sess):
    (dense,) = tf.gradients(tf.reduce_sum(v * v), v)
    np.testing.assert_array_equal(sess.run(dense), [2, 4])
    (rows,) = tf.gradients(tf.reduce_sum(tf.gather(v, [1, 1])), v)
    assert isinstance(rows, tf.IndexedSlices)
    np.testing.assert_array_equal(sess.run(tf.convert_to_tensor(rows)), [0, 2])


OPTIMIZERS = {
    "GradientDescent": lambda: tf.train.GradientDescentOptimizer(0.1),
    "Momentum": lambda: tf.train.MomentumOptimizer(0.1, 0.9),
    "Adam": lambda: tf.train.AdamOptimizer(0.1),
    "Adagrad": lambda: tf.train.AdagradOptimizer(0.1),
    "Adadelta": lambda: tf.train.AdadeltaOptimizer(0.1),
    "RMSProp": lambda: tf.train.RMSPropOptimizer(0.1),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", OPTIMIZERS)
@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
def test_optimizers_do_the_same_to_it_as_to_a_reference(name, sparse):
    def losses(use_resource):
        with tf.Graph().as_default() as graph, tf.Session() as sess:
            one = tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], name="one", use_resource=use_resource)
            rows = tf.gather(one, [0, 2, 0]) if sparse else one
            step = OPTIMIZERS[name]().minimize(tf.reduce_sum(rows * rows))
            sess.run(tf.global_variables_initializer())
            for _ in range(3):
                sess.run(step)
            return sess.run(one), {op.type for op in graph.get_operations()}

    by_reference, _ = losses(False)
    by_handle, kinds = losses(True)
    np.testing.assert_allclose(by_handle, by_reference, rtol=1e-6)
    assert not kinds & {"VariableV2", "Assign", "AssignAdd"}


def test_strings_are_stored_on_the_host():
    names = tf.Variable(["a", "b"], use_resource=True)
    with tf.Session() as sess:
        sess.run(names.initializer)
        np.testing.assert_array_equal(sess.run(names.scatter_update(tf.IndexedSlices(["c"], [1]))), [b"a", b"c"])


def test_it_counts_up_to_a_limit_and_no_further():
    count = tf.Variable(0, use_resource=True)
    up = count.count_up_to(2)
    with tf.Session() as sess:
        sess.run(count.initializer)
        assert [sess.run(up), sess.run(up)] == [0, 1]
        with pytest.raises(tf.errors.OutOfRangeError, match="Reached limit of 2"):
            sess.run(up)
        assert sess.run(count) == 2


def test_wrong_types_and_shapes_are_refused_when_the_graph_is_built(v):
    with pytest.raises(ValueError, match=r"Shapes \(2,\) and \(3,\) are incompatible"):
        v.assign([1.0, 2.0, 3.0])
    with pytest.raises(ValueError, match="Trying to read variable with wrong dtype. Expected float got int32"):
        tf.raw_ops.ReadVariableOp(resource=v.handle, dtype=tf.int32)
    with pytest.raises(ValueError, match="Incompatible type conversion requested to type 'int32'"):
        tf.convert_to_tensor(v, tf.int32)


def test_python_gets_nothing_of_it_that_only_a_run_knows(v):
    with pytest.raises(TypeError, match="not iterable"):
        iter(v)
    with pytest.raises(RuntimeError, match=r"Variable \+= value not supported"):
        v += 1.0


def test_an_assignment_that_the_graph_could_not_check_may_change_the_shape(v, sess):
    value = tf.placeholder(tf.float32)
    assign = v.assign(value)
    np.testing.assert_array_equal(sess.run(v + 1.0), [2, 3])
    sess.run(assign, {value: np.zeros((2, 2))})
    np.testing.assert_array_equal(sess.run(v + 1.0), np.ones((2, 2)))
    sess.run(v.initializer)
    np.testing.assert_array_equal(sess.run(v + 1.0), [2, 3])


def test_a_caching_device_keeps_one_read_for_all(v):
    cached = tf.Variable(1.0, use_resource=True, caching_device="/cpu:0")
    assert cached.value() is cached.value()
    assert v.value() is not v.value()
    copy = tf.Variable.from_proto(cached.to_proto())
    assert copy.value() is cached.value()


def test_a_shape_that_the_initial_value_does_not_have_is_refused():
    with pytest.raises(ValueError, match="not compatible with the explicitly supplied"):
        tf.Variable(np.zeros(3), shape=[4], use_resource=True)
