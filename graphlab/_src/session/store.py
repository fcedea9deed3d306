"""Store: the state of a session between runs, by the operation that owns it."""

import sys
import threading
from collections.abc import Iterable, Sequence
from typing import Any

import jax
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.entropy import fresh_seeds
from graphlab._src.base.errors import CancelledError
from graphlab._src.compiler import random_streams
from graphlab._src.compiler.effects import Version
from graphlab._src.compiler.lower import new_buffer
from graphlab._src.compiler.plan import Plan
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import lives_in_run
from graphlab._src.session.annotations import Array, Part
from graphlab._src.session.execution.run_context import Cancellation, Resources
from graphlab._src.session.execution.uninitialized_variables import uninitialized

_SOLE = 2  # references to an object that only the calling function holds


class Store:
    """The values of variables and the counters of random operations; every run of the session shares them.

    resources: its queues, tables and readers.  cancellation: wakes the runs that wait when the session is closed.
    lock: held while a run reads values and stores new ones, so that no update is lost.
    """

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.values: Any = {}
        self._spares: dict[
            Operation, Array
        ] = {}  # owner -> the value before the last, whose buffer may hold the next; None: there is none now
        self.resources = Resources(self)
        self.cancellation = Cancellation()

    def pending(self) -> "Pending":
        """This store as a run sees it that changes nothing until it is through."""
        return Pending(self)

    def revocable(self) -> "Revocable":
        """This store as a run sees it that may wait: other runs see what it changes at once."""
        return Revocable(self)

    def get(self, owner: Operation) -> Any:
        """Returns the value of `owner`, or None for a variable that was not initialized."""
        value = self.values.get(owner)
        if value is None and owner.definition.random:
            value = self.values[owner] = _first_counter(owner)
        if value is None and owner.definition.variable in ("temporary", "reference"):
            value = _unassigned(owner)
        return value

    def commit(self, owners: Iterable[Operation], values: Iterable[Array]) -> None:
        """Stores the new values of variables, all of them or none, whatever interrupts it.

        The old ones become spares: only call it with the lock held.
        """
        if not self._spares:
            self.values.update(zip(owners, values, strict=True))  # one call, in which no signal is handled
            return
        changes = list(zip(owners, values, strict=True))
        before = [(owner, self.values.get(owner), value) for owner, value in changes if owner in self._spares]
        self.values.update(changes)
        self.recycle([(owner, old) for owner, old, new in before if old is not new])

    def recycle(self, values: Iterable[tuple[Operation, Array]]) -> None:
        """Makes the buffers of old values, [(owner, value)], available for new ones."""
        self._spares.update([(owner, value) for owner, value in values if owner in self._spares])

    def spare(self, owner: Operation, form: jax.ShapeDtypeStruct, device: Any) -> Array:
        """Returns a buffer of that form, owned by the caller, for a new value of a variable."""
        found = self._spares.get(owner)
        self._spares[owner] = None
        if (
            isinstance(found, jax.Array)
            and sys.getrefcount(found) == _SOLE
            and found.shape == form.shape
            and found.dtype == form.dtype
            and not found.is_deleted()
            and found.device == device
        ):
            return found
        return new_buffer(form, device)

    def overwritten(
        self, part: Part, outputs: Sequence[Array], pending: Iterable[tuple[Operation, Array]] = ()
    ) -> None:
        """Stores all new state of a part whose inputs it has overwritten, with what the run had changed before."""
        changes = dict([*pending, *state_among(part.outputs, outputs)])
        self.commit(changes, changes.values())

    def check_open(self) -> None:
        """Raises CancelledError when the session was closed after the run had begun."""
        if self.cancellation.cancelled:
            raise CancelledError(None, None, "Session has been closed.")

    def forget(self) -> None:
        """Frees all state: the session was closed."""
        self.resources.clear()
        self.values.clear()
        self._spares.clear()

    def need(self, owner: Operation, plan: Plan) -> Array:
        """Returns the value of `owner`; FailedPreconditionError, at the operation of the plan that reads it, where there is none."""
        value = self.values.get(owner)
        if value is None:
            value = self.get(owner)
            if value is None:
                self.check_open()  # a session that is closed has let go of them all
                raise uninitialized(owner, plan)
        return value


class View(Store):
    """A Store as one run sees it. values: used in place of the session's values."""

    def __init__(self, store: Store, values: Any) -> None:
        self.lock = store.lock
        self.resources = store.resources
        self.cancellation = store.cancellation
        self.values = values
        self._store = store

    def spare(self, owner: Operation, form: jax.ShapeDtypeStruct, device: Any) -> Array:
        """Returns a buffer of that form, owned by the caller, for a new value of a variable."""
        return self._store.spare(owner, form, device)


class Pending(View):
    """A Store in which changes of state are pending until they are applied, all at once.

    What a part overwrites in place is gone, so that its successor is stored at once.
    """

    def __init__(self, store: Store) -> None:
        super().__init__(store, _Changes(store.values))

    def overwritten(
        self, part: Part, outputs: Sequence[Array], pending: Iterable[tuple[Operation, Array]] = ()
    ) -> None:
        """Stores all new state of a part whose inputs it has overwritten, with what the run had changed before."""
        self._store.overwritten(part, outputs, [*self.values.changes.items(), *pending])

    def apply(self) -> None:
        """Stores all changes."""
        changes = self.values.changes
        self._store.commit(changes, changes.values())


class Revocable(View):
    """A Store in which a run that may wait changes state at once, since others may read it meanwhile.

    What it changed can be revoked, as long as no other run has changed it since.
    """

    def __init__(self, store: Store) -> None:
        super().__init__(store, _Logged(store.values))

    def commit(self, owners: Iterable[Operation], values: Iterable[Array]) -> None:
        """Stores the new values of variables, and notes the old ones."""
        for owner, value in zip(owners, values, strict=True):
            self.values[owner] = value

    def overwritten(
        self, part: Part, outputs: Sequence[Array], pending: Iterable[tuple[Operation, Array]] = ()
    ) -> None:
        """Stores all new state of a part whose inputs it has overwritten: of these the old values are gone."""
        self._store.overwritten(part, outputs, pending)

    def accept(self) -> None:
        """The run is over: the old values become spares."""
        with self.lock:
            self._store.recycle((owner, before) for owner, (before, _) in self.values.log.items())
        self.values.log.clear()

    def revoke(self) -> None:
        """Restores the values from before the run, where no other run has changed them."""
        with self.lock:
            log = self.values.log
            mine = [(owner, before) for owner, (before, after) in log.items() if self._store.values.get(owner) is after]
            self._store.values.update(mine)


class _Logged:
    """The values of variables, with a log of each value before and after the run changed it."""

    def __init__(self, values: Any) -> None:
        self._values = values
        self.log: dict[Operation, tuple[Array, Array]] = {}

    def get(self, owner: Operation) -> Any:
        return self._values.get(owner)

    def __setitem__(self, owner: Operation, value: Any) -> None:
        before = self._values.get(owner)
        first, last = self.log.get(owner, (before, before))
        self.log[owner] = (first if last is before else before, value)  # noted first: an interrupt may come between
        self._values[owner] = value

    def update(self, pairs: Iterable[tuple[Operation, Any]]) -> None:
        for owner, value in pairs:
            self[owner] = value


class _Changes:
    """The values of variables, with changes that are not stored yet."""

    def __init__(self, values: Any) -> None:
        self._before = values
        self.changes: dict[Operation, Array] = {}

    def get(self, owner: Operation) -> Any:
        found = self.changes.get(owner)
        return self._before.get(owner) if found is None else found

    def __setitem__(self, owner: Operation, value: Any) -> None:
        self.changes[owner] = value

    def update(self, pairs: Iterable[tuple[Operation, Any]]) -> None:
        self.changes.update(pairs)


def state_among(values: Iterable[Any], results: Iterable[Array]) -> list[tuple[Operation, Array]]:
    """[(owner, result)] of the values that are state."""
    found = [(value, result) for value, result in zip(values, results, strict=False) if result is not None]
    return [
        (value.owner, result) for value, result in found if isinstance(value, Version) and not lives_in_run(value.owner)
    ]


def _unassigned(owner: Operation) -> Any:
    """The value of a variable before the first assignment: zeros of a temporary one, None of others.

    One whose shape has no elements is initialized from the start, as in TensorFlow: there is no value to lack.
    """
    shape = owner.attrs["shape"]
    if owner.definition.variable == "temporary" or (shape is not None and 0 in shape and None not in shape):
        return np.zeros(shape, dtypes.storage(owner.attrs["dtype"]))
    return None


def _first_counter(op: Operation) -> Array:
    """The state of a random operation: from its seeds, or from the machine's entropy when it has none."""
    seeds = op.attrs["seed"], op.attrs["seed2"]
    if seeds == (0, 0):
        seeds = fresh_seeds()
    return random_streams.first(*seeds)
