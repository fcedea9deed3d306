"""The operations of a CriticalSection: a mutex of the session, which one execution holds at a time."""

import threading

from graphlab._src.ops.define import no_gradient, no_outputs, op
from graphlab._src.state.named_resources import find_or_make

_HOST = {"host": True, "grad": no_gradient, "stateful": True}


class Mutex:
    """Held by one operation of one run at a time; a run that waits for it stops when it is over itself."""

    def __init__(self):
        self.condition = threading.Condition()
        self._holder = None

    def acquire(self, context):
        """The Held of the run's operation, once no other holds the mutex."""
        held = context.attempt(lambda: Held(self))
        with self.condition:
            context.wait(self.condition, lambda: self._holder is None)
            self._holder = held
        context.at_end(held.release)
        return held

    def release(self, held):
        """Lets the next one have it, if `held` has it now."""
        with self.condition:
            if self._holder is held:
                self._holder = None
                self.condition.notify_all()


class Held:
    """What a MutexLock returns: the mutex is held until this is released, at the end of the run at the latest."""

    def __init__(self, mutex):
        self._mutex = mutex

    def release(self):
        """The mutex is free again."""
        self._mutex.release(self)


@op(
    "MutexV2",
    "-> resource: resource",
    infer=lambda op: (),
    attrs={"container": (str, ""), "shared_name": (str, "")},
    **_HOST,
)
def mutex(*, context):
    """A mutex of the session."""
    return find_or_make(context, "mutex", lambda _: Mutex())


@op("MutexLock", "mutex: resource -> mutex_lock: variant", infer=lambda op: (), serial="begin", **_HOST)
def mutex_lock(mutex, *, context):
    """Waits until no other execution holds the mutex, and holds it from then on."""
    return mutex.acquire(context)


@op("ConsumeMutexLock", "mutex_lock: variant ->", infer=no_outputs, serial="end", **_HOST)
def consume_mutex_lock(mutex_lock, *, context):
    """Releases the mutex."""
    del context
    mutex_lock.release()
