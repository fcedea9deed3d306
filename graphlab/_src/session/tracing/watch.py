"""Watching tensors over runs: each run that computes a watched tensor notes what it was.

A plan that is made while something is watched keeps the watched values, and its runner hands them over. When what is
watched changes, the graph is said to have changed at that operation, so that plans with it are made anew. Plans that have
nothing to do with it know nothing of it, and a run looks nothing up.
"""

import collections
import math
import statistics
import weakref
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import jax
import numpy as np

from graphlab._src.compiler.plan import Plan
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.opdef import OpDef
from graphlab._src.graph.references import owner_of
from graphlab._src.graph.tensor import Tensor
from graphlab._src.session.calls.call import Call

POINTS = 200  # runs of which a watch keeps the figures
_EXPLODES = 1000.0  # times as large as before
_EARLY = 5  # runs that say what is usual


class Point(NamedTuple):
    """What a value was in one run: figures of its finite numbers (NaN where there are none), and how many are not."""

    run: int
    least: float
    mean: float
    most: float
    nan: int = 0
    inf: int = 0


class Watches:
    """The watched tensors of one graph.

    listeners: functions, called when a run has computed some of it.  sent: up to which run the browser knows, {Watch: run}.
    """

    def __init__(self) -> None:
        self.all: list[Watch] = []
        self.listeners: list[Callable[[], object]] = []
        self.sent: dict[Watch, int] = {}


class Watch:
    """A tensor that is watched, or the variable that a reference or handle refers to.

    session: the Session whose runs count; None: those of all sessions.
    always: whether it is computed after each run that did not need it, from what the run fed and left in variables.
    runs: how many runs have computed it.  last: its value in the newest of them, or None.
    missed: how many runs since then did not.  why: why it could not be computed after the last of these, else "".
    points: the figures of the last 200 runs.
    """

    def __init__(self, tensor: Tensor, session: Any = None, always: bool = False) -> None:
        self.tensor = tensor
        self.always = always
        self.missed = 0
        self.why = ""
        self.owner = owner_of(tensor)
        self._session = None if session is None else weakref.ref(session)
        self.runs = 0
        self.last: Any = None
        self.points: collections.deque[Point] = collections.deque(maxlen=POINTS)

    @property
    def session(self) -> Any:
        """The Session whose runs count, or None."""
        return None if self._session is None else self._session()

    def is_for(self, session: Any) -> bool:
        """True when the runs of a session count."""
        return self._session is None or self._session() is session

    def note(self, value: Any) -> None:
        """Records its value in a run."""
        self.runs += 1
        self.missed, self.why = 0, ""
        self.last = value = np.asarray(value) if isinstance(value, jax.Array) else value
        self.points.append(_point(self.runs, value))

    @property
    def health(self) -> str:
        """ "nan", "inf", "zero", "exploding" (far larger than it began), or "ok"; "" before the first run."""
        if not self.points:
            return ""
        point = self.points[-1]
        if point.nan or point.inf:
            return "nan" if point.nan else "inf"
        if point.least == point.most == 0 and np.size(self.last) > 1:
            return "zero"
        early = [_size(point) for point in list(self.points)[:_EARLY]]
        usual = statistics.median(early)
        grown = len(self.points) > _EARLY and usual > 0 and _size(point) > _EXPLODES * usual
        return "exploding" if grown else "ok"


def _size(point: Point) -> float:
    return max(abs(point.least), abs(point.most))


def _point(run: int, value: Any) -> Point:
    """The figures of a value; of what is no number there are none."""
    array = np.asarray(value)
    if array.dtype.kind == "V" and not array.dtype.names:
        array = array.astype(np.float32 if "float" in array.dtype.name else np.int32)
    if array.dtype.kind == "c":
        array = np.abs(array)
    if array.dtype.kind not in "biuf" or not array.size:
        return Point(run, np.nan, np.nan, np.nan)
    if array.size == 1:
        low = mean = high = float(array.reshape(()))
    else:
        low, mean, high = float(array.min()), float(array.mean(dtype=np.float64)), float(array.max())
    if math.isfinite(low) and math.isfinite(mean) and math.isfinite(high):
        return Point(run, low, mean, high)
    finite = array[np.isfinite(array)]
    nan = int(np.isnan(array).sum())
    inf = array.size - finite.size - nan
    if not finite.size:
        return Point(run, np.nan, np.nan, np.nan, nan, inf)
    return Point(run, float(finite.min()), float(finite.mean(dtype=np.float64)), float(finite.max()), nan, inf)


def counted(call: Call, watches: list[Watch], prepare: Callable[[Tensor, list[Tensor]], Call]) -> Call:
    """The call as it is, but that it counts the runs which do not compute a watched tensor, and computes those to be.

    prepare(tensor, fed) -> the Call that computes a tensor with these tensors fed.
    """
    plan = None if call.runner is None else call.runner.plan
    given: set[Any] = set(call.tensors)
    if plan is not None:
        given.update(plan.watched, plan.reads, plan.writes)
    missing = [watch for watch in watches if watch.tensor not in given and watch.owner not in given]
    if not missing:
        return call
    listeners = of(missing[0].tensor.graph).listeners
    extra: dict[Watch, Call] = {}

    def run(execute: Callable[..., Any], values: Sequence[Any], *arguments: Any, **options: Any) -> Any:
        result = execute(values, *arguments, **options)
        for watch in missing:
            watch.missed += 1
            if watch.always:
                compute(watch, values)
        for listener in listeners:
            listener()
        return result

    def compute(watch: Watch, values: Sequence[Any]) -> None:
        """The run has ended well and stays so, whatever is wrong here."""
        try:
            if watch not in extra:
                prepared = prepare(watch.tensor, call.tensors)
                _check(prepared.runner.plan)
                extra[watch] = prepared
            value = extra[watch].execute(values)
        except Exception as error:
            watch.why = str(error).partition("\n")[0] or type(error).__name__
        else:
            watch.note(value)

    return call.around(run)


def _check(plan: Plan) -> None:
    """Raises ValueError for a plan that changes anything: a run that the program did not request may only read."""
    why = why_it_does_more(plan)
    if why:
        raise ValueError(f"{why}: fetch it in the run")


def why_it_does_more(plan: Plan) -> str:
    """Why a run does more than compute: it draws random numbers, or changes something; "" where it only reads."""
    for op in plan.operations:
        known = op.definition
        if known is None or known.random or (known.stateful and not only_reads(known)):
            return f"It depends on {op.type} '{op.name}', which does more than compute"
    for owner in plan.writes:
        return f"To compute it changes '{owner.name}'"
    return ""


def only_reads(known: OpDef) -> bool:
    """Whether a stateful operation only holds or reads a variable."""
    return known.holds_state or known.makes_state or bool(known.on_state) or known.access in ("read", "gather")


def of(graph: Graph) -> Watches:
    """The Watches of a graph."""
    if graph.watches is None:
        graph.watches = Watches()
    return graph.watches


def watches_of(graph: Graph, session: Any) -> list[Watch]:
    """The Watch objects that count the runs of a session: nearly always none."""
    watches = graph.watches
    return [] if watches is None else [watch for watch in watches.all if watch.is_for(session)]


def add(watch: Watch) -> None:
    """Begins to watch."""
    graph = watch.tensor.graph
    of(graph).all.append(watch)
    graph.invalidate_plans(watch.tensor.op, f"'{watch.tensor.name}' is watched")


def remove(watch: Watch) -> None:
    """Ends it; the watch keeps what it has noted."""
    graph = watch.tensor.graph
    if watch in of(graph).all:
        of(graph).all.remove(watch)
        graph.invalidate_plans(watch.tensor.op, f"'{watch.tensor.name}' is no longer watched")


def observer(watches: list[Watch], plan: Plan, store: Any) -> Callable[[list[Any]], None] | None:
    """Returns the function that a Runner calls with the watched values; None where the plan computes none."""
    computed = [(watch, i) for watch in watches for i, tensor in enumerate(plan.watched) if watch.tensor is tensor]
    touched = {*plan.reads, *plan.writes}
    variables = [watch for watch in watches if watch.owner in touched]
    if not computed and not variables:
        return None
    listeners = of(plan.graph).listeners

    def observe(values: list[Any]) -> None:
        for watch, i in computed:
            if values[i] is not None:
                watch.note(values[i])
        for watch in variables:
            value = store.values.get(watch.owner)
            if value is not None:
                watch.note(value)
        for listener in listeners:
            listener()

    return observe
