"""tf.contrib.graph_editor: parts of a graph selected, rewired and copied; what a session computes afterwards."""

import numpy as np
import pytest

import graphlab as tf
from graphlab.contrib import graph_editor as ge


@pytest.fixture
def graph():
    """foo/{b, c = a + b, d}, foo/bar/{e = c + d, f = c + d, h = c + a, i = d + f after c}."""
    with tf.Graph().as_default() as graph:
        a = tf.constant([1.0, 1.0], name="a")
        with tf.name_scope("foo"):
            b = tf.constant([2.0, 2.0], name="b")
            c = tf.add(a, b, name="c")
            d = tf.constant([3.0, 3.0], name="d")
            with tf.name_scope("bar"):
                tf.add(c, d, name="e")
                f = tf.add(c, d, name="f")
                tf.add(c, a, name="h")
                with tf.control_dependencies([c.op]):
                    tf.add(d, f, name="i")
        yield graph


def names(items):
    return [item.name for item in items]


def test_a_view_of_a_scope_has_the_tensors_that_cross_its_border(graph):
    view = ge.sgv_scope("foo/bar", graph)
    assert names(view.ops) == ["foo/bar/e", "foo/bar/f", "foo/bar/h", "foo/bar/i"]
    assert names(view.inputs) == ["foo/c:0", "foo/d:0", "a:0"]
    assert names(view.outputs) == ["foo/bar/e:0", "foo/bar/h:0", "foo/bar/i:0"]
    assert names(view.remap_inputs([2, 0]).inputs) == ["a:0", "foo/c:0"]
    with pytest.raises(ValueError, match="Found repetition"):
        view.remap_inputs([0, 0])


def test_operations_are_selected_by_expressions_and_traversals(graph):
    assert names(ge.select_ops("^foo/bar/[ef]$", graph=graph)) == ["foo/bar/e", "foo/bar/f"]
    assert names(ge.select_ts("(?#ts)bar/h:0", graph=graph)) == ["foo/bar/h:0"]
    with pytest.raises(ValueError, match="Use the keyword argument 'graph' to use regex"):
        ge.select_ops("foo")
    f, i, c = (graph.get_operation_by_name(f"foo/{name}") for name in ("bar/f", "bar/i", "c"))
    assert set(names(ge.get_backward_walk_ops([f]))) == {"foo/bar/f", "foo/c", "foo/d", "a", "foo/b"}
    assert names(ge.get_forward_walk_ops([f], inclusive=False)) == ["foo/bar/i"]
    assert names(ge.get_walks_intersection_ops([c], [i])) == ["foo/c", "foo/bar/f", "foo/bar/i"]
    assert names(ge.get_within_boundary_ops(graph, f, c, inclusive=False)) == [
        "foo/d",
        "foo/bar/e",
        "foo/bar/f",
        "foo/bar/i",
    ]


def test_a_session_sees_a_rewired_tensor_and_so_do_gradients_and_the_log(graph):
    a, c, i = (graph.get_tensor_by_name(name) for name in ("a:0", "foo/c:0", "foo/bar/i:0"))
    with tf.Session(graph=graph) as sess:
        assert sess.run(i).tolist() == [9, 9]
        later = tf.multiply(a, 10.0, name="later")
        cursor = len(graph.log)
        assert ge.reroute_ts(later, c, can_modify=[graph.get_operation_by_name("foo/bar/f")]) == 1
        assert names(graph.log[cursor:]) == ["foo/bar/f"]
        assert sess.run(i).tolist() == [16, 16]
        assert sess.run(tf.gradients(i, a)[0]).tolist() == [10, 10]
    with pytest.raises(ValueError, match="Dtypes .* are not compatible"):
        ge.swap_ts(tf.constant(1), c)


def test_a_part_is_detached_and_connected_again(graph):
    c, e = (graph.get_operation_by_name(name) for name in ("foo/c", "foo/bar/e"))
    with tf.Session(graph=graph) as sess:
        view, (first, second) = ge.detach_inputs(e)
        assert (first.name, second.name) == ("foo/geph__c_0:0", "foo/geph__d_0:0")
        assert sess.run(e.outputs[0], {first: [1, 2], second: [5, 5]}).tolist() == [6, 7]
        ge.connect(ge.sgv(c), view.remap_inputs([0]))
        assert sess.run(e.outputs[0], {second: [5, 5]}).tolist() == [8, 8]


def test_control_inputs_are_added_and_removed_once(graph):
    c, e = (graph.get_operation_by_name(name) for name in ("foo/c", "foo/bar/e"))
    ge.add_control_inputs(e, [c])
    assert e.control_inputs == [c]
    assert ge.ControlOutputs(graph).get(c)[-1] is e
    with pytest.raises(ValueError, match="foo/c is already a control_input of foo/bar/e"):
        ge.add_control_inputs(e, c)
    ge.remove_control_inputs(e, c)
    assert e.control_inputs == []


def test_a_copy_has_its_own_names_collections_control_inputs_and_graph(graph):
    graph.add_to_collection("foo/mine", graph.get_tensor_by_name("foo/bar/e:0"))
    other = tf.Graph()
    view, info = ge.copy(ge.sgv_scope("foo", graph), other, "new", "foo")
    assert names(view.outputs) == ["new/bar/e:0", "new/bar/h:0", "new/bar/i:0"]
    i = info.transformed(graph.get_tensor_by_name("foo/bar/i:0"))
    assert names(other.get_collection("new/mine")) == ["new/bar/e:0"]
    assert (i.name, i.shape, names(i.op.control_inputs)) == ("new/bar/i:0", (2,), ["new/c"])
    with tf.Session(graph=other) as sess:
        assert sess.run(i, {"new/geph__a_0:0": [1, 1]}).tolist() == [9, 9]


def test_graph_replace_computes_the_same_of_other_tensors(graph):
    a, e = (graph.get_tensor_by_name(name) for name in ("a:0", "foo/bar/e:0"))
    new = ge.graph_replace({"e": e, "a": a}, {a: tf.constant([10.0, 10.0])})
    with tf.Session(graph=graph) as sess:
        values = sess.run({**new, "old": e})
    assert {key: value.tolist() for key, value in values.items()} == {"e": [15, 15], "a": [1, 1], "old": [6, 6]}
    with pytest.raises(ValueError, match="Targets and replacements are not connected!"):
        ge.graph_replace(a, {e: tf.constant([0.0, 0.0])})


def test_a_loop_is_copied_whole():
    with tf.Graph().as_default() as graph:
        factor = tf.constant(2.0)
        _, power = tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * factor), [0, 1.0])
        copied = tf.Graph()
        _, info = ge.copy(graph, copied)
        tripled = ge.graph_replace(power, {factor: tf.constant(3.0)})
    assert tf.Session(graph=copied).run(info.transformed(power)) == 8
    assert tf.Session(graph=graph).run(tripled) == 27


def gradients_from_checkpoints(ys, xs, checkpoints):
    """Gradients that compute again what lies between checkpoints (Chen et al., 2016), as graph editors write them."""
    backward = ge.get_backward_walk_ops([ys.op])
    inner = [op for op in ge.get_forward_walk_ops([x.op for x in xs], within_ops=backward) if op.inputs]
    severed = {t: tf.stop_gradient(t) for t in checkpoints}
    between = ge.get_backward_walk_ops([ys.op], stop_at_ts=checkpoints, within_ops=inner)
    _, info = ge.copy_with_input_replacements(ge.sgv(between), severed)
    again = info.transformed(ys)
    ge.add_control_inputs(again.op, [checkpoints[-1].op])
    found = tf.gradients(again, [*severed.values(), *xs])
    grads = dict(zip(checkpoints, found, strict=False))
    total = list(found[len(checkpoints) :])
    for i, checkpoint in reversed(list(enumerate(checkpoints))):
        before = checkpoints[:i]
        part = ge.get_backward_walk_ops([checkpoint.op], stop_at_ts=before, within_ops=inner)
        _, info = ge.copy_with_input_replacements(ge.sgv(part), {t: severed[t] for t in before})
        again = info.transformed(checkpoint)
        found = tf.gradients(again, [*(severed[t] for t in before), *xs], grad_ys=grads[checkpoint])
        for t, grad in zip(before, found, strict=False):
            grads[t] = grad if grads[t] is None else grads[t] + grad
        for j, grad in enumerate(found[len(before) :]):
            total[j] = grad if total[j] is None else total[j] if grad is None else total[j] + grad
    return total


def test_gradients_that_are_computed_from_checkpoints_are_equal():
    with tf.Graph().as_default(), tf.Session() as sess:
        h = x = tf.constant(np.linspace(-1, 1, 6, dtype=np.float32).reshape(2, 3))
        weights = [tf.constant(np.linspace(-0.5, 0.6, 9, dtype=np.float32).reshape(3, 3) + i) for i in range(3)]
        hidden = []
        for w in weights:
            h = tf.tanh(tf.matmul(h, w) + 0.1 * x)
            hidden.append(h)
        loss = tf.reduce_sum(h * h)
        expected = tf.gradients(loss, weights)
        grads = gradients_from_checkpoints(loss, weights, hidden[:2])
        for one, other in zip(*sess.run([expected, grads]), strict=True):
            np.testing.assert_allclose(other, one, rtol=1e-5)
            assert np.abs(one).max() > 1e-3
