"""Call: a run() of given fetches and feeds, prepared so that the next such run only has to execute."""

import copy
import operator
from collections.abc import Callable, Sequence
from typing import Any

from graphlab._src.graph.tensor import Tensor
from graphlab._src.session.annotations import Array, Build, Element, Run
from graphlab._src.session.calls.feeds import Feed
from graphlab._src.session.calls.fetches import FetchStructure
from graphlab._src.session.calls.resource_handles import converter
from graphlab._src.session.calls.tensor_handle import TensorHandle, is_handle


class Call:
    """Runs given fetches with given tensors fed.

    execute(values, run=None) -> the result in the structure of the fetches. values: one for each of `tensors`.
    run: in place of the Runner's own run.
    expands: values have to be looked up by tensor, because a key of the feed_dict refers to several, or two to one.
    """

    __slots__ = ("execute", "expands", "runner", "tensors")
    execute: Callable[..., Any]

    def __init__(
        self, session: Any, structure: FetchStructure, tensors: list[Tensor], runner: Any, expands: bool = False
    ) -> None:
        self.tensors = tensors
        self.expands = expands
        self.runner = runner
        feeds = [Feed(tensor) for tensor in tensors] if runner is None else runner.feeds
        run = _nothing if runner is None else runner.run
        build = build_of(session, structure)
        arrange: Callable[[Sequence[Any]], Sequence[Any]] | None = None
        converters = [feed.take_own if runner is not None and runner.goes_on else feed.take for feed in feeds]
        order = [tensors.index(feed.tensor) for feed in feeds]
        fed: dict[Element, tuple[Feed, int]] = {feed.tensor: (feed, i) for feed, i in zip(feeds, order, strict=True)}
        if runner is not None:
            computed = [element for element in structure.elements if element not in fed]
            if computed != list(runner.plan.fetches):  # a plan serves its fetches in any order
                places = [runner.plan.fetches.index(element) for element in computed]
                arrange = operator.itemgetter(*places)  # of several: a plan of one fetch has one order
        if any(element in fed for element in structure.elements):
            sources = [fed.get(element) for element in structure.elements]
            self.execute = _giving_back(build, run, converters, order, sources, arrange)
            return
        if arrange is not None:
            build = _arranged(build, arrange)
        if not feeds:
            self.execute = lambda values, run=run: build(run([]))
        else:
            taken = list(zip(converters, order, strict=True))
            self.execute = lambda values, run=run: build(run([take(values[i]) for take, i in taken]))

    def within(self, deadline: float | None) -> "Call":
        """Returns the same call with a deadline, in seconds of time.monotonic(), or None."""
        if deadline is None or self.runner is None:
            return self
        call = copy.copy(self)
        call.execute = lambda values: self.execute(values, lambda fed: self.runner.run_within(fed, deadline))
        return call

    def around(self, wrapper: Callable[..., Any]) -> "Call":
        """The same call, run by wrapper(execute, values, …), which calls execute(values, …) and returns its result."""
        call = copy.copy(self)
        execute = self.execute
        call.execute = lambda *arguments, **options: wrapper(execute, *arguments, **options)
        return call

    def then(self, callback: Callable[[], object]) -> "Call":
        """The same call, with callback() after it when it raised nothing."""
        call = copy.copy(self)

        def execute(values: Sequence[Any], *run: Any, **options: Any) -> Any:
            result = self.execute(values, *run, **options)
            callback()
            return result

        call.execute = execute
        return call


def _arranged(build: Build, arrange: Callable[[Sequence[Any]], Sequence[Any]]) -> Build:
    return lambda values: build(arrange(values))


def _nothing(fed: list[Array]) -> list[Array]:
    """The run of fetches that are all fed."""
    return []


def _giving_back(
    build: Build,
    run: Run,
    converters: list[Callable[[Any], Array]],
    order: list[int],
    sources: list[tuple[Feed, int] | None],
    arrange: Callable[[Sequence[Any]], Sequence[Any]] | None,
) -> Callable[..., Any]:
    """Returns the `execute` of a Call that fetches tensors which it feeds: they come back as they were fed.

    sources: for each element that is fetched its Feed and the position of its value, or None when the run computes it.
    arrange(results): those in the order of the elements; None where they are in that order.
    """

    def execute(values: Sequence[Any], run: Run = run) -> Any:
        computed = run([take(values[i]) for take, i in zip(converters, order, strict=True)])
        results = iter(computed if arrange is None else arrange(computed))
        return build(
            [next(results) if source is None else source[0].as_fetched(values[source[1]]) for source in sources]
        )

    return execute


def build_of(session: Any, structure: FetchStructure) -> Build:
    """The `build` of a structure, with handles as objects and arrays that refer to what stays in the session."""
    converters = [_tensor_handle(session, item) or converter(session, item) for item in structure.elements]
    if not any(converters):
        return structure.build

    def build(values: Sequence[Any]) -> Any:
        return structure.build(
            [value if convert is None else convert(value) for value, convert in zip(values, converters, strict=True)]
        )

    return build


def _tensor_handle(session: Any, element: Element) -> Callable[[Any], Any] | None:
    if not isinstance(element, Tensor) or not is_handle(element):
        return None
    dtype = element.op.inputs[0].dtype.base_dtype
    return lambda value: TensorHandle(value, dtype, session) if isinstance(value, bytes) else value
