"""The state of tasks: variables and queues by container and name, which the sessions of a cluster share."""

import collections
import itertools
import threading
import weakref
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from graphlab._src.base.dtypes import as_dtype, storage
from graphlab._src.base.errors import InvalidArgumentError, OpError, UnimplementedError, explain, text_of
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import is_variable, state_dims, state_dtype
from graphlab._src.session.annotations import Array
from graphlab._src.session.execution.run_context import Resources
from graphlab._src.session.store import Store

_lock = threading.RLock()  # held by whichever run of a server's session reads and writes state
_memories: weakref.WeakValueDictionary[str, "Memory"] = weakref.WeakValueDictionary()  # address -> Memory


class Memory:
    """The state of one task. values: of variables, by type, container and name.  resources: queues and the like.

    loans: what of it other processes work on.
    """

    def __init__(self) -> None:
        self.values: dict[Any, Array] = {}
        self.resources = Resources()
        self.loans = Loans(self)

    def clear(self, containers: Collection[str] | None) -> None:
        """Forgets what is in these containers, or in all when None."""
        with _lock:
            self.resources.clear(containers)
            for key in [key for key in self.values if not containers or key[1] in containers]:
                del self.values[key]


StateKey: TypeAlias = tuple[str, str, bytes]  # of a variable: (type, container, name)


def key_of(owner: Operation) -> StateKey:
    """The key of the value of a variable in a Memory."""
    name = owner.attrs.get("shared_name") or owner.name.encode()
    return owner.type, text_of(owner.attrs.get("container", b"")), name


class Loans:
    """Values of variables that another process works on, and returns unless they have changed meanwhile.

    They are lent without a lock: who is late, works again on what there is then.
    """

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._lent: dict[int, dict[StateKey, Any]] = {}  # number -> the values, as they are stored
        self._numbers = itertools.count()

    def lend(self, keys: Sequence[StateKey]) -> tuple[int, list[Any]]:
        """(the number of the loan, the values as arrays of the borrower's own; None for those without a value)."""
        with _lock:
            lent = {key: self._memory.values.get(key) for key in keys}
            copies = [None if value is None else np.array(value) for value in lent.values()]
            number = next(self._numbers)
            self._lent[number] = lent
            for old in list(self._lent)[:-_MOST_LOANS]:
                del self._lent[old]
        return number, copies

    def settle(self, number: int, changed: Mapping[StateKey, Any]) -> bool:
        """Stores new values; False, and nothing is stored, where a value that was lent is another one by now."""
        with _lock:
            lent = self._lent.get(number)
            if lent is None or any(self._memory.values.get(key) is not value for key, value in lent.items()):
                return False
            self._memory.values.update({key: np.array(value) for key, value in changed.items()})
            del self._lent[number]
            return True


_MOST_LOANS = 256  # that a task remembers: a borrower that is gone returns nothing


def memory_at(address: str) -> Memory:
    """The Memory of the task with this address in this process."""
    found = _memories.get(address)
    if found is None:
        found = _memories[address] = Memory()
    return found


class SharedStore(Store):
    """The Store of a session on a server. Counters of random operations are the session's own.

    memory_of(operation): the Memory of the task that has its state; None where that is another process.
    """

    def __init__(self, memory_of: Callable[[Operation], Memory | None]) -> None:
        super().__init__()
        self.lock = _lock

        def find(op: Operation) -> Memory:
            memory = memory_of(op)
            if memory is None:
                raise _elsewhere(op)
            return memory

        self.values = _Values(find)
        self.resources = _SharedResources(find, self)

    def forget(self) -> None:
        """Keeps what the server has."""
        self.values.own.clear()


class _Values:
    """The values of variables by the operation that owns each, as a session looks them up."""

    def __init__(self, memory_of: Callable[[Operation], Memory]) -> None:
        self.own: dict[Any, Array] = {}
        self._memory_of = memory_of
        self._places: dict[Operation, tuple[dict[Any, Any], Any]] = {}
        self._types: dict[Operation, Any] = {}  # of the variables that other sessions know by name

    def _place(self, owner: Operation) -> tuple[dict[Any, Any], Any]:
        found = self._places.get(owner)
        if found is None:
            found = self.own, owner
            if owner.definition.holds_state and owner.definition.variable != "temporary":
                found = self._memory_of(owner).values, key_of(owner)
                if is_variable(owner):
                    self._types[owner] = storage(state_dtype(owner))
            self._places[owner] = found
        return found

    def get(self, owner: Operation) -> Any:
        values, key = self._place(owner)
        value = values.get(key)
        if value is not None and owner in self._types and value.dtype != self._types[owner]:
            raise _of_another_type(owner, value, "read")
        return value

    def __setitem__(self, owner: Operation, value: Any) -> None:
        self.update([(owner, value)])

    def update(self, pairs: Iterable[tuple[Operation, Any]]) -> None:
        """Stores values; those that another graph's variable of the same name doesn't admit are an error, after the others."""
        places: list[Any] = [(*self._place(owner), value, owner) for owner, value in pairs]
        errors = [self._refused(*place) for place in places]
        places = [place for place, error in zip(places, errors, strict=True) if error is None]
        memories: list[dict[Any, Any]] = [values for values, _, _, _ in places]
        changes: list[dict[Any, Any]] = [{key: value} for _, key, value, _ in places]
        # One call, in which no signal is handled: all of it or nothing.
        update: Any = dict.update
        collections.deque(map(update, memories, changes), maxlen=0)
        for error in errors:
            if error is not None:
                raise error

    def _refused(self, values: dict[Any, Any], key: Any, value: Any, owner: Operation) -> OpError | None:
        """The error of a value that the variable with that key, which another graph may have made, can't have."""
        before = values.get(key) if owner in self._types else None
        if before is None or before.dtype == value.dtype and before.shape == value.shape:
            return None
        if before.dtype != value.dtype:
            return _of_another_type(owner, before, "assign")
        dims = state_dims(owner)
        if owner.outputs[0].dtype.is_ref_dtype and dims is not None and None not in dims:
            shapes = f"lhs shape= {list(before.shape)} rhs shape= {list(value.shape)}"
            message = f"Assign requires shapes of both tensors to match. {shapes}: {_SHARED}"
            return InvalidArgumentError(owner.node_def, owner, explain(message, at=owner, fix=_OTHER_NAME))
        return None


_SHARED = "another graph has a variable of that name on this server"
_OTHER_NAME = "use another name or container, or begin anew with tf.Session.reset(target)"


def _of_another_type(owner: Operation, value: Any, what: str) -> OpError:
    message = f"Trying to {what} variable with wrong dtype. Expected {as_dtype(value.dtype).name} got {state_dtype(owner).name}"
    return InvalidArgumentError(owner.node_def, owner, explain(f"{message}: {_SHARED}", at=owner, fix=_OTHER_NAME))


class _SharedResources(Resources):
    def __init__(self, memory_of: Callable[[Operation], Memory], store: Any) -> None:
        super().__init__(store)
        self._memory_of = memory_of

    def find_or_make(
        self, kind: Any, container: str, name: Any, make: Callable[[], Any], op: Operation | None = None
    ) -> Any:
        if op is None:
            return super().find_or_make(kind, container, name, make)
        name = op.name if name is op else name
        return self._memory_of(op).resources.find_or_make(kind, container, name, make)

    def key_of(self, found: object, op: Operation) -> tuple[Any, str, Any] | None:
        return super().key_of(found, op) or self._memory_of(op).resources.key_of(found, op)


def _elsewhere(op: Operation) -> OpError:
    return UnimplementedError(
        op.node_def,
        op,
        explain(
            f"'{op.name}' has its state in another process, and only session.run() reaches it there",
            at=op,
            fix="fetch it with session.run()",
        ),
    )
