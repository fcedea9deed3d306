"""Modules of TensorFlow's core that its own unit tests and converters import: what their functions do."""

import collections
import pickle
from importlib import import_module
from unittest import mock

import numpy as np
import pytest

import graphlab as tf

pytestmark = pytest.mark.usefixtures("tensorflow")


def module(name):
    return import_module(f"tensorflow.{name}")


def test_a_function_def_is_a_graph_with_the_names_of_its_tensors():
    to_graph = module("python.framework.function_def_to_graph")
    to_function = module("python.framework.graph_to_function_def").graph_to_function_def

    with tf.Graph().as_default() as graph:
        x, y = tf.placeholder(tf.float32, name="x"), tf.placeholder(tf.float32, name="y")
        first, second = tf.split(tf.concat([x, y], 0), 2, name="halves")
        outputs = [second, first * 2.0]
        definition = to_function(graph, graph.get_operations(), [x, y], outputs, ["b", "a"])
    definition.signature.name = "f"
    message, names = to_graph.function_def_to_graph_def(definition, [tf.TensorShape([2]), None])
    assert names["x"] == "x:0" and names["halves:output:1"] == "halves:1" and names["^halves"] == "^halves"
    assert message.node[0].attr["shape"].shape.dim[0].size == 2 and "shape" not in message.node[1].attr
    body = to_graph.function_def_to_graph(definition, [tf.TensorShape([2]), tf.TensorShape([2])])
    assert body.name == "f" and [t.name for t in body.inputs] == ["x:0", "y:0"]
    assert body.outputs[0].shape.as_list() == [2]
    with tf.Session(graph=body) as session:
        values = session.run(body.outputs, {"x:0": [1, 2], "y:0": [3, 4]})
    np.testing.assert_array_equal(values, [[3, 4], [2, 4]])
    with pytest.raises(ValueError, match="must match the number of input_args"):
        to_graph.function_def_to_graph(definition, [None])


def test_a_function_def_has_the_names_of_the_graph_for_arguments_and_nodes():
    to_function = module("python.framework.graph_to_function_def").graph_to_function_def
    with tf.Graph().as_default() as graph:
        x, y = tf.placeholder(tf.float32, name="x"), tf.placeholder(tf.float32, name="Some/y")
        with tf.control_dependencies([y]):
            (_, second), total = tf.split(x, 2, name="Halves"), tf.add(x, y, name="Sum")
        definition = to_function(graph, graph.get_operations(), [x, y], [x, second, total, x])
        with pytest.raises(ValueError, match="Must not have duplicates in out_names: a, a"):
            to_function(graph, graph.get_operations(), [x, y], [x, total], ["a", "a"])
    assert definition.signature.name == "_"
    assert [arg.name for arg in definition.signature.input_arg] == ["x", "Some/y"]
    assert [arg.name for arg in definition.signature.output_arg] == ["x", "Halves_o1", "Sum", "x_U0"]
    assert dict(definition.ret) == {"x": "x", "Halves_o1": "Halves:output:1", "Sum": "Sum:z:0", "x_U0": "x"}
    inputs = {node.name: list(node.input) for node in definition.node_def}
    assert inputs["Sum"] == ["x", "Some/y"] and inputs["Halves"] == ["Halves/split_dim:output:0", "x"]
    assert inputs["Halves/split_dim"] == ["^Some/y"]


def test_fetches_are_mapped_to_tensors_and_their_values_back():
    session_module = module("python.client.session")

    a, b = tf.constant(1.0, name="a"), tf.constant(2.0)
    mapper = session_module._FetchMapper.for_fetch({"x": [a, b], "y": ("a:0", a.op)})
    assert mapper.unique_fetches() == [a, b, a.op]
    assert mapper.build_results([1, 2, None]) == {"x": [1, 2], "y": (1, None)}
    handler = session_module._FetchHandler(a.graph, [a, [b, a.op]], {a: 5.0})
    assert handler.fetches() == [b] and handler.targets() == [a.op]
    assert handler.build_results(None, [2.0]) == [5.0, [2.0, None]]


def test_each_status_code_has_its_exception():
    errors = module("python.framework.errors_impl")
    codes = module("core.lib.core.error_codes_pb2")

    for code in codes.Code.values()[1:-1]:
        error = errors._make_specific_exception(None, None, "text", code)
        assert type(error) is errors._CODE_TO_EXCEPTION_CLASS[code] and error.error_code == code
        assert pickle.loads(pickle.dumps(error)).error_code == code
    assert codes.Code.Name(codes.NOT_FOUND) == "NOT_FOUND" and codes.Code.Value("ABORTED") == errors.ABORTED
    with pytest.warns(UserWarning, match="Unknown error code: 37"):
        assert errors._make_specific_exception(None, None, "text", 37).error_code == 37


def test_the_types_by_number_are_those_that_tensors_have():
    types = module("core.framework.types_pb2")
    dtypes = module("python.framework.dtypes")

    numbers = [number for number in types.DataType.values() if number != types.DT_INVALID]
    assert [tf.as_dtype(number).as_datatype_enum for number in numbers] == numbers
    assert types.DataType.Name(types.DT_HALF) == "DT_HALF" and "DT_FLOAT8_E5M2" not in types.DataType.keys()
    assert dtypes.qint8_ref is tf.as_dtype("qint8_ref")


def test_tags_of_a_message_are_replaced_by_where_operations_were_made():
    interpolate = module("python.framework.error_interpolation").interpolate

    a = tf.constant(1.0, name="a")
    with tf.device("/cpu:0"):
        b = tf.negative(a, name="b")
    assert interpolate("no tag {{node c}}", b.graph) == "no tag {{node c}}"
    text = interpolate("<{{node b}}> {{function_node f}}", b.graph)
    assert text.startswith(f"<node b (defined at {b.op.source.file}:{b.op.source.line}) >")
    assert "Input Source operations connected to node b:\n a (defined at" in text and "function_node" not in text
    assert "with tf.device(/cpu:0)" in interpolate("{{colocation_node b}}", b.graph)


def test_the_stack_is_that_of_the_caller():
    stacks = module("python.util.tf_stack")

    frame = stacks.extract_stack()[-1]
    assert frame[stacks.TB_FILENAME] == __file__ and frame.name == "test_the_stack_is_that_of_the_caller"
    assert len(stacks.extract_stack(limit=2)) == 2
    ((file, line, name, text),) = stacks.convert_stack([frame])
    assert (file, line, name) == frame[:3] and text == "frame = stacks.extract_stack()[-1]"


def test_a_mocked_name_is_what_functions_of_graphlab_use(tmp_path):
    management = module("python.training.checkpoint_management")

    with mock.patch.object(management, "time") as clock, tf.Session() as session:
        clock.time.return_value = 1000.0
        manager = management.CheckpointManager(tf.train.Checkpoint(), str(tmp_path), max_to_keep=1)
        clock.time.return_value = 2000.0
        manager.save(session=session)
    assert management.get_checkpoint_state(str(tmp_path)).all_model_checkpoint_timestamps == [2000.0]
    assert module("python.training.checkpoint_management").time.time() > 1e9


def test_a_mocked_module_of_python_is_what_classes_of_a_module_use(tmp_path):
    module_of_savers = module("python.training.saver")
    tf.Variable(1.0, name="v")
    with mock.patch.object(module_of_savers, "time") as clock, tf.Session() as session:
        clock.time.return_value = 1000.0
        saver = tf.train.Saver()
        session.run(tf.global_variables_initializer())
        saver.save(session, str(tmp_path / "model"))
    assert [time for _, time in saver._last_checkpoints] == [1000.0]
    assert module_of_savers.time.time() > 1e9


def test_a_replaced_function_is_what_every_function_of_graphlab_calls():
    """AdaNet sets one function for two names in three modules, and sets them back in another order."""
    training, util = module("python.training.training"), module("python.training.training_util")
    names = ["get_global_step", "get_or_create_global_step"]
    before = [getattr(tf.train, name) for name in names]

    def other_step(graph=None):
        with tf.variable_scope("other", reuse=tf.AUTO_REUSE):
            return tf.get_variable("step", [], tf.int64, tf.zeros_initializer(), trainable=False)

    def step():
        loss = tf.square(tf.get_variable("w", [], initializer=tf.ones_initializer()))
        return tf.contrib.layers.optimize_loss(loss, None, 0.1, "SGD", summaries=[])

    counts = [tf.train.get_or_create_global_step(), other_step()]
    for place in (tf.train, training, util):
        for name in names:
            setattr(place, name, other_step)
    try:
        replaced = step()
    finally:
        for place in (util, training, tf.train):
            for name, function in zip(reversed(names), reversed(before), strict=True):
                setattr(place, name, function)
    with tf.variable_scope("again"):
        usual = step()
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(replaced)
        assert session.run(counts) == [0, 1]
        session.run(usual)
        assert session.run(counts) == [1, 1]


def test_a_checkpoint_of_the_first_format_is_removed(tmp_path):
    with tf.Session() as session:
        session.run(tf.Variable(1.0).initializer)
        path = tf.train.Saver(write_version=1).save(session, str(tmp_path / "model"))
    tf.train.remove_checkpoint(path, 1)
    assert not tf.train.checkpoint_exists(path)


def test_a_result_that_nothing_uses_is_logged():
    should_use = module("python.util.tf_should_use")

    @should_use.should_use_result
    def made(value):
        return tf.constant(value, name="made")

    with mock.patch.object(should_use.tf_logging, "error") as error:
        with tf.Session() as session:
            assert session.run(made(1.0) + 1.0) == 2.0
            assert made(3.0).shape.as_list() == [] and session.run(made(2.0)) == 2.0
        made(4.0).mark_used()
        error.assert_not_called()
        made(5.0)
    (text,) = error.call_args[0]
    assert "Object was never used" in text and "made_4:0" in text and "made(5.0)" in text


def test_values_of_composites_are_appended():
    utils = module("python.framework.composite_tensor_utils")

    first = tf.SparseTensorValue(np.array([[0, 1], [1, 0]]), np.array([1, 2]), (2, 3))
    both = utils.append_composite_tensor(first, tf.SparseTensorValue(np.array([[0, 2]]), np.array([5]), (1, 3)))
    assert both.indices.tolist() == [[0, 1], [1, 0], [2, 2]] and both.values.tolist() == [1, 2, 5]
    assert both.dense_shape == (3, 3) and utils.is_composite_or_composite_value(first)
    rows = tf.ragged.constant_value([[1, 2], [3]])
    assert utils.append_composite_tensor(rows, tf.ragged.constant_value([[4]])).to_list() == [[1, 2], [3], [4]]
    with pytest.raises(RuntimeError, match="Unable to concatenate"):
        utils.append_composite_tensor(first, rows)


def test_a_processor_updates_a_variable_of_any_kind():
    optimizer = module("python.training.optimizer")

    variables = [tf.get_variable(name, initializer=[1.0, 2.0], use_resource=name == "r") for name in "vr"]
    processors = [optimizer._get_processor(variable) for variable in variables]
    gradients = tf.gradients(tf.add_n([tf.reduce_sum(v * v) for v in variables]), [p.target() for p in processors])
    descent = tf.train.GradientDescentOptimizer(1.0)
    descent._prepare()
    updates = [p.update_op(descent, gradient) for p, gradient in zip(processors, gradients, strict=True)]
    sums, rows = optimizer._deduplicate_indexed_slices(tf.constant([1.0, 2.0, 3.0]), tf.constant([4, 4, 1]))
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(updates)
        np.testing.assert_array_equal(session.run(variables), [[-1, -2], [-1, -2]])
        assert [x.tolist() for x in session.run([sums, rows])] == [[3, 3], [4, 1]]


def test_logits_of_drawn_classes_are_tensorflows():
    compute = module("python.ops.nn_impl")._compute_sampled_logits

    weights = tf.constant(np.arange(12.0).reshape(6, 2), tf.float32)
    drawn = tf.constant([2, 3], tf.int64), tf.constant([[0.5], [0.25]]), tf.constant([0.5, 0.3])
    inputs, labels = tf.constant([[1.0, 2.0], [0.5, -1.0]]), tf.constant([[1], [3]], tf.int64)
    given = weights, tf.range(6.0), labels, inputs, 2, 6
    logits = [compute(*given, sampled_values=drawn, subtract_log_q=q)[0] for q in (True, False)]
    with tf.Session() as session:
        values = session.run(logits)
    # TensorFlow 1.15's
    np.testing.assert_allclose(values[0], [[9.6931, 16.6931, 24.2040], [0.3863, -0.3069, 0.2040]], atol=1e-4)
    np.testing.assert_array_equal(values[1], [[9, 16, 23], [-1, -1, -1]])


def test_an_operation_of_a_gradient_names_the_operation_that_it_is_for():
    x = tf.constant([[1.0, 2.0]])
    y = tf.matmul(x, x, transpose_b=True)
    assert tf.gradients(y, x)[0].op._original_op is None  # a sum of both gradients
    assert {op._original_op for op in x.graph.get_operations() if op.name.startswith("gradients/MatMul_grad/")} == {
        y.op
    }


def test_a_column_of_a_program_derives_from_the_bases_of_both_modules():
    first = module("python.feature_column.feature_column")
    second = module("python.feature_column.feature_column_v2")

    class Doubled(first._DenseColumn, second.DenseColumn, collections.namedtuple("Doubled", "key")):
        name = property(lambda self: self.key)
        _variable_shape = variable_shape = tf.TensorShape([1])
        _parse_example_spec = property(lambda self: {self.key: tf.FixedLenFeature([1], tf.float32)})

        def _transform_feature(self, inputs):
            return inputs.get(self.key) * 2.0

    column, ours = Doubled("a"), tf.feature_column.numeric_column("a")
    assert isinstance(ours, first._DenseColumn) and isinstance(column, first._FeatureColumn)
    assert not isinstance(column, first._CategoricalColumn)
    with tf.Graph().as_default(), tf.Session() as session:
        assert session.run(tf.feature_column.input_layer({"a": [[3.0]]}, [column])).tolist() == [[6.0]]


def test_modules_of_saved_objects_have_their_names():
    for name, found in {
        "save": "save _AugmentedGraphView _SaveableView",
        "load": "load load_internal Loader",
        "load_v1_in_v2": "load",
        "revived_types": "register_revived_type serialize deserialize registered_identifiers",
        "function_deserialization": "RestoredFunction recreate_function load_function_def_library",
        "function_serialization": "serialize_function serialize_concrete_function",
        "signature_serialization": "canonicalize_signatures create_signature_map _SignatureMap",
        "saved_model": "load save simple_save",
    }.items():
        found_module = module(f"python.saved_model.{name}")
        assert all(hasattr(found_module, one) for one in found.split()), name
