"""Clusters on one machine: servers whose sessions share variables and queues, and training on several workers."""

import sys
import threading

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.cluster.addresses import unused_ports


@pytest.fixture(autouse=True)
def fresh_graph():
    with tf.Graph().as_default():
        yield


def test_a_cluster_says_its_tasks():
    cluster = tf.train.ClusterSpec({"worker": {1: "w1:1"}, "ps": ["p0:1", "p1:1"]})
    assert str(cluster) == "ClusterSpec({'ps': ['p0:1', 'p1:1'], 'worker': {1: 'w1:1'}})"
    assert cluster.jobs == ["worker", "ps"] and cluster.num_tasks("ps") == 2 and cluster.task_indices("worker") == [1]
    assert cluster.job_tasks("worker") == [None, "w1:1"] and cluster.task_address("ps", 1) == "p1:1"
    assert tf.train.ClusterSpec(cluster.as_cluster_def()) == cluster
    for given, message in [
        ({"a": "x"}, "The tasks for job 'a' must be a list or a dictionary from integers to strings."),
        ({"a": [1]}, "Task address 1 must be bytes or unicode"),
        ({1: ["x"]}, "Job name 1 must be bytes or unicode"),
        ([], "`cluster` must be a dictionary mapping one or more job names"),
    ]:
        with pytest.raises(TypeError, match=message):
            tf.train.ClusterSpec(given)
    with pytest.raises(ValueError, match="Must specify an explicit `job_name`."):
        tf.train.Server(cluster)
    with pytest.raises(ValueError, match="Must specify an explicit `task_index`."):
        tf.train.Server(cluster, "ps")


def test_a_server_has_its_port_and_says_what_is_wrong_with_an_address():
    server = tf.train.Server({"local": {37: "localhost:0"}}, start=False)
    address = server.target.removeprefix("grpc://")
    with tf.device("/job:local/task:37"):
        one = tf.constant(1.0)
    with pytest.raises(tf.errors.UnavailableError, match="No task answers at grpc://localhost"):
        tf.Session(server.target)
    server.start()
    with tf.Session(server.target) as session:
        assert session.run(one) == 1
    with pytest.raises(
        tf.errors.UnknownError, match=f"Could not start gRPC server: Address already in use, at {address}"
    ):
        tf.train.Server({"other": [address]})
    for wrong in ("localhost", "localhost:port", "localhost:99999", "http://localhost:1"):
        with pytest.raises(tf.errors.InvalidArgumentError, match="Could not parse port for local server"):
            tf.train.Server({"local": [wrong]})
    with pytest.raises(tf.errors.InvalidArgumentError, match='Could not interpret "there" as a host-port pair.'):
        tf.train.Server({"local": ["localhost:0"], "ps": ["there"]}, "local")
    with pytest.raises(tf.errors.NotFoundError, match="No server factory registered for the given ServerDef"):
        tf.train.Server({"local": ["localhost:0"]}, protocol="grpc+verbs")
    for job, number in (("ps", 0), ("local", 5)):
        with pytest.raises(tf.errors.InternalError, match="was not defined in"):
            tf.train.Server({"local": ["localhost:0"]}, job, number)


def test_a_run_waits_for_a_task_that_is_not_there_until_its_time_is_over():
    server = tf.train.Server({"ps": [f"localhost:{unused_ports(1)[0]}"], "worker": ["localhost:0"]}, "worker", 0)
    with tf.device("/job:ps/task:0"):
        there = tf.constant(1.0) + 1.0
    with tf.Session(server.target) as session:
        assert session.run(tf.constant(2.0) + 1.0) == 3
        assert {device.name.split("/")[1] for device in session.list_devices()} == {"job:worker"}
        with pytest.raises(tf.errors.DeadlineExceededError):
            session.run(there, options=tf.RunOptions(timeout_in_ms=50))


def test_without_ray_a_task_of_another_process_is_an_error(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    server = tf.train.Server({"ps": [f"localhost:{unused_ports(1)[0]}"], "worker": ["localhost:0"]}, "worker", 0)
    with tf.device("/job:ps/task:0"):
        there = tf.constant(1.0) + 1.0
    with (
        tf.Session(server.target) as session,
        pytest.raises(tf.errors.FailedPreconditionError, match=r"graphlab\[cluster\]"),
    ):
        session.run(there)


def test_sessions_on_a_server_share_what_has_a_name():
    server = tf.train.Server.create_local_server()
    variable = tf.Variable(1.0, name="v")
    queue = tf.FIFOQueue(2, tf.float32, shared_name="q")
    with tf.Session(server.target) as session:
        session.run(variable.initializer)
        session.run([variable.assign_add(2.0), queue.enqueue([5.0])])
        assert session.list_devices()[0].name == "/job:local/replica:0/task:0/device:CPU:0"
    with tf.Graph().as_default():
        again = tf.get_variable("v", [])
        taken = tf.FIFOQueue(2, tf.float32, shared_name="q").dequeue()
        with tf.Session(server.target) as session:
            assert session.run([again, taken]) == [3.0, 5.0]
        with tf.Session() as session, pytest.raises(tf.errors.FailedPreconditionError):
            session.run(again)
        tf.Session.reset(server.target)
        with tf.Session(server.target) as session, pytest.raises(tf.errors.FailedPreconditionError):
            session.run(again)
        with tf.device("/job:ps/task:0"):
            elsewhere = tf.constant(1)
        with (
            tf.Session(server.target) as session,
            pytest.raises(tf.errors.InvalidArgumentError, match="/job:ps/task:0"),
        ):
            session.run(elsewhere)


def test_variables_go_to_parameter_servers_round_robin():
    cluster = {"ps": ["a:1", "b:1"], "worker": ["c:1"]}
    with tf.device(tf.train.replica_device_setter(cluster=cluster)):
        variables = [tf.Variable(0.0) for _ in range(3)]
        total = tf.add_n([variable.read_value() for variable in variables])
    assert [v.device for v in variables] == ["/job:ps/task:0", "/job:ps/task:1", "/job:ps/task:0"]
    assert total.device == "/job:worker"
    assert tf.train.replica_device_setter() is None


def test_workers_take_one_step_together():
    workers, (ps,) = tf.test.create_local_cluster(2, 1)
    sessions, steps = [], []
    for i, worker in enumerate(workers):
        setter = tf.train.replica_device_setter(worker_device=f"/job:worker/task:{i}", cluster=ps.server_def.cluster)
        with tf.Graph().as_default() as graph, tf.device(setter):
            weight = tf.get_variable("w", initializer=0.0)
            step = tf.train.get_or_create_global_step()
            optimizer = tf.train.SyncReplicasOptimizer(tf.train.GradientDescentOptimizer(1.0), 2)
            steps.append(optimizer.minimize(weight * (1.0 if i else 3.0), global_step=step))
            sessions.append(tf.Session(worker.target, graph))
            if i == 0:
                sessions[0].run(tf.global_variables_initializer())
                (aggregate,) = optimizer.get_chief_queue_runner().enqueue_ops
            sessions[i].run(optimizer.local_step_init_op if i else optimizer.chief_init_op)
            # Each worker has a step of its own, although both have the same name.
            assert sessions[i].run(tf.local_variables()[0]) == 0
    threads = [threading.Thread(target=sessions[i].run, args=(steps[i],), daemon=True) for i in range(2)]
    for thread in threads:
        thread.start()
    sessions[0].run(aggregate)
    for thread in threads:
        thread.join(timeout=60)
    assert [session.run(["w:0", "global_step:0"]) for session in sessions] == [[-2.0, 1]] * 2
    for session in sessions:
        session.close()


def test_a_step_of_a_server_that_close_ends_says_so():
    session = tf.Session(tf.train.Server.create_local_server().target)
    queue = tf.FIFOQueue(1, [tf.float32])
    found, began = [], threading.Event()
    with tf.control_dependencies([tf.py_func(began.set, [], [])]):
        wait = queue.dequeue()

    def run():
        try:
            session.run(wait)
        except tf.errors.CancelledError as error:
            found.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    began.wait(60)
    session.close()
    thread.join(60)
    assert "explicit call to `Session::Close()`" in str(found[0])


def test_an_accumulator_gives_the_mean_when_there_are_enough():
    accumulator = tf.ConditionalAccumulator(tf.float32, shape=[2], name="a")
    assert accumulator.accumulator_ref.op.type == "ResourceConditionalAccumulator"
    add = [accumulator.apply_grad(np.array([i, 2 * i], np.float32)) for i in (1, 3)]
    late = accumulator.apply_grad(np.array([9, 9], np.float32), local_step=0)
    taken, count = accumulator.take_grad(2), accumulator.num_accumulated()
    with tf.Session() as session:
        session.run(add[0])
        with pytest.raises(tf.errors.DeadlineExceededError):
            session.run(taken, options=tf.RunOptions(timeout_in_ms=50))
        session.run(add[1])
        assert session.run(count) == 2
        np.testing.assert_array_equal(session.run(taken), [2, 4])
        session.run(late)
        assert session.run(count) == 0
        with pytest.raises(tf.errors.InvalidArgumentError, match="Argument num_required must be positive, but was 0"):
            session.run(accumulator.take_grad(0))


def test_a_sparse_accumulator_gives_the_mean_of_each_row():
    accumulator = tf.SparseConditionalAccumulator(tf.float32, shape=[None, 2])
    with tf.Session() as session:
        session.run(accumulator.apply_grad([0, 2], np.array([[1, 2], [3, 4]], np.float32), [3, 2]))
        session.run(accumulator.apply_indexed_slices_grad(tf.IndexedSlices([[10.0, 20.0], [5.0, 6.0]], [0, 1], [3, 2])))
        taken = session.run(accumulator.take_indexed_slices_grad(2))
        np.testing.assert_array_equal(taken.indices, [0, 1, 2])
        np.testing.assert_array_equal(taken.values, [[5.5, 11], [5, 6], [3, 4]])
        np.testing.assert_array_equal(taken.dense_shape, [-1, 2])
        with pytest.raises(tf.errors.InvalidArgumentError, match="expected values dim 1 to be 2, got 3"):
            session.run(accumulator.apply_grad([0], np.array([[1, 2, 3]], np.float32), local_step=1))
        with pytest.raises(tf.errors.InvalidArgumentError, match="Expected values of type float32, got float64"):
            session.run(accumulator.apply_grad([0], np.array([[1.0, 2.0]]), local_step=1))


def test_a_choice_that_there_is_not_is_said():
    with pytest.raises(ValueError, match='Op passed string \'X\' not in: "MEAN", "SUM".'):
        tf.ConditionalAccumulator(tf.float32, reduction_type="X")
    with pytest.raises(ValueError, match="Attr 'padding' of 'MaxPool' Op passed string 'X' not in"):
        tf.nn.max_pool(tf.zeros([1, 2, 2, 1]), [1, 1, 1, 1], [1, 1, 1, 1], "X")
