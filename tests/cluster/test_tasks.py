"""Runs of which several tasks execute a part each; the tasks are in this process and are called as those of others are."""

import threading

import numpy as np
import pytest

import graphlab as tf
from tests.cluster.direct import DirectMaster
from tests.cluster.random_programs import outcome

TASKS = [("ps", 0), ("ps", 1), ("worker", 0)]


@pytest.fixture
def master():
    with tf.Graph().as_default():
        yield DirectMaster(TASKS)


def ps(number=0):
    return tf.device(f"/job:ps/task:{number}")


def runs(master, task):
    return sum(call == (task, "run") for call in master.transport().calls)


def test_a_step_calls_a_parameter_server_once_to_read_and_once_to_write(master):
    with tf.device(tf.train.replica_device_setter(ps_tasks=2, worker_device="/job:worker/task:0")):
        x = tf.placeholder(tf.float32, [None, 3])
        w, b = tf.get_variable("w", [3, 2]), tf.get_variable("b", [2])
        loss = tf.reduce_mean((x @ w + b) ** 2)
        step = tf.train.get_or_create_global_step()
        train = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss, global_step=step)
    assert {w.device, step.device} == {"/job:ps/task:0"} and b.device == "/job:ps/task:1"
    with tf.Session(master.target) as session:
        session.run(tf.global_variables_initializer())
        before = runs(master, ("ps", 0)), runs(master, ("ps", 1))
        first, *_, last = [session.run([loss, train], {x: np.eye(3)})[0] for _ in range(5)]
        assert (runs(master, ("ps", 0)) - before[0], runs(master, ("ps", 1)) - before[1]) == (15, 10)
        assert last < first and session.run(step) == 5
    with tf.Session(master.target) as session:  # another one of the same cluster finds the variables
        assert session.run(step) == 5


def test_sixty_four_workers_send_what_their_steps_need_and_no_more():
    with tf.Graph().as_default():
        with ps():
            v = tf.get_variable("v", initializer=tf.zeros([10]))
            step = v.assign_add(tf.ones([10]))
        with tf.device("/job:worker/task:0"):
            doubled = step * 2.0
        masters = [DirectMaster([("ps", 0), ("worker", 0)]) for _ in range(64)]
        for master in masters[1:]:  # one parameter server for all of them
            master.transport().services = masters[0].transport().services
        sessions = [tf.Session(master.target) for master in masters]
        sessions[0].run(v.initializer)
        for _ in range(3):
            for session in sessions:
                session.run(doubled)
        assert sessions[0].run(v).tolist() == [192.0] * 10
        for master in masters[1:]:
            first, *later = master.transport().sizes
            assert len(later) == 2 and max(later) < 400 < first  # the plan goes with the first step


def test_a_recurrent_network_learns_the_same_on_a_cluster_as_in_one_process():
    losses = []
    for master in (DirectMaster(TASKS), None):
        setter = tf.train.replica_device_setter(ps_tasks=2, worker_device="/job:worker/task:0") if master else None
        with tf.Graph().as_default(), tf.device(setter):
            tf.set_random_seed(1)
            x = tf.constant(np.linspace(-1, 1, 60, dtype=np.float32).reshape(4, 5, 3))
            outputs, _ = tf.nn.dynamic_rnn(tf.nn.rnn_cell.LSTMCell(4), x, [5, 3, 2, 1], dtype=tf.float32)
            loss = tf.reduce_sum(outputs**2)
            train = tf.train.AdamOptimizer(0.01).minimize(loss)
            with tf.Session(master.target if master else "") as session:
                session.run(tf.global_variables_initializer())
                losses.append([session.run([loss, train])[0] for _ in range(3)])
    np.testing.assert_allclose(losses[0], losses[1], rtol=1e-6)


def test_a_variable_changes_in_a_branch_on_its_task(master):
    with ps():
        counts = [tf.Variable(1.0), tf.get_variable("r", initializer=1.0, use_resource=True)]
    chosen = tf.placeholder(tf.bool)
    results = [
        tf.cond(chosen, lambda v=v: tf.identity(tf.assign_add(v, 10.0)), lambda v=v: tf.identity(v)) for v in counts
    ]
    with tf.Session(master.target) as session:
        session.run(tf.global_variables_initializer())
        assert session.run(results, {chosen: True}) == [11, 11] == session.run(results, {chosen: False})


def test_a_large_variable_is_read_whole_while_another_thread_changes_it(master):
    with ps():
        v = tf.get_variable("v", [200_000], initializer=tf.zeros_initializer(), use_resource=True)
        add = v.assign_add(tf.ones([200_000]), read_value=False)
        read = v.read_value()
    with tf.Session(master.target) as session:
        session.run(v.initializer)
        writer = threading.Thread(target=lambda: [session.run(add) for _ in range(100)])
        writer.start()
        found = [session.run(read) for _ in range(100)]
        writer.join()
        assert all(np.ptp(values) == 0 for values in found)
        assert sorted(values[0] for values in found) == [values[0] for values in found]
        assert session.run(read)[0] == 100 and found[0].flags.writeable


def test_queues_tables_and_iterators_are_on_any_task(master):
    with ps():
        queue = tf.FIFOQueue(3, tf.float32, shapes=[[]], shared_name="q")
        initial = tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2], tf.string, tf.int32)
        found = tf.lookup.StaticHashTable(initial, -1).lookup(tf.constant(["a", "x"]))
    with ps(1):
        iterator = tf.data.Dataset.range(3).make_initializable_iterator()
        element = iterator.get_next()
    squares = tf.data.Dataset.range(3).map(lambda x: x * x).make_one_shot_iterator().get_next()
    put, taken = queue.enqueue(tf.cast(element + squares, tf.float32)), queue.dequeue()
    with tf.Session(master.target) as one, tf.Session(master.target) as other:
        one.run([tf.tables_initializer(), iterator.initializer])
        values = []
        thread = threading.Thread(target=lambda: values.extend(other.run(taken) for _ in range(3)))
        thread.start()
        for _ in range(3):
            one.run(put)
        thread.join(20)
        assert values == [0, 2, 6] and one.run(found).tolist() == [1, -1]
        with pytest.raises(tf.errors.OutOfRangeError):
            one.run(element)


def test_a_queue_that_waits_for_something_is_known_to_all_parts_of_its_task(master):
    with ps():
        v = tf.get_variable("v", initializer=1.0, use_resource=True)
    start = tf.constant(1.0) + 1.0
    with tf.control_dependencies([start]):
        queue = tf.FIFOQueue(3, [tf.float32])
    with tf.control_dependencies([queue.enqueue([5.0])]):
        add = v.assign_add(2.0)
    with tf.control_dependencies([add]):
        last = queue.dequeue()
    with tf.Session(master.target) as session:
        session.run(v.initializer)
        assert session.run([last, add]) == [5.0, 3.0]


def test_queues_accumulators_and_tables_that_wait_for_another_task_hold_what_comes_later(master):
    with tf.device("/job:ps/task:0"):
        count = tf.Variable(0.0)
    with tf.control_dependencies([tf.assign_add(count, 1.0)]):
        with tf.device("/job:worker/task:0"):
            three = 3.0 * tf.ones([2])
        with tf.device("/job:ps/task:1"):
            queue = tf.FIFOQueue(1, tf.float32)
            accumulator = tf.ConditionalAccumulator(tf.float32, [2])
            table = tf.contrib.lookup.MutableHashTable(tf.string, tf.float32, [0.0, 0.0])
            adds = [queue.enqueue(three), accumulator.apply_grad(three), table.insert(["a"], three[None])]
            found = [queue.dequeue(), accumulator.take_grad(1), table.lookup(tf.constant("a"))]
    with tf.Session(master.target) as sess:
        sess.run(count.initializer)
        sess.run(adds)
        assert [value.tolist() for value in sess.run(found)] == [[3.0, 3.0]] * 3
        assert sess.run(count) == 2.0


def test_a_plain_read_sees_what_an_earlier_part_on_its_task_has_written(master):
    with ps():
        step = tf.get_variable("step", [], tf.int64, tf.zeros_initializer(), use_resource=False)
    with tf.control_dependencies([tf.assign_add(step, 1)]), ps(1):
        elsewhere = tf.ones([2])
    with tf.control_dependencies([elsewhere]), ps():
        tokens = tf.fill([2], step)  # it reads step/read, which is older than the write
    with tf.Session(master.target) as sess:
        sess.run(tf.global_variables_initializer())
        assert sess.run(tokens).tolist() == [1, 1] and sess.run(tokens).tolist() == [2, 2]


@pytest.mark.parametrize("servers", [1, 2])
def test_replicas_that_are_synchronous_step_with_variables_of_several_servers(master, servers):
    with tf.device(tf.train.replica_device_setter(ps_tasks=servers, worker_device="/job:worker/task:0")):
        step = tf.train.get_or_create_global_step()
        w = tf.get_variable("w", [2], initializer=tf.zeros_initializer())
        optimizer = tf.train.SyncReplicasOptimizer(tf.train.GradientDescentOptimizer(1.0), 1, 1)
        train = optimizer.minimize(tf.reduce_sum(w), global_step=step)
    hooks = [optimizer.make_session_run_hook(True), tf.train.StopAtStepHook(4)]
    with tf.train.MonitoredTrainingSession(master.target, True, hooks=hooks, stop_grace_period_secs=0) as sess:
        while not sess.should_stop():  # a step whose gradient counts as stale would wait for a token without end
            steps, weights = sess.run([train, w], options=tf.RunOptions(timeout_in_ms=20_000))
        assert steps == 4 and weights[0] <= -3.0


def test_a_wait_on_another_task_ends_with_its_time_its_session_or_the_queue(master):
    with ps():
        queue = tf.FIFOQueue(1, tf.float32, shapes=[[]])
    put, taken, close = queue.enqueue(1.0), queue.dequeue(), queue.close()
    with tf.Session(master.target) as session:
        with pytest.raises(tf.errors.DeadlineExceededError, match="fifo_queue_Dequeue"):
            session.run(taken, options=tf.RunOptions(timeout_in_ms=50))
        other = tf.Session(master.target)
        errors = []

        def wait():
            try:
                other.run(taken)
            except tf.errors.OpError as error:
                errors.append(error)

        thread = threading.Thread(target=wait)
        thread.start()
        while not any(call[1] == "run" for call in master.transport().calls[2:]):
            thread.join(0.01)
        other.close()
        thread.join(20)
        assert isinstance(errors[0], tf.errors.CancelledError)
        session.run(put)  # and what came for it is still there
        assert session.run(taken) == 1
        session.run(close)
        with pytest.raises(tf.errors.OutOfRangeError, match="is closed and has insufficient elements"):
            session.run(taken)


def test_an_error_on_another_task_names_the_operation_and_the_line_that_made_it(master):
    with ps():
        table = tf.Variable([1.0, 2.0], name="table")
        row = tf.gather(table, tf.placeholder_with_default(7, []), name="row")
    with tf.Session(master.target) as session:
        with pytest.raises(tf.errors.FailedPreconditionError, match="uninitialized value table") as caught:
            session.run(row)
        assert "test_tasks.py" in str(caught.value)
        session.run(table.initializer)
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"indices = 7 is not in \[0, 2\)") as caught:
            session.run(row)
        assert caught.value.op is row.op and str(caught.value).count("test_tasks.py") == 1


def test_what_a_task_has_lost_is_an_error_and_no_other_number(master):
    with ps():
        v = tf.get_variable("v", initializer=1.0)
    double = v * 2.0
    with tf.Session(master.target) as session:
        session.run(v.initializer)
        assert session.run(double) == 2
        master.restart(("ps", 0))
        for _ in range(2):
            with pytest.raises(tf.errors.AbortedError, match="/job:ps/replica:0/task:0: the task has started anew"):
                session.run(double)
        with tf.Session(master.target) as other, pytest.raises(tf.errors.FailedPreconditionError):
            other.run(double)
        del master.transport().services["ps", 0]
        with pytest.raises(tf.errors.UnavailableError):
            session.run(double)


def test_a_checkpoint_has_the_variables_of_all_tasks(master, tmp_path):
    values = []
    for number in range(2):
        with ps(number):
            values.append(tf.get_variable(f"v{number}", initializer=float(number)))
    saver = tf.train.Saver(sharded=True)
    with tf.Session(master.target) as session:
        session.run(tf.global_variables_initializer())
        path = saver.save(session, str(tmp_path / "model"))
        session.run([v.assign(9.0) for v in values])
        saver.restore(session, path)
        assert session.run(values) == [0, 1]
    assert tf.train.list_variables(path) == [("v0", []), ("v1", [])]


@pytest.mark.parametrize("use_resource", [False, True])
def test_a_variable_of_another_graph_with_its_name_has_its_type_and_shape(use_resource):
    target = tf.train.Server.create_local_server().target

    def run(value, *fetches):
        with tf.Graph().as_default(), tf.Session(target) as session:
            v = tf.Variable(value, name="v", use_resource=use_resource)
            return [session.run(v.initializer if fetch == "initialize" else v) for fetch in fetches]

    run([1.0, 2.0], "initialize")
    with pytest.raises(
        tf.errors.InvalidArgumentError, match="assign variable with wrong dtype. Expected float32 got int32"
    ):
        run([3, 4], "initialize")
    with pytest.raises(
        tf.errors.InvalidArgumentError, match="read variable with wrong dtype. Expected float32 got int32"
    ):
        run([3, 4], "read")
    if use_resource:  # which may change its shape, as in TensorFlow
        assert run(5.0, "initialize", "read") == [None, 5.0]
    else:
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"lhs shape= \[2\] rhs shape= \[\]"):
            run(5.0, "initialize")
        assert run([0.0, 0.0], "read")[0].tolist() == [1.0, 2.0]


def test_isolated_sessions_and_reset_begin_without_the_shared_state(master):
    with ps():
        v = tf.get_variable("v", initializer=1.0)
    with tf.Session(master.target) as shared:
        shared.run(v.initializer)
        isolated = tf.Session(master.target, config=tf.ConfigProto(isolate_session_state=True))
        with pytest.raises(tf.errors.FailedPreconditionError):
            isolated.run(v)
        isolated.run(v.assign(5.0))
        assert (isolated.run(v), shared.run(v)) == (5, 1)
        master.transport().services["ps", 0].reset(None)  # by a session of another process
        with pytest.raises(tf.errors.AbortedError):
            shared.run(v)
    tf.Session.reset(master.target)
    with tf.Session(master.target) as session, pytest.raises(tf.errors.FailedPreconditionError):
        session.run(v)


def in_cluster_of(server, share=False):
    """A session on a server, with a ClusterDef of its own that has the server alone."""
    cluster = tf.train.ClusterSpec({"worker": [server.target.removeprefix("grpc://")]})
    config = tf.ConfigProto(cluster_def=cluster.as_cluster_def())
    config.experimental.share_session_state_in_clusterspec_propagation = share
    return tf.Session(server.target, config=config)


def test_a_session_that_names_its_cluster_isolates_its_state():
    server = tf.train.Server.create_local_server()
    v = tf.get_variable("v", initializer=1.0)
    with in_cluster_of(server) as one, in_cluster_of(server) as other:
        one.run(v.assign(5.0))
        with pytest.raises(tf.errors.FailedPreconditionError):
            other.run(v)
    with in_cluster_of(server, share=True) as one, in_cluster_of(server, share=True) as other:
        one.run(v.assign(5.0))
        assert other.run(v) == 5


def test_a_reset_aborts_the_sessions_of_a_server_which_begin_anew():
    server = tf.train.Server.create_local_server()
    v = tf.get_variable("v", initializer=1.0)
    with tf.Session(server.target) as session, in_cluster_of(server) as in_cluster:
        tf.Session.reset(server.target)
        for aborted in (session, in_cluster):
            with pytest.raises(tf.errors.AbortedError, match="is not found"):
                aborted.run(v)
    tf.train.get_or_create_global_step()
    five = v.assign(5.0)
    with tf.train.MonitoredTrainingSession(server.target) as monitored:
        monitored.run(five)
        tf.Session.reset(server.target)
        assert monitored.run(v) == 1.0


def test_random_numbers_are_those_of_one_process(master):
    drawn = []
    for target in (master.target, ""):
        with tf.Graph().as_default(), ps() if target else tf.device(None):
            tf.set_random_seed(3)
            numbers = tf.random_uniform([2])
            with tf.Session(target) as session:
                drawn.append([session.run(numbers).tolist() for _ in range(2)])
    assert drawn[0] == drawn[1] and drawn[0][0] != drawn[0][1]


@pytest.mark.parametrize("part", range(4))
def test_random_programs_compute_the_same_on_several_tasks(part):
    for seed in range(part * 10, part * 10 + 10):
        on_tasks, in_one = outcome(seed, True), outcome(seed, False)
        for got, expected in zip(on_tasks, in_one, strict=True):
            np.testing.assert_allclose(got, expected, rtol=1e-5, err_msg=f"seed {seed}")


def test_loops_that_share_an_array_run_with_what_is_computed_between_them(master):
    x = tf.placeholder(tf.float32, [])
    written, array, last = tf.while_loop(
        lambda i, *_: i < 3,
        lambda i, array, value: (i + 1, array.write(i, value), value * 2.0),
        [0, tf.TensorArray(tf.float32, 3), x],
    )
    # A loop between them, of whose results one depends on the array's first loop and the other doesn't.
    _, raised, power = tf.while_loop(lambda i, *_: i < 2, lambda i, a, u: (i + 1, a + 1.0, u * 3.0), [0, last, 1.0])
    with ps(1):
        factor = power * 2.0
    total = tf.while_loop(
        lambda i, _: i < written, lambda i, total: (i + 1, total + array.read(i) * factor), [0, raised]
    )[1]
    with tf.Session(master.target) as session:
        assert session.run(total, {x: 1.5}) == 1.5 * 8 + 2 + 18 * 1.5 * 7


def test_a_branch_changes_variables_of_several_tasks_as_if_nothing_else_ran(master):
    with ps():
        v = tf.get_variable("v", initializer=0.0, use_resource=True)
    with ps(1):
        w = tf.Variable(0.0, name="w")
    both = tf.cond(
        tf.placeholder_with_default(True, []),
        lambda: tf.group(v.assign_add(1.0), tf.assign_add(w, 1.0)),
        lambda: tf.no_op(),
    )
    sessions = [tf.Session(master.target) for _ in range(4)]
    sessions[0].run(tf.global_variables_initializer())
    threads = [
        threading.Thread(target=lambda session=session: [session.run(both) for _ in range(10)]) for session in sessions
    ]
    for thread in threads:
        thread.start()
    for _ in range(10):
        sessions[0].run(v.assign_add(100.0))
    for thread in threads:
        thread.join(60)
    assert sessions[0].run([v, w]) == [1040, 40]


def test_a_branch_with_other_state_of_two_tasks_is_refused(master):
    with ps():
        v = tf.Variable(1.0, name="v")
    with ps(1):
        queue = tf.FIFOQueue(1, tf.float32, shapes=[[]])
    result = tf.cond(
        tf.placeholder_with_default(True, []), lambda: tf.assign_add(v, 1.0), lambda: tf.identity(queue.dequeue())
    )
    with tf.Session(master.target) as session:
        session.run(tf.global_variables_initializer())
        with pytest.raises(tf.errors.UnimplementedError, match="uses state of /job:ps/replica:0/task:0"):
            session.run(result)


def test_a_trace_has_the_operations_of_all_tasks(master):
    with ps():
        v = tf.Variable([1.0, 2.0], name="v")
    doubled = tf.multiply(v, 2.0, name="doubled")
    found = tf.RunMetadata()
    options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE, output_partition_graphs=True)
    with tf.Session(master.target) as session:
        session.run(v.initializer)
        assert session.run(doubled, options=options, run_metadata=found).tolist() == [2, 4]
    stats = {one.device: {node.node_name: node for node in one.node_stats} for one in found.step_stats.dev_stats}
    on_ps, on_worker = (f"/job:{job}/replica:0/task:0/device:CPU:0" for job in ("ps", "worker"))
    assert stats.keys() == {on_ps, on_worker} and "doubled" in stats[on_worker]
    assert stats[on_ps]["v/read"].output[0].tensor_description.shape.dim[0].size == 2
    assert stats[on_ps]["v/read"].all_start_micros <= stats[on_worker]["doubled"].all_start_micros
    assert len(found.partition_graphs) == 2


def test_a_session_lists_the_devices_of_the_tasks_that_are_there_and_that_it_may_see(master):
    names = [f"/job:{job}/replica:0/task:{i}/device:CPU:0" for job, i in [("worker", 0), ("ps", 0), ("ps", 1)]]

    def first_devices(session):
        return [device.name for device in session.list_devices() if device.name.endswith(":0")]

    with tf.Session(master.target) as session:
        assert first_devices(session) == names
        del master.transport().services["ps", 0]
        assert first_devices(session) == [names[0], names[2]]
    config = tf.ConfigProto(device_filters=["/job:ps/task:1"])
    with ps():
        one = tf.constant(1.0)
    with tf.Session(master.target, config=config) as session:
        assert first_devices(session) == [names[0], names[2]]
        with pytest.raises(tf.errors.InvalidArgumentError, match="explicitly assigned to /job:ps/task:0 but available"):
            session.run(one)
