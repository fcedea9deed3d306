"""MirroredStrategy: the numbers of TensorFlow, in graphs whose names are TensorFlow's."""

import os
import subprocess
import sys
from typing import Any

import numpy as np
import optax
import pytest

import graphlab as tf
from graphlab._src.state.moving_averages import assign_moving_average
from tests.distribute.replicas import TWO, assert_two_steps_of_line, line, line_step, mirrored, session
from tests.modules import PACKAGE

SUM, MEAN = tf.distribute.ReduceOp.SUM, tf.distribute.ReduceOp.MEAN
ON_READ = tf.VariableSynchronization.ON_READ


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def test_replicas_take_the_steps_that_tensorflow_takes(graph):
    strategy = tf.distribute.MirroredStrategy(TWO)
    with strategy.scope():
        iterator = strategy.make_dataset_iterator(line())
        losses = strategy.experimental_run_v2(line_step, args=(iterator.get_next(),))
        loss = strategy.reduce(SUM, losses, axis=None)
        assert [t.name for t in strategy.experimental_local_results(losses)] == ["loss:0", "replica_1/loss:0"]
        assert [v.name for v in tf.global_variables()] == [
            *["w:0", "b:0", "global_step:0", "beta1_power:0", "beta2_power:0"],
            *["w/Adam:0", "w/Adam_1:0", "b/Adam:0", "b/Adam_1:0"],
        ]
        sess = session()
        sess.run([tf.global_variables_initializer(), iterator.initialize()])
        assert_two_steps_of_line(sess, loss)
        with pytest.raises(tf.errors.OutOfRangeError):
            sess.run(loss)
    names = set(graph.operations_by_name)
    assert {"w/replica_1", "b/replica_1", "w/Adam/replica_1", "replica_1/MatMul", "AddN", "AddN_1"} <= names
    assert "Adam/update_1/update_w/replica_1/ResourceApplyAdam" in names
    assert graph.get_operation_by_name("replica_1/MatMul").device == "/replica:0/task:0/device:CPU:1"


def metrics_step(batch):
    """Variables of each kind, metrics and a step of Momentum."""
    x, y = batch
    gamma = tf.Variable(np.ones([3], "f"), name="gamma")
    average = tf.Variable(
        np.zeros([3], "f"),
        trainable=False,
        synchronization=tf.VariableSynchronization.ON_READ,
        aggregation=tf.VariableAggregation.MEAN,
        name="average",
    )
    count = tf.Variable(0, trainable=False, aggregation=tf.VariableAggregation.SUM, name="count")
    first = tf.Variable(0.0, trainable=False, aggregation=tf.VariableAggregation.ONLY_FIRST_REPLICA, name="first")
    logits = tf.reduce_sum(x * gamma, 1)
    p = tf.sigmoid(logits)
    mean, _ = tf.nn.moments(x, [0])
    changes = [average.assign(average * 0.9 + 0.1 * mean), count.assign_add(tf.shape(x)[0]), first.assign(p[0])]
    pairs = [
        tf.metrics.accuracy(y, tf.round(p)),
        tf.metrics.auc(y, p, num_thresholds=10),
        tf.metrics.precision(y, tf.round(p)),
        tf.metrics.root_mean_squared_error(y, p),
    ]
    loss = tf.losses.sigmoid_cross_entropy(y, logits)
    step = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
    with tf.control_dependencies([*(c.op for c in changes), *(update for _, update in pairs), step]):
        return tf.identity(loss), [value for value, _ in pairs], (average, count, first, gamma)


def test_metrics_and_variables_of_each_kind_combine_as_in_tensorflow(tmp_path):
    strategy, rng = mirrored(), np.random.RandomState(0)
    data = rng.randn(12, 3).astype("f"), (rng.rand(12) > 0.5).astype("f")
    with strategy.scope():
        iterator = strategy.make_dataset_iterator(tf.data.Dataset.from_tensor_slices(data).batch(4))
        loss, metrics, variables = strategy.experimental_run_v2(metrics_step, args=(iterator.get_next(),))
        mean = strategy.reduce(MEAN, loss, axis=None)
        saver = tf.train.Saver()
        whole = [strategy.extended.read_var(v) for v in variables]
        sess = session()
        sess.run([tf.global_variables_initializer(), tf.local_variables_initializer(), iterator.initialize()])
        # The numbers are TensorFlow 2.21's.
        assert [sess.run(mean) for _ in range(3)] == pytest.approx([0.82999, 1.87421, 0.88041], abs=1e-5)
        assert sess.run(metrics) == pytest.approx([0.41667, 0.5625, 0.33333, 0.64916], abs=1e-5)
        average, count, first, gamma = sess.run(whole)
        assert average.tolist() == pytest.approx([0.16145, 0.08508, -0.02179], abs=1e-5)
        assert (count, first) == (12, pytest.approx(0.67841, abs=1e-5))
        assert gamma.tolist() == pytest.approx([0.84463, 0.64868, 0.58949], abs=1e-5)
        path = saver.save(sess, str(tmp_path / "model"))
        assert [name for name, _ in tf.train.list_variables(path)] == [
            *["average", "count", "first", "gamma", "gamma/Momentum"]
        ]
        sess.run(tf.global_variables_initializer())
        saver.restore(sess, path)
        for before, variable in zip([average, count, first, gamma], variables, strict=True):
            for copy in strategy.experimental_local_results(variable):
                np.testing.assert_allclose(sess.run(copy), before, rtol=1e-6)


def test_a_checkpoint_of_one_device_fits_replicas_and_back(tmp_path):
    w = tf.get_variable("w", initializer=[1.0, 2.0])
    with session() as sess:
        sess.run(w.initializer)
        path = tf.train.Saver().save(sess, str(tmp_path / "one"))
    with tf.Graph().as_default(), mirrored().scope():
        w = tf.get_variable("w", initializer=[0.0, 0.0])
        sess = session()
        tf.train.Saver().restore(sess, path)
        assert [sess.run(copy).tolist() for copy in w.values] == [[1.0, 2.0]] * 2


def train(strategy, optimizer, batches):
    """The losses and weights of a small network; strategy None trains on one device."""
    with tf.Graph().as_default():

        def step(x, y):
            with tf.variable_scope("net", reuse=tf.AUTO_REUSE):
                rows = tf.get_variable("rows", initializer=np.linspace(-1, 1, 20, dtype="f").reshape(5, 4))
                hidden = tf.layers.dense(tf.nn.embedding_lookup(rows, x), 3, tf.tanh, kernel_initializer=kernel())
            loss = tf.reduce_mean(tf.square(tf.reduce_sum(hidden, 1) - y))
            loss /= 1 if strategy is None else strategy.num_replicas_in_sync
            with tf.control_dependencies([optimizer().minimize(loss)]):
                return tf.identity(loss)

        def kernel():
            return tf.constant_initializer(np.linspace(-0.5, 0.7, 12, dtype="f").reshape(4, 3))

        dataset = tf.data.Dataset.from_tensor_slices(batches).batch(8)
        if strategy is None:
            iterator = dataset.make_initializable_iterator()
            loss = step(*iterator.get_next())
        else:
            with strategy.scope():
                iterator = strategy.make_dataset_iterator(dataset)
                loss = strategy.experimental_run_v2(step, args=iterator.get_next())
                loss = strategy.reduce(SUM, loss, axis=None)
        with session(8) as sess:
            sess.run([tf.global_variables_initializer(), iterator.initializer])
            losses = [sess.run(loss) for _ in range(3)]
            return losses, [sess.run(v) for v in tf.trainable_variables()]


@pytest.mark.parametrize(
    "optimizer",
    [
        lambda: tf.train.GradientDescentOptimizer(0.1),
        lambda: tf.train.MomentumOptimizer(0.1, 0.9, use_nesterov=True),
        lambda: tf.train.AdamOptimizer(0.05),
        lambda: tf.train.AdagradOptimizer(0.1),
        lambda: tf.train.RMSPropOptimizer(0.01, momentum=0.5, centered=True),
        lambda: tf.train.FtrlOptimizer(0.1),
        lambda: tf.train.AdadeltaOptimizer(1.0),
        lambda: tf.train.ProximalAdagradOptimizer(0.1),
        lambda: tf.train.AdagradDAOptimizer(0.1, tf.train.get_or_create_global_step()),
        lambda: tf.train.OptaxOptimizer(optax.adam(0.05)),
    ],
    ids="sgd momentum adam adagrad rmsprop ftrl adadelta proximal adagrad_da optax".split(),
)
def test_eight_replicas_learn_what_one_device_learns(optimizer):
    rng = np.random.RandomState(0)
    batches = rng.randint(0, 5, 24), rng.randn(24).astype("f")
    (losses, weights), (their_losses, their_weights) = (train(s, optimizer, batches) for s in (mirrored(8), None))
    np.testing.assert_allclose(losses, their_losses, atol=1e-5)
    for mine, theirs in zip(weights, their_weights, strict=True):
        np.testing.assert_allclose(mine, theirs, atol=1e-5)


def test_the_last_batches_may_be_smaller_or_missing():
    strategy = mirrored(4)
    with strategy.scope():
        iterator = strategy.make_dataset_iterator(tf.data.Dataset.range(10).batch(8))
        parts = strategy.experimental_local_results(iterator.get_next())
        per_replica = strategy.make_input_fn_iterator(lambda context: tf.data.Dataset.range(5).batch(2))
        own = strategy.experimental_local_results(per_replica.get_next())
        sess = session(4)
        sess.run([iterator.initialize(), per_replica.initialize()])
        assert [part.tolist() for part in sess.run(parts)] == [[0, 1], [2, 3], [4, 5], [6, 7]]
        assert [part.tolist() for part in sess.run(parts)] == [[8], [9], [], []]
        assert [part.tolist() for part in sess.run(own)] == [[0, 1], [2, 3], [4], []]
        for end in (parts, own):
            with pytest.raises(tf.errors.OutOfRangeError):
                sess.run(end)


def test_a_mean_over_examples_weighs_each_example_the_same():
    strategy = mirrored()
    with strategy.scope():
        iterator = strategy.make_dataset_iterator(tf.data.Dataset.from_tensor_slices([1.0, 2.0, 6.0]).batch(3))
        element = iterator.get_next()
        found = [strategy.reduce(MEAN, element, axis=0), strategy.reduce(SUM, element, axis=0)]
        sess = session()
        sess.run(iterator.initialize())
        assert sess.run(found) == [3.0, 9.0]


def test_input_functions_know_the_replicas():
    strategy = mirrored()

    def dataset(context):
        assert (context.num_input_pipelines, context.input_pipeline_id, context.num_replicas_in_sync) == (1, 0, 2)
        return tf.data.Dataset.range(4).batch(context.get_per_replica_batch_size(4))

    with strategy.scope():
        assert len(strategy.experimental_local_results(strategy.make_input_fn_iterator(dataset).get_next())) == 2
    with pytest.raises(ValueError, match="not divisible by `num_replicas_in_sync` 2"):
        tf.distribute.InputContext(num_replicas_in_sync=2).get_per_replica_batch_size(3)


def test_an_input_function_may_return_a_function_that_is_called_for_each_replica():
    strategy = mirrored()
    iterator = strategy.make_input_fn_iterator(lambda _: tf.data.Dataset.range(6).make_one_shot_iterator().get_next)
    found = strategy.experimental_local_results(iterator.get_next())
    with session() as sess:
        sess.run(iterator.initialize())
        assert [sorted(sess.run(found)) for _ in range(3)] == [[0, 1], [2, 3], [4, 5]]
        with pytest.raises(tf.errors.OutOfRangeError):
            sess.run(found)


def test_arrays_become_a_dataset_of_their_rows():
    strategy = mirrored()
    rows = np.arange(8).reshape(4, 2)
    for where in [strategy, strategy.extended]:
        dataset = where.experimental_make_numpy_dataset((rows, [1, 2, 3, 4])).batch(4)
        with session() as sess:
            found, numbers = sess.run(dataset.make_one_shot_iterator().get_next())
        assert (found == rows).all() and numbers.tolist() == [1, 2, 3, 4]


def test_replicas_meet_in_a_merge_call():
    strategy = mirrored()

    def replica():
        context = tf.distribute.get_replica_context()
        mine = tf.cast(context.replica_id_in_sync_group, tf.float32) + 1.0
        summed = context.all_reduce(SUM, mine)
        same = context.merge_call(lambda where, value: where.reduce(MEAN, value, axis=None), args=(mine,))
        return summed, same, tf.distribute.in_cross_replica_context()

    with strategy.scope():
        assert tf.distribute.in_cross_replica_context() and tf.distribute.get_replica_context() is None
        summed, same, across = strategy.experimental_run_v2(replica)
        assert across is False
        with session() as sess:
            assert sess.run([*strategy.experimental_local_results(summed), same]) == [3.0, 3.0, 1.5]


def test_an_error_in_a_replica_is_raised_where_the_replicas_were_started():
    def fails():
        tf.get_variable("w", [2])
        raise KeyError("mine")

    with mirrored().scope(), pytest.raises(KeyError, match="mine"):
        mirrored_here = tf.distribute.get_strategy()
        mirrored_here.experimental_run_v2(fails)


def test_replicas_that_do_not_meet_are_an_error():
    strategy = mirrored()

    def replica():
        context = tf.distribute.get_replica_context()
        if "CPU:0" in context.devices[0]:
            context.merge_call(lambda strategy: None)

    with strategy.scope(), pytest.raises(RuntimeError, match="different number of replica_context"):
        strategy.experimental_run_v2(replica)


def test_a_mirrored_variable_is_changed_in_replicas_only_with_an_aggregation():
    strategy = mirrored()

    def replica():
        return tf.get_variable("w", initializer=1.0).assign_add(1.0)

    with strategy.scope(), pytest.raises(ValueError, match="You must specify an aggregation method"):
        strategy.experimental_run_v2(replica)


def test_variables_change_on_all_devices_outside_of_replicas():
    strategy = mirrored()
    with strategy.scope():
        w = tf.get_variable("w", initializer=[1.0, 2.0])
        read = tf.get_variable(
            "r",
            initializer=0.0,
            synchronization=tf.VariableSynchronization.ON_READ,
            aggregation=tf.VariableAggregation.SUM,
        )
    change, total = w.assign_add([1.0, 1.0]), read.assign(6.0)
    with session() as sess:
        sess.run(tf.global_variables_initializer())
        sess.run([change, total])
        assert [sess.run(copy).tolist() for copy in w.values] == [[2.0, 3.0]] * 2
        assert [sess.run(copy) for copy in read.values] == [3.0, 3.0]
        w.load([7.0, 8.0], sess)
        assert [sess.run(copy).tolist() for copy in w.values] == [[7.0, 8.0]] * 2
        with strategy.scope():
            assert sess.run(read) == 6.0
        assert sess.run(tf.report_uninitialized_variables()).tolist() == []


def test_a_device_may_not_come_twice():
    with pytest.raises(ValueError, match="Duplicates in `devices`"):
        tf.distribute.MirroredStrategy(["/cpu:0", "/device:CPU:0"])


def test_one_device_has_all_variables_and_operations(graph):
    strategy = tf.distribute.OneDeviceStrategy("/cpu:1")
    with strategy.scope():
        iterator = strategy.make_dataset_iterator(line())
        loss = strategy.experimental_run_v2(line_step, args=(iterator.get_next(),))
        sess = session()
        sess.run([tf.global_variables_initializer(), iterator.initialize()])
        assert sess.run(loss) == 2.25
    assert strategy.num_replicas_in_sync == 1
    for name in ("w", "b", "MatMul", "w/Adam"):
        assert graph.get_operation_by_name(name).device == "/replica:0/task:0/device:CPU:1"


def averaged(strategy) -> Any:
    """The moving average of w after three steps that add 1, 2 and 3 per example."""
    with tf.Graph().as_default():
        data = tf.data.Dataset.from_tensor_slices(np.arange(6, dtype="f")).batch(2)

        def step(x):
            w = tf.get_variable("w", initializer=[1.0, 2.0])
            loss = -tf.reduce_sum(w) * tf.reduce_mean(x) / (strategy.num_replicas_in_sync if strategy else 1)
            train = tf.train.GradientDescentOptimizer(1.0).minimize(loss)
            with tf.control_dependencies([train]):
                average: Any = tf.train.ExponentialMovingAverage(0.5)
                with tf.control_dependencies([average.apply([w])]):
                    return tf.identity(loss), average.average(w)

        if strategy:
            with strategy.scope():
                iterator = strategy.make_dataset_iterator(data)
                losses, average = strategy.experimental_run_v2(step, args=(iterator.get_next(),))
                run = strategy.experimental_local_results(losses)
                average = strategy.experimental_local_results(average)[0]
        else:
            iterator = data.make_initializable_iterator()
            run, average = step(iterator.get_next())
        with session() as sess:
            sess.run([tf.global_variables_initializer(), iterator.initializer])
            for _ in range(3):
                sess.run(run)
            return sess.run(average).tolist(), average.op.name


def test_moving_averages_of_mirrored_variables_are_mirrored():
    mine, name = averaged(mirrored())
    theirs, their_name = averaged(None)
    assert mine == pytest.approx(theirs) and name == their_name == "w/ExponentialMovingAverage"


def test_replicas_meet_outside_of_branches():
    strategy = mirrored()

    def replica():
        w = tf.get_variable("w", initializer=1.0)
        train = tf.train.GradientDescentOptimizer(1.0)
        return tf.cond(w > 0, lambda: train.minimize(w * w), tf.no_op)

    with strategy.scope(), pytest.raises(RuntimeError, match="outside of branches, loops and functions"):
        strategy.experimental_run_v2(replica)


def test_strategies_of_one_process_are_for_no_cluster():
    with pytest.raises(ValueError, match="MirroredStrategy trains on the devices of one process"):
        mirrored().configure(cluster_spec={"worker": ["a:1", "b:1"]}, task_type="worker", task_id=0)


@pytest.mark.slow
def test_all_cpus_of_jax_are_used_where_there_is_no_gpu():
    program = (
        "import graphlab as tf; strategy = tf.distribute.MirroredStrategy(); print(strategy.num_replicas_in_sync);"
        "scope = strategy.scope(); scope.__enter__();"
        "values = strategy.experimental_run_v2(lambda: tf.constant(1.0));"
        "print(tf.Session().run(strategy.reduce('sum', values, axis=None)))"
    )
    environment = {**os.environ, "XLA_FLAGS": "--xla_force_host_platform_device_count=8", "JAX_PLATFORMS": "cpu"}
    found = subprocess.run(
        [sys.executable, "-c", program], env=environment, cwd=PACKAGE.parent, capture_output=True, text=True, check=True
    )
    assert found.stdout.split() == ["8", "8.0"]


@pytest.mark.parametrize(("reduce_op", "expected"), [(SUM, (4, 4)), (MEAN, (2, 2))])
def test_the_gradient_of_an_all_reduce_is_that_of_all_replicas(reduce_op, expected):
    strategy = mirrored()

    def gradient(weight):
        x = tf.constant(42.0)
        (found,) = tf.gradients(tf.distribute.get_replica_context().all_reduce(reduce_op, x) * weight, [x])
        return found

    with strategy.scope(), session() as sess:
        iterator = strategy.make_dataset_iterator(tf.data.Dataset.from_tensors([1.0, 3.0]))
        sess.run(iterator.initialize())
        found = strategy.experimental_run_v2(gradient, args=(iterator.get_next(),))
        assert sess.run(strategy.experimental_local_results(found)) == expected  # TensorFlow 1.15's


def test_call_for_each_replica_makes_mirrored_variables_outside_of_the_scope_too():
    strategy = mirrored()
    v = strategy.extended.call_for_each_replica(lambda: tf.Variable(1.0, name="v"))
    assert [copy.name for copy in strategy.experimental_local_results(v)] == ["v:0", "v/replica_1:0"]
    assert not tf.distribute.has_strategy()


def test_methods_across_replicas_are_refused_in_a_replica_and_in_another_strategy():
    strategy, x = mirrored(), tf.constant(1.0)
    calls = [
        lambda: strategy.reduce(MEAN, x, axis=None),
        lambda: strategy.extended.reduce_to(MEAN, x, "/cpu:0"),
        lambda: strategy.extended.broadcast_to(x, "/cpu:0"),
        lambda: strategy.extended.call_for_each_replica(lambda: x),
        lambda: strategy.extended.update_non_slot(["/cpu:0"], lambda: x),
    ]

    def replica():
        for call in calls:
            with pytest.raises(RuntimeError, match="cross-replica context"):
                call()

    strategy.experimental_run_v2(replica)
    with mirrored().scope():
        for call in calls:
            with pytest.raises(RuntimeError, match="Mixing different tf.distribute.Strategy objects"):
                call()


def test_read_value_outside_of_the_scope_combines_the_copies():
    strategy = mirrored()
    with strategy.scope():
        v = tf.Variable(0.0, synchronization=ON_READ, aggregation=tf.VariableAggregation.SUM)
        none = tf.Variable(0.0, synchronization=ON_READ)

    def replica():
        mine = tf.cast(tf.distribute.get_replica_context().replica_id_in_sync_group, tf.float32) + 1.0
        with tf.control_dependencies([v.assign(mine)]):
            return v.read_value()

    values = strategy.experimental_run_v2(replica)
    with session() as sess:
        sess.run(tf.global_variables_initializer())
        assert sess.run(strategy.experimental_local_results(values)) == (1.0, 2.0)
        assert (sess.run(v.read_value()), sess.run(v)) == (3.0, 1.0)  # as in TensorFlow 1.15
    with pytest.raises(ValueError, match=r"Could not convert from .* VariableAggregation\.NONE"):
        none.read_value()


def test_a_variable_that_is_combined_when_read_may_be_trainable():
    with mirrored().scope():
        assert tf.Variable(1.0, synchronization=ON_READ, trainable=True).trainable
        assert not tf.Variable(1.0, synchronization=ON_READ).trainable


STRATEGIES = [
    tf.distribute.OneDeviceStrategy("/cpu:0"),
    mirrored(),
    tf.distribute.experimental.CentralStorageStrategy(TWO, "/cpu:0"),
]


@pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda strategy: type(strategy).__name__)
@pytest.mark.parametrize("zero_debias", [False, True])
def test_replicas_move_an_average_together(strategy, zero_debias):
    def replica():
        v = tf.Variable([8.0, 0.0])
        mine = tf.cast(tf.distribute.get_replica_context().replica_id_in_sync_group, tf.float32)
        return v, assign_moving_average(v, [mine, 1.0 - mine], 0.25, zero_debias)

    with strategy.scope(), session() as sess:
        v, moved = strategy.experimental_run_v2(replica)
        sess.run(tf.global_variables_initializer())
        sess.run(strategy.experimental_local_results(moved))
        mean = np.array([0.0, 1.0]) if strategy.num_replicas_in_sync == 1 else np.array([0.5, 0.5])
        expected = mean if zero_debias else [8.0, 0.0] * np.array(0.25) + mean * 0.75
        for copy in strategy.experimental_local_results(v):
            np.testing.assert_allclose(sess.run(copy), expected)


def test_the_copy_of_a_device_is_found_by_every_name_of_the_device():
    with mirrored().scope():
        v = tf.Variable(1.0, name="v")
    names = ["/cpu:1", "/device:CPU:1", "/replica:0/task:0/device:CPU:1"]
    assert {v.get(name).name for name in names} == {"v/replica_1:0"}
    with pytest.raises(ValueError, match="Device /cpu:2 not found"):
        v.get("/cpu:2")


def test_several_steps_in_one_run_take_one_batch_each():
    strategy = mirrored()
    numbers = tf.data.Dataset.range(16).map(lambda x: tf.cast(x, tf.float32)).batch(2).repeat()
    with strategy.scope():
        total = tf.Variable(1.0)
        batches = strategy.make_dataset_iterator(numbers)

        def step(context, inputs):
            losses = strategy.experimental_run_v2(lambda x: tf.reduce_sum(x) * total, args=(inputs,))
            loss = strategy.reduce(tf.distribute.ReduceOp.SUM, losses)
            context.set_last_step_output("losses", losses)
            context.set_last_step_output("loss", losses, tf.distribute.ReduceOp.SUM)
            context.set_non_tensor_output("built", True)
            return strategy.extended.update(total, lambda copy, by: copy.assign_add(0.1 * by), args=(loss,))

        before = {"losses": [tf.constant(0.0)] * 2, "loss": [tf.constant(0.0)]}
        run = strategy.extended.experimental_run_steps_on_iterator
        steps = run(step, batches, iterations=5, initial_loop_values=before)
        with pytest.raises(ValueError, match="The output 'x' of a replica needs a reduce_op"):
            run(lambda context, _: strategy.experimental_run_v2(context.set_last_step_output, args=("x", 0)), batches)
    with session() as sess:
        sess.run([batches.initialize(), tf.global_variables_initializer()])
        sess.run(steps.run_op)
        assert sess.run(total) == pytest.approx(19.468353)  # TensorFlow 1.15's
        losses = strategy.experimental_local_results(steps.last_step_outputs["losses"])
        found = sess.run([losses, steps.last_step_outputs["loss"]])
        np.testing.assert_allclose([*found[0], found[1]], [1812.3674, 2718.5513, 4530.919], rtol=1e-6)
        assert steps.non_tensor_outputs == {"built": True}


def test_all_copies_begin_with_what_a_checkpoint_holds(tmp_path):
    with tf.Graph().as_default(), tf.Session() as sess:
        sess.run(tf.get_variable("w", initializer=[1.0, 2.0]).initializer)
        path = tf.train.Saver().save(sess, str(tmp_path / "m"))
    with mirrored().scope():
        v = tf.get_variable("v", [2], initializer=tf.zeros_initializer())
        tf.train.init_from_checkpoint(path, {"w": v})
    sess = session()
    sess.run(tf.global_variables_initializer())
    np.testing.assert_array_equal(sess.run(v.values), [[1, 2], [1, 2]])
