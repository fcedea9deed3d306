"""GradientsDebugger: which tensor is the gradient with respect to another, and its dumped values."""

import pytest

import graphlab as tf
from graphlab._src.debug import watch_options
from graphlab._src.debug.dumps.dump_dir import DebugDumpDir
from graphlab._src.debug.gradients import GradientsDebugger, gradient_values_from_dump


def test_the_gradient_of_a_marked_tensor_is_found(tmp_path):
    with tf.Graph().as_default() as graph, tf.Session() as session:
        u = tf.placeholder_with_default(2.0, [], name="u")
        w = tf.multiply(u, 3.0, name="w")
        debugger = GradientsDebugger()
        y = tf.square(debugger.identify_gradient(w), name="y")
        (gradient,) = tf.gradients(y, [u])
        assert session.run([gradient, debugger.gradient_tensor(w)]) == [36.0, 12.0]
        with pytest.raises(LookupError, match="has not received any gradient tensor for x-tensor u:0"):
            debugger.gradient_tensor("u:0")
        with pytest.raises(ValueError, match="already contains an op named w_0/gradient_debug_"):
            debugger.identify_gradient(w)
        options = tf.RunOptions()
        watch_options.watch_graph(options, graph, debug_urls=f"file://{tmp_path}")
        session.run(gradient, options=options)
        assert gradient_values_from_dump(debugger, w, DebugDumpDir(str(tmp_path))) == [12.0]


def test_gradients_of_variables_and_tensors_are_watched_by_name():
    with tf.Graph().as_default() as graph, tf.Session() as session:
        a = tf.Variable(2.0, name="a", use_resource=False)
        c = tf.multiply(tf.square(a, name="b"), a, name="c")
        debugger = GradientsDebugger()
        with debugger.watch_gradients_by_tensor_names(graph, "(a|b):0$"):
            step = tf.train.GradientDescentOptimizer(0.1).minimize(c)
        session.run(tf.global_variables_initializer())
        assert sorted(debugger.gradient_tensors()) == ["a:0", "b:0"]
        assert session.run(debugger.gradient_tensor("a:0")) == 12.0
        session.run(step)
        assert session.run(a) == pytest.approx(0.8)
