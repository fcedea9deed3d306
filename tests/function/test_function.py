"""tf.function in graph mode: one operation for each call, traced once for each signature of the arguments."""

import functools
import gc
import weakref

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.base.errors import InaccessibleTensorError


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def types():
    return [op.type for op in tf.get_default_graph().get_operations()]


def test_a_call_is_one_operation_and_the_function_is_in_the_library(session):
    @tf.function
    def f(x, y=2.0):
        return x * y, {"sum": x + y}

    product, named = f(tf.constant(3.0))
    assert types() == ["Const", "PartitionedCall"]
    assert product.name == "PartitionedCall:0" and named["sum"].name == "PartitionedCall:1"
    (definition,) = tf.get_default_graph().as_graph_def().library.function
    assert definition.signature.name.startswith("__inference_f_")
    assert [node.op for node in definition.node_def] == ["Const", "Mul", "Const", "AddV2", "Identity", "Identity"]
    assert session.run([product, named]) == [6.0, {"sum": 5.0}]


def test_a_graph_finds_the_function_of_a_call():
    @tf.function
    def f(x):
        return x + 1.0

    graph = tf.get_default_graph()
    name = f(tf.constant(1.0)).op.get_attr("f").name
    assert graph._get_function(name).graph.inputs[0].op.type == "Placeholder"
    assert graph._get_function(name.encode()) is graph._get_function(name) and graph._get_function("g") is None


def test_calls_without_results_have_tensorflows_name():
    @tf.function
    def nothing(x):
        return ()

    nothing(tf.constant(1.0))
    nothing(tf.constant(2.0))
    calls = [op.name for op in tf.get_default_graph().get_operations() if op.type == "PartitionedCall"]
    assert calls == ["PartitionedFunctionCall", "PartitionedFunctionCall_1"]


def test_a_graph_with_calls_and_their_gradients_is_imported_and_runs(session):
    @tf.function
    def f(x):
        return tf.sin(x) * x

    x = tf.placeholder(tf.float32, [], name="x")
    y = tf.identity(f(x), name="y")
    tf.identity(tf.gradients(y, x)[0], name="dy")
    message = tf.get_default_graph().as_graph_def()
    with tf.Graph().as_default(), tf.Session() as other:
        tf.import_graph_def(message, name="")
        found = other.run(["y:0", "dy:0"], {"x:0": 2.0})
    np.testing.assert_allclose(found, [2 * np.sin(2.0), np.sin(2.0) + 2 * np.cos(2.0)], rtol=1e-6)


def test_it_is_traced_for_each_shape_and_type_and_python_value(session):
    traces = []

    @tf.function
    def f(x, training=False, **more):
        traces.append((x.shape.as_list(), training, more))
        return x + (1.0 if training else 2.0) + more.get("z", 0.0)

    one = tf.constant(1.0)
    calls = [f(one), f(tf.constant(5.0)), f(one, training=True), f(one, True), f(one, z=3.0), f(np.ones(2, np.float32))]
    assert traces == [([], False, {}), ([], True, {}), ([], False, {"z": 3.0}), ([2], False, {})]
    assert session.run(calls[:5]) == [3.0, 7.0, 2.0, 2.0, 6.0]
    with pytest.raises(TypeError, match="must be hashable"):
        f(one, training={1, 2})


def test_an_input_signature_says_for_what_it_is_traced(session):
    traces = []

    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32), tf.TensorSpec([], tf.int32)])
    def f(x, n):
        traces.append(x.shape.as_list())
        return tf.shape(x)[0] + n

    assert session.run([f([[1.0, 2.0]], 2), f(tf.ones([3, 2]), 1)]) == [3, 4]
    assert traces == [[None, 2]]
    with pytest.raises(ValueError, match="Python inputs incompatible with input_signature"):
        f(tf.ones([3, 3]), 1)
    with pytest.raises(ValueError, match="Structure of Python function inputs does not match input_signature"):
        f(tf.ones([3, 2]))
    with pytest.raises(TypeError, match="only pass arguments covered by it. Received 3"):
        f(tf.ones([3, 2]), 1, 2)
    with pytest.raises(TypeError, match="unexpected keyword argument m"):
        f(tf.ones([3, 2]), m=1)
    concrete = f.get_concrete_function()
    assert [spec.name for spec in concrete.structured_input_signature[0]] == ["x", "n"]
    assert session.run(concrete(n=tf.constant(4), x=tf.ones([5, 2]))) == 9
    with pytest.raises(TypeError, match="unknown"):
        concrete(tf.ones([5, 2]), tf.constant(1), z=1)


def test_shapes_are_relaxed_on_request(session):
    traces = []

    @tf.function(experimental_relax_shapes=True)
    def f(x):
        traces.append(x.shape.as_list())
        return tf.reduce_sum(x)

    assert session.run([f(tf.ones([n])) for n in range(1, 6)]) == [1, 2, 3, 4, 5]
    assert traces == [[1], [2], [None]]


def test_variables_are_made_on_the_first_call_only(session):
    class Scale:
        factor = None

        @tf.function
        def __call__(self, x):
            if self.factor is None:
                self.factor = tf.Variable(5.0, name="factor")
            return self.factor * x

    first, second = Scale(), Scale()
    results = [first(tf.constant(2.0)), first(tf.constant([1.0])), second(tf.constant(1.0))]
    assert [variable.name for variable in tf.global_variables()] == ["factor:0", "factor_1:0"]
    assert tf.trainable_variables() == []  # as in TensorFlow 1.15
    gradient = tf.gradients(results[0], first.factor)[0]
    session.run(tf.global_variables_initializer())
    assert session.run([results[0], gradient]) == [10.0, 2.0]

    @tf.function
    def each_time(x):
        return tf.Variable(1.0) * x

    with pytest.raises(ValueError, match="tried to create variables on non-first call"):
        each_time(tf.constant(1.0))


def test_effects_happen_in_the_order_of_the_program(session):
    v = tf.get_variable("v", initializer=1.0, use_resource=True)

    @tf.function
    def f(x):
        v.assign_add(x)
        before = v.read_value()
        tf.cond(x > 0.0, lambda: v.assign(before * 10.0), lambda: v.assign_sub(1.0))
        tf.while_loop(lambda i: i < 2, lambda i: [i + tf.cast(v.assign_add(1.0) > 0.0, tf.int32)], [0])
        return before, v.read_value()

    result = f(tf.constant(3.0))
    session.run(v.initializer)
    assert session.run(result) == (4.0, 42.0)
    assert session.run(v) == 42.0


def test_a_ref_variable_is_read_and_can_not_be_changed(session):
    v = tf.Variable(3.0)
    y = tf.function(lambda x: x * v)(tf.constant(2.0))
    session.run(v.initializer)
    assert session.run([y, *tf.gradients(y, v)]) == [6.0, 2.0]
    with pytest.raises(TypeError, match="requires l-value input"):
        tf.function(lambda x: v.assign_add(x))(tf.constant(1.0))


def test_gradients_of_any_order_pass_through_calls_of_calls(session):
    inner = tf.function(lambda x: x * x)
    outer = tf.function(lambda x: inner(x) * 2.0 + inner(x + 1.0))
    x = tf.constant(3.0)
    y = outer(x)
    first = tf.gradients(y, x)[0]
    assert session.run([y, first, tf.gradients(first, x)[0], tf.gradients(y * 2.0, x)[0]]) == [34.0, 20.0, 6.0, 40.0]


def test_the_gradient_sees_the_random_numbers_of_the_call(session):
    @tf.function
    def f(x):
        noise = tf.random.uniform([8]) * x
        return noise * 3.0 if x.shape.ndims is None else tf.cond(tf.reduce_sum(x) > 0.0, lambda: noise * 3.0, lambda: x)

    x = tf.ones([8])
    y = f(x)
    value, gradient = session.run([y, tf.gradients(y, x)[0]])
    np.testing.assert_allclose(value, gradient, rtol=1e-6)


def test_gradients_of_variables_pass_through_branches_and_loops_in_a_function(session):
    w = tf.get_variable("w", initializer=2.0, use_resource=True)
    table = tf.get_variable("table", initializer=np.arange(6, dtype=np.float32).reshape(3, 2), use_resource=True)
    inner = tf.function(lambda x: tf.sin(x) * w)

    @tf.function
    def f(x):
        y = inner(x) + tf.reduce_sum(tf.nn.embedding_lookup(table, [0, 2])) * x
        y = tf.cond(y > 0.0, lambda: y * w, lambda: y)
        return tf.while_loop(lambda i, a: i < 2, lambda i, a: (i + 1, a * w), [0, y])[1]

    x = tf.constant(0.5)
    y = f(x)
    dx, dw, dt = tf.gradients(y, [x, w, table])
    session.run(tf.global_variables_initializer())
    found = session.run([y, dx, dw, tf.convert_to_tensor(dt)])
    # (sin(x)·w + s·x)·w·w², s = 0 + 1 + 4 + 5
    np.testing.assert_allclose(found[0], (np.sin(0.5) * 2 + 5) * 8, rtol=1e-6)
    np.testing.assert_allclose(found[1], (np.cos(0.5) * 2 + 10) * 8, rtol=1e-6)
    np.testing.assert_allclose(found[2], np.sin(0.5) * 8 + (np.sin(0.5) * 2 + 5) * 12, rtol=1e-6)
    np.testing.assert_allclose(found[3], [[4.0, 4.0], [0.0, 0.0], [4.0, 4.0]], rtol=1e-6)


def test_the_gradient_sees_the_variables_of_the_call(session):
    v = tf.get_variable("v", initializer=2.0, use_resource=True)

    @tf.function
    def f(x):
        return tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a + x * v), [0, 0.0])[1]

    @tf.function
    def changing(x):
        v.assign_add(1.0)
        return f(x) + tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a + x * v), [0, 0.0])[1]

    x = tf.constant(3.0)
    with tf.control_dependencies([v.assign_add(1.0)]):
        y = f(x)
    session.run(v.initializer)
    assert session.run([y, *tf.gradients(y, [x, v])]) == [27.0, 9.0, 9.0]
    z = changing(x)
    assert session.run([z, *tf.gradients(z, [x, v])]) == [72.0, 24.0, 18.0]


def test_gradients_pass_through_arrays_in_a_function(session):
    double = tf.function(lambda x: tf.map_fn(lambda v: tf.cond(v > 2.0, lambda: v * v, lambda: v), x))
    x = tf.constant([1.0, 3.0])
    y = double(x)
    found = session.run([y, tf.gradients(y, x)[0]])
    assert [one.tolist() for one in found] == [[1.0, 9.0], [1.0, 6.0]]


def test_a_branch_of_a_function_trains_a_variable_that_it_reads(session):
    w = tf.get_variable("w", initializer=[1.0, 2.0], use_resource=True)
    optimizer = tf.train.MomentumOptimizer(0.1, 0.9)

    def update():
        loss = tf.reduce_sum(w**2)
        with tf.control_dependencies([optimizer.apply_gradients(zip(tf.gradients(loss, w), [w], strict=True))]):
            return tf.identity(loss)

    @tf.function
    def f(first, second):
        one = tf.cond(first, update, lambda: tf.constant(-1.0))
        two = tf.cond(second, update, lambda: tf.constant(-2.0))
        nested = tf.cond(first, lambda: tf.cond(second, update, lambda: tf.reduce_sum(w)), lambda: tf.constant(-3.0))
        return one, two, nested

    first, second = tf.placeholder(tf.bool, []), tf.placeholder(tf.bool, [])
    results = f(first, second)
    session.run(tf.global_variables_initializer())
    # All numbers are TensorFlow 1.15's.
    for choice, expected, left in (
        ((False, False), [-1.0, -2.0, -3.0], [1.0, 2.0]),
        ((False, True), [-1.0, 5.0, -3.0], [0.8, 1.6]),
        ((True, False), [3.2, -2.0, 1.38], [0.46, 0.92]),
        ((True, True), [1.058, 0.01922, 0.47617], [-0.58042, -1.16084]),
    ):
        assert np.allclose(session.run(results, dict(zip((first, second), choice, strict=True))), expected, atol=1e-5)
        assert np.allclose(session.run(w), left, atol=1e-5)


def test_calls_stand_in_branches_loops_and_datasets(session):
    double = tf.function(lambda x: x * 2.0)
    x = tf.constant(3.0)
    y = tf.cond(x > 1.0, lambda: double(x), lambda: x)
    z = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, double(a)), [0, x])[1]
    items = tf.data.Dataset.range(3).map(lambda i: double(tf.cast(i, tf.float32))).batch(3)
    found = session.run([y, z, *tf.gradients(y, x), *tf.gradients(z, x), items.make_one_shot_iterator().get_next()])
    assert found[:4] == [6.0, 24.0, 2.0, 8.0] and found[4].tolist() == [0.0, 2.0, 4.0]


def test_composite_tensors_and_variables_go_in_and_out(session):
    v = tf.get_variable("v", initializer=2.0, use_resource=True)

    @tf.function
    def f(sparse, variable):
        variable.assign_add(1.0)
        return tf.sparse_reduce_sum(sparse) * variable, tf.SparseTensor([[0]], [1.0], [2]), None

    total, sparse, nothing = f(tf.SparseTensor([[0, 1]], [5.0], [2, 2]), v)
    session.run(v.initializer)
    assert session.run(total) == 15.0 and session.run(sparse).values.tolist() == [1.0] and nothing is None


def test_a_function_returns_tensors_and_keeps_its_own(session):
    leaked = []
    with pytest.raises(TypeError, match="Python functions must return zero or more Tensors"):
        tf.function(lambda x: object())(tf.constant(1.0))

    @tf.function
    def f(x):
        leaked.append(x * 2.0)

    assert isinstance(f(tf.constant(1.0)), tf.Operation)
    with pytest.raises(RuntimeError, match="is complete"):
        leaked[0] + 1.0


def test_methods_partial_functions_and_lambdas_are_functions(session):
    class Adder:
        def __init__(self, amount):
            self.amount = amount

        @tf.function
        def add(self, x):
            return x + self.amount

    adder = Adder(2.0)
    third = tf.function(functools.partial(lambda a, b, c=3.0: a * b + c, tf.constant(2.0), c=10.0))
    assert session.run([adder.add(tf.constant(1.0)), third(tf.constant(5.0))]) == [3.0, 20.0]
    known = weakref.ref(adder)
    del adder
    gc.collect()
    assert known() is None


def test_wrapped_code_runs_what_its_results_need_and_is_pruned(session):
    v = tf.get_variable("v", initializer=0.0, use_resource=True)

    def code(x, add):
        v.assign_add(1.0)
        middle = tf.identity(x, name="middle") * 3.0
        return middle + 1.0 if add else middle - 1.0

    wrapped = tf.wrap_function(code, [tf.TensorSpec([], tf.float32), True])
    part = wrapped.prune("middle:0", wrapped.outputs[0])
    session.run(v.initializer)
    assert session.run([wrapped(tf.constant(2.0)), part(tf.constant(10.0))]) == [7.0, 31.0]
    assert session.run(v) == 0.0
    with pytest.raises(ValueError, match="Can only prune function whose feeds and fetches are from this graph"):
        wrapped.prune(wrapped.inputs[0], tf.constant(1.0))


def test_a_part_of_wrapped_code_may_have_branches_loops_and_ragged_tensors(session):
    def code(x, ragged):
        rows = tf.reshape(tf.range(6.0), [2, 3])
        chosen = tf.cond(x > 0, lambda: tf.gather(rows, x), lambda: tf.zeros([3]), name="chosen")
        tf.while_loop(lambda i, _: i < x, lambda i, total: (i + 1, total + chosen), (0, chosen), name="loop")
        tf.identity(ragged.values, name="values")
        return ragged * ragged

    specs = [tf.TensorSpec([], tf.int32), tf.RaggedTensorSpec([None, None], tf.float32)]
    wrapped = tf.wrap_function(code, specs)
    x, values, splits = wrapped.inputs
    part = wrapped.prune(x, ["chosen/Merge:0", "loop/Exit_1:0"])
    chosen, total = session.run(part(tf.constant(1)))
    assert chosen.tolist() == [3.0, 4.0, 5.0] and total.tolist() == [6.0, 8.0, 10.0]
    squares = wrapped.prune([values, splits], tf.RaggedTensor.from_row_splits(*wrapped.outputs, validate=False))
    ragged = tf.ragged.constant([[1.0, 2.0], [3.0]])
    found = squares(ragged.values, ragged.row_splits)
    assert session.run(found).to_list() == [[1.0, 4.0], [9.0]]


def test_a_placeholder_in_a_function_can_not_be_fed(session):
    @tf.function
    def product(x):
        return x * tf.placeholder(tf.float32, name="y")

    with pytest.raises(tf.errors.InvalidArgumentError, match="You must feed a value for placeholder tensor '.*y'"):
        session.run(product(2.0))


def test_a_batch_function_computes_the_batch_of_each_run(session):
    v = tf.get_variable("v", initializer=[10.0, 20.0], use_resource=True)

    @tf.contrib.batching.batch_function(1, 10, 1000, allowed_batch_sizes=[3, 10])
    def scaled(a, b):
        return a + 2.0 * v, tf.reshape(b, [-1]) if a.shape.ndims else b

    x, y = tf.placeholder(tf.float32, [None, 2]), tf.placeholder(tf.int32, [None, 1])
    found = scaled(x, y)
    op = found[0].op
    assert op.type == "BatchFunction" and op.name == "batch/BatchFunction"
    assert op.get_attr("allowed_batch_sizes") == [3, 10] and op.get_attr("shared_name") == b"batch/"
    session.run(v.initializer)
    for size in (1, 2):
        a, b = session.run(found, {x: [[1.0, 2.0]] * size, y: [[3]] * size})
        assert a.tolist() == [[21.0, 42.0]] * size and b.tolist() == [3] * size
    with pytest.raises(LookupError, match="No gradient defined for operation 'batch/BatchFunction'"):
        tf.gradients(found[0], x)
    with pytest.raises(ValueError, match="are supposed to be Tensors; found 1.0"):
        scaled(x, 1.0)


def test_a_vectorized_map_has_the_types_that_the_function_returns(session):
    x, y = tf.constant([[1.0, 2.0], [3.0, 4.0]]), tf.constant([10, 20])
    found = tf.vectorized_map(lambda row: {"sum": tf.reduce_sum(row[0]), "next": row[1] + 1}, (x, y))
    gradient = tf.gradients(found["sum"], x)[0]
    values, derivatives = session.run([found, gradient])
    assert values["sum"].tolist() == [3.0, 7.0] and values["next"].tolist() == [11, 21]
    assert derivatives.tolist() == [[1.0, 1.0], [1.0, 1.0]]


def test_gradients_in_a_vectorized_map_are_of_one_row(session):
    x = tf.constant([1.0, 2.0])
    losses = tf.reduce_sum(tf.squared_difference(x, [[3.0, 4.0], [5.0, 6.0], [0.0, 0.0]]), 1)
    rows = tf.vectorized_map(lambda loss: tf.gradients(loss, x)[0], losses)
    assert session.run(rows).tolist() == [[-4.0, -4.0], [-8.0, -8.0], [2.0, 4.0]]


def test_effects_in_either_branch_come_before_what_follows(session):
    v, w = (tf.Variable(value, use_resource=True) for value in (1.0, 10.0))

    @tf.function
    def f(x):
        if x > 0:
            if x > 2:
                v.assign(x)
                w.assign_add(v)
            else:
                w.assign_sub(1.0)
        else:
            v.assign_add(1.0)
        v.assign(v + w)
        return v.read_value(), w.read_value()

    x = tf.placeholder(tf.float32, [])
    found = f(x)
    session.run(tf.global_variables_initializer())
    assert [session.run(found, {x: a}) for a in (1.0, 3.0, -1.0, 5.0)] == [(10, 9), (15, 12), (28, 12), (22, 17)]


def test_gradients_of_gradients_of_operators_with_constants(session):
    @tf.function
    def f(x):
        return x**3

    x = tf.constant(2.0)
    values = [f(x)]
    for _ in range(3):
        values += tf.gradients(values[-1], x)
    assert session.run(values) == [8.0, 12.0, 12.0, 6.0]


def test_a_training_step_with_adam_is_a_function(session):
    optimizer = tf.train.AdamOptimizer(0.1)
    w = tf.Variable([1.0, 2.0], use_resource=True)

    @tf.function
    def step(x):
        for _ in tf.range(1):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(tf.square(w - x))
            optimizer.apply_gradients([(tape.gradient(loss, w), w)])
        return tf.reduce_sum(tf.square(w - x))

    loss = step(tf.constant([0.0, 0.0]))
    session.run(tf.global_variables_initializer())
    np.testing.assert_allclose(
        [session.run(loss) for _ in range(3)], [4.42, 3.881, 3.384], rtol=1e-3
    )  # TensorFlow 1.15's


def test_a_saved_model_with_a_variable_in_a_branch_of_a_function(session, tmp_path):
    v = tf.Variable(3.0, use_resource=True)

    @tf.function
    def f(x):
        if tf.reduce_sum(x) > 0:
            return x * v
        return x - v

    x = tf.placeholder(tf.float32, [None], name="x")
    tf.identity(f(x), name="y")
    session.run(tf.global_variables_initializer())
    tf.saved_model.simple_save(session, str(tmp_path / "model"), {"x": x}, {"y": x})
    with tf.Graph().as_default(), tf.Session() as other:
        tf.saved_model.load(other, ["serve"], str(tmp_path / "model"))
        found = [other.run("y:0", {"x:0": value}).tolist() for value in ([1.0, 1.0], [-1.0, -1.0])]
    assert found == [[3.0, 3.0], [-4.0, -4.0]]


@pytest.mark.parametrize("inside", ["loop", "branch"])
def test_gradients_of_functions_with_random_numbers_in_loops_and_branches(session, inside):
    @tf.function
    def in_loop(x):
        mask = tf.zeros([50])
        for _ in tf.range(3):
            mask += tf.cast(tf.random.uniform([50]) > 0.5, tf.float32)
            x = x * mask
        return x

    @tf.function
    def in_branch(x):
        if tf.reduce_sum(x) > 0:
            return tf.nn.dropout(x, rate=0.5)
        return x

    x = tf.ones([50])
    y = (in_loop if inside == "loop" else in_branch)(x)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        recorded = (in_loop if inside == "loop" else in_branch)(x)
    (gradient,) = tf.gradients(y, x)
    pairs = [(y, gradient), *((recorded, tape.gradient(recorded, x)) for _ in range(2))]
    for value, found in session.run(pairs):
        assert value.any() and value.tolist() == found.tolist()


def test_a_gradient_leaves_the_effects_of_a_loop_that_nothing_waits_for(session):
    v = tf.Variable(1.0, use_resource=True)

    @tf.function
    def powers(x):
        def step(i, x):
            following, x = i + 1, x * v
            v.assign(v * 2.0)
            return following, x

        return tf.while_loop(lambda i, x: i < 3, step, [tf.constant(0), x])[1]

    x = tf.placeholder(tf.float32, [])
    y = powers(x)
    gradients = tf.gradients(y, [x, v])
    session.run(tf.global_variables_initializer())
    assert session.run([y, *gradients], {x: 3.0}) == [24.0, 8.0, 42.0]  # TensorFlow 1.15's
    assert session.run(v) == 8.0


def test_gradients_of_functions_that_change_what_they_read_in_loops_and_branches(session):
    v, w = (tf.Variable(value, use_resource=True) for value in (1.0, 2.0))

    @tf.function
    def powers(x):
        for _ in tf.range(3):
            x = x * v
            v.assign(v * 2.0)
        return x

    @tf.function
    def inner(x):
        w.assign_add(1.0)
        return w * x

    @tf.function
    def outer(x):
        for _ in tf.range(2):
            x = inner(x)
        return x

    x = tf.placeholder(tf.float32, [])
    y, z = powers(x), outer(x)
    session.run(tf.global_variables_initializer())
    assert session.run([y, *tf.gradients(y, [x, v])], {x: 3.0}) == [24.0, 8.0, 42.0]  # TensorFlow 1.15's
    assert session.run([z, *tf.gradients(z, x)], {x: 3.0}) == [36.0, 12.0]


def test_ragged_tensors_pass_through_functions(session):
    @tf.function
    def doubled(ragged):
        return ragged * 2, tf.reduce_sum(ragged, 1)

    @tf.function(input_signature=[tf.RaggedTensorSpec([None, None, None], tf.float32)])
    def lengths(ragged):
        return ragged.bounding_shape(), ragged.nested_row_splits

    twice, sums = doubled(tf.ragged.constant([[1, 2], [3]]))
    assert isinstance(twice, tf.RaggedTensor)
    assert [one.tolist() for one in session.run([twice.values, sums])] == [[2, 4, 6], [3, 3]]
    sizes, splits = lengths(tf.ragged.constant([[[1.0, 2.0], [3.0]], [[4.0]]]))
    assert session.run(sizes).tolist() == [2, 2, 2]
    assert [one.tolist() for one in session.run(splits)] == [[0, 2, 3], [0, 2, 3, 4]]


def test_gradients_pass_loops_and_branches_that_call_functions(session):
    v = tf.get_variable("v", initializer=[1.0, 2.0, 3.0], use_resource=True)

    @tf.function
    def rows(x):
        return x + v.sparse_read([1])[0]

    @tf.function
    def loop(x):
        return tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x + v.sparse_read([1])[0]), [0, x])[1]

    @tf.function
    def gradient(step):
        y = tf.while_loop(lambda i, x: i < 2, lambda i, x: (i + 1, step(i, x)), [0, 0.0])[1]
        return tf.convert_to_tensor(tf.gradients(y, v)[0])

    @tf.function
    def of_branch():
        y = tf.cond(tf.constant(True), lambda: v.sparse_read([1, 2]), lambda: tf.zeros([2]))
        return tf.convert_to_tensor(tf.gradients(y, v)[0])

    nested = gradient(lambda i, x: loop(x))
    chosen = gradient(lambda i, x: tf.cond(tf.equal(i, 0), lambda: rows(x), lambda: x))
    branch = of_branch()
    session.run(v.initializer)
    assert [one.tolist() for one in session.run([nested, chosen, branch])] == [[0, 6, 0], [0, 1, 0], [0, 1, 1]]


def test_gradients_in_a_function_flow_through_what_it_captures(session):
    v = tf.get_variable("v", initializer=[1.0, 2.0], use_resource=True)
    c = tf.constant([3.0, 4.0])
    y = v * c

    @tf.function
    def outer(x):
        w = x * y

        @tf.function
        def inner(u):
            return tf.gradients(u * w + y, [u, x, y, c, w]) + tf.gradients(y * y, [v])

        return inner(c)

    results = outer(v + 1.0)
    session.run(v.initializer)
    # What TensorFlow 1.15 computes.
    expected = [[6, 24], [9, 32], [7, 13], [7, 26], [3, 4], [18, 64]]
    assert [value.tolist() for value in session.run(results)] == expected


@pytest.mark.parametrize("taken", [True, False])
def test_gradients_in_a_function_flow_through_the_branches_that_it_is_called_in(session, taken):
    v = tf.get_variable("v", initializer=[1.0, 2.0], use_resource=True)
    c = tf.constant([3.0, 5.0])
    pred = tf.placeholder_with_default(taken, [])

    def of_what_the_branch_made():
        y = tf.square(v) * c

        def called_in_both():
            z = y * v
            return tf.function(lambda k: tf.convert_to_tensor(tf.gradients(z * k, [v, c, y])))(tf.constant(2.0))

        return tf.cond(v[0] > 0.0, called_in_both, lambda: tf.ones([3, 2]))

    result = tf.cond(pred, of_what_the_branch_made, lambda: tf.zeros([3, 2]))
    session.run(v.initializer)
    # What TensorFlow 1.15 computes where a loop calls the function.
    expected = [[18, 120], [2, 16], [2, 4]] if taken else [[0, 0]] * 3
    assert session.run(result).tolist() == expected


def test_gradients_in_a_function_add_the_operations_that_tensorflow_adds():
    y = tf.square(tf.constant([1.0, 2.0])) * 3.0

    @tf.function
    def gradient(k):
        return tf.gradients(y * k, y.op.inputs[0])[0]

    made = gradient.get_concrete_function(tf.constant(2.0)).graph.get_operations()
    # Equal sizes share one: a product of [2] and [] in the body, and the one outside.
    assert [op.type for op in made].count("BroadcastGradientArgs") == 1


def test_gradients_in_a_function_of_a_branch_outside_are_refused(session):
    c = tf.constant(3.0)
    y = tf.cond(tf.placeholder_with_default(True, []), lambda: c * c, lambda: c)
    with pytest.raises(NotImplementedError, match="call tf.gradients outside of the function"):
        tf.function(lambda: tf.gradients(y, [c]))()


def test_gradients_in_a_function_of_a_loop_outside_are_refused(session):
    c = tf.constant(3.0)
    y = tf.while_loop(lambda i, x: i < 2, lambda i, x: (i + 1, x * c), [0, 1.0])[1]
    with pytest.raises(NotImplementedError, match="call tf.gradients outside of the function"):
        tf.function(lambda: tf.gradients(y, [c]))()


@pytest.mark.parametrize("place", ["other branch", "after", "returned", "after the loop"])
def test_a_tensor_of_a_branch_or_a_loop_is_inaccessible_outside_of_it(place):
    @tf.function
    def f(x):
        found = []

        def inside(value):
            found.append(value + 1.0)
            return found[0]

        if place == "after the loop":
            return tf.while_loop(lambda i: i < 3.0, inside, [x]) + found[0]
        other = (lambda: x * found[0]) if place == "other branch" else (lambda: x)
        result = tf.cond(x > 0, lambda: inside(x), other)
        return found[0] if place == "returned" else result + found[0]

    with pytest.raises(
        InaccessibleTensorError, match="cannot be accessed here: it is defined in another function or code"
    ):
        f(tf.constant(1.0))


def test_gradients_in_a_function_use_what_its_branches_and_loops_computed(session):
    @tf.function
    def f(x):
        y = tf.while_loop(
            lambda i, y: i < 3, lambda i, y: (i + 1, tf.cond(y > 3, lambda: y * x, lambda: y * y)), [0, x]
        )[1]
        return tf.gradients(y, x)[0]

    assert session.run(f(tf.constant(2.0))) == 32.0  # of x² · x · x


def test_a_function_of_a_file_may_wait_for_its_argument(session):
    @tf.function
    def f(a, b):
        with tf.control_dependencies([a]):
            return b * 2.0

    x = tf.placeholder(tf.float32, [], name="x")
    tf.identity(f(x, x * 3.0), name="y")
    message = tf.get_default_graph().as_graph_def()
    (written,) = message.library.function
    assert "^a" in [text for node in written.node_def for text in node.input]
    with tf.Graph().as_default(), tf.Session() as again:
        y, x = tf.import_graph_def(message, return_elements=["y:0", "x:0"], name="")
        assert again.run([y, *tf.gradients(y, x)], {x: 5.0}) == [30.0, 6.0]


def test_an_optimizer_finds_its_variables_for_one_that_a_function_made():
    optimizer = tf.train.AdamOptimizer(1.0)

    @tf.contrib.eager.defun
    def step():
        v = tf.get_variable("v", initializer=1.0, use_resource=True)
        optimizer.apply_gradients([(2.0 * v, v)])
        return v.read_value()

    assert step().shape.as_list() == []
    assert {v.op.name for v in optimizer.variables()} <= {"beta1_power", "beta2_power", "v/Adam", "v/Adam_1"}


def test_a_captured_constant_shape_is_known_in_the_body():
    shape, count, seen = tf.constant([3, 4]), tf.constant(3), {}

    @tf.function(autograph=False)
    def body():
        seen["zeros"] = tf.zeros(tf.concat([shape, [count]], 0)).shape.as_list()
        seen["range"] = tf.range(count).shape.as_list()  # a number is not, as in TensorFlow
        return tf.reshape(tf.range(12), shape), tf.range(count)

    reshaped, numbers = body()
    assert (seen, reshaped.shape.as_list()) == ({"zeros": [3, 4, None], "range": [None]}, [3, 4])
    assert tf.data.Dataset.range(2).map(lambda x: tf.ones(shape)).output_shapes.as_list() == [3, 4]
    with tf.Session() as session:
        assert session.run(numbers, {count: 2}).tolist() == [0, 1]
        with pytest.raises(ValueError, match="may not be fed"):
            session.run(reshaped, {shape: [4, 3]})


@pytest.mark.parametrize(
    "make",
    [
        lambda: tf.Variable(2.0),
        lambda: tf.Variable(lambda: 2.0, use_resource=True),
        lambda: tf.get_variable("v", initializer=2.0),
    ],
)
def test_variables_that_defun_makes_are_of_the_graph_around_it(make):
    made = []

    @tf.contrib.eager.defun
    def times(x):
        if not made:
            made.append(make())
        return made[0] * x

    three, five = times(tf.constant(3.0)), times(tf.constant(5.0))
    (gradient,) = tf.gradients(three, made[0])
    assert tf.trainable_variables() == made and made[0].graph is tf.get_default_graph()
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        assert session.run([three, five, gradient]) == [6, 10, 3]


def test_layers_whose_call_is_a_defun_are_trained():
    class Doubled(tf.keras.Sequential):
        def __init__(self):
            super().__init__()
            self.call = tf.contrib.eager.defun(self.call)

    model = Doubled()
    model.add(tf.keras.layers.Dense(1, kernel_initializer="ones"))
    model.compile(loss="mse", optimizer=tf.train.GradientDescentOptimizer(0.25))
    model.fit(np.ones((2, 1)), np.zeros((2, 1)), verbose=0)
    kernel, bias = model.get_weights()
    assert [kernel.item(), bias.item()] == [0.5, -0.5]


def test_the_initial_value_of_a_variable_of_a_defun_is_no_tensor_of_it():
    @tf.contrib.eager.defun(autograph=False)
    def make(x):
        return tf.Variable(x * 2.0) + x

    with pytest.raises(ValueError, match="must either be wrapped in an init_scope or callable"):
        make(tf.constant(1.0))
