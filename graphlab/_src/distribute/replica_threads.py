"""Building each replica in a thread of its own, one at a time, so that they can meet in a merge_call.

A replica runs until it calls merge_call or returns. When all have come to a merge_call, the function that they call it with
runs once, outside of the replicas, and each replica continues with its part of the result. At most one thread builds at a
time, and in the order of the replicas, so that every run of a program makes the same graph.
"""

import re
import threading
from typing import Any

from graphlab._src.base.context import inherited
from graphlab._src.distribute.context import ReplicaContext
from graphlab._src.distribute.values import regroup, select_replica
from graphlab._src.graph import get_default_graph
from graphlab._src.graph.scopes import control_dependencies, device, name_scope
from graphlab._src.state.scope import variable_scope
from graphlab._src.state.variable_creators import variable_creator_scope
from graphlab._src.state.variable_scope import get_variable_scope

_COUNTED = re.compile(r"_\d+/")
_COUNTED_AT_END = re.compile(r"_\d+$")


class _Stop(BaseException):
    """Ends a replica's thread when another one has failed."""


def call_in_threads(strategy: Any, fn: Any, args: Any, kwargs: Any) -> Any:
    """The regrouped results of fn in each replica of a strategy."""
    made: dict[str, list[Any]] = {}
    replicas = [
        _Replica(strategy, i, made, fn, select_replica(i, args), select_replica(i, kwargs))
        for i in range(len(strategy.extended.worker_devices))
    ]
    try:
        for replica in replicas:
            replica.start()
        while True:
            for replica in replicas:
                replica.advance()
            ended = [replica.ended for replica in replicas]
            if all(ended):
                return regroup([replica.result for replica in replicas])
            if any(ended):
                raise RuntimeError("Some replicas made a different number of replica_context().merge_call() calls.")
            _merge(strategy, replicas)
    finally:
        for replica in replicas:
            replica.stop()


def _merge(strategy: Any, replicas: list["_Replica"]) -> None:
    first = replicas[0].call
    controls = {op: None for replica in replicas for op in replica.call.controls}
    args = regroup([replica.call.args for replica in replicas])
    kwargs = regroup([replica.call.kwargs for replica in replicas])
    with (
        name_scope(first.name_scope),
        control_dependencies(list(controls)),
        variable_scope(first.variable_scope, auxiliary_name_scope=False),
    ):
        result = first.function(strategy, *args, **kwargs)
    for i, replica in enumerate(replicas):
        replica.merged = select_replica(i, result)


class _Call:
    """A merge_call that a replica waits for, and the scopes that were open there."""

    def __init__(self, function: Any, args: Any, kwargs: Any):
        graph = get_default_graph()
        self.graph, self.function, self.args, self.kwargs = graph, function, args, kwargs
        scope = graph.get_name_scope()
        self.name_scope = f"{scope}/" if scope else None
        self.variable_scope = get_variable_scope()
        self.controls = [op for block in graph.stacks.controls for op in block.control_inputs]


class _Replica:
    """One replica that is being built."""

    def __init__(self, strategy: Any, number: int, made: dict[str, list[Any]], fn: Any, args: Any, kwargs: Any):
        self.number = number
        self.ended = False
        self.result: Any = None
        self.merged: Any = None
        self.call: Any = None
        self._error: BaseException | None = None
        self._stops = False
        self._taken: dict[str, int] = {}  # how many variables of each name the replica has
        self._strategy, self._made, self._fn, self._args, self._kwargs = strategy, made, fn, args, kwargs
        self._may_run, self._has_paused = threading.Event(), threading.Event()
        self._graph = get_default_graph()
        self._scopes = {
            key: list(value) if isinstance(value, list) else value for key, value in vars(self._graph.stacks).items()
        }
        self._variable_scope = get_variable_scope()
        self._inherited = [(local, dict(vars(local))) for local in inherited]
        self._thread = threading.Thread(target=self._run, name=f"replica {number}", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def advance(self) -> None:
        """Builds on, until the next merge_call or the end."""
        self._may_run.set()
        self._has_paused.wait()
        self._has_paused.clear()
        if self._error is not None:
            raise self._error

    def stop(self) -> None:
        """Ends the thread."""
        self._stops = True
        self._may_run.set()
        if self._thread.is_alive():
            self._thread.join()

    def wait_for_merge(self, function: Any, args: Any, kwargs: Any) -> Any:
        """What a replica calls in merge_call."""
        self.call = _Call(function, args, kwargs)
        if self.call.graph is not self._graph or self._graph.stacks.flow_context is not self._scopes["flow_context"]:
            raise RuntimeError(
                "`merge_call` called while defining a new graph or a function. An optimizer applies gradients, and a "
                "variable with an aggregation is assigned, outside of branches, loops and functions of a replica"
            )
        self._has_paused.set()
        self._wait()
        return self.merged

    def _wait(self) -> None:
        self._may_run.wait()
        self._may_run.clear()
        if self._stops:
            raise _Stop

    def _run(self) -> None:
        try:
            self._wait()
            self._build()
            self.ended = True
        except _Stop:
            pass
        except BaseException as error:
            self._error = error
        finally:
            self._has_paused.set()

    def _build(self) -> None:
        graph = self._graph
        with graph.as_default():
            vars(graph.stacks).update(self._scopes)
            for local, values in self._inherited:
                vars(local).update(values)
            scope = graph.get_name_scope()
            scope = f"{scope}/" if scope else ""
            if self.number:
                scope += f"replica_{self.number}/"
            with (
                _ThreadContext(self._strategy, self),
                device(self._strategy.extended.worker_devices[self.number]),
                name_scope(scope or None),
                variable_scope(self._variable_scope, reuse=self.number > 0 or None, auxiliary_name_scope=False),
                variable_creator_scope(self._create),
            ):
                self.result = self._fn(*self._args, **self._kwargs)

    def _create(self, next_creator: Any, **arguments: Any) -> Any:
        """The first replica makes variables; the others get those, in the order of their making under each name."""
        name = _canonical(arguments.get("name"))
        if self.number == 0:
            variable = next_creator(**arguments)
            self._made.setdefault(name, []).append(variable)
            return variable
        number = self._taken.get(name, 0)
        self._taken[name] = number + 1
        variables = self._made.get(name, [])
        if number >= len(variables):
            raise RuntimeError(
                f"Tried to create variable {arguments.get('name')} with mismatching name on replica {self.number}: the "
                "first replica made none"
            )
        return variables[number]


class _ThreadContext(ReplicaContext):
    """The ReplicaContext of a replica that is built in a thread."""

    def __init__(self, strategy: Any, replica: _Replica):
        super().__init__(strategy, strategy.extended.replica_id(replica.number), replica.number)
        self._replica = replica

    def _merge_call(self, merge_fn: Any, args: Any, kwargs: Any) -> Any:
        return self._replica.wait_for_merge(merge_fn, args, kwargs)


def _canonical(name: str | None) -> str:
    """A variable's name without the numbers that make it unique."""
    if name is None:
        return ""
    return _COUNTED_AT_END.sub("", _COUNTED.sub("/", name))
