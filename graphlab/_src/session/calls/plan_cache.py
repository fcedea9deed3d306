"""PlanCache: the plans of a session, each made once for its fetches and feeds, and why each was made."""

import collections
import gc
import itertools
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, TypeAlias

from graphlab._src.compiler.plan import Plan
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.tensor import Tensor
from graphlab._src.session.annotations import Element, Part
from graphlab._src.session.calls.graph_growth import note_growth

_MAX_CALLS = 4096  # remembered forms of run() calls; each is small, plans are shared between them
_MAX_PLANS = 256
_MAX_BYTES = 256 << 20  # estimated, of all plans
_OPERATION, _EXECUTABLE = 2_000, 100_000  # bytes of memory for one, about
_LEAST = 8  # plans that stay cached, however large
_COLLECTED = (
    16 << 20
)  # estimated bytes of forgotten plans that are collected together: a collection visits all of the heap
_SHOWN = 20
Key: TypeAlias = tuple[frozenset[Element], frozenset[Tensor]]  # (fetches, feeds)
_serial = itertools.count(1)
_GROWTH = 8  # so many plans in a row of operations that are new since the plan before: a loop adds to the graph


class Entry:
    """One plan, and the reason why no cached plan fitted.

    reason: "new fetches: loss:0".  runner: what runs the plan.  version: the number of operations that the graph had.
    number: plans are counted as they are made, whichever session makes them.
    """

    def __init__(self, reason: str, runner: Any, version: int) -> None:
        self.reason = reason
        self._runner = runner
        self.version = version
        self.number = next(_serial)

    @property
    def plan(self) -> Plan:
        """The Plan, as the last run left it."""
        return self._runner.plan

    @property
    def compilations(self) -> list[str]:
        """Why its segments were compiled again after the first time: "new shape of x:0: (64, 10)", one line each."""
        return [line for part in self.plan.parts for line in _recompilations(part)]

    @property
    def interpretations(self) -> list[str]:
        """What NumPy did in place of compiled code, and why, or why it could not; one line for a segment."""
        return [story for story in (part.story for part in self.plan.compiled) if story]

    def __repr__(self) -> str:
        return "\n".join([self.reason, *self.compilations, *self.interpretations])


def _recompilations(part: Part) -> Iterator[str]:
    shapes = getattr(part, "compiled_for", ())
    for before, now in zip(shapes, shapes[1:], strict=False):
        changed = [
            f"new shape of {value.name if isinstance(value, Tensor) else value.owner.name}: {tuple(new)}"
            for value, old, new in zip(part.retained, before, now, strict=False)
            if old != new
        ]
        if changed:
            yield "; ".join(changed)
        elif part.static:
            names = ", ".join(value.name for value in part.static if isinstance(value, Tensor))
            yield f"new value of {names}, which decides a shape"


class PlanCache:
    """The plans of a session. Printing it lists which plans were made, and why.

    calls: the prepared Calls, by their key.  entries: an Entry for each plan, oldest first.
    seen: how many changes of existing operations the plans know of; when the graph has more, catch_up() is due.
    last: the Runner of the last run; None before the first one, and where all fetches of a callable were fed.
    made: how many plans were made. Of very many those that were not used for longest are forgotten, and made again
    when they are needed; entries has those that are left.
    """

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._runners: dict[Key, Any] = {}
        self._of: dict[Key, Entry] = {}  # key -> its Entry
        self._stale: dict[Key, str] = {}  # what a plan that was dropped was for -> what was changed in the graph
        self._seen_version = graph.version
        self.seen = len(graph.changes)
        self.calls: collections.OrderedDict[Any, Any] = collections.OrderedDict()
        self.entries: list[Entry] = []
        self.last: Any = None
        self.made = 0
        self._forgotten = 0

    @property
    def runners(self) -> list[Any]:
        """The Runner of each plan that is cached."""
        return list(self._runners.values())

    def catch_up(self) -> None:
        """Drops the plans in which an operation was changed since they were made: a control input added, a shape set."""
        if len(self._graph.changes) > self.seen:
            news: list[tuple[Any, str]] = self._graph.changes[self.seen :]
            changed = {item: what for item, what in news if getattr(item, "op", item).id < self._seen_version}
            if changed:
                self._drop(changed)
            self.seen += len(news)  # only now: an interrupt before lets it be done again
        self._seen_version = self._graph.version

    def _drop(self, changed: dict[Any, str]) -> None:
        for key, runner in list(self._runners.items()):
            inside = (*runner.plan.operations, *(tensor.op for tensor in runner.plan.feeds), *runner.plan.feeds)
            reasons = [changed[item] for item in inside if item in changed]
            if reasons:
                del self._runners[key]
                self._of.pop(key, None)
                while len(self._stale) >= _MAX_PLANS:
                    del self._stale[next(iter(self._stale))]
                self._stale[key] = f"graph changed: {'; '.join(dict.fromkeys(reasons))}"
        only_feeds = all(isinstance(item, Tensor) for item in changed)
        for key, call in list(self.calls.items()):
            if not only_feeds or not changed.keys().isdisjoint(call.tensors):
                del self.calls[key]

    def remember(self, key: Any, call: Any) -> None:
        """Caches a Call; the oldest is evicted when there are very many."""
        self.calls[key] = call
        if len(self.calls) > _MAX_CALLS:
            self.calls.popitem(last=False)

    def runner(self, fetches: Iterable[Element], feeds: Collection[Tensor], make: Callable[[], Any]) -> Any:
        """Returns the Runner for these fetches, in any order, and feeds; made by make() when there is none yet."""
        key = (frozenset(fetches), frozenset(feeds))
        runner = self._runners.get(key)
        if runner is None:
            reason = self._why(key, fetches)
            runner = make()
            note_growth(self._graph)
            self._forget()
            self._runners[key] = runner
            self.made += 1
            entry = self._of[key] = Entry(reason, runner, self._graph.version)
            self.entries.append(entry)
        runner.used = self.made
        return runner

    def _forget(self) -> None:
        """Evicts the least recently used plans to make space for one more, and their entries."""
        bytes_left = _MAX_BYTES - sum(_size(runner.plan) for runner in self._runners.values())
        evicted: set[Any] = set()
        while len(self._runners) >= _LEAST and (len(self._runners) >= _MAX_PLANS or bytes_left < 0):
            key = min(self._runners, key=lambda key: self._runners[key].used)
            runner = self._runners.pop(key)
            size = _size(runner.plan)
            bytes_left += size
            self._forgotten += size
            evicted.add(runner)
            self._of.pop(key, None)
        if evicted:
            for key, call in list(self.calls.items()):
                if call.runner in evicted:
                    del self.calls[key]
        if self._forgotten >= _COLLECTED:  # a plan is a cycle, of few objects that Python counts, with much behind them
            self._forgotten = 0
            gc.collect()
        if evicted or len(self.entries) >= 2 * _MAX_PLANS:
            remaining = set(self._of.values())
            self.entries = [entry for entry in self.entries if entry in remaining]

    def _why(self, key: Key, in_order: Iterable[Element]) -> str:
        stale = self._stale.pop(key, None)
        if stale is not None:
            return stale
        fetches, feeds = key
        fed = _names(feeds)
        for known, known_feeds in self._runners:
            if known == fetches:
                return f"new feeds: {fed or 'none'} ({_names(fetches)} had a plan with {_names(known_feeds) or 'none'} fed)"
        return f"new fetches: {_names(in_order, in_order=True)}" + (f", with {fed} fed" if fed else "")

    def clear(self) -> None:
        """Forgets all plans."""
        self.last = None
        self.calls.clear()
        self._runners.clear()
        self._of.clear()
        self._stale.clear()

    def __len__(self) -> int:
        return len(self._runners)

    def __repr__(self) -> str:
        count = self.made
        forms = len(self.calls)
        lines = [f"Plan cache: {count} plan{'s' * (count != 1)} made, for {forms} form{'s' * (forms != 1)} of call"]
        shown = self.entries[-_SHOWN:]
        first = count - len(shown)
        if first:
            lines.append(f"  … {first} earlier")
        for i, entry in enumerate(shown, first + 1):
            lines.append(f"  {i:<3} {entry.reason}")
            lines.extend(f"      {line}" for line in (*entry.compilations, *entry.interpretations))
        last = self.entries[-_GROWTH:]
        if len(last) == _GROWTH and all(
            b.version > a.version and b.reason.startswith("new fetches") for a, b in zip(last, last[1:], strict=False)
        ):
            lines.append(
                "  The graph grew before each of the last plans: build operations once, before the loop that runs them."
            )
        return "\n".join(lines)


def _size(plan: Plan) -> int:
    """About how many bytes a plan occupies, with what was compiled for it."""
    compiled = sum(part.count for part in plan.compiled)
    return _OPERATION * len(plan.operations) + _EXECUTABLE * compiled


def _names(items: Iterable[Element], in_order: bool = False) -> str:
    names = [item.name for item in items]
    if not in_order:
        names.sort()
    return ", ".join(names[:6]) + (f" … {len(names) - 6} more" if len(names) > 6 else "")
