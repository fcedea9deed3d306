"""The tables of the Graph panel: the last run, variables, queues, devices, of each session of the graph that is shown."""

import collections
import math
import re
import weakref

import jax
import numpy as np

from graphlab._src.compiler.lower import LoweredSegment
from graphlab._src.compiler.plan import segment_of
from graphlab._src.session import base_session
from graphlab._src.session.tracing import last_run
from graphlab._src.viz.protocol import shape_code

_NUMBER = re.compile(r"^_\d+_")  # what makes the name of an unshared queue unique
_MOST_NAMES = 300
_MOST_ROWS = 2_000
_POINTS = 40  # of a variable's history
_MOST_NUMBERS = 1 << 22  # of which norms are computed at a time

# Store → {variable: _History}
_histories = weakref.WeakKeyDictionary()


def sessions_of(graph):
    """The open sessions of a graph, oldest first."""
    return [session for session in base_session.open_sessions() if session.graph is graph]


def run(graph, names):
    """The last run of each session: {sessions: [{name, fetches, ran, total, pruned, reused, segments, seconds, …}]}.

    `runs` and `seconds` count those since a panel was opened: of earlier ones only the plan is known.
    """
    return {"sessions": [_run(session, names.of_session(session)) for session in sessions_of(graph)]}


def _run(session, name):
    runner = session.plan_cache.last
    if runner is None:
        return {"name": name}
    noted = last_run.of(session) or last_run.LastRun()
    is_noted = noted.runner is runner
    plan = runner.plan
    pruned = plan.pruned
    return {
        "name": name,
        "runs": noted.runs,
        "failed": is_noted and noted.failed,
        "seconds": [_digits(seconds) for seconds in noted.seconds] if is_noted else [],
        "fetches": _named(plan.fetches),
        "feeds": _named(plan.feeds),
        "ran": len(plan.operations),
        "total": plan.graph.version,
        "pruned": len(pruned),
        "prunedNames": _named(pruned),
        "reused": _named(plan.reads),
        "written": _named(plan.writes),
        "segments": [_segment(part) for part in plan.parts],
    }


def _segment(part):
    """A part of a plan: where it runs, by which tier, why it is one."""
    segment = segment_of(part)
    is_lowered = isinstance(part, LoweredSegment)
    device = segment.device
    return {
        "device": "host" if device is None else f"{device.device_type}:{device.index}",
        "operations": sum(len(getattr(step, "members", (step,))) for step in segment.operations),
        "tier": ("XLA" if part.has_executable else "NumPy") if is_lowered else "host",
        "reason": segment.reason,
        "story": part.story if is_lowered else "",
    }


def _named(items):
    return [item.name for item in items[:_MOST_NAMES]]


def variables(graph, names):
    """The variables of each session: {sessions: [{name, variables: [{op, name, shape, dtype, device, …}]}]}."""
    owners = [op for op in graph.get_operations() if _is_variable(op)][:_MOST_ROWS]
    return {
        "sessions": [
            {"name": names.of_session(session), "variables": _rows(session, owners)} for session in sessions_of(graph)
        ]
    }


def _is_variable(op):
    return op.definition is not None and op.definition.variable in ("reference", "resource")


def _rows(session, owners):
    histories = _histories.setdefault(session.store, {})
    budget = _MOST_NUMBERS
    rows = []
    for op in owners:
        value = session.store.values.get(op)  # what a run stores meanwhile is new, or old, and whole
        history = histories.get(op)
        if history is None:
            history = histories[op] = _History()
        if value is not None:
            budget -= history.note(value, budget)
        rows.append(_row(session, op, value, history))
    return rows


def _row(session, op, value, history):
    shape = op.attrs.get("shape") if value is None else np.shape(value)
    return {
        "op": op.id,
        "name": op.name,
        "shape": shape_code(shape),
        "dtype": op.attrs["dtype"].base_dtype.name if "dtype" in op.attrs else "",
        "device": _device(session, op),
        "initialized": value is not None,
        "bytes": 0 if value is None else int(getattr(value, "nbytes", 0)),
        "norm": history.last if value is not None else None,
        "history": list(history.norms) if value is not None else [],
    }


def _device(session, op):
    try:
        device = session.devices.place(op)
    except Exception:  # its device is not there, which a run reports
        return op.device or ""
    return f"{device.device_type}:{device.index}"


class _History:
    """The norms that a variable has had. A value that was seen before is not computed again."""

    def __init__(self):
        self._seen = lambda: None
        self.last = None
        self.norms = collections.deque(maxlen=_POINTS)

    def note(self, value, most):
        """Computes the norm of a new value of at most so many numbers; returns how many numbers that were."""
        if self._seen() is value:
            return 0
        size = int(np.size(value))
        if size > most:
            return 0
        norm = _norm(value)
        if norm is _GONE:
            return 0
        self._seen = _reference(value)
        self.last = norm
        if norm is not None:
            self.norms.append(norm)
        return size


_GONE = object()


def _reference(value):
    try:
        return weakref.ref(value)
    except TypeError:
        return lambda: None


def _norm(value):
    """The Euclidean norm, None where a value has none or it is not finite; _GONE when a run has overwritten the value."""
    try:
        if isinstance(value, jax.Array) and value.is_deleted():
            return _GONE
        array = np.asarray(value)
    except RuntimeError:
        return _GONE
    if array.dtype.kind == "V":
        array = array.astype(np.float32)
    if array.dtype.kind not in "biufc":
        return None
    flat = array.ravel()
    flat = flat if flat.dtype.kind in "fc" and flat.dtype.itemsize > 2 else flat.astype(np.float32)
    with np.errstate(over="ignore", invalid="ignore"):
        return _digits(float(np.linalg.norm(flat)))


def _digits(number):
    """A number with four digits; None for what is none."""
    return float(f"{number:.4g}") if math.isfinite(number) else None


def queues(graph, names):
    """The queues of each session that runs have made: {sessions: [{name, queues: [{name, kind, size, capacity, …}]}]}."""
    return {
        "sessions": [
            {
                "name": names.of_session(session),
                "queues": [_queue(queue) for queue in session.store.resources.all("queue")],
            }
            for session in sessions_of(graph)
        ]
    }


def _queue(queue):
    return {
        "name": _NUMBER.sub("", queue.name),
        "kind": queue.kind,
        "size": queue.size(),
        "capacity": queue.capacity if queue.capacity < 2**31 - 1 else None,
        "waiting": {"enqueue": len(queue.enqueues), "dequeue": len(queue.dequeues)},
        "closed": queue.closed,
    }


def devices(graph, names):
    """The devices of each session: {sessions: [{name, devices: [{name, memory, variables, bytes, ran}]}]}."""
    return {
        "sessions": [
            {"name": names.of_session(session), "devices": _devices(session)} for session in sessions_of(graph)
        ]
    }


def _devices(session):
    last = session.plan_cache.last
    places = () if last is None else last.plan.places.values()
    ran = collections.Counter(place.name for place in places)
    stored = collections.defaultdict(list)
    for op, value in list(session.store.values.items()):
        if _is_variable(op):
            try:
                stored[session.devices.place(op).name].append(int(getattr(value, "nbytes", 0)))
            except Exception:  # its device is not there, which a run reports
                continue
    return [
        {
            "name": name,
            "memory": memory,
            "variables": len(stored[name]),
            "bytes": sum(stored[name]),
            "ran": ran[name],
        }
        for name, memory in session.devices.memory().items()
    ]


TABLES = {"run": run, "variables": variables, "queues": queues, "devices": devices}
