"""What SIGINT interrupts: each scenario does a piece of work over and over, and says afterwards whether all is whole."""

import contextlib
import pathlib
import tempfile
from typing import Any

import numpy as np

import graphlab as tf

SIZE = 256


class Scenario:
    """work(): one piece of work, a step of a loop that the user interrupts.  check(): raises AssertionError where
    something was torn, and uses the session as the next cell would.
    """

    def __init__(self, random):
        self.random = random
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.build()
        self.session = tf.Session(graph=self.graph)
        with self.graph.as_default():
            self.session.run(tf.global_variables_initializer())
            self.begin()

    def build(self):
        raise NotImplementedError

    def begin(self):
        """What comes between the initializer and the first piece of work."""

    def work(self):
        raise NotImplementedError

    def check(self):
        raise NotImplementedError


class Training(Scenario):
    """Adam on a matrix; variables of both kinds that count the steps."""

    size = SIZE

    def build(self):
        self.w = tf.get_variable("w", [self.size, self.size], initializer=tf.zeros_initializer())
        self.step = tf.train.get_or_create_global_step()
        self.x = tf.placeholder(tf.float32, [None, self.size])
        loss = tf.reduce_mean(tf.square(tf.matmul(self.x, self.w) - 1.0))
        self.counts = [
            tf.Variable(tf.zeros([self.size, self.size]), use_resource=resource, name=f"count{i}")
            for i, resource in enumerate([0, 1, 0])
        ]
        adds = [count.assign_add(tf.ones([self.size, self.size])) for count in self.counts]
        optimizer = tf.train.AdamOptimizer(0.01)
        self.train = tf.group(optimizer.minimize(loss, self.step), *adds)
        self.everything = tf.global_variables()
        (self.power,) = [v for v in self.everything if v.op.name == "beta1_power"]

    def begin(self):
        self.batch = np.ones([16, self.size], np.float32)

    def work(self):
        self.session.run(self.train, {self.x: self.batch})

    def check(self):
        values = dict(zip(self.everything, self.session.run(self.everything), strict=True))
        step = int(values[self.step])
        for count in self.counts:
            assert (values[count] == step).all(), f"{count.name} is {values[count].ravel()[:3]} at step {step}"
        assert np.isclose(values[self.power], 0.9 ** (step + 1), rtol=1e-3, atol=1e-30), f"beta1_power at step {step}"
        assert all(np.isfinite(value).all() for value in values.values())
        self.work()
        assert self.session.run(self.step) == step + 1


class SmallTraining(Training):
    """The same with little to compute: what surrounds a step is most of it."""

    size = 2


class Segments(Scenario):
    """A step that Python work cuts into parts, with writes before and after."""

    def build(self):
        self.a = tf.Variable(tf.zeros([SIZE]), name="a")
        self.b = tf.Variable(tf.zeros([SIZE]), use_resource=True, name="b")
        first = self.a.assign_add(tf.ones([SIZE]))
        with tf.control_dependencies([first]):
            between = tf.py_func(lambda x: x, [tf.ones([SIZE])], tf.float32, stateful=True)
            between.set_shape([SIZE])
            self.step = self.b.assign_add(between)

    def work(self):
        self.session.run(self.step.op)

    def check(self):
        a, b = self.session.run([self.a, self.b])
        assert len(set(a)) == 1 and len(set(b)) == 1, f"{a[:3]}, {b[:3]}"
        assert a[0] == b[0], f"a step was done in part: a is {a[0]}, b is {b[0]}"
        self.work()
        assert self.session.run(self.a)[0] == a[0] + 1


class Compiling(Scenario):
    """New fetches each time, so that every run compiles; each writes a variable too."""

    def build(self):
        self.v = tf.Variable(tf.zeros([8]), name="v")
        self.number = 0

    def work(self):
        with self.graph.as_default():
            self.number += 1
            self.session.run(self.v.assign_add(tf.ones([8]) * (self.number * 0 + 1)))

    def check(self):
        value = self.session.run(self.v)
        assert len(set(value)) == 1, value
        with self.graph.as_default():
            self.session.run(self.v.assign_add(tf.ones([8])))
        assert (self.session.run(self.v) == value + 1).all()


class NewSizes(Scenario):
    """A batch of another size each time: NumPy or the compiler, and the switch between them."""

    def build(self):
        self.x = tf.placeholder(tf.float32, [None, 4])
        self.v = tf.Variable(tf.zeros([4]), name="v")
        self.step = self.v.assign_add(tf.reduce_mean(tf.ones_like(tf.tanh(self.x)), 0))

    def work(self):
        self.session.run(self.step, {self.x: np.ones([int(self.random.integers(1, 40)), 4], np.float32)})

    def check(self):
        value = self.session.run(self.v)
        assert len(set(value)) == 1 and value[0] == round(value[0]), value
        self.work()
        assert (self.session.run(self.v) == value + 1).all()


class Saving(Scenario):
    """Training and saving alternate; what is the latest checkpoint can be restored, and is of one step."""

    def build(self):
        self.a = tf.Variable(tf.zeros([SIZE, SIZE]), name="a")
        self.b = tf.Variable(tf.zeros([SIZE, SIZE]), name="b")
        self.step = tf.group(self.a.assign_add(tf.ones([SIZE, SIZE])), self.b.assign_add(tf.ones([SIZE, SIZE])))
        self.saver = tf.train.Saver(max_to_keep=2)

    def begin(self):
        self.folder = tempfile.TemporaryDirectory()
        self.count = 0
        self.work()

    def work(self):
        self.session.run(self.step)
        self.count += 1
        self.saver.save(self.session, f"{self.folder.name}/model", global_step=self.count)

    def check(self):
        a, b = self.session.run([self.a, self.b])
        assert (a == a[0, 0]).all() and (b == a).all(), "torn variables"
        path = tf.train.latest_checkpoint(self.folder.name)
        assert path, "no checkpoint"
        with tf.Session(graph=self.graph) as session:
            self.saver.restore(session, path)
            a, b = session.run([self.a, self.b])
        assert (a == a[0, 0]).all() and (b == a).all(), "torn checkpoint"
        self.count += 1
        self.work()
        left = [p.name for p in pathlib.Path(self.folder.name).iterdir() if "temp" in p.name]
        assert not left, f"left behind: {left}"


class Waiting(Scenario):
    """A dequeue that waits for what is never put in."""

    def build(self):
        self.queue = tf.FIFOQueue(10, [tf.int32], [[]])
        self.x = tf.placeholder(tf.int32, [])
        self.put, self.take, self.take_two = (
            self.queue.enqueue(self.x),
            self.queue.dequeue(),
            self.queue.dequeue_many(2),
        )
        self.size = self.queue.size()

    def work(self):
        self.session.run(self.take_two if self.random.random() < 0.5 else self.take)

    def check(self):
        assert self.session.run(self.size) == 0
        for number in (1, 2, 3):
            self.session.run(self.put, {self.x: number})
        assert self.session.run(self.size) == 3, "somebody who was interrupted took an element"
        assert self.session.run(self.take) == 1
        assert list(self.session.run(self.take_two)) == [2, 3]


class Queueing(Scenario):
    """Elements that go in and out in order; none is lost or comes twice."""

    def build(self):
        self.queue = tf.FIFOQueue(100, [tf.int32], [[]])
        self.count = tf.Variable(0)
        self.put = self.queue.enqueue(self.count.assign_add(1))
        self.take, self.size = self.queue.dequeue(), self.queue.size()

    def begin(self):
        self.got = []

    def work(self):
        self.session.run(self.put)
        self.got.append(int(self.session.run(self.take)))

    def check(self):
        for _ in range(int(self.session.run(self.size))):
            self.session.run(self.take)
        count = self.session.run(self.count)
        self.session.run(self.put)
        assert self.session.run(self.take) == count + 1
        assert self.got == sorted(set(self.got)), "elements out of order"


class Looping(Scenario):
    """A loop that compiled code would run for minutes."""

    def build(self):
        self.v = tf.Variable(tf.zeros([4]), name="v")
        self.loop = tf.while_loop(
            lambda i, x: i < 2_000_000_000, lambda i, x: (i + 1, tf.sin(x) + 1.0), [0, self.v.read_value()]
        )
        self.add = self.v.assign_add(tf.ones([4]))

    def work(self):
        self.session.run(self.loop)

    def check(self):
        value = self.session.run(self.v)
        self.session.run(self.add)
        assert (self.session.run(self.v) == value + 1).all()


class HostLoop(Scenario):
    """A loop that calls Python and changes a variable in each iteration."""

    def build(self):
        self.v = tf.Variable(0.0, use_resource=True)

        def body(i):
            with tf.control_dependencies([self.v.assign_add(tf.py_func(lambda: np.float32(1), [], tf.float32))]):
                return i + 1

        self.loop = tf.while_loop(lambda i: i < 1_000_000, body, [0])

    def work(self):
        self.session.run(self.loop)

    def check(self):
        value = self.session.run(self.v)
        assert value == round(float(value))
        assert self.session.run(self.v) == value, "the loop went on"


class PythonFunction(Scenario):
    """A Python function that computes for long."""

    def build(self):
        def busy(x):
            total = 0.0
            for i in range(3000):
                total += i
            return np.float32(x + 1)

        self.y = tf.py_func(busy, [tf.constant(1.0)], tf.float32)

    def work(self):
        self.session.run(self.y)

    def check(self):
        assert self.session.run(self.y) == 2


class Datasets(Scenario):
    """A pipeline with map, batch and prefetch; the elements that come are in order, at most one is skipped."""

    def build(self):
        data = tf.data.Dataset.range(10_000_000).map(lambda x: x * 2, num_parallel_calls=2).batch(2).prefetch(2)
        self.iterator = data.make_initializable_iterator()
        self.next = self.iterator.get_next()

    def begin(self):
        self.session.run(self.iterator.initializer)
        self.last = int(self.session.run(self.next)[0])

    def work(self):
        self.last = int(self.session.run(self.next)[0])

    def check(self):
        now = self.session.run(self.next)
        assert now[1] == now[0] + 2 and now[0] - self.last in (4, 8), f"{now} after {self.last}"
        self.last = int(now[0])


class Partial(Scenario):
    """Sessions opened and closed, graphs built: the things around runs."""

    def build(self):
        self.v = tf.Variable(1.0)

    def work(self):
        graph = tf.Graph()
        with graph.as_default(), tf.Session(graph=graph) as session, contextlib.suppress(ZeroDivisionError):
            x = tf.get_variable("x", [2], initializer=tf.ones_initializer())
            y = tf.reduce_sum(tf.gradients(tf.square(x), x)[0])
            session.run(tf.global_variables_initializer())
            assert session.run(y) == 4

    def check(self):
        assert self.session.run(self.v) == 1
        assert tf.get_default_graph() is not None
        with tf.name_scope("again"):
            pass
        self.work()


class Monitored(Scenario):
    """A training loop of MonitoredTrainingSession, which restores what the loop before it has saved."""

    def build(self):
        self.step = tf.train.get_or_create_global_step()
        self.count = tf.Variable(tf.zeros([SIZE]), name="count")
        self.train = tf.group(self.count.assign_add(tf.ones([SIZE])), self.step.assign_add(1))
        self.folder = tempfile.TemporaryDirectory()

    def loop(self, steps):
        options: Any = {"save_checkpoint_secs": None, "save_summaries_steps": None, "save_summaries_secs": None}
        with (
            self.graph.as_default(),
            tf.train.MonitoredTrainingSession(
                checkpoint_dir=self.folder.name, save_checkpoint_steps=3, log_step_count_steps=None, **options
            ) as session,
        ):
            for _ in range(steps):
                session.run(self.train)
            return session.run([self.count, self.step])

    def work(self):
        self.loop(7)

    def check(self):
        _, before = self.loop(0)
        count, step = self.loop(2)
        assert step == before + 2, f"{step} after {before}"
        assert (count == step).all(), f"count is {count[:3]} at step {step}"


class Coordinated(Scenario):
    """Queue runners and a Coordinator, begun and stopped."""

    def build(self):
        self.next = tf.train.range_input_producer(1000, num_epochs=1, shuffle=False).dequeue()
        self.start = tf.local_variables_initializer()

    def work(self, steps=5):
        with self.graph.as_default(), tf.Session(graph=self.graph) as session:
            session.run(self.start)
            coordinator = tf.train.Coordinator()
            threads = tf.train.start_queue_runners(session, coordinator)
            try:
                return [int(session.run(self.next)) for _ in range(steps)]
            finally:
                coordinator.request_stop()
                coordinator.join(threads, stop_grace_period_secs=20)

    def check(self):
        assert self.work() == list(range(5))


SCENARIOS = {
    "training": Training,
    "small_training": SmallTraining,
    "segments": Segments,
    "compiling": Compiling,
    "new_sizes": NewSizes,
    "saving": Saving,
    "waiting": Waiting,
    "queueing": Queueing,
    "looping": Looping,
    "host_loop": HostLoop,
    "python_function": PythonFunction,
    "datasets": Datasets,
    "sessions": Partial,
    "monitored": Monitored,
    "coordinated": Coordinated,
}
