"""tf.profiler: the counts are TensorFlow 1.15's."""

import pytest

import graphlab as tf

Options = tf.profiler.ProfileOptionBuilder


@pytest.fixture
def graph():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [8, 10, 10, 3], name="x")
        with tf.variable_scope("conv"):
            w, b = tf.get_variable("w", [3, 3, 3, 4]), tf.get_variable("b", [4])
            h = tf.nn.bias_add(tf.nn.conv2d(x, w, [1, 2, 2, 1], "SAME"), b)
        h = tf.nn.max_pool(tf.nn.relu(h), [1, 2, 2, 1], [1, 2, 2, 1], "VALID")
        h = tf.nn.depthwise_conv2d(h, tf.get_variable("dw", [2, 2, 4, 1]), [1, 1, 1, 1], "SAME")
        fc = tf.get_variable("fc", [16, 5])
        y = tf.nn.softmax(tf.matmul(tf.reshape(h, [8, -1]), fc) + 1.0)
        loss = tf.reduce_mean(tf.square(y - 0.5)) + tf.nn.l2_loss(fc)
        tf.get_variable("untrained", [7], trainable=False)
        tf.train.GradientDescentOptimizer(0.1).minimize(loss)
        tf.multiply(tf.placeholder(tf.float32, [None, 3]), 2.0, name="of_any_size")
        yield graph


def test_float_operations_are_added_up(graph, capsys):
    root = tf.profiler.profile(graph, options=Options.float_operation())
    assert root.total_float_ops == 138756
    counts = {node.name: node.total_float_ops for node in root.children}
    assert counts["gradients/conv/Conv2D_grad/Conv2DBackpropFilter"] == counts["conv/Conv2D"] == 43200
    assert (counts["MatMul"], counts["depthwise"], counts["gradients/MaxPool_grad/MaxPoolGrad"]) == (1280, 1024, 640)
    printed = capsys.readouterr()
    assert "_TFProfRoot (--/138.76k flops)" in printed.out and "  MatMul (1.28k/1.28k flops)" in printed.out
    assert "1 ops no flops stats due to incomplete shapes." in printed.err


def test_parameters_are_those_of_trainable_variables(graph, capsys):
    root = tf.profiler.profile(graph)
    assert root.total_parameters == 208
    assert [(node.name, node.total_parameters) for node in root.children] == [("conv", 112), ("dw", 16), ("fc", 80)]
    assert "    conv/w (3x3x3x4, 108/108 params)" in capsys.readouterr().out


def test_a_part_is_selected_and_types_are_summed(graph, tmp_path):
    options = Options(Options.float_operation()).with_node_names(show_name_regexes=["conv/.*"]).with_empty_output()
    assert tf.profiler.profile(graph, options=options.build()).total_float_ops == 44226
    file = Options(Options.float_operation()).with_file_output(str(tmp_path / "report"))
    root = tf.profiler.profile(graph, cmd="op", options=file.build())
    assert root.total_float_ops == 138756 and root.children[0].name == "Conv2D"
    assert "Conv2D" in (tmp_path / "report").read_text()
    with pytest.raises(tf.errors.InvalidArgumentError, match="unknown cmd"):
        tf.profiler.profile(graph, cmd="other")


def test_the_time_of_a_step_comes_from_its_run_metadata(graph):
    with tf.Graph().as_default() as small, tf.Session() as sess:
        with tf.name_scope("work"):
            total = tf.reduce_sum(tf.matmul(tf.ones([64, 64]), tf.ones([64, 64])))
        metadata = tf.RunMetadata()
        sess.run(total, options=tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE), run_metadata=metadata)
        profiler = tf.profiler.Profiler(small)
        profiler.add_step(7, metadata)
        options = Options(Options.time_and_memory()).with_step(7).with_empty_output().build()
        root = profiler.profile_name_scope(options)
    assert root.total_exec_micros > 0
    with pytest.raises(tf.errors.InvalidArgumentError, match="there is no step 8"):
        profiler.profile_operations(Options(options).with_step(8).build())


def test_a_traced_run_reports_shapes_that_the_graph_does_not_know():
    with tf.Graph().as_default() as graph, tf.Session() as sess:
        y = tf.square(tf.placeholder(tf.float32, [None, 3], name="x") * 2.0)
        metadata = tf.RunMetadata()
        options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
        sess.run(y, {"x:0": [[1.0, 2.0, 3.0]] * 4}, options=options, run_metadata=metadata)
        counted = Options(Options.float_operation()).with_empty_output().build()
        assert tf.profiler.profile(graph, metadata, options=counted).total_float_ops == 24  # of Mul and of Square
