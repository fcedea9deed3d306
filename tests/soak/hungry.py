"""What runs out of memory: each scenario does a piece of work, and says afterwards whether all is as before or as after."""

import pathlib
import tempfile

import numpy as np

import graphlab as tf

OPTIMIZERS = {
    "GradientDescentOptimizer": {},
    "MomentumOptimizer": {"momentum": 0.9},
    "AdamOptimizer": {},
    "AdagradOptimizer": {},
    "AdadeltaOptimizer": {},
    "RMSPropOptimizer": {},
    "FtrlOptimizer": {},
}


class Hungry:
    """prepare(): what comes before, with memory enough.  work(): what may fail, whole.  check(): raises AssertionError
    where the state is neither from before the work nor from after it, and goes on to use the session.

    may_be_plain: no node is concerned, so that MemoryError says all there is to say.
    """

    may_be_plain = False

    def __init__(self, random):
        self.random = random
        self.size = int(random.choice([256, 512, 1024]))
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.build()
            start = tf.global_variables_initializer()
        self.session = tf.Session(graph=self.graph)
        self.session.run(start)
        with self.graph.as_default():
            self.begin()

    def build(self):
        raise NotImplementedError

    def begin(self):
        """What comes between the initializer and the first piece of work: a step, so that all is warm."""
        self.prepare()
        self.work()

    def prepare(self):
        pass

    def work(self):
        raise NotImplementedError

    def check(self):
        raise NotImplementedError


class Counted(Hungry):
    """Several variables that each step counts up, beside whatever else it does: all of them or none."""

    def counts(self, *shapes):
        """(the variables, what counts each up)."""
        shapes = shapes or ([self.size, self.size], [self.size, self.size], [])
        self.counters = [
            tf.Variable(tf.zeros(shape), use_resource=bool(i % 2), name=f"count{i}") for i, shape in enumerate(shapes)
        ]
        return [counter.assign_add(tf.ones(shape)) for counter, shape in zip(self.counters, shapes, strict=True)]

    def build(self):
        self.step = self.make_step()

    def make_step(self):
        raise NotImplementedError

    def feed(self):
        return None

    def prepare(self):
        self.fed = self.feed()

    def work(self):
        self.session.run(self.step, self.fed)

    def counted(self):
        values = self.session.run(self.counters)
        steps = {float(number) for value in values for number in np.unique(value)}
        assert len(steps) == 1, f"a step was done in part: {sorted(steps)}"
        return steps.pop()

    def check(self):
        before = self.counted()
        assert before == round(before)
        self.work()
        assert self.counted() == before + 1


class Training(Counted):
    """A step of some optimizer, with a matrix product."""

    def make_step(self):
        name = str(self.random.choice(list(OPTIMIZERS)))
        self.x = tf.placeholder(tf.float32, [None, self.size])
        w = tf.get_variable("w", [self.size, self.size], use_resource=bool(self.random.integers(2)))
        loss = tf.reduce_mean(tf.square(tf.tanh(tf.matmul(self.x, w)) - 1.0))
        optimizer = getattr(tf.train, name)(0.01, **OPTIMIZERS[name])
        return tf.group(optimizer.minimize(loss), *self.counts())

    def begin(self):
        self.rows = int(self.random.choice([1, 32, 2048]))
        self.batch = np.ones([self.rows, self.size], np.float32)
        super().begin()

    def feed(self):
        return {self.x: self.batch}

    def check(self):
        super().check()
        with self.graph.as_default():
            assert all(np.isfinite(value).all() for value in self.session.run(tf.global_variables()))


class Growing(Training):
    """The same with ever other numbers of rows: NumPy runs it, or it is compiled."""

    def feed(self):
        return {self.x: np.ones([int(self.random.integers(1, 4000)), self.size], np.float32)}


class Convolving(Counted):
    """A step through a convolution."""

    def make_step(self):
        images = tf.ones([4, 64, 64, 8])
        w = tf.get_variable("w", [3, 3, 8, 16])
        loss = tf.reduce_mean(tf.nn.relu(tf.nn.conv2d(images * tf.reduce_mean(w), w, [1, 1, 1, 1], "SAME")))
        return tf.group(tf.train.GradientDescentOptimizer(0.1).minimize(loss), *self.counts())


class Decomposing(Counted):
    """A step that calls LAPACK."""

    def make_step(self):
        counts = self.counts()
        n = min(self.size, 256)
        a = tf.eye(n) * 2.0 + tf.get_variable("a", [n, n], initializer=tf.zeros_initializer())
        parts = [tf.cholesky(a), tf.matrix_inverse(a), tf.svd(a, compute_uv=False), tf.self_adjoint_eig(a)[0]]
        return tf.group(*counts, *[part.op for part in parts])


class Looping(Counted):
    """A compiled loop with a gradient through it, which retains what each iteration made."""

    def make_step(self):
        w = tf.get_variable("w", [self.size], initializer=tf.zeros_initializer())
        _, y = tf.while_loop(lambda i, y: i < 200, lambda i, y: (i + 1, tf.sin(y + w)), [0, tf.ones([self.size])])
        return tf.group(tf.train.AdamOptimizer().minimize(tf.reduce_sum(y)), *self.counts())


class HostLooping(Counted):
    """A loop with a Python function."""

    def make_step(self):
        def body(i, y):
            return i + 1, tf.reshape(tf.py_func(lambda x: x + 1, [y], tf.float32), [self.size, self.size])

        start = tf.zeros([self.size, self.size])
        loop = tf.while_loop(lambda i, y: i < 5, body, [0, start])[1]
        return tf.group(loop.op, *self.counts())


class Segments(Counted):
    """A step that Python work cuts in parts, with writes before and after."""

    def make_step(self):
        shape = [self.size, self.size]
        self.counters = [tf.Variable(tf.zeros(shape), use_resource=bool(i), name=f"count{i}") for i in range(2)]
        with tf.control_dependencies([self.counters[0].assign_add(tf.ones(shape))]):
            between = tf.py_func(lambda: np.ones(shape, np.float32), [], tf.float32)
        return self.counters[1].assign_add(tf.reshape(between, shape)).op


class Rows(Counted):
    """A large table of which a step changes rows, in place."""

    def make_step(self):
        table = tf.get_variable("table", [20000, 16], initializer=tf.zeros_initializer())
        ids = tf.range(self.size)
        self.table = table
        loss = tf.reduce_sum(tf.nn.embedding_lookup(table, ids))
        return tf.group(tf.train.GradientDescentOptimizer(1.0).minimize(loss), *self.counts())

    def check(self):
        super().check()
        table = self.session.run(self.table)
        assert (table[: self.size] == -self.counted()).all(), f"rows {np.unique(table[: self.size])}"


class Queueing(Counted):
    """Elements that go in and out of queues, with a variable that counts them."""

    def make_step(self):
        self.counts()
        self.queue = tf.FIFOQueue(100, [tf.float32, tf.int32], [[self.size, self.size], []])
        adds = [counter.assign_add(tf.ones(counter.shape)) for counter in self.counters]
        number = tf.cast(adds[-1], tf.int32)
        with tf.control_dependencies(adds):
            self.put = self.queue.enqueue([tf.ones([self.size, self.size]), number])
        self.take, self.length = self.queue.dequeue(), self.queue.size()
        return self.put

    def work(self):
        self.session.run(self.put)
        self.session.run(self.take)

    def check(self):
        """An element that a failed dequeue removed may be lost, as it may be in TensorFlow; order and number may not."""
        length = int(self.session.run(self.length))
        assert length <= 1, f"{length} elements are in the queue"
        for _ in range(length):
            self.session.run(self.take)
        before = self.counted()
        self.session.run(self.put)
        assert self.session.run(self.take)[1] == before + 1
        assert self.counted() == before + 1


class Feeding(Counted):
    """Feeds of all kinds and sizes that are assigned."""

    def make_step(self):
        self.x = tf.placeholder(tf.float32, [None])
        self.variable = tf.Variable(tf.zeros([1]), validate_shape=False, name="kept")
        return tf.group(tf.assign(self.variable, self.x, validate_shape=False), *self.counts())

    def feed(self):
        count = int(np.exp(self.random.uniform(0, np.log(4e6))))
        kind = int(self.random.integers(4))
        if kind == 0:
            return {self.x: [1.0] * min(count, 200000)}
        return {self.x: np.ones(count, [np.float32, np.float64, np.int32][kind - 1])}

    def check(self):
        super().check()
        assert set(self.session.run(self.variable)) == {1.0}


class Fetching(Counted):
    """Fetches of large values beside a step."""

    def make_step(self):
        more = tf.ones([self.size, self.size]) * self.counts()[0]
        return [
            more,
            self.counters,
            *[counter.assign_add(tf.ones(counter.shape)) for counter in self.counters[1:]],
            more + 1,
        ]


class Tracing(Training):
    """A step with options that request a trace."""

    def work(self):
        options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
        self.session.run(self.step, self.fed, options, tf.RunMetadata())


class Datasets(Counted):
    """A pipeline whose elements a step consumes."""

    def make_step(self):
        data = tf.data.Dataset.range(1 << 40).map(lambda x: tf.fill([self.size, 32], x)).batch(4)
        self.iterator = data.make_initializable_iterator()
        self.next = self.iterator.get_next()
        return tf.group(self.next.op, *self.counts())

    def begin(self):
        self.session.run(self.iterator.initializer)
        super().begin()

    def check(self):
        super().check()
        element = self.session.run(self.next)
        assert (element == element[0, 0, 0] + np.arange(4)[:, None, None]).all()


class Initializing(Counted):
    """Variables that are initialized again: with constants, random numbers, what other variables have."""

    def make_step(self):
        a = tf.get_variable("a", initializer=np.ones([self.size, self.size], np.float32))
        b = tf.get_variable("b", [self.size, self.size], initializer=tf.random_normal_initializer(5.0, 0.01))
        c = tf.Variable(a.initialized_value() * 2.0, name="c")
        self.values = a, b, c
        return tf.group(*[v.initializer for v in self.values], *self.counts())

    def check(self):
        super().check()
        a, b, c = self.session.run(self.values)
        assert (a == 1).all() and (c == 2).all() and (abs(b - 5) < 1).all()


class Saving(Counted):
    """Saves; what is the latest checkpoint can be restored, and is of one step."""

    def make_step(self):
        step = tf.group(*self.counts())
        self.saver = tf.train.Saver(self.counters, max_to_keep=2)
        return step

    def begin(self):
        self.folder = tempfile.TemporaryDirectory()
        self.number = 0
        super().begin()

    def prepare(self):
        self.session.run(self.step)

    def work(self):
        self.number += 1
        self.saver.save(self.session, f"{self.folder.name}/model", self.number)

    def check(self):
        before = self.counted()
        path = tf.train.latest_checkpoint(self.folder.name)
        with tf.Session(graph=self.graph) as session:
            self.saver.restore(session, path)
            found = {float(n) for value in session.run(self.counters) for n in np.unique(value)}
        assert len(found) == 1 and found.pop() in (before, before - 1), f"restored {found}, not {before}"
        left = [p.name for p in pathlib.Path(self.folder.name).iterdir() if "temp" in p.name]
        assert not left, f"left behind: {left}"
        self.work()
        assert self.counted() == before


class Restoring(Saving):
    """Restores over other values: all variables change, or none."""

    def begin(self):
        super().begin()
        self.path = tf.train.latest_checkpoint(self.folder.name)
        self.prepare()
        self.work()

    def work(self):
        if not hasattr(self, "path"):
            return super().work()
        return self.saver.restore(self.session, self.path)

    def check(self):
        self.counted()
        self.saver.restore(self.session, self.path)
        before = self.counted()
        self.session.run(self.step)
        assert self.counted() == before + 1


class Compiling(Counted):
    """New operations each time: the graph grows, and the run has to be compiled."""

    def make_step(self):
        self.adds = self.counts()
        return self.adds

    def work(self):
        with self.graph.as_default():
            width = int(self.random.integers(2, 200))
            y = tf.ones([width, width])
            for _ in range(int(self.random.integers(1, 60))):
                choice = int(self.random.integers(7))
                y = [tf.tanh, tf.nn.softmax, tf.transpose, lambda y: y @ y, lambda y: tf.cumsum(y), tf.sort, tf.exp][
                    choice
                ](y)
            with tf.control_dependencies([y]):
                step = tf.group(*[counter.assign_add(tf.ones(counter.shape)) for counter in self.counters])
        self.session.run(step)

    def check(self):
        names = [op.name for op in self.graph.get_operations()]
        assert len(names) == len(set(names)), "two operations of one name"
        self.graph.as_graph_def()
        super().check()


class Building(Counted):
    """Graphs are built, with constants, gradients and what is folded: none is half in the graph."""

    may_be_plain = True

    def make_step(self):
        return self.counts()

    def work(self):
        with self.graph.as_default():
            big = tf.constant(np.ones([int(self.random.integers(1, 3000)), 512], np.float32))
            w = tf.placeholder(tf.float32, [512, 3])
            y = tf.reduce_sum(tf.matmul(big, w)) + tf.reduce_sum(tf.zeros([self.size, self.size]) + 1.0)
            tf.gradients(y, [w])
            self.graph.as_graph_def()

    def check(self):
        names = [op.name for op in self.graph.get_operations()]
        assert len(names) == len(set(names)), "two operations of one name"
        before = self.counted()
        self.session.run(self.step)
        assert self.counted() == before + 1


class Sessions(Hungry):
    """Sessions that are opened and closed, each of which compiles, or finds what others compiled."""

    def build(self):
        self.v = tf.Variable(tf.zeros([self.size]))

    def work(self):
        graph = tf.Graph()
        with graph.as_default(), tf.Session(graph=graph) as session:
            v = tf.get_variable("v", [self.size, self.size], initializer=tf.ones_initializer())
            y = tf.reduce_sum(tf.gradients(tf.square(v) * float(self.random.random()), v)[0])
            session.run(tf.global_variables_initializer())
            session.run(y)

    def check(self):
        assert (self.session.run(self.v) == 0).all()
        assert tf.get_default_graph() is not self.graph
        self.work()


class Models(Hungry):
    """Training of a small Keras model."""

    may_be_plain = True  # batches are cut out of the caller's arrays

    def build(self):
        self.v = tf.Variable(0.0)

    def begin(self):
        with self.graph.as_default():
            tf.keras.backend.set_session(self.session)
            self.model = tf.keras.Sequential(
                [tf.keras.layers.Dense(64, "relu", input_shape=[32]), tf.keras.layers.Dense(1)]
            )
            self.model.compile("sgd", "mse")
        self.examples, self.answers = np.ones([4096, 32]), np.zeros([4096, 1])
        self.work()

    def work(self):
        with self.graph.as_default():
            tf.keras.backend.set_session(self.session)
            self.model.fit(self.examples, self.answers, batch_size=1024, epochs=1, verbose=0)

    def check(self):
        with self.graph.as_default():
            assert all(np.isfinite(value).all() for value in self.model.get_weights())
        self.work()


HUNGRY = {
    "training": Training,
    "growing": Growing,
    "convolving": Convolving,
    "decomposing": Decomposing,
    "looping": Looping,
    "host_looping": HostLooping,
    "segments": Segments,
    "rows": Rows,
    "queueing": Queueing,
    "feeding": Feeding,
    "fetching": Fetching,
    "tracing": Tracing,
    "datasets": Datasets,
    "initializing": Initializing,
    "saving": Saving,
    "restoring": Restoring,
    "compiling": Compiling,
    "building": Building,
    "sessions": Sessions,
    "models": Models,
}
