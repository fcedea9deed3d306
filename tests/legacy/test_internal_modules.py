"""Modules that TensorFlow keeps to itself and programs import: what their functions do."""

import functools
import gc
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import graphlab as tf
from graphlab.train import summary_iterator

pytestmark = pytest.mark.usefixtures("tensorflow")


def test_a_function_takes_variables_by_their_reference_types():
    function = import_module("tensorflow.python.framework.function")

    v = tf.get_variable("v", initializer=[1.0, 2.0])
    x = tf.constant([3.0, 4.0])

    @function.Defun(
        x.dtype, tf.float32._as_ref, python_grad_func=lambda op, dy: [dy * op.inputs[1], 10 * dy * op.inputs[0]]
    )
    def product(a, b):
        return (tf.identity(a * b),)  # of one result a call returns the tensor

    y = product(x, v)
    with tf.Session() as session:
        session.run(v.initializer)
        values = session.run([y, *tf.gradients(y, [x, v])])
    np.testing.assert_array_equal(values, [[3, 8], [1, 2], [30, 40]])


def test_a_registered_type_is_like_a_tensor():
    ops = import_module("tensorflow.python.framework.ops")

    class Mirror:
        name = property(lambda self: "mirror")
        dtype = property(lambda self: tf.float32)

    assert not ops.is_dense_tensor_like(Mirror()) and not tf.is_tensor(Mirror())
    ops.register_dense_tensor_like_type(Mirror)
    assert ops.is_dense_tensor_like(Mirror()) and tf.is_tensor(Mirror())
    assert not ops.is_dense_tensor_like(3.0)
    with pytest.raises(TypeError, match="Type int does not define a `name` property"):
        ops.register_dense_tensor_like_type(int)


def test_events_are_written_without_a_graph(tmp_path):
    module = import_module("tensorflow.python.summary.writer.event_file_writer")
    writer = module.EventFileWriter(str(tmp_path), filename_suffix=".x")
    assert writer.get_logdir() == str(tmp_path)
    writer.add_event(tf.Event(step=1))
    writer.close()
    writer.add_event(tf.Event(step=2))  # dropped
    writer.reopen()
    writer.add_event(tf.Event(step=3))
    writer.close()
    files = [[event.step for event in summary_iterator(str(file))] for file in tmp_path.glob("*.x")]
    assert sorted(files) == [[0, 1], [0, 3]]


def test_scope_and_tag_of_a_summary():
    distributed = import_module("tensorflow.python.distribute.summary_op_util")
    summary_op_util = import_module("tensorflow.python.ops.summary_op_util")
    assert not distributed.skip_summary()
    with summary_op_util.summary_scope("loss rate", "f", default_name="d", values=[]) as (tag, scope):
        assert (tag, scope) == ("f/f/loss_rate", "f/loss_rate/")
    summary_op_util.collect(tf.constant(1), None, ["here"])
    assert len(tf.get_collection("here")) == 1
    assert summary_op_util.clean_tag("/a b") == "a_b"


def test_tests_of_both_modes_run_in_graph_mode():
    class Case(tf.test.TestCase):
        @tf.contrib.eager.run_test_in_graph_and_eager_modes
        def test_sum(self):
            assert not tf.executing_eagerly()
            self.assertAllEqual(self.evaluate(tf.constant(1) + 2), 3)

    Case("test_sum").debug()


def test_subclasses_of_adam_reach_its_numbers():
    class Adam(tf.train.AdamOptimizer):
        def _prepare(self):
            super()._prepare()
            self.numbers = [self._lr_t, self._beta1_t, self._beta2_t, self._epsilon_t]

        def _finish(self, update_ops, name_scope):
            self.powers = self._get_beta_accumulators()
            return super()._finish(update_ops, name_scope)

    v = tf.get_variable("v", initializer=[1.0])
    optimizer = Adam(0.1, 0.5, 0.75, 0.25)
    update = optimizer.minimize(v * v)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(update)
        assert session.run(optimizer.numbers) == pytest.approx([0.1, 0.5, 0.75, 0.25])
        assert session.run(list(optimizer.powers)) == pytest.approx([0.25, 0.5625])


def test_a_layer_may_have_a_class_of_layers_as_an_attribute():
    class Encoder(tf.keras.layers.Layer):
        def __init__(self, cell_class):
            super().__init__()
            self.cell_class = cell_class

    layer = Encoder(tf.nn.rnn_cell.LSTMCell)
    assert layer.cell_class(3).state_size == (3, 3) and layer.weights == []


def test_hooks_show_their_writer(tmp_path):
    hooks = [
        tf.train.SummarySaverHook(1, output_dir=str(tmp_path), summary_op=tf.summary.scalar("x", 1.0)),
        tf.train.StepCounterHook(1, output_dir=str(tmp_path)),
        tf.train.CheckpointSaverHook(str(tmp_path), save_steps=1),
    ]
    tf.train.create_global_step()
    for hook in hooks:
        hook.begin()
    assert len({hook._summary_writer for hook in hooks}) == 1
    assert hooks[0]._summary_writer.get_logdir() == str(tmp_path)


def test_records_that_are_added_are_read_on(tmp_path):
    path = str(tmp_path / "records")
    writer = tf.io.TFRecordWriter(path)
    writer.write(b"1")
    writer.flush()
    records = tf.python_io.tf_record_iterator(path)
    assert list(records) == [b"1"]
    writer.write(b"2")
    writer.close()
    assert list(records) == [b"2"] and list(records) == []


def test_arguments_of_functions():
    function_utils = import_module("tensorflow.python.util.function_utils")

    class Score:
        def __call__(self, features, mode, **others):
            return features

        def method(self, features):
            return features

    def score(features, mode, params=None):
        return features

    assert function_utils.fn_args(score) == ("features", "mode", "params")
    assert function_utils.fn_args(functools.partial(score, 1, mode=2)) == ("params",)
    assert function_utils.fn_args(Score()) == ("features", "mode")
    assert function_utils.fn_args(Score().method) == ("features",)
    assert function_utils.has_kwargs(Score()) and not function_utils.has_kwargs(functools.partial(score, 1))
    assert function_utils.get_func_name(score) == "score"
    assert function_utils.get_func_name(Score().method) == "Score.method"
    assert function_utils.get_func_code(score) is score.__code__
    with pytest.raises(TypeError, match="fn should be a function-like object"):
        function_utils.has_kwargs(3)


def test_gradients_of_operations_and_stored_sparse_tensors():
    nn_grad, sparse_ops = (import_module(f"tensorflow.python.ops.{name}") for name in ("nn_grad", "sparse_ops"))
    with tf.Graph().as_default(), tf.Session() as session:
        y = tf.nn.relu(tf.constant([1.0, -2.0]))
        sparse = tf.SparseTensor([[0, 1], [1, 0]], [1.0, 2.0], [2, 2])
        numbers = sparse_ops._add_many_sparse_to_tensors_map(sparse)
        rows = sparse_ops._take_many_sparse_from_tensors_map(numbers.op, numbers, rank=2)
        back = sparse_ops.deserialize_sparse(tf.serialize_sparse(sparse), tf.float32)
        total = sparse_ops.sparse_dense_cwise_add(sparse, [[10.0, 20.0]])
        gradient, *found = session.run([nn_grad._ReluGrad(y.op, tf.constant([3.0, 4.0])), rows, back, total])
    assert gradient[0].tolist() == [3, 0]
    assert [one.values.tolist() for one in found] == [[1, 2], [1, 2], [21, 12]]


def test_names_that_end_in_v2_are_those_of_compat_v2():
    array_ops, math_ops, check_ops = (
        import_module(f"tensorflow.python.ops.{name}") for name in ("array_ops", "math_ops", "check_ops")
    )
    assert array_ops.gather_nd_v2 is tf.compat.v2.gather_nd and math_ops.argmax_v2 is tf.compat.v2.argmax
    assert check_ops.assert_rank_v2 is tf.compat.v2.assert_rank


def test_the_bounds_of_log_ndtr_are_those_of_its_module():
    special_math = import_module("tensorflow.python.ops.distributions.special_math")
    bounds = special_math.LOGNDTR_FLOAT32_LOWER, special_math.LOGNDTR_FLOAT64_UPPER
    assert bounds == (-10, 8) and [bound.dtype for bound in bounds] == [np.float32, np.float64]


def test_functions_of_version_2_have_names_of_their_own():
    array_ops, nn_ops = (import_module(f"tensorflow.python.ops.{name}") for name in ("array_ops", "nn_ops"))
    assert nn_ops.conv2d_v2 is tf.compat.v2.nn.conv2d and array_ops.expand_dims_v2 is tf.compat.v2.expand_dims
    found = array_ops.pad_v2([1, 2], [[1, 0]], "CONSTANT", 7), array_ops.gather_v2([[3, 4]], [1], axis=1)
    with tf.Session() as session:
        assert [value.tolist() for value in session.run(found)] == [[7, 1, 2], [[4]]]
    assert import_module("tensorflow.python.ops.image_ops").resize_images_v2 is tf.compat.v2.image.resize
    assert import_module("tensorflow.python.ops.gen_array_ops").pad_v2 is not tf.compat.v2.pad


def test_sizes_and_conditions_of_layers():
    utils = import_module("tensorflow.python.layers.utils")
    paddings = ("same", "valid", "full")
    assert [utils.conv_output_length(7, 3, padding, 2, dilation=2) for padding in paddings] == [4, 2, 6]
    assert [utils.conv_input_length(4, 3, padding, 2) for padding in paddings] == [7, 9, 5]
    assert [utils.deconv_output_length(4, 3, padding, 2) for padding in paddings] == [8, 9, 5]
    assert utils.normalize_tuple((1, 2), n=2, name="strides") == (1, 2)
    with pytest.raises(ValueError, match="The `strides` argument must be a tuple of 2 integers. Received: 1.5"):
        utils.normalize_tuple(1.5, 2, "strides")
    assert utils.constant_value(tf.constant(5)) == 5 and utils.constant_value(1) is True
    assert utils.constant_value(tf.placeholder_with_default(True, [])) is None


def test_gradients_of_operations_have_names():
    softmax_grad = import_module("tensorflow.python.ops.nn_grad")._SoftmaxCrossEntropyWithLogitsGrad
    logits, labels = tf.constant([[1.0, 2.0]]), tf.constant([[0.5, 0.5]])
    loss = tf.nn.softmax_cross_entropy_with_logits_v2(labels=labels, logits=logits)
    op = next(op for op in loss.graph.get_operations() if op.type == "SoftmaxCrossEntropyWithLogits")
    with tf.Session() as session:
        found = session.run(softmax_grad(op, tf.constant([2.0]), None)[0])
    np.testing.assert_allclose(found, [[-0.462117, 0.462117]], rtol=1e-5)
    vector_product = import_module("tensorflow.python.ops.gradients_impl")._hessian_vector_product
    x = tf.constant([1.0, 2.0])
    with tf.Session() as session:
        assert session.run(vector_product(x[0] ** 2 * x[1], [x], [[1.0, 1.0]])[0]).tolist() == [6.0, 2.0]


def test_a_wrapped_cell_is_made_anew_with_its_functions():
    cells = import_module("tensorflow.python.ops.rnn_cell_impl")
    cell = cells.LSTMCell(2)
    residual = cells.ResidualWrapper(cell, residual_fn=lambda i, o: i * 3 + o)
    dropout = cells.DropoutWrapper(cell, dropout_state_filter_visitor=lambda state: False)
    assert type(residual).from_config({**residual.get_config(), "cell": cell})._residual_fn(1, 2) == 5
    assert not type(dropout).from_config({**dropout.get_config(), "cell": cell})._dropout_state_filter(None)
    assert "residual_fn" not in cells.ResidualWrapper(cell).get_config() and cells._WEIGHTS_VARIABLE_NAME == "kernel"


@pytest.mark.parametrize("module", ["rnn_cell_impl", "rnn"])
def test_sizes_are_joined_before_a_run_as_far_as_they_are_known(module):
    joined = import_module(f"tensorflow.python.ops.{module}")._concat
    assert joined([None, 4], 3, static=True) == [None, 4, 3]
    assert joined(tf.constant(5), [3, 2], static=True) == [5, 3, 2]
    assert joined(tf.TensorShape(None), 3, static=True) is None
    assert joined(tf.placeholder(tf.int32, [2]), 3, static=True) is None
    assert joined(tf.placeholder(tf.int32, [2]), 3).shape.as_list() == [3]


def test_the_class_variable_of_its_module_makes_resource_variables():
    variables = import_module("tensorflow.python.ops.variables")
    v = variables.Variable([1.0], name="v")
    assert v.op.type == "VarHandleOp" and isinstance(v, tf.Variable)
    assert isinstance(tf.get_variable("w", [1]), variables.Variable)
    assert variables.Variable.SaveSliceInfo is tf.Variable.SaveSliceInfo

    class Own(variables.Variable):
        pass

    assert issubclass(Own, tf.Variable)


def test_branches_and_loops_of_the_second_version_are_those_of_the_first():
    cond_v2, while_v2 = (import_module(f"tensorflow.python.ops.{name}") for name in ("cond_v2", "while_v2"))
    y = cond_v2.cond_v2(tf.constant(True), lambda: [tf.constant(1)], lambda: [tf.constant(2)])
    z = while_v2.while_loop(lambda i: i < 9, lambda i: i + 1, [0], maximum_iterations=3)
    with tf.Session() as session:
        assert session.run([y, z]) == [[1], [3]]
        pred = tf.placeholder(tf.bool)
        branch = cond_v2.cond_v2(pred, lambda: tf.constant(1), lambda: tf.constant(2))
        assert session.run(branch, {pred: [[False]]}) == 2


def test_operations_call_functions_that_defun_made():
    functional_ops = import_module("tensorflow.python.ops.functional_ops")
    defun = import_module("tensorflow.python.framework.function").Defun
    v = tf.get_variable("v", initializer=2.0)

    @defun(tf.float32, tf.float32)
    def more(n, _x):
        return n > 0

    @defun(tf.float32, tf.float32, func_name="step")
    def step(n, x):
        return n - 1, x + n * v

    @defun(tf.int32, tf.float32)
    def add(i, x):
        return x + tf.cast(i, tf.float32)

    @defun(tf.float32)
    def cube(x):
        return x * x * x

    x = tf.placeholder(tf.float32, [])
    loop = functional_ops.While([x, 0.0], more, step, name="loop")
    rising = functional_ops.For(1, 5, 2, [0.0], add) + functional_ops.For(3, 0, -1, [0.0], add, rewrite_with_while=True)
    branch = functional_ops.If(x > 2.0, [x], cube, defun(tf.float32)(lambda x: -x))
    derivative = functional_ops.Gradient([x, 10.0], cube)
    assert loop[0].op.type == "While" and "step_Wrapper" in [
        f.signature.name for f in x.graph.as_graph_def().library.function
    ]
    with tf.Session() as session:
        session.run(v.initializer)
        found = session.run([*loop, *rising, *branch, *derivative], {x: 3.0})
        assert found == [0.0, 12.0, 4.0, 6.0, 27.0, 270.0]
        assert session.run(branch, {x: 1.0}) == [-1.0]
        place = tf.placeholder(tf.string, [])
        for target in ("/cpu:0", tf.constant("/cpu:0"), place):
            called = functional_ops.remote_call([x], Tout=[tf.float32], f=cube, target=target)
            assert session.run(called, {x: 2.0, place: "/cpu:0"}) == [8.0]
        with pytest.raises(tf.errors.InvalidArgumentError, match="Invalid start/limit/delta"):
            session.run(functional_ops.For(0, 5, -1, [0.0], add))
    with pytest.raises(ValueError, match="'cond' and 'body' signatures do not match"):
        functional_ops.While([x], cube, step)


def test_a_call_of_a_defun_is_found_by_its_name():
    defun = import_module("tensorflow.python.framework.function").Defun

    @defun(tf.float32, tf.float32)
    def both(a, b):
        return a + b, a - b

    both(1.0, 2.0, name="f")
    with tf.Session() as session:
        assert session.run(["f:0", "f:1"]) == [3, -1]


@pytest.mark.parametrize("by_type", [False, True])
def test_an_imported_call_has_the_gradient_that_the_library_names(by_type):
    defun = import_module("tensorflow.python.framework.function").Defun

    @defun(tf.float32, tf.float32, tf.float32, tf.float32)
    def gradient(x, y, _first, second):
        return x, y + second

    @defun(tf.float32, tf.float32, grad_func=gradient)
    def both(x, y):
        return x + y, x - y

    with tf.Graph().as_default() as written:
        both(tf.placeholder(tf.float32, [], "x"), tf.placeholder(tf.float32, [], "y"), name="f")
    message = written.as_graph_def()
    assert [one.function_name for one in message.library.gradient] == [both.name]
    if by_type:  # as TensorFlow writes calls
        message.node[-1].op = both.name
        message.node[-1].attr.clear()
    with tf.Graph().as_default(), tf.Session() as session:
        x, y, a = tf.import_graph_def(message, return_elements=["x:0", "y:0", "f:0"], name="")
        tf.set_random_seed(1)
        assert session.run([a, tf.gradients(a, [x, y])], {x: 1, y: 2}) == [3, [1, 2]]
        tf.random.uniform([], name="after")
        assert session.graph.get_operation_by_name("after/RandomUniform").get_attr("seed2") == 11


def test_the_gradient_of_a_defun_is_a_call_of_its_gradient_function():
    defun = import_module("tensorflow.python.framework.function").Defun

    @defun(tf.float32, tf.float32)
    def gradient(x, dy):
        return dy * 3.0 + x * 0.0

    @defun(tf.float32, grad_func=gradient)
    def double(x):
        return x * 2.0

    with tf.Graph().as_default() as graph, tf.Session() as session:
        x = tf.placeholder(tf.float32, [4])
        y = double(x)
        before = len(graph.get_operations())
        (dx,) = tf.gradients(y, x)
        assert [op.type for op in graph.get_operations()[before:]] == ["Shape", "Const", "Fill", "PartitionedCall"]
        assert session.run(dx, {x: [0] * 4}).tolist() == [3] * 4


def test_the_library_names_the_gradient_of_a_function_that_another_calls():
    defun = import_module("tensorflow.python.framework.function").Defun

    @defun(tf.float32, tf.float32)
    def gradient(x, dy):
        return dy * 5.0

    @defun(tf.float32, grad_func=gradient)
    def inner(x):
        return x * 2.0

    @defun(tf.float32)
    def outer(x):
        return inner(x) + 1.0

    for _ in range(2):  # in the second graph the function is known
        with tf.Graph().as_default() as written:
            outer(tf.placeholder(tf.float32, [], "x"), name="f")
        message = written.as_graph_def()
        assert [one.function_name for one in message.library.gradient] == [inner.name]
        with tf.Graph().as_default(), tf.Session() as session:
            x, y = tf.import_graph_def(message, return_elements=["x:0", "f:0"], name="")
            assert session.run(tf.gradients(y, x), {x: 1}) == [5]


def test_the_shapes_of_what_a_defun_returns_are_unknown():
    pair = import_module("tensorflow.python.framework.function").Defun(tf.float32)(lambda x: (tf.zeros([3]), x))
    assert [y.shape.ndims for y in pair(tf.zeros([2]))] == [None, None]


def test_a_function_of_defun_is_in_the_library_once():
    function = import_module("tensorflow.python.framework.function")

    @function.Defun(tf.float32, func_name="linear", out_names=["y"], experimental_tag="a")
    def linear(x):
        """w·x."""
        w = tf.get_variable("w", [], initializer=tf.ones_initializer())
        assert [v.name for v in function.get_extra_vars()] == [w.name]
        return w * x

    with tf.variable_scope("first"):
        y = linear(2.0)
    with tf.variable_scope("second"):
        z = linear(y, name="again")
    assert (y.op.name, z.op.name, [v.name for v in tf.global_variables()]) == (
        "first/linear",
        "second/again",
        ["first/w:0"],
    )
    (message,) = y.graph.as_graph_def().library.function
    assert (message.signature.description, message.signature.output_arg[0].name) == ("w·x.", "y")
    assert message.attr["experimental_tag"].s == b"a" and linear.stateful_ops == []
    (again,) = function.from_library(y.graph.as_graph_def().library)
    assert again.definition == linear.definition
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        assert session.run([z, *tf.gradients(z, linear.captured_inputs)]) == [2, 4]
    for wrong, words in (
        (lambda: linear(1.0, 2.0), "Expected number of arguments: 1, received: 2"),
        (lambda: linear(1.0, device="/gpu:0"), "Unknown keyword arguments"),
        (lambda: function.Defun(tf.float32)(lambda a, b: a), "specified input types"),
        (lambda: function.Defun()(lambda: (None, None))(), "can not return None"),
    ):
        with pytest.raises(ValueError, match=words):
            wrong()


def test_a_function_of_defun_may_copy_what_it_captures():
    defun = import_module("tensorflow.python.framework.function").Defun
    one = tf.constant(1.0)
    plus = defun(tf.float32, capture_by_value=True)(lambda x: x + one)
    number = tf.random_uniform([])
    random = defun(capture_by_value=True)(lambda: number + one)
    with pytest.raises(ValueError, match="Cannot capture a stateful node"):
        random()
    with tf.Session() as session:
        assert session.run(plus(1.0)) == 2 and plus.captured_inputs == []


def test_operations_are_added_by_the_names_of_inputs_and_attributes():
    library = import_module("tensorflow.python.framework.test_ops")._op_def_lib
    assert library.apply_op("ReservedInput", input_=7, name="x").inputs[0].name == "x/input:0"
    assert library.apply_op("DefaultAttrs", **dict.fromkeys(DEFAULTS)).get_attr("bool_list_val") == [True, False]
    for kind, message, arguments in (
        (RuntimeError, "Unrecognized Op name unknown", {"op_type_name": "unknown"}),
        (TypeError, "No argument for input a", {"op_type_name": "Simple"}),
        (TypeError, "apply_op() got unexpected keyword arguments: b", {"op_type_name": "Simple", "a": 1, "b": 2}),
        (TypeError, "Should not specify value for inferred attr 'T'.", {"op_type_name": "Polymorphic", "a": 1, "T": 3}),
        (TypeError, "Expected bool for argument 'a' not 0.", {"op_type_name": "AttrBool", "a": 0}),
        (ValueError, "Attr 'a' of 'AttrMin' Op passed 2 less than minimum 5.", {"op_type_name": "AttrMin", "a": 2}),
    ):
        with pytest.raises(kind) as error:
            library.apply_op(**arguments)
        assert str(error.value) == message


DEFAULTS = [
    f"{kind}{end}"
    for kind in ("string", "int", "float", "bool", "type", "shape", "tensor")
    for end in ("_val", "_list_val")
]


def test_control_flow_v2_is_a_name_that_programs_read_and_set():
    util: Any = import_module("tensorflow.python.ops.control_flow_util")
    assert util.ENABLE_CONTROL_FLOW_V2 is False
    util.ENABLE_CONTROL_FLOW_V2 = True
    try:
        assert util.ENABLE_CONTROL_FLOW_V2 is True and tf.control_flow_v2_enabled()
    finally:
        util.ENABLE_CONTROL_FLOW_V2 = False


def test_collections_of_identities_compare_no_values():
    module = import_module("tensorflow.python.util.object_identity")
    one, equal = tf.Graph(), [1]
    items = module.ObjectIdentitySet([one, equal, one])
    assert len(items) == 2 and equal in items and [1] not in items and len(items.difference([equal])) == 1
    values = module.ObjectIdentityWeakKeyDictionary()
    values[one] = 3
    assert values[one] == 3 and list(values) == [one]
    del one, items
    gc.collect()
    assert len(values) == 0


def test_the_operations_of_graph_tests_can_be_made_and_not_run():
    test_ops = import_module("tensorflow.python.framework.test_ops")
    pair = test_ops.int_output_float_output(name="pair")
    assert (pair.a.dtype, pair.b.dtype, pair.a.shape.ndims) == (tf.int32, tf.float32, None)
    assert test_ops.int_attr(foo=3).op.get_attr("foo") == 3
    ref = test_ops.ref_output()
    assert test_ops.ref_input_int_input(ref, pair.a)._input_types == [tf.int32._as_ref, tf.int32]
    with pytest.raises(TypeError, match="be a mutable tensor"):
        test_ops.ref_input_int_input(pair.a, pair.a)
    with tf.Session() as session, pytest.raises(tf.errors.InvalidArgumentError, match="No OpKernel was registered"):
        session.run(pair.a)


def test_which_switches_and_merges_are_of_branches():
    util: Any = import_module("tensorflow.python.ops.control_flow_util")
    tf.cond(tf.placeholder(tf.bool), lambda: tf.constant(1), lambda: tf.constant(2), name="choice")
    tf.while_loop(lambda i: i < 3, lambda i: i + 1, [0], name="loop")
    found = {op.name: op for op in tf.get_default_graph().get_operations()}
    assert util.IsCondMerge(found["choice/Merge"]) and not util.IsLoopMerge(found["choice/Merge"])
    assert util.IsLoopMerge(found["loop/Merge"]) and not util.IsCondMerge(found["loop/Merge"])
    assert util.IsLoopSwitch(found["loop/Switch"]) and not util.IsCondSwitch(found["loop/Switch"])


def test_slices_are_taken_apart_and_put_together():
    spec = import_module("tensorflow.python.framework.indexed_slices").IndexedSlicesSpec(
        [5, 2], dense_shape_dtype=tf.int32
    )
    slices = tf.IndexedSlices(tf.ones([3, 2]), tf.constant([0, 1, 4], tf.int64), tf.constant([5, 2]))
    parts = spec._to_components(slices)
    assert [part.shape.as_list() for part in spec._component_specs] == [[None, 2], [None], [2]]
    assert spec._from_components(parts).dense_shape is parts[2]
    assert spec._from_components([np.ones([1, 2]), np.zeros(1), np.array([5, 2])]).values.shape == (1, 2)


def test_a_graph_has_one_asset_of_each_plugin():
    plugin_asset = import_module("tensorflow.python.summary.plugin_asset")

    class Images(plugin_asset.PluginAsset):
        plugin_name = "images"

        def assets(self):
            return {"one": b"png"}

    class Others(Images):
        pass

    found = plugin_asset.get_plugin_asset(Images)
    assert plugin_asset.get_plugin_asset(Images) is found and plugin_asset.get_all_plugin_assets() == [found]
    with pytest.raises(ValueError, match="collision"):
        plugin_asset.get_plugin_asset(Others)


def test_types_are_described_without_operations():
    spec = import_module("tensorflow.python.framework.type_spec").type_spec_from_value(np.zeros([2], np.int32))
    assert spec == tf.TensorSpec([2], tf.int32) and not tf.get_default_graph().get_operations()
    ragged = tf.RaggedTensorSpec([3, None], tf.int32)
    assert ragged._batch(4) == tf.RaggedTensorSpec([4, 3, None], tf.int32, ragged_rank=2)
    assert ragged._batch(4)._unbatch() == ragged


def test_savers_save_what_an_object_says(tmp_path):
    saver = import_module("tensorflow.python.training.saver")
    base = import_module("tensorflow.python.training.tracking.base")

    class Mirrored(saver.BaseSaverBuilder.ResourceVariableSaveable):
        def __init__(self, first, second, name):
            super().__init__(first, "", name)
            self.both = first, second

        def restore(self, restored_tensors, restored_shapes):
            return tf.group(*(variable.assign(restored_tensors[0]) for variable in self.both))

    class Pair(base.Trackable):
        name = "pair"

        def __init__(self):
            self.first, self.second = (tf.Variable(value, use_resource=True) for value in (1.0, 2.0))

        def _gather_saveables_for_checkpoint(self):
            return {base.VARIABLE_VALUE_KEY: lambda name="pair": Mirrored(self.first, self.second, name)}

    pair = Pair()
    for variables in ([pair], {"mine": pair}):
        by_name = tf.train.Saver(variables)
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            path = by_name.save(session, str(tmp_path / "ckpt"))
            session.run([pair.first.assign(5.0), pair.second.assign(5.0)])
            by_name.restore(session, path)
            assert session.run([pair.first, pair.second]) == [1, 1]
    assert tf.train.list_variables(path) == [("mine", [])]


def test_a_table_of_saver_tests_is_saved(tmp_path):
    table = import_module("tensorflow.python.training.saver_test_utils").CheckpointedOp("words")
    saver = tf.train.Saver([table.saveable])
    with tf.Session() as session:
        session.run(table.insert("a", 3.0))
        path = saver.save(session, str(tmp_path / "ckpt"))
    with tf.Session() as session:
        saver.restore(session, path)
        assert session.run([table.keys(), table.values()]) == [[b"a"], [3]]


def test_rows_are_indexed():
    math_ops = import_module("tensorflow.python.ops.math_ops")
    wide = tf.IndexedSlices(tf.ones([1, 2]), tf.constant([1], tf.int64), tf.constant([4, 2]))
    whole, other = math_ops._as_indexed_slices_list([tf.ones([3, 2]), wide])
    assert whole.indices.dtype == other.indices.dtype == tf.int64
    with tf.Session() as session:
        assert session.run(whole.indices).tolist() == [0, 1, 2]


def test_lists_of_tensors_are_written_with_shapes():
    list_ops = import_module("tensorflow.python.ops.list_ops")
    handle = list_ops.empty_tensor_list([2], tf.float32)
    for value in ([1.0, 2.0], [3.0, 4.0]):
        handle = list_ops.tensor_list_push_back(handle, value)
    handle = list_ops.tensor_list_set_item(handle, 2, [5.0, 6.0], resize_if_index_out_of_bounds=True)
    shorter, last = list_ops.tensor_list_pop_back(handle, tf.float32)
    with tf.Session() as session:
        rows, top = session.run([list_ops.tensor_list_stack(shorter, tf.float32), last])
    assert (rows.tolist(), top.tolist()) == ([[1, 2], [3, 4]], [5, 6])


def test_a_saved_model_names_its_assets_and_operations(tmp_path):
    builder = import_module("tensorflow.python.saved_model.builder")
    loader = import_module("tensorflow.python.saved_model.loader_impl")
    messages = import_module("tensorflow.core.protobuf.meta_graph_pb2")
    (tmp_path / "words.txt").write_text("a")
    words = tf.constant(str(tmp_path / "words.txt"), name="words")
    v = tf.Variable(1.0, name="v")
    with tf.Session() as session:
        session.run(v.initializer)
        step = v.assign_add(1.0)
        for kind, options in (
            ("_SavedModelBuilder", {"assets_list": [words], "train_op": step, "init_op": step.op}),
            ("SavedModelBuilder", {"assets_collection": [words], "main_op": step.op}),
        ):
            saved = getattr(builder, kind)(str(tmp_path / kind))
            saved.add_meta_graph_and_variables(session, ["t"], **options)
            saved.save()
    for kind in ("_SavedModelBuilder", "SavedModelBuilder"):
        with tf.Session(graph=tf.Graph()) as session:
            message = loader.load(session, ["t"], str(tmp_path / kind))
            assert session.run("v:0") == 2  # the operation that initializes has run
            if kind == "_SavedModelBuilder":
                assert [one.filename for one in message.asset_file_def] == ["words.txt"]
                assert loader.get_train_op(message).name == step.name
            else:
                asset = messages.AssetFileDef()
                assert message.collection_def["saved_model_assets"].any_list.value[0].Unpack(asset)
                assert (asset.filename, asset.tensor_info.name) == ("words.txt", "words:0")


def test_jacobians_of_whole_tensors_and_of_rows():
    gradients = import_module("tensorflow.python.ops.parallel_for.gradients")
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    y = tf.square(x) * 2.0
    whole, none = gradients.jacobian(y, [x, tf.constant(1.0)])
    rows = gradients.batch_jacobian(y, x)
    assert none is None and whole.shape == [2, 2, 2, 2] and rows.shape == [2, 2, 2]
    with tf.Session() as session:
        whole, rows = session.run([whole, rows])
    np.testing.assert_array_equal(whole.reshape(4, 4), np.diag([4.0, 8.0, 12.0, 16.0]))
    np.testing.assert_array_equal(rows, [np.diag([4.0, 8.0]), np.diag([12.0, 16.0])])
    with pytest.raises(ValueError, match="Need first dimension of output shape"):
        gradients.batch_jacobian(tf.zeros([3, 2]), x)


def test_what_is_reachable_from_tensors_operations_and_variables():
    reachable = import_module("tensorflow.python.keras.utils.tf_utils").get_reachable_from_inputs
    assert import_module("tensorflow.python.keras.backend").get_graph() is tf.get_default_graph()
    a = tf.constant(1.0, name="a")
    b, c = tf.add(a, 1.0, name="b"), tf.multiply(a, a, name="c")
    with tf.control_dependencies([b]):
        d = tf.no_op(name="d")
    v = tf.get_variable("v", [], use_resource=False)
    assert reachable([a], targets=[b.op]) == {a, b.op, c.op}  # as far as needed, as in TensorFlow
    assert reachable({"x": b.op}) == {b.op, b, d}
    assert {item.name for item in reachable(v)} == {"v", "v:0", "v/Assign", "v/Assign:0", "v/read", "v/read:0"}
    with pytest.raises(TypeError, match="Expected Operation, Variable, or Tensor, got 3"):
        reachable([3])


def test_jacobians_through_branches_and_loops():
    gradients = import_module("tensorflow.python.ops.parallel_for.gradients")
    x = tf.constant([1.0, 2.0, 3.0])
    branch = tf.cond(x[0] < 0, lambda: x * x * x, lambda: -x * x)
    loop = tf.scan(lambda product, one: product * one, x)
    row = x[None]
    rows = gradients.batch_jacobian(tf.map_fn(tf.square, row), row)
    with tf.Session() as session:
        of_branch, of_loop, of_rows = session.run([gradients.jacobian(branch, x), gradients.jacobian(loop, x), rows])
    np.testing.assert_array_equal(of_branch, np.diag([-2.0, -4.0, -6.0]))
    np.testing.assert_array_equal(of_loop, [[1, 0, 0], [2, 1, 0], [6, 3, 2]])
    np.testing.assert_array_equal(of_rows, [np.diag([2.0, 4.0, 6.0])])


def test_keras_session_is_looked_into():
    backend = import_module("tensorflow.python.keras.backend")
    session = tf.keras.backend.get_session()
    assert backend._SESSION.session is session
    tf.keras.backend.clear_session()
    assert backend._SESSION.session is None


def test_parts_of_the_recurrent_functions_run_a_cell():
    """Programs that write a dynamic_rnn of their own import them; TensorFlow 1.15 computed the expected numbers."""
    rnn = import_module("tensorflow.python.ops.rnn")

    inputs = rnn._transpose_batch_time(tf.constant(np.arange(24.0).reshape(2, 4, 3) / 10, tf.float32))
    cell = tf.nn.rnn_cell.BasicRNNCell(2)
    with tf.variable_scope("rnn", initializer=tf.constant_initializer(0.1)):
        outputs, state = rnn._dynamic_rnn_loop(
            cell,
            inputs,
            cell.zero_state(2, tf.float32),
            parallel_iterations=32,
            swap_memory=False,
            sequence_length=tf.constant([2, 4]),
            dtype=tf.float32,
        )
    assert rnn._best_effort_input_batch_size([inputs]) == 2 and rnn._should_cache()
    assert rnn._infer_state_dtype(None, state) is tf.float32
    numbers = [tf.constant(number) for number in (1, [1, 3], 1, 3)]
    step, _ = rnn._rnn_step(*numbers, tf.zeros([2, 2]), state, lambda: cell(inputs[0], state), 2)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        found = session.run([outputs[:, :, 0], step[:, 0]])
    expected = [[0.02999, 0.37136], [0.12534, 0.50372], [0, 0.58547], [0, 0.65104]]
    np.testing.assert_allclose(found[0], expected, atol=1e-5)
    np.testing.assert_allclose(found[1], [0, 0.47786], atol=1e-5)


def test_a_convolution_is_an_object():
    nn_ops = import_module("tensorflow.python.ops.nn_ops")

    inputs, filters = tf.reshape(tf.range(12.0), [1, 4, 3]), tf.ones([2, 3, 2])
    session = tf.Session()
    for options in ({"strides": [2]}, {"dilation_rate": [2]}):
        convolve = nn_ops.Convolution(inputs.shape, filters.shape, "VALID", **options)
        expected = tf.nn.convolution(inputs, filters, "VALID", **options)
        np.testing.assert_array_equal(*session.run([convolve(inputs, filters), expected]))
    with pytest.raises(ValueError, match="input channels does not match corresponding dimension of filter, 3 != 5"):
        nn_ops.Convolution(inputs.shape, tf.ones([2, 5, 2]).shape, "VALID")
    assert nn_ops._get_noise_shape(inputs, [None, 1, 3]).as_list() == [1, 1, 3]


def test_methods_and_creators_of_variables_that_programs_call():
    variable_scope = import_module("tensorflow.python.ops.variable_scope")
    base = import_module("tensorflow.python.training.tracking.base")

    class Holder(tf.Module):
        @base.no_automatic_dependency_tracking
        def hide(self, value):
            self.hidden = value

    def resource(next_creator, **arguments):
        return variable_scope.default_variable_creator(None, **{**arguments, "use_resource": True})

    holder = Holder()
    with tf.variable_creator_scope(resource):
        variable = holder.seen = tf.Variable(1.0, name="seen")
        holder.hide(tf.Variable(2.0, name="hidden"))
    assert type(variable).__name__ == "ResourceVariable"
    assert list(holder._tracked_children()) == ["seen"]


def test_keys_by_identity_meet_no_other_objects():
    module = import_module("tensorflow.python.util.object_identity")
    assert isinstance(tf.constant(1).experimental_ref(), module.Reference)
    key = module._ObjectIdentityWrapper
    one = [1]
    assert key(one) == key(one) and key(one) != key([1]) and key(one).unwrapped is one
    with pytest.raises(TypeError, match="Cannot compare wrapped object with unwrapped object"):
        assert key(one) == one


def test_an_input_spec_has_a_shape():
    module = import_module("tensorflow.python.keras.engine.input_spec")
    assert module.to_tensor_shape(module.InputSpec(shape=[1, None, 2])).as_list() == [1, None, 2]
    assert module.to_tensor_shape(module.InputSpec(ndim=3, axes={1: 3, -1: 2})).as_list() == [None, 3, 2]
    assert module.to_tensor_shape(module.InputSpec(max_ndim=5)).ndims is None


def test_shapes_become_tensors():
    module = import_module("tensorflow.python.framework.tensor_util")
    with tf.Graph().as_default(), tf.Session() as session:
        tensors = [module.shape_tensor(shape) for shape in ([], (2, tf.Dimension(3)), tf.TensorShape([4]))]
        assert [tensor.dtype for tensor in tensors] == [tf.int32] * 3
        assert [value.tolist() for value in session.run(tensors)] == [[], [2, 3], [4]]


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("SGD", (0.01, 0.9, 0.0, True), 0.4415794),
        ("RMSprop", (0.1, 0.8, 1e-3), 0.5156510),
        ("Adagrad", (), 0.9772379),
        ("Adadelta", (), 0.9957125),
        ("Adamax", (), 0.9940004),
        ("Nadam", (), 0.9948590),
    ],
)
def test_optimizers_that_keras_had_before_have_their_own_arguments_and_rates(name, arguments, expected):
    optimizer = getattr(import_module("tensorflow.python.keras.optimizers"), name)(*arguments)
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, use_bias=False, kernel_initializer="ones", input_shape=(1,))])
    model.compile(optimizer, "mse")
    for _ in range(3):
        model.train_on_batch(np.array([[2.0]]), np.array([[0.0]]))
    np.testing.assert_allclose(model.get_weights()[0].item(), expected, rtol=2e-6)


def test_sizes_of_convolutions_are_computed_by_keywords():
    utils = import_module("tensorflow.python.keras.utils.conv_utils")
    assert utils.normalize_tuple(2, n=3, name="strides") == (2, 2, 2)
    assert utils.convert_data_format("channels_last", ndim=4) == "NHWC"
    assert utils.conv_output_length(input_length=7, filter_size=3, padding="valid", stride=2, dilation=1) == 3
    assert utils.deconv_output_length(input_length=7, filter_size=3, padding="same", stride=2) == 14
    assert utils.conv_input_length(output_length=4, filter_size=3, padding="valid", stride=2) == 9


def test_modules_of_packages_that_are_modules_here():
    for name in ("predictor.saved_model_predictor", "optimizer_v2.adam", "summary.summary", "lookup.lookup_ops"):
        package, _, module = name.partition(".")
        assert getattr(import_module(f"tensorflow.contrib.{package}"), module) is import_module(
            f"tensorflow.contrib.{name}"
        )
    with pytest.raises(AttributeError, match="they are left out|it is left out|fit"):
        _ = import_module("tensorflow.contrib.learn.python.learn.graph_actions").train


def test_the_context_says_what_new_sessions_are_configured_with():
    context = import_module("tensorflow.python.eager.context")
    config = import_module("tensorflow.python.framework.config")
    now = context.context()
    assert (now.execution_mode, now.device_policy) == (context.SYNC, context.DEVICE_PLACEMENT_SILENT)
    options = now.get_optimizer_experimental_options()
    assert (options["disable_model_pruning"], options["disable_meta_optimizer"]) == (False, False)
    config.set_inter_op_parallelism_threads(3)
    try:
        assert now.inter_op_parallelism_threads == 3 and not now.soft_device_placement
        assert context.context().config.inter_op_parallelism_threads == 3
        with context.function_executor_type("SINGLE_THREADED_EXECUTOR"):
            assert now.function_call_options.executor_type == "SINGLE_THREADED_EXECUTOR"
        assert now.function_call_options.executor_type is None
        assert (
            tf.ConfigProto.FromString(now.function_call_options.config_proto_serialized).inter_op_parallelism_threads
            == 3
        )
    finally:
        config.set_inter_op_parallelism_threads(0)


def test_a_tape_records_nothing_while_recording_is_stopped():
    tape_lib = import_module("tensorflow.python.eager.tape")
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        with tape_lib.stop_recording():
            constant = x * x
        y = x * constant
    assert tape.gradient(constant, x) is None
    with tf.Session() as session:
        assert session.run(tape.gradient(y, x)) == 9


def test_functions_of_python_are_counted_while_their_graphs_are_there():
    script_ops = import_module("tensorflow.python.ops.script_ops")

    def counted():
        with tf.Graph().as_default():
            one = tf.constant(1.0)
            script_ops.py_func(lambda x: x + one.shape[0], [one], [tf.float32])
            script_ops.eager_py_func(lambda x: x, [one], [tf.float32])
            return script_ops._py_funcs.size()

    gc.collect()
    before = script_ops._py_funcs.size()
    assert counted() == before + 2
    gc.collect()
    assert script_ops._py_funcs.size() == before


def test_programs_read_what_an_internal_module_or_class_says():
    utils = import_module("tensorflow.python.saved_model.utils")
    x = tf.placeholder(tf.float32, name="x")
    info = utils.build_tensor_info_from_op(x.op)
    assert (info.name, info.dtype) == ("x", 0)
    assert utils.build_tensor_info is tf.saved_model.utils.build_tensor_info
    assert not import_module("tensorflow.python.framework.ops").Tensor._USE_EQUALITY
    versions = import_module("tensorflow.python.framework.versions")
    assert versions.__version__ == versions.VERSION == tf.VERSION and not hasattr(versions, "__wrapped__")


def test_modules_of_operations_have_the_form_of_tensorflow_2_under_the_plain_name():
    image_ops = import_module("tensorflow.python.ops.image_ops")
    nn_ops = import_module("tensorflow.python.ops.nn_ops")
    assert (image_ops.ResizeMethod.LANCZOS3, image_ops.ResizeMethodV1.BICUBIC) == ("lanczos3", 2)
    assert image_ops.ResizeMethodV1 is tf.image.ResizeMethod
    image = tf.ones([1, 4, 4, 1])
    small = [image_ops.resize_images(image, [2, 2], method) for method in (image_ops.ResizeMethod.AREA, 3)]
    assert [tensor.op.type for tensor in small] == ["ResizeArea", "ResizeArea"]
    assert nn_ops.avg_pool2d(input=image, ksize=2, strides=2, padding="SAME").op.name == "AvgPool2D"


def test_messages_have_the_names_of_their_modules_in_tensorflow_1():
    config: Any = import_module("tensorflow.core.protobuf.config_pb2")
    control_flow: Any = import_module("tensorflow.core.protobuf.control_flow_pb2")
    options = config.RPCOptions(use_rpc_for_inprocess_master=True)
    assert tf.ConfigProto(rpc_options=options).rpc_options == options and config.ConfigProto is tf.ConfigProto
    context = control_flow.CondContextDef(values_def=control_flow.ValuesDef(values=["a"]))
    assert list(context.values_def.values) == ["a"]


def test_what_is_marked_for_xla_computes_the_same():
    control_flow_ops = import_module("tensorflow.python.ops.control_flow_ops")
    util = import_module("tensorflow.python.ops.control_flow_util")
    graph = tf.get_default_graph()
    v, context = tf.constant(2.0), control_flow_ops.XLAControlFlowContext()
    context.Enter()
    assert util.InXlaContext(graph) and util.GraphOrParentsInXlaContext(graph)
    _, y = tf.while_loop(lambda i, _: i < 3, lambda i, a: [i + 1, a * v], [0, 1.0], maximum_iterations=5)
    branch = tf.cond(v > 1.0, lambda: v + tf.while_loop(lambda i: i < 4.0, lambda i: i + 1.0, [v]), lambda: v)
    context.Exit()
    z = tf.identity(y) + branch
    assert util.IsInXLAContext(y.op) and not util.IsInXLAContext(z.op) and not util.InXlaContext(graph)
    with tf.Session() as session:
        assert session.run([z, *tf.gradients(z, [v])]) == [14, 14]


@pytest.mark.parametrize("named", [False, True])
def test_a_symbolic_gradient_is_that_of_a_function_of_the_library(named):
    defun = import_module("tensorflow.python.framework.function").Defun
    functional_ops = import_module("tensorflow.python.ops.functional_ops")

    @defun(tf.float32, tf.int32, tf.float32, tf.float32)
    def gradient(x, i, _first, second):
        return second * 100.0, tf.zeros_like(i)

    @defun(tf.float32)
    def square(x):
        return x * x

    @defun(tf.float32, tf.int32, grad_func=gradient if named else None)
    def cubes(x, i):
        return square(x) * x, x * tf.cast(i, tf.float32)

    @defun(tf.float32)
    def inner(x):
        return functional_ops.Gradient([x, tf.constant([1, 2]), x, tf.ones([2])], cubes)[0]

    with tf.Graph().as_default() as written:
        x = tf.placeholder(tf.float32, [2], "x")
        functional_ops.symbolic_gradient([x, [1, 2], x, [1.0, 1.0]], [tf.float32, tf.int32], cubes, "outside")
        inner(x, name="inside")
    message = written.as_graph_def()
    assert [node.op for node in message.node if node.name == "outside"] == ["SymbolicGradient"]
    with tf.Graph().as_default(), tf.Session() as session:
        fetches = tf.import_graph_def(message, return_elements=["outside:0", "outside:1", "inside:0"], name="")
        assert fetches[0].shape == [2]
        expected = [100.0, 100.0] if named else [2.0 * 12.0 + 1.0, 3.0 * 27.0 + 2.0]
        found = session.run(fetches, {"x:0": [2.0, 3.0]})
        assert [one.tolist() for one in found] == [expected, [0, 0], expected]
        with pytest.raises(LookupError, match="No gradient defined for operation 'outside'"):
            tf.gradients(fetches[0], session.graph.get_tensor_by_name("x:0"))


def test_a_call_with_too_few_tensors_says_so():
    defun = import_module("tensorflow.python.framework.function").Defun

    @defun(tf.float32, tf.float32)
    def product(x, y):
        return x * y

    call = tf.raw_ops.PartitionedCall(args=[tf.constant(1.0)], Tout=[tf.float32], f=product)
    with tf.Session() as session, pytest.raises(tf.errors.InvalidArgumentError, match=r"2 argument\(s\), but 1 arg"):
        session.run(call)


@pytest.mark.parametrize(
    ("module", "name", "home"),
    [
        ("feature_column.feature_column_lib", "is_feature_column_v2", "feature_column.feature_column_v2"),
        ("keras.layers.serialization", "Pooling2D", "keras.layers.pooling"),
        ("ops.losses.losses", "squeeze_or_expand_dimensions", "ops.losses.util"),
        ("training.distribution_strategy_context", "has_strategy", "distribute.distribution_strategy_context"),
    ],
)
def test_a_module_has_what_it_imports_of_another(module, name, home):
    imported = getattr(import_module(f"tensorflow.python.{module}"), name)
    assert imported is getattr(import_module(f"tensorflow.python.{home}"), name)
