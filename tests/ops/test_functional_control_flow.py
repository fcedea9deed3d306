"""Branches and loops with control flow v2; the numbers and names are TensorFlow 1.15's for the same programs."""

import sys
import threading
from typing import Any

import numpy as np
import pytest

import graphlab as tf

pytestmark = pytest.mark.tier("both")


@pytest.fixture(autouse=True)
def control_flow_v2():
    tf.enable_control_flow_v2()
    with tf.Graph().as_default():
        yield
    tf.disable_control_flow_v2()


def value(fetches, feeds=None):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(fetches, feeds)
        return session.run(fetches, feeds)  # the second time


def resource(name, number):
    return tf.get_variable(name, initializer=number, use_resource=True)


def test_a_branch_is_an_if_of_two_functions():
    x = tf.placeholder(tf.float32, [], "x")
    v = resource("v", 2.0)
    y: Any = tf.cond(x > 1, lambda: x * v, lambda: x + 1)
    op = y.op.inputs[0].op
    assert (y.name, op.type, op.name) == ("cond/Identity:0", "If", "cond")
    assert [one.name for one in op.inputs] == ["Greater:0", "v:0", "x:0"]
    assert op.get_attr("then_branch").name.startswith("cond_true_")
    assert op.get_attr("_lower_using_switch_merge")
    assert value(y, {x: 3}) == 6
    assert value(y, {x: 0}) == 1
    with pytest.raises(ValueError, match="has been marked as not fetchable"):
        value(op.outputs[0], {x: 3})


def test_a_loop_is_a_while_with_counters_in_front_of_its_variables():
    x = tf.placeholder(tf.float32, [], "x")
    _, z = tf.while_loop(lambda i, z: i < 3, lambda i, z: (i + 1, z * 2 + x), (0, x))
    op = z.op.inputs[0].op
    assert (z.name, op.type) == ("while/Identity_3:0", "StatelessWhile")
    names = ["while/loop_counter:0", "while/maximum_iterations:0", "Const:0", "x:0", "x:0"]
    assert [one.name for one in op.inputs] == names
    assert op.get_attr("_num_original_outputs") == 5
    assert value(z, {x: 3}) == 45


def test_gradients_are_functions_and_have_gradients():
    x = tf.placeholder(tf.float32, [], "x")
    v = resource("v", 2.0)
    y = tf.cond(x > 1, lambda: x * v, lambda: x + 1)
    _, z = tf.while_loop(lambda i, z: i < 3, lambda i, z: (i + 1, z * v + x), (0, x))
    s = tf.switch_case(tf.constant(1), [lambda: x, lambda: x * x, lambda: x + 3])
    assert s.op.inputs[0].op.type == "Case"
    of_loop, of_branch, of_case = tf.gradients(z, [x, v]), tf.gradients(y, [x, v]), tf.gradients(s, [x])
    assert of_loop[1].op.inputs[0].op.name == "gradients/while_grad/while_grad"
    assert of_branch[0].op.inputs[0].op.name == "gradients_1/cond_grad/If"
    second = [*tf.gradients(of_loop[0], [x, v]), *tf.gradients(of_branch[0], [x, v]), *tf.gradients(of_case[0], [x])]
    third = tf.gradients(of_loop[1], [x, v])
    found = value([of_loop, of_branch, of_case, second, third], {x: 3})
    assert found == [[15, 51], [2, 3], [6], [0, 17, 0, 1, 2], [17, 42]]


def test_a_recurrent_loop_of_tensor_arrays_has_first_and_second_derivatives():
    """The products with a vector of the Hessian, and the gradients, against numeric ones."""
    x = tf.placeholder(tf.float64, [4, 2])
    w = tf.placeholder(tf.float64, [2, 2])
    steps = tf.TensorArray(tf.float64, 4).unstack(x)
    assert steps.flow.dtype == tf.variant

    def step(i, h, out):
        h = tf.tanh(tf.matmul(h, w) + steps.read(i)[None])
        return i + 1, h, out.write(i, h)

    begin = [0, tf.zeros([1, 2], tf.float64), tf.TensorArray(tf.float64, 4)]
    _, _, out = tf.while_loop(lambda i, h, out: i < 4, step, begin)
    loss = tf.reduce_sum(out.stack() ** 2)
    first = tf.gradients(loss, [x, w])
    second = tf.gradients(tf.reduce_sum(first[1]), [w])[0]
    random = np.random.RandomState(0)
    given = {x: random.randn(4, 2), w: random.randn(2, 2)}
    with tf.Session() as session:

        def numeric(y, of):
            found = np.zeros(given[of].shape)
            for place in np.ndindex(found.shape):
                sides = []
                for change in (1e-5, -1e-5):
                    moved = given[of].copy()
                    moved[place] += change
                    sides.append(np.sum(session.run(y, {**given, of: moved})))
                found[place] = (sides[0] - sides[1]) / 2e-5
            return found

        for gradient, y, of in ((first[0], loss, x), (first[1], loss, w), (second, first[1], w)):
            np.testing.assert_allclose(session.run(gradient, given), numeric(y, of), 1e-5, 1e-7)


def test_loops_in_branches_and_loops_have_gradients():
    x, n = tf.placeholder(tf.float32, [], "x"), tf.placeholder(tf.int32, [], "n")

    def power(count):
        return tf.while_loop(lambda i, y: i < count, lambda i, y: (i + 1, y * x), (0, 1.0))[1]

    y = tf.cond(x > 0, lambda: power(n), lambda: -x)
    nested = tf.while_loop(lambda i, y: i < n, lambda i, y: (i + 1, y + power(2) * y), (0, x))[1]
    gradients = [tf.gradients(y, x)[0], tf.gradients(nested, x)[0]]
    assert value([y, nested, *gradients], {x: 2, n: 3}) == [8, 250, 12, 125 + 2 * 3 * 25 * 2 * 2]
    assert value([y, gradients[0]], {x: -2, n: 3}) == [2, -1]


def test_shapes_are_what_the_branches_have_in_common_and_the_invariants():
    b = tf.placeholder(tf.bool, [])
    either: Any = tf.cond(b, lambda: tf.zeros([2, 3]), lambda: tf.zeros([4, 3]))
    assert either.shape.as_list() == [None, 3]
    grown = tf.while_loop(
        lambda i, x: i < 3,
        lambda i, x: (i + 1, tf.concat([x, x], 0)),
        (0, tf.ones([1, 2])),
        shape_invariants=(tf.TensorShape([]), tf.TensorShape([None, 2])),
    )[1]
    assert grown.shape.as_list() == [None, 2]
    assert value(grown).shape == (8, 2)
    with pytest.raises(ValueError, match="enters the loop with shape"):
        tf.while_loop(lambda x: True, lambda x: tf.concat([x, x], 0), [tf.ones([1])])


def test_an_effect_in_a_branch_happens_when_its_result_waits_for_it():
    x, v = tf.placeholder(tf.float32, []), resource("v", 2.0)

    def waiting():
        with tf.control_dependencies([v.assign_add(100.0)]):
            return tf.identity(x)

    def apart():
        v.assign_add(10.0)
        return x

    y, z = tf.cond(x > 1, waiting, lambda: x), tf.cond(x > 1, apart, lambda: x)
    with tf.Session() as session:
        session.run(v.initializer)
        assert session.run([y, z], {x: 3}) == [3, 3]
        assert session.run(v) == 102


@pytest.mark.parametrize("lowered", [True, False])
def test_an_imported_branch_or_loop_runs_the_effects_that_tensorflow_runs(lowered):
    x, v = tf.constant(1.0), resource("v", 0.0)

    def branch():
        v.assign_add(1.0)
        return x * 2

    def iterate(i):
        v.assign_add(10.0)
        return i + 1

    results = [tf.cond(x > 0, branch, lambda: x), tf.while_loop(lambda i: i < 3, iterate, [0])]
    names = [tf.global_variables_initializer().name, v.read_value().name, *(result.name for result in results)]
    message = tf.get_default_graph().as_graph_def()
    if not lowered:  # then TensorFlow calls the functions, and runs all of them
        for node in message.node:
            node.attr.pop("_lower_using_switch_merge", None)
    with tf.Graph().as_default() as graph, tf.Session() as session:
        tf.import_graph_def(message, name="")
        session.run(graph.get_operation_by_name(names[0]))
        assert session.run(names[2:]) == [2, 3]
        assert session.run(names[1]) == (0 if lowered else 31)


def test_a_variable_that_a_branch_makes_is_in_the_graph_around_it():
    x = tf.placeholder(tf.float32, [])
    y = tf.cond(x > 1, lambda: tf.get_variable("q", initializer=5.0, use_resource=True) * x, lambda: x)
    (q,) = tf.global_variables()
    assert q.graph is tf.get_default_graph()
    assert value([y, tf.gradients(y, q)[0]], {x: 2}) == [10, 2]


def test_branches_must_return_the_same_and_use_their_own_tensors():
    x = tf.placeholder(tf.float32, [])
    with pytest.raises(TypeError, match="true_fn and false_fn arguments to tf.cond must have the same number, type"):
        tf.cond(x > 1, lambda: x, lambda: 1)
    made = []

    def first():
        made.append(x * 2)
        return made[0]

    with pytest.raises(ValueError, match="in true_fn is accessed from false_fn"):
        tf.cond(x > 1, first, lambda: made[0])


def test_a_wrong_place_in_a_list_is_an_error():
    i = tf.placeholder(tf.int32, [])
    written = tf.while_loop(
        lambda k, a: k < 3,
        lambda k, a: (k + 1, a.write(k, 2.0 * tf.cast(k, tf.float32))),
        (0, tf.TensorArray(tf.float32, 3)),
    )[1]
    assert value(written.read(i), {i: 2}) == 4
    with pytest.raises(tf.errors.InvalidArgumentError, match="Trying to access element 7 in a list with 3 elements"):
        value(written.read(i), {i: 7})
    np.testing.assert_array_equal(value(written.stack()), [0, 2, 4])


def test_a_graph_with_functions_goes_out_and_comes_back():
    x = tf.placeholder(tf.float32, [], "x")
    _, z = tf.while_loop(lambda i, z: i < 3, lambda i, z: (i + 1, z * z + x), (0, x))
    gradient = tf.gradients(tf.cond(x > 0, lambda: z, lambda: x), x)[0]
    expected = value([z, gradient], {x: 0.5})
    message = tf.get_default_graph().as_graph_def()
    with tf.Graph().as_default():
        names = ["x:0", z.name, gradient.name]
        again, *fetches = tf.import_graph_def(message, return_elements=names, name="")
        assert value(fetches, {again: 0.5}) == expected
        assert tf.gradients(fetches[1], again)[0] is not None


def test_threads_take_the_gradient_of_the_same_operations():
    x = tf.placeholder(tf.float32, [])
    branch = tf.cond(x > 0, lambda: tf.sin(x) * x, lambda: x)
    loop: Any = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, tf.sin(a) * x), [0, x])[1]
    graph, found = tf.get_default_graph(), []

    def differentiate():
        with graph.as_default():
            found.append(tf.gradients([branch, loop], x)[0])

    threads = [threading.Thread(target=differentiate) for _ in range(3)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=60)
    finally:
        sys.setswitchinterval(interval)
    assert len(found) == 3 and len(set(value(found, {x: 1.3}))) == 1


@pytest.mark.parametrize("optimized", [True, False])
def test_an_imported_call_runs_the_effects_that_tensorflow_runs(optimized):
    x, v = tf.constant(3.0), resource("v", 0.0)

    @tf.function
    def twice(x):
        v.assign_add(1.0)
        return x * 2

    names = [tf.global_variables_initializer().name, v.read_value().name, twice(x).name]
    message = tf.get_default_graph().as_graph_def()
    for function in message.library.function:
        function.control_ret.clear()
        for node in function.node_def:
            node.input[:] = [name for name in node.input if not name.startswith("^")]
    config = tf.ConfigProto()
    config.graph_options.rewrite_options.disable_meta_optimizer = not optimized
    for node in message.node:
        if node.op.endswith("PartitionedCall"):
            node.attr["config_proto"].s = config.SerializeToString()
    with tf.Graph().as_default() as graph, tf.Session() as session:
        tf.import_graph_def(message, name="")
        session.run(graph.get_operation_by_name(names[0]))
        assert session.run(names[2]) == 6
        assert session.run(names[1]) == (0 if optimized else 1)
