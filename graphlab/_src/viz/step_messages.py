"""Messages about a step-through: its position, each operation's state, an operation's values."""

import numpy as np

from graphlab._src.compiler.control_flow.regions import Region
from graphlab._src.graph.references import owner_of
from graphlab._src.graph.traversal import is_no_op
from graphlab._src.viz.columns import as_text
from graphlab._src.viz.value_summary import number, shape_text, summarize

STEP, MARKER, FED, REUSED, WRITTEN = range(5)  # kinds of entries, as the browser's model has them
_MOST_INPUTS = 8
_MOST_NOTES = 1500  # in one message, of the newest steps
_MOST_CHANGES = 4  # of the variables that one step writes
_TEXT = 12  # characters of a text beneath a node


def schedule(stepping):
    """The bytes of int32 triples (operation, number of steps that must have run, kind) of all that the run needs.

    A variable that the run writes has a second triple, which says when that is first done.
    """
    run = stepping._run
    inside = {op for step in run.steps for op in (step.members if isinstance(step, Region) else [step])}
    rows = [(op.id, n, STEP if op in inside else MARKER if n else REUSED) for op, n in run.number_of.items()]
    rows += [(tensor.op.id, 0, FED) for tensor in run.plan.feeds]
    rows += [(owner.id, n, WRITTEN) for owner, n in stepping.written.items()]
    return np.array(rows, np.int32).reshape(-1, 3).tobytes()


def state(stepping, since=0):
    """The position of a step-through, as plain data. since: the number of the step after which the short texts are sent."""
    current, steps = stepping.current, stepping.steps
    since = max(since, stepping.done - _MOST_NOTES)
    message = {
        "stepThrough": stepping.number,
        "position": stepping.position,
        "total": len(stepping),
        "done": stepping.done,
        "name": current.name if current is not None else "",
        "ops": [] if current is None else _ids(current),
        "next": steps[stepping.position].name if stepping.position < len(steps) else "",
        "breakpoints": sorted([op.id, stepping.number_of(op)] for op in stepping.breakpoints),
        "nanSteps": stepping.nan_steps,
        "notes": {n: note(stepping, steps[n - 1]) for n in range(since + 1, stepping.done + 1)},
        "over": stepping.over,
        "applied": stepping.applied,
    }
    if stepping.failure is not None:
        step, error = stepping.failure
        message["failed"] = {
            "ops": [] if step is None else _ids(step),
            "name": "" if step is None else step.name,
            "text": str(error),
        }
    return message


def _operations(step):
    return sorted(step.members, key=lambda op: op.order) if isinstance(step, Region) else [step]


def _ids(step):
    """The ids of the first operations in a step; of a call that runs a function's copies only its own."""
    return list(dict.fromkeys(op.id for op in _operations(step)))[:64]


def note(stepping, step):
    """A value in few characters, for below a node: `0.6931`, `mean −0.02`, `3 NaN`."""
    found = stepping.summaries(step, brief=True)
    return short(found[min(found)]) if found else ""


def short(summary):
    """A Summary in few characters."""
    if summary.nan or summary.inf:
        return f"{summary.nan or summary.inf:,} {'NaN' if summary.nan else 'Inf'}"
    if summary.min is None:
        return summary.first[0][:_TEXT] if summary.first else "empty"
    if summary.count == 1:
        return summary.first[0]
    if summary.count <= 4 and summary.dtype.startswith(("int", "uint")):
        return f"[{' '.join(summary.first)}]"
    return number(summary.min) if summary.min == summary.max else f"mean {summary.mean:.2g}".replace("-", "−")


def card(stepping, op):
    """The card of one operation at this position: state, values, changes, as plain data."""
    message = {
        "op": op.id,
        "name": op.name,
        "kind": op.type,
        "state": stepping.state_of(op),
        "outputs": [],
        "changes": [],
    }
    step = stepping.step_of(op)
    if isinstance(step, Region):
        message |= {"within": f"{step.name}, a {step.kind} that runs as one step", "kind": f"{step.kind} {step.name}"}
    owner = next((owner for owner in map(owner_of, op.outputs) if owner is not None), None)
    if owner is op and op in stepping.written:
        message["changes"] = (
            [change(stepping, op, 0, stepping.position)] if stepping.written[op] <= stepping.position else []
        )
    if stepping.failure is not None and stepping.failure[0] is step:
        message["state"] = "failed"
    if message["state"] in ("pending", "failed"):
        return message
    given = step if isinstance(step, Region) and not _has_values(stepping, op) else op
    message["outputs"] = [{"name": tensor.name, **plain(found)} for tensor, found in _summaries(stepping, given)]
    message["inputs"] = [
        {"op": tensor.op.id, "name": tensor.name, "text": short(found)}
        for tensor in op.inputs[:_MOST_INPUTS]
        if (found := stepping.known(tensor, brief=True)) is not None
    ]
    if message["state"] in ("done", "running"):
        number_ = stepping.number_of(op)
        written = [owner for owner in stepping.writes(step) if not is_no_op(owner)][:_MOST_CHANGES]
        message["changes"] = [change(stepping, owner, number_ - 1, number_) for owner in written]
    return message


def _has_values(stepping, op):
    return any(stepping.value_of(tensor) is not None for tensor in op.outputs)


def _summaries(stepping, op):
    outputs = op.outputs
    return [(tensor, found) for tensor in outputs if (found := stepping.known(tensor)) is not None]


def change(stepping, owner, before, after):
    """A variable's value after `before` and after `after` steps, and the difference."""
    old, new = (stepping._run.state(owner, n) for n in (before, after))
    message = {"name": owner.name, "op": owner.id}
    if old is not None:
        message["before"] = plain(summarize(old))
    if new is not None:
        message["after"] = plain(summarize(new))
    if old is not None and new is not None and np.shape(old) == np.shape(new):
        message["difference"] = difference(np.asarray(old), np.asarray(new))
    return message


def difference(old, new):
    """The difference of two values, in words."""
    if old.dtype.kind in "OSU":
        return f"{int((old != new).sum())} of {old.size} are different"
    moved = np.abs(new.astype(np.float64) - old.astype(np.float64)) if old.dtype.kind != "c" else np.abs(new - old)
    if not moved.size or not np.nanmax(moved):
        return "unchanged"
    if moved.size == 1 and old.dtype.kind != "c":
        return f"changed by {number(float(new.reshape(()) - old.reshape(())))}"
    share = np.count_nonzero(moved) / moved.size
    where = "" if share == 1 else f", in {share:.0%} of its elements"
    return f"moved by {number(float(np.nanmean(moved)))} on average, {number(float(np.nanmax(moved)))} at most{where}"


def plain(summary):
    """A Summary as plain data; numbers as text, which JSON can hold whatever they are."""
    message = {
        "dtype": summary.dtype,
        "shape": shape_text(summary.shape),
        "count": summary.count,
        "nan": summary.nan,
        "inf": summary.inf,
        "health": summary.health,
        "first": list(summary.first),
    }
    if summary.min is not None:
        figures = {key: getattr(summary, key) for key in ("min", "mean", "max", "std")}
        message |= {key: number(value) for key, value in figures.items() if value is not None}
    if summary.histogram is not None:
        message["histogram"] = list(summary.histogram)
    if summary.image is not None:
        message["image"] = as_text(summary.image)
    return message
