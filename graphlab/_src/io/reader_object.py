"""What a session keeps of a reader: the work unit that it is at, and how far it has come.

One thread reads at a time. None holds the reader while it waits for a work unit: those who need one wait together.
"""

import re
import threading

from google.protobuf.message import DecodeError

from graphlab._src.base.errors import InvalidArgumentError, UnimplementedError
from graphlab._src.io.paths import failure
from graphlab._src.proto import ReaderBaseState
from graphlab._src.state.queue_attempts import Dequeue


class Reader:
    """The state of a reader: dequeues names of work units and reads their records; the base of all kinds.

    work: the name of the work unit, bytes.  started, finished: how many were begun and ended.
    produced: how many records were given.
    """

    kind = "Reader"
    one_record = False  # whether a work unit is just one record
    keeps_state = False  # whether the state can be saved: nothing is open between two records

    def __init__(self, name):
        self.name = f"{self.kind} '{name}'"
        self.lock = threading.Lock()
        self._waiting = set()  # runs that wait for a work unit
        self._request = None  # (queue, their common attempt to dequeue one)
        self._forget()

    def _forget(self):
        self.work = b""
        self.started = self.finished = self.produced = 0

    # What kinds of readers differ in. The lock is held.

    def start(self, op):
        """Opens the work unit."""

    def close_work(self):
        """Closes a work unit that has more records."""

    def next_record(self, op):
        """(key, value), or None when the work unit has no more."""
        raise NotImplementedError

    # What operations do.

    def read_up_to(self, context, queue, count):
        """[(key, value), …] of one work unit: `count` of them, or as many as it still has."""
        records = []
        while not records and count > 0:
            with self.lock:
                busy = self.started > self.finished
                if busy:
                    self._take(context.op, count, records)
            if not busy:
                self._begin(context, queue)
        return records

    def _take(self, op, count, records):
        while len(records) < count:
            record = self.next_record(op)
            if record is not None:
                records.append(record)
                self.produced += 1
            if record is None or self.one_record:
                self.finished = self.started
                return

    def _begin(self, context, queue):
        """Waits for the name of a work unit and opens it, unless another run does."""
        waiter = context.attempt(lambda: _Waiter(self))
        with self.lock:
            if self.started > self.finished:
                return  # another run has opened one since
            if self._request is None:
                with queue.condition:
                    self._request = queue, Dequeue(queue)
                    queue.serve()
            self._waiting.add(waiter)
            queue, request = self._request
        with queue.condition:
            context.wait(queue.condition, lambda: request.done, "Dequeue operation was cancelled")
        with self.lock:
            self._waiting.discard(waiter)
            is_first = self._request is not None and self._request[1] is request
            if is_first:
                self._request = None
            if request.error:
                self.work = b""
                raise failure(request.error[0], context.op, request.error[1])
            if is_first:
                self.work = _one_name(context.op, request.result)
                self.start(context.op)
                self.started += 1

    def leave(self, waiter):
        """A run that may have waited has ended; the last one withdraws the request."""
        with self.lock:
            self._waiting.discard(waiter)
            if self._waiting or self._request is None or self._request[1].done:
                return
            (_, request), self._request = self._request, None
        request.abandon()

    def reset(self):
        """Begins anew, as if nothing had been read."""
        with self.lock:
            is_open = self.started > self.finished
            self._forget()
            if is_open:
                self.close_work()

    def state(self, op):
        """The state as bytes; UnimplementedError for readers that keep none."""
        if not self.keeps_state:
            raise failure(UnimplementedError, op, "Reader SerializeState")
        with self.lock:
            message = ReaderBaseState(
                work_started=self.started,
                work_finished=self.finished,
                num_records_produced=self.produced,
                current_work=self.work,
            )
        return message.SerializeToString()

    def restore(self, op, state):
        """Goes on from such bytes; InvalidArgumentError when they are no state of such a reader."""
        if not self.keeps_state:
            raise failure(UnimplementedError, op, "Reader RestoreState")
        try:
            message = ReaderBaseState.FromString(state)
        except DecodeError as error:
            shown = _escaped(state)
            raise failure(InvalidArgumentError, op, f"Could not parse state for {self.name}: {shown}") from error
        numbers = message.work_started, message.work_finished, message.num_records_produced
        problem = "Unexpected negative value" if min(numbers) < 0 else None
        if problem is None and message.work_started > message.work_finished:
            problem = "Inconsistent work started vs. finished"
        if problem:
            shown = " ".join(str(message).split())
            raise failure(InvalidArgumentError, op, f"{problem} when restoring in {self.name}: {shown}")
        with self.lock:
            self.started, self.finished, self.produced = numbers
            self.work = message.current_work


class _Waiter:
    """A run that waits for a work unit."""

    def __init__(self, reader):
        self._reader = reader

    def abandon(self):
        """The run has ended."""
        self._reader.leave(self)


def _one_name(op, element):
    """The name in an element of a queue; InvalidArgumentError when it is not just that."""
    if len(element) != 1:
        raise failure(InvalidArgumentError, op, "Expected single component queue")
    if element[0].dtype != object:
        raise failure(InvalidArgumentError, op, "Expected queue with single string component")
    if element[0].size != 1:
        raise failure(InvalidArgumentError, op, "Expected to dequeue a one-element string tensor")
    return element[0].item()


def _escaped(data):
    """Bytes as C writes them."""
    return re.sub(rb'[^ -~]|["\'\\]', lambda found: _escape(found.group()), data).decode()


def _escape(byte):
    return b"\\" + byte if byte in b"\"'\\" else b"\\%03o" % ord(byte)
