"""TestCase: a fresh default graph for every test, sessions to run it in, and assertions on what comes out."""

import contextlib
import os
import random
import re
import tempfile
import threading

import numpy as np

from graphlab._src.base import errors
from graphlab._src.base.context import sessions
from graphlab._src.graph import default_graphs, get_default_graph, reset_default_graph
from graphlab._src.proto import ConfigProto
from graphlab._src.session.session import Session
from graphlab._src.testing import environment
from graphlab._src.testing.assertions import NumericAssertions

# The seed that every test begins with: TensorFlow's.
SEED = 87654321


class TestCase(NumericAssertions):
    """unittest's TestCase for graphs and sessions.

    Each test begins with an empty default graph and the same seeds for Python, NumPy and the graph.
    """

    def __init__(self, methodName="runTest"):
        super().__init__(methodName)
        self._threads = []
        self._cached = None
        self._temp_dir = None

    def setUp(self):
        super().setUp()
        self._close_cached()
        random.seed(SEED)
        np.random.seed(SEED)
        # A test that failed inside `with graph.as_default()` may have left its graph on the stack.
        default_graphs.stack.clear()
        reset_default_graph()
        get_default_graph().seed = SEED
        if self.id().endswith(".test_session"):
            self.skipTest("Not a test.")

    def tearDown(self):
        for thread in self._threads:
            thread.check_termination()
        self._close_cached()
        super().tearDown()

    def _close_cached(self):
        if self._cached is not None:
            self._cached[0].close()
            self._cached = None

    def get_temp_dir(self):
        """This test's own temporary folder, removed when the process ends."""
        if self._temp_dir is None:
            self._temp_dir = tempfile.mkdtemp(dir=environment.get_temp_dir())
        return self._temp_dir

    # Sessions

    @contextlib.contextmanager
    def session(self, graph=None, config=None, use_gpu=False, force_gpu=False):
        """A new session, it and its graph made default; closed at the end of the block.

        force_gpu: pins operations to the GPU.  use_gpu: leaves the choice; else they are pinned to the CPU.
        """
        with Session(graph=graph, config=_config(config, force_gpu)) as session:
            with _defaults(session, use_gpu, force_gpu):
                yield session

    @contextlib.contextmanager
    def cached_session(self, graph=None, config=None, use_gpu=False, force_gpu=False):
        """The one session of this test, made at the first call and closed when the test ends.

        ValueError when a later call requests another graph, config or force_gpu.
        """
        settings = (graph, config, force_gpu)
        if self._cached is not None:
            for name, new, old in zip(("graph", "config", "force_gpu value"), settings, self._cached[1], strict=True):
                if new is not old:
                    raise ValueError(
                        f"The {name} used to get the cached session is different than the one that was used to create "
                        "the session. Maybe create a new session with self.session()"
                    )
        with self._cached_defaults(settings, use_gpu) as session:
            yield session

    @contextlib.contextmanager
    def test_session(self, graph=None, config=None, use_gpu=False, force_gpu=False):
        """The cached session whatever it was made with; a new one when a graph is given."""
        if self.id().endswith(".test_session"):
            self.skipTest("Not a test.")
        if graph is None:
            context = self._cached_defaults((graph, config, force_gpu), use_gpu)
        else:
            context = self.session(graph, config, use_gpu, force_gpu)
        with context as session:
            yield session

    def _cached_defaults(self, settings, use_gpu):
        graph, config, force_gpu = settings
        if self._cached is None:
            self._cached = Session(graph=graph, config=_config(config, force_gpu)), settings
        return _defaults(self._cached[0], use_gpu, force_gpu)

    def evaluate(self, tensors):
        """The values of tensors, or a nested structure of them, in the default session or the cached one."""
        session = sessions.get_default()
        if session is not None:
            return session.run(tensors)
        with self.test_session() as session:
            return session.run(tensors)

    # Output

    @contextlib.contextmanager
    def captureWritesToStream(self, stream):
        """What is written to a stream's file inside the block, by whatever code; yields what has contents().

        stream: with a file descriptor of its own, as sys.stderr has.
        """
        number = stream.fileno()
        stream.flush()
        saved = os.dup(number)
        with tempfile.TemporaryFile(dir=self.get_temp_dir()) as file:
            os.dup2(file.fileno(), number)
            captured = _CapturedWrites(stream, file)
            try:
                yield captured
            finally:
                captured.end()
                os.dup2(saved, number)
                os.close(saved)

    # Threads

    def checkedThread(self, target, args=None, kwargs=None):
        """A thread whose failure is the test's: start() it, then join() it before the test ends."""
        thread = _CheckedThread(self, target, args or (), kwargs or {})
        self._threads.append(thread)
        return thread

    # Errors

    @contextlib.contextmanager
    def assertRaisesWithPredicateMatch(self, exception_type, expected_err_re_or_predicate):
        """The block raises that type, with a message that a pattern is found in or an exception a function accepts.

        An OpError's text also names its operation.
        """
        matches = expected_err_re_or_predicate
        if not callable(matches):

            def matches(error):
                return re.search(expected_err_re_or_predicate, _searchable(error))

        try:
            yield
        except Exception as error:
            if not isinstance(error, exception_type) or not matches(error):
                raise AssertionError(f"Exception of type {type(error)}: {error}") from error
        else:
            self.fail(f"{exception_type.__name__} not raised")

    def assertRaisesOpError(self, expected_err_re_or_predicate):
        """The block raises an OpError that matches."""
        return self.assertRaisesWithPredicateMatch(errors.OpError, expected_err_re_or_predicate)

    # Names that Python has dropped and tests still say.
    assertRaisesRegexp = NumericAssertions.assertRaisesRegex
    assertRegexpMatches = NumericAssertions.assertRegex
    assertItemsEqual = NumericAssertions.assertCountEqual  # pyright: ignore[reportAssignmentType]
    assertEquals = NumericAssertions.assertEqual
    assertNotEquals = NumericAssertions.assertNotEqual
    assertAlmostEquals = NumericAssertions.assertAlmostEqual
    assert_ = NumericAssertions.assertTrue


class _CapturedWrites:
    def __init__(self, stream, file):
        self._stream = stream
        self._file = file
        self._text = None

    def contents(self):
        """All that was written so far."""
        if self._text is not None:
            return self._text
        self._stream.flush()
        number = self._file.fileno()
        return os.pread(number, os.fstat(number).st_size, 0).decode()

    def end(self):
        """Reads all that was written, before the file is closed."""
        self._text = self.contents()


class _CheckedThread:
    def __init__(self, case, target, args, kwargs):
        self._case = case
        self._target = lambda: target(*args, **kwargs)
        self._thread = threading.Thread(target=self._run)
        self._error = None
        self._joined = False

    def _run(self):
        try:
            self._target()
        except Exception as error:
            self._error = error

    def start(self):
        """Begins to run it."""
        self._thread.start()

    def join(self):
        """Waits until it is done; fails the test when it raised."""
        self._joined = True
        self._thread.join()
        if self._error is not None:
            self._case.fail(f"Error in checkedThread: {self._error}")

    def is_alive(self):
        """True while it runs."""
        return self._thread.is_alive()

    def check_termination(self):
        """Fails the test unless join() was called."""
        if self._joined:
            return
        if self.is_alive():
            self._case.fail("A checked thread was still running when the test ended: call its join()")
        self._case.fail("A checked thread was not joined: call its join()")


def _config(config, force_gpu):
    result = ConfigProto()
    if config is not None:
        result.CopyFrom(config)
    if config is None or force_gpu:
        result.allow_soft_placement = not force_gpu
    return result


@contextlib.contextmanager
def _defaults(session, use_gpu, force_gpu):
    with session.graph.as_default(), session.as_default():
        if use_gpu and not force_gpu:
            yield session
        else:
            gpu = environment.gpu_device_name() or "/device:GPU:0"
            with session.graph.device(gpu if force_gpu else "/device:CPU:0"):
                yield session


def _searchable(error):
    if not isinstance(error, errors.OpError):
        return str(error)
    text = error.message
    op = error.op
    while op is not None:
        text += f"\nCaused by: {op.name}"
        op = op.original_op
    return text
