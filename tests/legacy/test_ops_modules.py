"""Names that the modules of tensorflow.python.ops keep to themselves: expected values are TensorFlow 1.15's."""

import collections
from importlib import import_module

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.proto import AttrValue

pytestmark = pytest.mark.usefixtures("tensorflow")


def ops(name):
    return import_module(f"tensorflow.python.ops.{name}")


def values(*tensors):
    with tf.Session() as session:
        session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
        return session.run(list(tensors))


def test_a_variable_without_initializer_gets_its_first_value():
    state_ops = ops("state_ops")
    v = state_ops.variable_op_v2([2], tf.int32, name="q")
    init = state_ops.init_variable(v, lambda shape, dtype: tf.ones(shape, dtype) * 3, name="ini")
    assert (init.name, v.dtype, v.op.type) == ("q/ini:0", tf.int32._as_ref, "VariableV2")
    with tf.Session() as session:
        assert not session.run(state_ops.is_variable_initialized(ref=v))
        session.run(init)
        assert session.run(v).tolist() == [3, 3]


def test_a_template_may_call_its_function_as_a_graph_function():
    def scaled(x, k=2.0):
        return tf.get_variable("w", [], initializer=tf.constant_initializer(3.0)) * x * k

    template = ops("template").make_template_internal("t", scaled, create_graph_function_=True)
    other = ops("template").make_template_internal("t", scaled, k=5.0, create_scope_now_=True)
    first, second, third = template(tf.constant(2.0)), template(tf.constant(4.0)), other(tf.constant(2.0))
    assert [v.name for v in template.variables] == ["t_1/w:0"]  # the other one has entered "t" already
    assert "PartitionedCall" in second.op.type
    assert values(first, second, third) == [12, 24, 30]


def test_the_store_of_variable_scopes():
    variable_scope = ops("variable_scope")
    store = variable_scope.get_variable_scope_store()
    assert isinstance(store, variable_scope._VariableScopeStore)
    with variable_scope._pure_variable_scope("a", None, tf.ones_initializer()):
        assert values(tf.get_variable("v", [2]))[0].tolist() == [1, 1]
        assert tf.get_default_graph().get_name_scope() == ""
    with tf.variable_scope("h", dtype=tf.float16):
        with variable_scope._pure_variable_scope("b") as scope:
            assert scope.dtype == tf.float32
        with variable_scope._pure_variable_scope("b", dtype=None) as scope:
            assert scope.dtype == tf.float16
    assert variable_scope._get_unique_variable_scope("a") == "a_1"
    store.close_variable_subscopes(None)
    assert store.variable_scope_count("a") == 0
    with variable_scope.with_variable_store(variable_scope._VariableStore()):
        assert tf.get_variable("a/v", [3]).name == "a/v_1:0"
    parts = variable_scope._get_partitioned_variable("p", [4, 2], partitioner=tf.fixed_size_partitioner(2))
    assert [part.name for part in parts] == ["p/part_0:0", "p/part_1:0"]
    with pytest.raises(ValueError, match="No partitioner was specified"):
        variable_scope._get_partitioned_variable("q", [4, 2])


def test_a_tensor_handle_in_the_form_of_a_resource_handle():
    with tf.Session() as session:
        handle = session.run(tf.get_session_handle(tf.constant([1.0, 2.0])))
        assert isinstance(handle, ops("session_ops").TensorHandle)
        message = import_module("tensorflow.core.framework.resource_handle_pb2").ResourceHandleProto
        read = message.FromString(handle.to_numpy_array().tobytes())
        assert (read.name, read.container) == (handle.handle, "TensorHandle")


def test_states_of_generators():
    random = ops("stateful_random_ops")
    assert (random.PHILOX_STATE_SIZE, random.SEED_TYPE, random.SEED_BIT_MASK) == (3, "int64", 2**64 - 1)
    assert random._make_1d_state(3, 2**64 - 1).tolist() == [-1, 0, 0]
    assert random._make_1d_state(2, [1]).tolist() == [0, 1]
    assert values(random.non_deterministic_ints([2]))[0].shape == (2,)


def test_where_operations_are_in_loops():
    util = ops("control_flow_util")
    outside, inside = tf.constant(3.0), []

    def body(i, a):
        inside.append(a * outside)
        return i + 1, inside[0]

    _, result = tf.while_loop(lambda i, a: i < 3, body, [0, 1.0])
    product = inside[0].op
    loop = product._get_control_flow_context()
    assert util.GetOutputContext(result.op) is None and util.TensorInContext(inside[0], loop)
    assert [util.GetLoopConstantEnter(one) is None for one in product.inputs] == [True, False]
    with pytest.raises(ValueError, match="is in a while loop"):
        util.CheckInputFromValidContext(outside.op, product)


def test_branches_and_loops_as_graphs():
    util, kinds = ops("control_flow_util_v2"), []

    def seen(value):
        kinds.append(type(tf.get_default_graph()))
        return value

    x = tf.placeholder(tf.float32, [])
    ops("cond_v2").cond_v2(x > 1, lambda: seen(x * 2), lambda: x)
    ops("while_v2").while_loop(lambda i: seen(i < 3), lambda i: seen(i + 1), [0])
    assert kinds == [util.CondBranchFuncGraph, util.WhileCondFuncGraph, util.WhileBodyFuncGraph]
    branch = next(op for op in x.graph.get_operations() if op.type in ("If", "StatelessIf"))
    assert [len(graph.inputs) for graph in ops("cond_v2").get_func_graphs(branch)] == [1, 1]
    assert not util.in_defun()


def test_variables_and_zeros_of_gradients():
    v = tf.get_variable("v", [2, 3], use_resource=True)
    x = tf.constant([1.0, 2.0, 3.0])
    custom, default = ops("custom_gradient"), ops("default_gradient")
    assert custom.get_dependent_variables([x], [tf.reduce_sum(v * x)]) == [v]
    assert custom.get_variable_by_name("v") is v
    assert default.shape_and_dtype(v.handle) == (v.shape, tf.float32)
    assert values(default.zeros_like(v.handle))[0].tolist() == [[0, 0, 0], [0, 0, 0]]


def test_a_subgraph_above_a_tensor():
    selector = ops("op_selector")
    p = tf.placeholder(tf.float32, [], name="p")
    z = tf.identity(tf.multiply(p, 2.0, name="q"), name="z")
    used = collections.defaultdict(set)
    assert list(selector.map_subgraph(z, [], None, set(), used, True)) == [p]
    assert {op.name for op in used[p.op]} == {"q"}
    with pytest.raises(selector.UnliftableError, match=r"z \(Identity\) <- q \(Mul\) <- p \(Placeholder\)"):
        selector.map_subgraph(z, [], None, set(), used, False)


def test_losses_and_labels_of_one_rank():
    util, losses = ops("losses.util"), ops("losses.losses_impl")
    shapes = {
        ((3,), (3, 1), None): [[3], [3]],
        ((3, 4), (3,), (3, 1, 1)): [[3, 4], [3], [3, 1]],
        ((3, 1), (3, 1), (3,)): [[3, 1], [3, 1], [3, 1]],
        ((3,), (3,), ()): [[3], [3], []],
    }
    for given, expected in shapes.items():
        tensors = [None if shape is None else tf.ones(shape) for shape in given]
        assert [one.shape for one in util.squeeze_or_expand_dimensions(*tensors)] == expected
    assert values(util.scale_losses_by_sample_weight([[1.0, 2.0], [3.0, 4.0]], [1.0, 2.0]))[0].tolist() == [
        [1, 2],
        [6, 8],
    ]
    present = losses._num_present(tf.ones([2, 3]), tf.constant([[1.0], [0.0]]), per_batch=True)
    assert values(present, losses._safe_mean(tf.ones([3]), 0.0))[1] == 0
    with pytest.raises(ValueError, match="at least rank 1"), util.check_per_example_loss_rank(tf.constant(1.0)):
        pass


def test_counts_of_metrics():
    metrics = ops("metrics_impl")
    labels, predictions = tf.constant([[0, 1], [2, 3]], tf.int64), tf.constant([[0, 5, 1], [3, 9, 0]], tf.int64)
    _, update = metrics._streaming_sparse_false_negative_at_k(labels, predictions, 3, name="missed")
    found = [
        metrics._sparse_true_positive_at_k(labels, predictions),
        metrics._sparse_average_precision_at_top_k(labels, predictions),
        metrics._expand_and_tile(labels, 2, dim=-1),
        metrics._clean_out_of_range_indices(labels, 3),
        update,
    ]
    counts, precision, tiled, cleaned, missed = values(*found)
    assert counts.tolist() == [2, 1] and missed == 1
    np.testing.assert_allclose(precision, [5 / 6, 1 / 2])
    assert tiled.tolist() == [[[0, 1], [0, 1]], [[2, 3], [2, 3]]] and cleaned.tolist() == [[0, 1], [2, -1]]


@pytest.mark.parametrize("strategy", ["mod", "div"])
def test_rows_of_an_embedding_pass_through_a_function(strategy):
    parts = [tf.constant([[1.0, 2.0], [5.0, 6.0]]), tf.constant([[3.0, 4.0]])]
    look_up = ops("embedding_ops")._embedding_lookup_and_transform
    found = look_up(parts, tf.constant([[0, 1], [2, 0]]), strategy, transform_fn=lambda rows: tf.reduce_sum(rows, 1))
    expected = {"mod": [[3, 7], [11, 3]], "div": [[3, 11], [7, 3]]}
    assert values(found)[0].tolist() == expected[strategy] and found.shape == [2, 2]


def test_functions_with_other_arguments_than_the_public_ones():
    matrix = ops("confusion_matrix").confusion_matrix([0, 1, 1], [1, 1, 0], 2, [1, 2, 3])
    sparse = ops("sparse_ops")
    merged = sparse.sparse_merge_impl(
        tf.SparseTensor([[0, 0], [1, 0]], tf.constant([3, 1], tf.int64), [2, 1]),
        tf.SparseTensor([[0, 0], [1, 0]], [3.0, 1.0], [2, 1]),
        5,
    )
    counted, indices = values(matrix, merged.indices)
    assert counted.tolist() == [[0, 1], [3, 2]] and indices.tolist() == [[0, 3], [1, 1]]
    with pytest.raises(TypeError, match="Input must be a SparseTensor"):
        sparse._convert_to_sparse_tensor(tf.ones(1))
    decoded, offsets = ops("ragged.ragged_string_ops")._unicode_decode(
        tf.constant([b"ab"]), "UTF-8", "replace", 65533, False, True
    )
    assert [one.to_list() for one in values(decoded, offsets)] == [[[97, 98]], [[0, 1]]]


def test_parts_of_signals_distributions_and_operators():
    found = [
        ops("signal.util_ops").gcd(12, tf.placeholder_with_default(18, [])),
        ops("signal.mel_ops")._mel_to_hertz([500.0]),
        ops("distributions.transformed_distribution")._logical_and(tf.constant(True), tf.constant(False)),
        ops("distributions.special_math")._log_ndtr_asymptotic_series(tf.constant([-5.0]), 2),
        ops("linalg.linear_operator_kronecker")._rotate_last_dim(tf.constant([[1, 2]]), rotate_right=True),
        ops("linalg_ops")._RegularizedGramianCholesky(tf.constant([[3.0], [4.0]]), 0.0, True),
    ]
    divisor, hertz, both, series, rotated, root = values(*found)
    assert divisor == 6 and not both and rotated.tolist() == [[1], [2]] and root == [[5.0]]
    np.testing.assert_allclose(np.concatenate([hertz, series]), [390.8757, 1 - 1 / 25 + 3 / 625], rtol=1e-5)
    assert ops("distributions.util")._smallest_integer_by_dtype(tf.uint8) == 0


def test_what_tests_of_signals_are_written_with():
    graph = tf.Graph()
    with graph.as_default(), ops("spectral_ops_test_util").fft_kernel_label_map():
        signal = tf.placeholder(tf.float32, [4], "signal")
        windowed = tf.multiply(signal, tf.signal.hann_window(4), "windowed")
        mean = tf.reduce_mean(tf.signal.hamming_window(4), name="mean")
    optimize = import_module("tensorflow.python.kernel_tests.signal.test_util").grappler_optimize
    found = optimize(graph, [windowed, mean])
    assert sorted((node.op, node.name.partition("/")[0]) for node in found.node)[1:] == [
        *(("Const", "mean"), ("Mul", "windowed"), ("Placeholder", "signal")),
    ]
    with tf.Graph().as_default(), tf.Session() as session:
        made = tf.import_graph_def(found, {"signal": tf.ones([4])}, ["windowed:0", "mean:0"])
        np.testing.assert_allclose(session.run(made[0]), [0, 0.5, 1, 0.5], atol=1e-6)
        assert session.run(made[1]) == pytest.approx(0.54)


def test_a_meta_graph_is_optimized_for_its_train_op():
    x = tf.placeholder(tf.float32, [2], "x")
    one = tf.constant([1.0, 2.0]) + 1.0
    with tf.colocate_with(one):
        tf.multiply(x, one, "y")
    tf.exp(x, "unused")
    optimize = import_module("tensorflow.python.grappler.tf_optimizer").OptimizeGraph
    meta_graph = tf.train.export_meta_graph()
    with pytest.raises(tf.errors.InvalidArgumentError, match="Failed to import metagraph"):
        optimize(tf.ConfigProto(), meta_graph)
    meta_graph.collection_def["train_op"].node_list.value.extend(["x:0", "y:0"])
    found = optimize(tf.ConfigProto(), meta_graph)
    assert sorted(node.op for node in found.node) == ["Const", "Mul", "Placeholder"]
    with tf.Graph().as_default(), tf.Session() as session:
        (made,) = tf.import_graph_def(found, {"x": tf.ones([2])}, ["y:0"])
        assert session.run(made).tolist() == [2.0, 3.0]


def test_an_optimized_graph_has_what_programs_look_for():
    with tf.Graph().as_default() as graph:
        tf.Variable(1.0, name="v")
        tf.add_to_collection("mine", tf.constant(0.0, name="listed"))
        with graph._attr_scope({"_grappler_do_not_remove": AttrValue(b=True)}):
            tf.constant(0.0, name="marked")
        tf.constant(0.0, name="unused")
        tf.add_to_collection("train_op", tf.constant(2.0) + tf.constant(3.0, name="y"))
        meta_graph = tf.train.export_meta_graph()
    found = import_module("tensorflow.python.grappler.tf_optimizer").OptimizeGraph(tf.ConfigProto(), meta_graph)
    names = {node.name for node in found.node}
    assert names == {"add", "v", "v/Assign", "v/initial_value", "listed", "marked"}  # TensorFlow's


def test_leading_axes_for_samples():
    add = ops("random_grad").add_leading_unit_dimensions
    x = tf.placeholder_with_default(np.zeros([2, 2], np.float32), None)
    assert add(tf.ones([3, 2]), 2).shape == [1, 1, 3, 2]
    assert values(tf.shape(add(x, tf.constant(2))))[0].tolist() == [1, 1, 2, 2]


def test_summaries_of_both_forms(tmp_path):
    summary = ops("summary_ops_v2")
    with summary.create_file_writer_v2(str(tmp_path)).as_default():
        message = tf.Summary(value=[tf.Summary.Value(tag="raw", simple_value=2.0)])
        raw = summary.write_raw_pb(message.SerializeToString(), step=4)
        with summary.record_if(False):
            silent = summary.write("silent", 1.0, step=1)
        with summary.always_record_summaries():
            own = summary.summary_writer_function("n", 4.0, lambda tag, _: summary.write(tag, 4.0, step=9), "f")
        metadata = summary.run_metadata("run", tf.RunMetadata(), step=2)
        flush = summary.flush()
    with tf.Session() as session:
        session.run(tf.contrib.summary.summary_writer_initializer_op())
        assert session.run([raw, silent, own, metadata]) == [True, False, True, True]
        session.run(flush)
    (file,) = tmp_path.iterdir()
    tags = {(event.step, value.tag) for event in tf.train.summary_iterator(str(file)) for value in event.summary.value}
    assert tags == {(4, "raw"), (9, "f/f/n"), (2, "run")}
    with pytest.raises(ValueError, match="logdir cannot be None"):
        summary.create_file_writer_v2(None)


def test_a_function_accepts_ragged_tensors_once_it_is_registered():
    ragged = ops("ragged.ragged_dispatch")
    dispatch = import_module("tensorflow.python.util.dispatch")

    @dispatch.add_dispatch_support
    def total(x, y, name=None):
        return tf.convert_to_tensor(x) + tf.convert_to_tensor(y)

    ragged.BinaryRaggedElementwiseDispatcher(total).register(total)
    rows = tf.ragged.constant([[1, 2], [3]])
    assert values(total(rows, 5))[0].to_list() == [[6, 7], [8]]


def test_a_test_case_compares_pfor_with_a_loop():
    class Case(ops("parallel_for.test_util").PForTestCase):
        def test_rows(self):
            x = tf.constant(np.arange(6.0).reshape(3, 2))
            self._test_loop_fn(lambda i: tf.gather(x, i) * 2, 3, tf.float64)
            with self.assertRaises(AssertionError):
                self.run_and_assert_equal([tf.constant(1.0)], [tf.constant(2.0)])

    Case("test_rows").debug()


def test_a_gradient_that_is_no_number_is_an_error_without_bound():
    x = tf.constant([1.0, 2.0])
    with tf.Session():
        broken = x * [np.nan, 1.0]
        pairs = tf.test.compute_gradient(x, [2], broken, [2])
        assert np.isnan(tf.test.compute_gradient_error(x, [2], broken, [2]))
    assert np.isnan(ops("gradient_checker")._compute_error(pairs))
    assert np.isnan(ops("gradient_checker_v2").max_error([np.array([np.nan, 1.0])], [np.array([0.0, 3.0])]))
    assert ops("gradient_checker_v2").max_error([np.zeros((0, 2))], [np.zeros((0, 2))]) == 0
