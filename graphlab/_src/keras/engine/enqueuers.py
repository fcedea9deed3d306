"""Enqueuers: threads that prepare batches before a program reads them."""

import queue
import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

_PAUSE = 0.05  # seconds between two looks at whether it was stopped


class SequenceEnqueuer:
    """The base of enqueuers: start(), then what get() yields, then stop().

    use_multiprocessing: accepted; threads do the work, as processes must not be forked once JAX has begun.
    """

    def __init__(self, sequence: Any, use_multiprocessing: bool = False) -> None:
        self.sequence = sequence
        self.use_multiprocessing = use_multiprocessing
        self.workers = 0
        self.queue: queue.Queue[Future[Any]] | None = None
        self.run_thread: threading.Thread | None = None
        self.stop_signal: threading.Event | None = None

    def is_running(self) -> bool:
        """True between start() and stop()."""
        return self.stop_signal is not None and not self.stop_signal.is_set()

    def start(self, workers: int = 1, max_queue_size: int = 10) -> None:
        """Begins to prepare batches. workers: how many threads.  max_queue_size: how many batches ahead."""
        self.workers = workers
        self.queue = queue.Queue(max_queue_size)
        self.stop_signal = threading.Event()
        self.run_thread = threading.Thread(target=self._run, daemon=True)
        self.run_thread.start()

    def stop(self, timeout: float | None = None) -> None:
        """Ends the threads and waits for them, at most `timeout` seconds."""
        if self.stop_signal is None or self.run_thread is None:
            return
        self.stop_signal.set()
        self.run_thread.join(timeout)

    def get(self) -> Iterator[Any]:
        """Yields the batches; raises what preparing one raised. A batch that is None is left out."""
        try:
            for future in self._futures():
                batch = future.result()
                if batch is not None:
                    yield batch
        except Exception:
            self.stop()
            raise
        self.stop()

    def _run(self) -> None:
        raise NotImplementedError

    def _put(self, pool: ThreadPoolExecutor, work: Callable[..., Any], *args: Any) -> bool:
        """Has the pool work once the queue has capacity for the result; False when it was stopped first."""
        assert self.queue is not None
        future: Future[Any] = Future()
        while self.is_running():
            try:
                self.queue.put(future, timeout=_PAUSE)
            except queue.Full:
                continue
            pool.submit(_fulfil, future, work, *args)
            return True
        return False

    def _futures(self) -> Iterator[Future[Any]]:
        while self.is_running():
            assert self.queue is not None and self.run_thread is not None
            was_alive = self.run_thread.is_alive()
            try:
                future = self.queue.get(timeout=_PAUSE)
            except queue.Empty:
                if not was_alive:
                    return
                continue
            self.queue.task_done()
            yield future


class OrderedEnqueuer(SequenceEnqueuer):
    """The batches of a Sequence in their order, epoch after epoch, without end.

    shuffle: each epoch in an order of its own.
    """

    def __init__(self, sequence: Any, use_multiprocessing: bool = False, shuffle: bool = False) -> None:
        super().__init__(sequence, use_multiprocessing)
        self.shuffle = shuffle

    def _run(self) -> None:
        assert self.queue is not None and self.stop_signal is not None
        order = list(range(len(self.sequence)))
        with ThreadPoolExecutor(self.workers) as pool:
            while True:
                if self.shuffle:
                    random.shuffle(order)
                for index in order:
                    if not self._put(pool, self.sequence.__getitem__, index):
                        return
                while self.queue.unfinished_tasks:  # an epoch ends when its last batch was taken
                    if self.stop_signal.wait(_PAUSE):
                        return
                try:
                    self.sequence.on_epoch_end()
                except Exception as error:
                    self.queue.put(_failed(error))
                    return


class GeneratorEnqueuer(SequenceEnqueuer):
    """The batches of a generator, which one thread at a time advances.

    random_seed: accepted, of processes.
    """

    def __init__(self, sequence: Any, use_multiprocessing: bool = False, random_seed: int | None = None) -> None:
        super().__init__(sequence, use_multiprocessing)
        self.random_seed = random_seed
        self._lock = threading.Lock()
        self._ended = False

    def _run(self) -> None:
        with ThreadPoolExecutor(self.workers) as pool:
            while not self._ended and self._put(pool, self._next):
                pass

    def _next(self) -> Any:
        """The next element; None after the last."""
        with self._lock:
            try:
                return next(self.sequence)
            except StopIteration:
                self._ended = True
                return None


def terminate_keras_multiprocessing_pools(grace_period: float = 0.1, use_sigkill: bool = False) -> list[str]:
    """What went wrong where pools of processes were ended: nothing, as threads prepare batches and there are no pools."""
    return []


def _failed(error: Exception) -> Future[Any]:
    future: Future[Any] = Future()
    future.set_exception(error)
    return future


def _fulfil(future: Future[Any], work: Callable[..., Any], *args: Any) -> None:
    try:
        future.set_result(work(*args))
    except BaseException as error:
        future.set_exception(error)
