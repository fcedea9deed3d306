"""Modules of tensorflow.python.framework that programs use although TensorFlow does not publish them."""

import inspect
from importlib import import_module

import numpy as np
import pytest

import graphlab as tf

pytestmark = pytest.mark.usefixtures("tensorflow")


def test_a_tensor_is_subscribed_in_place():
    subscribe = import_module("tensorflow.python.framework.subscribe")

    a = tf.constant(1.0)
    b = tf.add(a, 2.0)
    c = b * 10.0
    seen = []

    def shown(tensor):
        return [tf.py_func(lambda value: seen.append(float(value)) or value, [tensor], tf.float32)]

    copy = subscribe.subscribe(b, shown)
    assert subscribe.subscribe(b, shown) is copy
    with tf.Session() as sess:
        assert sess.run(c) == 30.0
    assert seen == [3.0, 3.0]


def test_parts_of_graphs_are_copied_between_scopes():
    meta_graph = import_module("tensorflow.python.framework.meta_graph")

    with tf.name_scope("hidden"):
        v = tf.Variable(3.0, name="v")
        tf.multiply(v, 2.0, name="twice")
    found = meta_graph.copy_scoped_meta_graph("hidden", "copy")
    assert list(found) == ["v:0"]
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        assert sess.run("copy/twice:0") == 6.0
    message, variables = meta_graph.export_scoped_meta_graph(export_scope="hidden")
    assert [node.name for node in message.graph_def.node if node.op == "Mul"] == ["twice"] and list(variables) == [
        "v:0"
    ]
    assert "Mul" in [op.name for op in meta_graph.stripped_op_list_for_graph(message.graph_def).op]


def test_an_operation_knows_the_scopes_of_its_device():
    error_interpolation = import_module("tensorflow.python.framework.error_interpolation")

    a = tf.constant(1.0, name="a")
    line = inspect.stack()[0].lineno + 1
    with tf.device("/cpu:0"), tf.device(lambda op: "/cpu:1"):
        b = tf.constant(2.0)
    with tf.colocate_with(a):
        c = tf.constant(3.0)
    function, device = b.op._device_assignments
    assert (device.obj, device.filename, device.lineno) == ("/cpu:0", __file__, line)
    assert function.obj == f"<lambda><{__file__}, {line}>"
    assert list(c.op._colocation_dict) == ["a"] and c.op._colocation_dict["a"].lineno == line + 2
    text = error_interpolation._compute_colocation_summary_from_op(c.op, prefix="  ")
    assert f"    with tf.colocate_with(a): <{__file__}:{line + 2}>" in text


def test_device_specs_that_can_not_be_changed():
    device_spec = import_module("tensorflow.python.framework.device_spec")

    spec = device_spec.DeviceSpecV2.from_string("/job:ps/gpu:1")
    assert spec.make_merged_spec(tf.DeviceSpec(task=2)).to_string() == "/job:ps/task:2/device:GPU:1"
    assert spec.parse_from_string("/cpu:0").to_string() == "/device:CPU:0" and spec.job == "ps"
    with pytest.raises(AttributeError):
        spec.job = "worker"
    with pytest.raises(ValueError, match="Cannot specify multiple device types"):
        tf.DeviceSpec.from_string("/gpu:0/cpu:1")


def test_registries():
    ops = import_module("tensorflow.python.framework.ops")
    registry = import_module("tensorflow.python.framework.registry")

    found = registry.Registry("things")
    found.register(len, "length")
    assert found.lookup(b"length") is len
    with pytest.raises(KeyError, match="Registering two things with name 'length'"):
        found.register(max, "length")
    with pytest.raises(LookupError, match="things registry has no entry for: size"):
        found.lookup("size")
    node = tf.square(tf.zeros([2, 3])).op.node_def
    assert ops.get_stats_for_node_def(tf.get_default_graph(), node, "flops").value == 6


def test_what_is_static_of_a_condition():
    common_shapes = import_module("tensorflow.python.framework.common_shapes")
    smart_cond = import_module("tensorflow.python.framework.smart_cond")
    tensor_shape = import_module("tensorflow.python.framework.tensor_shape")

    x, y = tf.constant(3.0), tf.constant(2.0)
    assert smart_cond.smart_constant_value(x * y > 5.0) is True
    assert smart_cond.smart_constant_value(tf.placeholder(tf.float32) > 5.0) is None
    assert tensor_shape.unknown_shape(rank=2).as_list() == tensor_shape.unknown_shape(ndims=2).as_list() == [None, None]
    a, b = tensor_shape.TensorShape([None, 1]), tensor_shape.TensorShape([3, 1, 4])
    assert common_shapes.broadcast_shape(a, b).as_list() == [3, None, 4]
    assert not common_shapes.is_broadcast_compatible(b, tensor_shape.TensorShape([2, 1, 4]))


def test_tensor_protos():
    tensor_util = import_module("tensorflow.python.framework.tensor_util")

    quantized = tensor_util.make_tensor_proto([(21,), (22,)], dtype=tf.qint32)  # TensorFlow 1.15 packs them
    assert quantized.tensor_content == b"\x15\x00\x00\x00\x16\x00\x00\x00" and tensor_util.ShapeEquals(quantized, [2])

    class Pixels:
        pixels = np.arange(3)
        __array_interface__ = pixels.__array_interface__

    assert tensor_util.MakeNdarray(tensor_util.make_tensor_proto(Pixels())).tolist() == [0, 1, 2]
    with pytest.raises(TypeError, match="Incompatible types"):
        tensor_util.make_tensor_proto([0, 1], dtype=tf.resource)


def test_type_specs_are_merged_batched_and_taken_apart():
    type_spec = import_module("tensorflow.python.framework.type_spec")

    a, b = tf.TensorSpec([2, 3]), tf.TensorSpec([2, 4])
    assert a.most_specific_compatible_type(b) == tf.TensorSpec([2, None])
    assert a != tf.TensorSpec([2, 3], name="a")  # as in TensorFlow 1.15
    with pytest.raises(ValueError, match="Types are not compatible"):
        a.most_specific_compatible_type(tf.TensorSpec([2, 3], tf.int32))
    sparse = tf.SparseTensorSpec([3, None])
    assert sparse.most_specific_compatible_type(tf.SparseTensorSpec([4, 2])) == tf.SparseTensorSpec([None, None])
    assert sparse._batch(5)._unbatch() == sparse

    class Pair(type_spec.TypeSpec):
        value_type = tuple
        _component_specs = {"a": a, "b": sparse}

        def _to_components(self, value):
            return {"a": value[0], "b": value[1]}

        def _from_components(self, components):
            return components["a"], components["b"]

        def _serialize(self):
            return (tf.TensorShape([2, None]), a)

    value = tf.zeros([2, 3]), tf.sparse.from_dense(tf.ones([3, 1]))
    tensors = Pair()._to_tensor_list(value)
    assert len(tensors) == 4 and Pair()._from_tensor_list(tensors)[0] is value[0]
    assert Pair() == Pair() and hash(Pair()) == hash(Pair()) and Pair().is_compatible_with(Pair())
    with pytest.raises(ValueError, match="Incompatible input"):
        Pair()._from_tensor_list(tensors[::-1])


def test_functions_of_programs_are_dispatched_by_types():
    dispatch = import_module("tensorflow.python.util.dispatch")
    math_ops = import_module("tensorflow.python.ops.math_ops")
    added = import_module("tensorflow.python.ops.gen_math_ops").add

    class Scored:
        def __init__(self, tensor, score):
            self.tensor, self.score = tensor, score

    before = added._tf_dispatchers[:]

    @dispatch.dispatch_for_types(added, Scored)
    def add_scored(x, y, name=None):
        return Scored(added(x.tensor, y.tensor, name), x.score + y.score)

    assert len(math_ops.add._tf_dispatchers) == len(before) + 1
    assert added(Scored(1.0, 2), Scored(1.0, 3)).score == 5
    added._tf_dispatchers = before
    with pytest.raises((TypeError, ValueError)):
        added(Scored(1.0, 2), Scored(1.0, 3))
    with pytest.raises(AssertionError, match="signature must exactly match"):
        dispatch.dispatch_for_types(added, Scored)(lambda a, b: a)
    with pytest.raises(AssertionError, match="Dispatching not enabled for"):
        dispatch.dispatch_for_types(lambda x: x, Scored)(lambda x: x)


def test_variables_are_saved_without_a_saver(tmp_path):
    saving = import_module("tensorflow.python.training.saving.functional_saver")
    util = import_module("tensorflow.python.training.saving.saveable_object_util")
    variables = []
    for i in range(2):
        with tf.device(f"cpu:{i}"):
            variables.append(tf.Variable(float(i), use_resource=True))
    saveables = [one for i, v in enumerate(variables) for one in util.saveable_objects_for_op(v, f"v{i}")]
    saver, prefix = saving.MultiDeviceSaver(saveables), str(tmp_path / "ckpt")
    with tf.Session(config=tf.ConfigProto(device_count={"CPU": 2})) as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(saver.save(prefix))
        sess.run([v.assign(9.0) for v in variables])
        sess.run(saver.restore(tf.constant(prefix)))
        assert sess.run(variables) == [0.0, 1.0]
        sess.run(variables[1].assign(9.0))
        sess.run(saving._SingleDeviceSaver(saveables[1:]).restore(prefix))
        assert sess.run(variables) == [0.0, 1.0]
    assert len(list(tmp_path.glob("ckpt*"))) == 3  # the index, and a file of each device
    with pytest.raises(ValueError, match="Expected a list of SaveableObjects"):
        saving.MultiDeviceSaver(variables)


def test_what_is_compared_approximately_has_one_shape():
    with pytest.raises(ValueError, match="Shapes must be equal rank, but are 1 and 2"):
        tf.raw_ops.ApproximateEqual(x=[1.0, 2.0], y=[[1.0, 2.0]])


def test_names_of_a_run_and_tensors_downstream():
    x, y = tf.placeholder(tf.float32, name="x"), tf.constant(1.0, name="y")
    key = import_module("tensorflow.python.debug.lib.common").get_run_key({"x": x}, {"a": [y], "b": x})
    assert key == '[["x:0"], ["y:0", "x:0"]]'
    z = x + y
    assert import_module("tensorflow.python.layers.utils").get_reachable_from_inputs([x]) == {x, z}


def test_views_of_the_objects_below_a_root(tmp_path):
    util = import_module("tensorflow.python.training.tracking.util")
    tracking = import_module("tensorflow.python.training.tracking.tracking")
    graph_view = import_module("tensorflow.python.training.tracking.graph_view")
    root = tracking.AutoTrackable()
    with tf.name_scope("scope"):
        variable = util.add_variable(root, "counter", shape=[2], initializer=tf.ones_initializer)
    with pytest.raises(ValueError, match="already declared"):
        util.add_variable(root, "counter", initializer=1.0)
    saveables, message, feeds = graph_view.ObjectGraphView(root).serialize_object_graph()
    assert [(one.name, one.full_name) for one in saveables] == [("counter/.ATTRIBUTES/VARIABLE_VALUE", "scope/counter")]
    assert message.nodes[0].children[0].local_name == "counter" and feeds == {}
    saver = util.saver_with_op_caching(root)
    with tf.Session() as sess:
        sess.run(util.gather_initializers(root))
        path = saver.save(str(tmp_path / "ckpt"), 3, sess)
        sess.run(variable.assign([0.0, 0.0]))
        util.streaming_restore(saver.restore(path).assert_consumed(), sess)
        assert path.endswith("ckpt-3") and sess.run(variable).tolist() == [1.0, 1.0]


def test_public_names_are_recorded():
    tf_export = import_module("tensorflow.python.util.tf_export")

    @tf_export.tf_export("math.twice", v1=["twice", "math.twice"])
    def twice(x):
        return x + x

    assert tf_export.get_v1_names(twice) == ["twice", "math.twice"] and tf_export.get_v2_names(twice) == ["math.twice"]
    assert tf_export.get_canonical_name_for_symbol(twice) == "math.twice"
    with pytest.raises(tf_export.SymbolAlreadyExposedError):
        tf_export.keras_export("keras.twice")(tf_export.tf_export("other")(twice))
    with pytest.raises(tf_export.InvalidSymbolNameError):
        tf_export.estimator_export("Estimator.twice")


def test_a_saved_model_is_loaded_step_by_step(tmp_path):
    loader_impl = import_module("tensorflow.python.saved_model.loader_impl")
    utils = import_module("tensorflow.python.saved_model.utils_impl")
    signatures = import_module("tensorflow.python.saved_model.signature_def_utils_impl")
    folder = str(tmp_path / "model")
    with tf.Session() as sess:
        x, v = tf.placeholder(tf.float32, name="x"), tf.Variable(2.0, name="v")
        sess.run(v.initializer)
        tf.saved_model.simple_save(sess, folder, {"x": x}, {"y": x * v})
        signature = signatures.supervised_train_signature_def({"x": x}, {"loss": v + 0.0})
        assert signature.method_name == "tensorflow/supervised/training" and list(signature.outputs) == ["loss"]
        named = signatures.op_signature_def(v.initializer, "init")
        assert signatures.load_op_from_signature_def(named, "init") is v.initializer
    assert loader_impl.contains_saved_model(folder) and len(loader_impl.parse_saved_model(folder).meta_graphs) == 1
    assert utils.get_variables_path(folder) == f"{folder}/variables/variables"
    loader = loader_impl.SavedModelLoader(folder)
    graph = tf.Graph()
    saver, _ = loader.load_graph(graph, {"serve"}, import_scope="again")
    with tf.Session(graph=graph) as sess:
        loader.restore_variables(sess, saver)
        loader.run_init_ops(sess, {"serve"}, "again")
        assert sess.run("again/v:0") == 2.0
        with pytest.raises(ValueError, match="No tf.train.Saver object was passed"):
            loader.restore_variables(sess, None)


def test_internals_of_the_ops_module():
    ops = import_module("tensorflow.python.framework.ops")
    x = tf.constant(1.0)
    with tf.Graph().as_default():
        y = tf.Variable(1.0)
    with pytest.raises(ValueError, match="must be from the same graph as"):
        ops._assert_same_graph(x, y.op)
    assert ops._get_graph_from_inputs([y.op, 1.0]) is ops._get_graph_from_inputs([y], y.graph) is y.graph
    with pytest.raises(ValueError, match="is not from the passed-in graph"):
        ops._get_graph_from_inputs([x], y.graph)
    slices = ops.IndexedSlices(x, x)
    assert ops.convert_n_to_tensor_or_indexed_slices([slices, None, x]) == [slices, None, x]
    ragged = tf.ragged.constant([[1], [2, 3]])
    assert ops.convert_n_to_tensor_or_composite([ragged, None, x]) == [ragged, None, x]
    assert ops._VALID_OP_NAME_REGEX.match("a/b") and not ops._VALID_SCOPE_NAME_REGEX.match("a b")
    assert ops._op_to_colocate_with(x, None) is x.op and ops.tensor_id(x) != ops.tensor_id(x + 1.0)
    assert ops.get_from_proto_function("variables") == tf.Variable.from_proto
    assert ops.get_to_proto_function("unknown") is None
    with ops.NullContextmanager("anything"), tf.Session():
        assert ops._eval_using_default_session(x, {}, x.graph) == 1.0


def test_warnings_of_deprecated_functions_are_switched_off(caplog, monkeypatch):
    deprecation = import_module("tensorflow.python.util.deprecation")
    decorated = deprecation.deprecated(None, "Use another.", warn_once=False)(lambda: 1)
    with monkeypatch.context() as patch:
        patch.setattr(deprecation, "_PRINT_DEPRECATION_WARNINGS", False)
        assert decorated() == 1 and not caplog.records
    first, second = deprecation.silence(), deprecation.silence()  # of two threads, of which the first ends sooner
    first.__enter__(), second.__enter__(), first.__exit__(None, None, None)
    assert decorated() == 1 and not caplog.records
    second.__exit__(None, None, None)
    assert decorated() == 1 and "Use another." in caplog.text


def test_types_of_operations_on_parameter_servers():
    setter = import_module("tensorflow.python.training.device_setter")
    assert {"VariableV2", "VarHandleOp", "AutoReloadVariable"} <= set(setter.STANDARD_PS_OPS)
    chooser = setter._ReplicaDeviceChooser(2, "/job:ps", "/job:worker", True, ("VariableV2",), lambda op: 1)
    v = tf.Variable(1.0)
    assert chooser.device_function(v.op) == "/job:ps/task:1" and chooser.device_function(v.initializer) == "/job:worker"


def test_names_of_graph_elements():
    meta_graph = import_module("tensorflow.python.framework.meta_graph")
    assert (meta_graph._op_name("^a/b:1"), meta_graph._get_scope("a/b:1"), meta_graph._get_scope("b")) == (
        "a/b",
        "a",
        "",
    )
    x = tf.constant([1.0, 2.0], name="x")
    assert import_module("tensorflow.python.client.session")._name_list([x]) == [b"x:0"]
    assert import_module("tensorflow.python.training.session_manager")._maybe_name(None) == "None"
    sizes = import_module("tensorflow.python.framework.tensor_util").TensorShapeProtoToList
    assert sizes(x.shape.as_proto()) == [2]
    gradients = import_module("tensorflow.python.ops.gradients_util")
    assert gradients.IsTrainable(x) and not gradients.IsTrainable(tf.int32) and gradients._AsList(x) == [x]
    v = tf.Variable(1.0, name="v")
    assert import_module("tensorflow.python.ops.variables")._all_saveable_objects("v") == [v]
    repeated = import_module("tensorflow.python.ops.array_ops").repeat_with_axis(x, [1, 2], 0)
    with tf.Session() as sess:
        assert sess.run(repeated).tolist() == [1.0, 2.0, 2.0]


def test_devices_conversions_and_tracebacks():
    """TensorFlow 1.15's answers."""
    device = import_module("tensorflow.python.framework.device")
    registry = import_module("tensorflow.python.framework.tensor_conversion_registry")
    error_interpolation = import_module("tensorflow.python.framework.error_interpolation")
    dependencies = import_module("tensorflow.python.framework.auto_control_deps")

    gpu = device.merge_device("/device:GPU:0")
    assert device.merge_device(gpu) is gpu and not gpu.is_null_merge and device.MergeDevice("").is_null_merge
    assert gpu.shortcut_string_merge(tf.NodeDef(device="/job:w")) == "/job:w/device:GPU:0"
    with tf.device(gpu), tf.device(device.merge_device("/job:worker")):
        assert tf.constant(1).device == "/job:worker/device:GPU:0"
    ((kinds, make),) = registry.get(int)
    assert kinds == (int,) and make(3).dtype is tf.int32
    with pytest.raises(TypeError, match="Cannot register conversions for Python numeric types"):
        tf.register_tensor_conversion_function(int, make)

    a = tf.constant(1.0, name="a")
    line = inspect.stack()[0].lineno + 1
    b = tf.identity(a, name="b")
    message, origins = error_interpolation._build_error_message(
        b.op, error_interpolation._sources_for_node(b.op, b.graph), ""
    )
    assert message == f"node b (defined at {__file__}:{line}) "
    assert origins == f"\nInput Source operations connected to node b:\n a (defined at {__file__}:{line - 2})"
    debug = error_interpolation.create_graph_debug_info_def([("f", b.op)])
    assert debug.files[debug.traces["fb"].file_line_cols[0].file_index] == __file__
    assert line in [place.line for place in debug.traces["fb"].file_line_cols]
    v = tf.Variable(1.0, use_resource=True)
    assert dependencies.op_is_stateful(v.initializer) and not dependencies.op_is_stateful(tf.random_uniform([]).op)


def test_a_spec_packs_a_composite_tensor_into_one_variant():
    spec, ragged = tf.SparseTensorSpec([4, 2]), tf.RaggedTensorSpec([2, None], tf.int32)
    sparse = tf.SparseTensor([[0, 1], [2, 0]], [3.0, 5.0], [4, 2])
    rows = tf.ragged.constant([[1, 2], [3]])
    with tf.Session() as session:
        for kind, value in ((spec, sparse), (ragged, rows)):
            assert kind._flat_tensor_specs == [tf.TensorSpec(None, tf.variant)]
            (packed,) = kind._to_tensor_list(value)
            assert packed.dtype is tf.variant
            before, after = session.run([value, kind._from_tensor_list([packed])])
            assert str(before) == str(after)
    assert spec._to_batched_tensor_list(sparse)[0].shape.as_list() == [None, 3]
    assert ragged._to_batched_tensor_list(rows)[0].shape.as_list() == [2]
