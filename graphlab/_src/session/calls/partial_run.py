"""PartialRun: a run in several steps. partial_run_setup lists all that will be fed and fetched, each partial_run does a part of it.

After a step everything has run that the feeds so far allow, whether it was fetched already or not; what later steps
need of it is stored. So every operation runs at most once, and a later step never sees the effects of another run.
"""

import itertools
import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import InvalidArgumentError, OpError
from graphlab._src.compiler.prune import prune
from graphlab._src.graph.control_flow_context import is_enter, is_exit, is_loop_cond, is_merge, is_switch
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import lives_in_run, owner_of
from graphlab._src.graph.tensor import Tensor
from graphlab._src.session.annotations import Array, Element
from graphlab._src.session.calls.call import build_of
from graphlab._src.session.calls.feeds import Feed, expand, expand_keys
from graphlab._src.session.calls.fetches import FetchStructure
from graphlab._src.session.execution.runner import Runner

_MAX_RUNNERS = 64  # steps of runs that are remembered


class PartialRuns:
    """The runs of one session that were set up and are not over, by handle."""

    def __init__(self, session: Any) -> None:
        self._session = session
        self._lock = threading.Lock()
        self._runs: dict[str, PartialRun] = {}
        self._numbers = itertools.count(1)
        self._runners: dict[Any, Runner] = {}  # (what a step runs, what it is given, what ran before) -> Runner
        self._seen = 0

    def clear(self) -> None:
        """Forgets all runs."""
        with self._lock:
            self._runs.clear()
            self._runners.clear()

    def setup(self, fetches: Any, feeds: Any) -> str:
        """Begins a run and returns its handle."""
        graph = self._check()
        keys = [] if feeds is None else feeds if isinstance(feeds, (list, tuple)) else [feeds]
        tensors = expand_keys(graph, keys)
        elements = FetchStructure(graph, fetches).elements
        for i, tensor in enumerate(tensors):
            if tensor in tensors[:i]:
                raise _refused(f'Endpoint "{tensor.name}" fed more than once.')
            if tensor in elements:
                raise _refused(f"{tensor.name} is both fed and fetched.")
        if not elements:
            raise _refused("Must specify at least one target to fetch or execute.")
        names = (",".join(item.name for item in items) for items in (tensors, elements))
        handle = f"{'->'.join(names)};{next(self._numbers)}"
        with self._lock:
            self._runs[handle] = PartialRun(self, tensors, elements)
        return handle

    def step(self, handle: str, fetches: Any, feed_dict: Mapping[Any, Any] | None) -> Any:
        """The values of `fetches`, in their structure."""
        graph = self._check()
        given: dict[Any, Any] = dict(expand(graph, feed_dict or {}))
        structure = FetchStructure(graph, fetches)
        feeds: dict[Element, Feed] = {tensor: Feed(tensor) for tensor in given}
        fed = {tensor: feeds[tensor].take_own(value) for tensor, value in given.items()}
        wanted = [element for element in structure.elements if element not in fed]
        if any(isinstance(element, Operation) for element in wanted):
            raise RuntimeError("partial_run() requires empty target_list.")
        results: dict[Any, Array] = self._advance(handle, wanted, fed) if wanted or fed else {}
        return build_of(self._session, structure)(
            [
                feeds[element].as_fetched(given[element]) if element in feeds else results[element]
                for element in structure.elements
            ]
        )

    def _check(self) -> Graph:
        self._session._check_open()
        graph = self._session.graph
        if not graph.version:
            raise RuntimeError("The Session graph is empty.  Add operations to the graph before calling run().")
        return graph

    def _advance(self, handle: str, wanted: Sequence[Any], fed: dict[Tensor, Array]) -> dict[Tensor, Array]:
        with self._lock:
            run = self._runs.get(handle)
        if run is None:
            raise _refused("Must run 'setup' before performing partial runs!")
        with run.lock:
            try:
                run.prepare()
            except BaseException:
                self._forget(handle)
                raise
            run.check(wanted, fed)
            try:
                results = run.advance(wanted, fed)
            except BaseException:
                self._forget(handle)
                raise
            if run.is_over():
                self._forget(handle)
        return results

    def _forget(self, handle: str) -> None:
        with self._lock:
            self._runs.pop(handle, None)

    def runner(
        self,
        elements: Sequence[Element],
        feeds: Iterable[Any],
        done: Iterable[Operation],
        needed_later: Collection[Any],
    ) -> Runner:
        """Returns the Runner of these elements with these tensors fed, where the operations `done` ran before.

        needed_later: the owners of stacks and TensorArrays that the run hands on to later steps.
        """
        session = self._session
        key = (tuple(elements), frozenset(feeds), frozenset(done), frozenset(needed_later))
        with session._lock:
            session._catch_up()
            if self._seen != session._cache.seen:
                self._runners.clear()
                self._seen = session._cache.seen
            if len(self._runners) >= _MAX_RUNNERS:
                self._runners.clear()
            if key not in self._runners:
                self._runners[key] = session._make_runner(elements, feeds, done, needed_later=needed_later)
            return self._runners[key]


class PartialRun:
    """One run in steps: what was fed and fetched so far, what ran, and the values that later steps need.

    lock: held during a step, so that steps come one after the other.
    """

    def __init__(self, runs: PartialRuns, feeds: list[Tensor], elements: list[Element]) -> None:
        self.lock = threading.Lock()
        self._runs = runs
        self._feeds = feeds
        self._elements = elements
        self._unfed = set(feeds)
        self._unfetched = {element for element in elements if isinstance(element, Tensor)}
        self._values: dict[Tensor, Array] = {}  # what later steps take, as arrays
        self._results: dict[Tensor, Array] = {}  # what was or will be fetched
        self._run_state: dict[Any, Any] = {}  # {owner: state} of stacks and TensorArrays, between steps
        self._operations: list[Operation] = []  # known from the first step on
        self._regions: list[set[Operation]] = []
        self._done: set[Operation] = set()

    def is_over(self) -> bool:
        """True when all was fed and fetched."""
        return not self._unfed and not self._unfetched

    def check(self, wanted: Sequence[Any], fed: dict[Tensor, Array]) -> None:
        """Raises InvalidArgumentError, and changes nothing, unless a step may feed and fetch this now."""
        for tensor in fed:
            if tensor not in self._feeds:
                raise _refused(f"The feed {tensor.name} was not specified in partial_run_setup.")
            if tensor not in self._unfed:
                raise _refused(f"The feed {tensor.name} has already been fed.")
        for tensor in wanted:
            if tensor not in self._elements:
                raise _refused(f"The fetch {tensor.name} was not specified in partial_run_setup.")
            if tensor not in self._unfetched:
                raise _refused(f"The fetch {tensor.name} has already been fetched.")
        blocked = self._blocked(self._unfed.difference(fed))
        for tensor in wanted:
            if tensor.op in blocked:
                missing = blocked[tensor.op].name
                raise _refused(f"Fetch {missing} can't be computed from the feeds that have been fed so far.")

    def prepare(self) -> None:
        """Prunes the graph before the first step; raises InvalidArgumentError for a graph that can't run in steps."""
        if not self._operations:
            self._operations = prune(self._elements, self._feeds)
            self._regions = _regions(set(self._operations))

    def advance(self, wanted: Sequence[Any], fed: dict[Tensor, Array]) -> dict[Tensor, Array]:
        """Runs all that can run once `fed` is fed, and returns {tensor: value} of `wanted`."""
        self._unfed.difference_update(fed)
        self._values.update(fed)
        blocked = self._blocked(self._unfed)
        ready = {op for op in self._operations if op not in blocked and op not in self._done}
        if ready:
            self._run(ready)
        self._unfetched.difference_update(wanted)
        return {tensor: self._results[tensor] for tensor in wanted}

    def _blocked(self, unfed: Collection[Tensor]) -> dict[Operation, Tensor]:
        """{operation: a feed that it waits for}. A loop waits as a whole, and so does a branch."""
        inside = set(self._operations)
        blocked: dict[Operation, Tensor] = {}
        waiting = [(op, tensor) for tensor in self._feeds if tensor in unfed for op in tensor.consumers()]
        while waiting:
            op, feed = waiting.pop()
            if op in blocked or op not in inside:
                continue
            blocked[op] = feed
            followers = [other for t in op.outputs if t not in self._feeds for other in t.consumers()]
            followers.extend(op.control_outputs)
            followers += [other for region in self._regions if op in region for other in region]
            waiting.extend((other, feed) for other in followers)
        return blocked

    def _run(self, ready: set[Operation]) -> None:
        later = [op for op in self._operations if op not in ready and op not in self._done]
        needed = {t for op in later for t in op.inputs if not t.dtype.is_ref_dtype} | self._unfetched
        owners = {tensor: owner for tensor in needed if (owner := owner_of(tensor)) is not None}
        in_run = {tensor: owner for tensor, owner in owners.items() if lives_in_run(owner)}
        # The handle of a variable has no value that later steps would need.
        needed.difference_update(in_run, owners.keys() - self._unfetched)
        tensors = [t for op in self._operations if op in ready for t in op.outputs if t in needed]
        inputs = [t for op in self._operations if op in ready for t in op.inputs]
        taken = {t: None for t in inputs if t in self._values and owner_of(t) is None}
        elements = [*tensors, *(op for op in self._operations if op in ready)]
        runner = self._runs.runner(elements, list(taken), self._done, set(in_run.values()))
        fed = [self._values[feed.tensor] for feed in runner.feeds]
        if in_run or self._run_state:
            results = runner.run_within(fed, run_state=self._run_state)
        else:
            results = runner.run(fed)
        self._done |= ready
        for tensor, value in zip(tensors, results, strict=False):
            self._results[tensor] = value
            held = tensor.dtype in (dtypes.resource, dtypes.variant)  # then the value is the object itself
            self._values[tensor] = value if held else np.asarray(value, dtypes.storage(tensor.dtype))


def _regions(operations: Collection[Operation]) -> list[set[Operation]]:
    """The operations of each loop, from its Enters to its Exits, and of each branch, from its Switches to its Merges."""
    frames: dict[Any, list[Operation]] = {}
    switches: dict[Tensor, list[Operation]] = {}
    for op in operations:
        if is_enter(op):
            frames.setdefault(op.get_attr("frame_name"), []).append(op)
        elif is_switch(op) and not is_loop_cond(op.inputs[1].op):
            switches.setdefault(op.inputs[1], []).append(op)
    loops = [_until(is_exit, starts, operations) for starts in frames.values()]
    return loops + [_until(is_merge, starts, operations) for starts in switches.values()]


def _until(
    is_end: Callable[[Operation], bool], starts: Iterable[Operation], operations: Collection[Operation]
) -> set[Operation]:
    found: set[Operation] = set()
    waiting = list(starts)
    while waiting:
        op = waiting.pop()
        if op in found or op not in operations:
            continue
        found.add(op)
        if not is_end(op):
            waiting.extend(other for tensor in op.outputs for other in tensor.consumers())
            waiting.extend(op.control_outputs)
    return found


def _refused(message: str) -> OpError:
    return InvalidArgumentError(None, None, message)
