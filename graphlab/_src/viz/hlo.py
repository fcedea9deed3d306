"""The compiled code that an operation is part of, sent to a graph view that requests it."""

import re

from graphlab._src.session.base_session import entries_of
from graphlab._src.viz.commands import command
from graphlab._src.viz.view_commands import requested_operation

LONGEST = 400_000  # characters that are sent: more than a person reads, and still drawn at once
# Where in the compiler's own sources each instruction came from, and what is the same everywhere.
_TABLES = re.compile(r"^(FileNames|FunctionNames|FileLocations|StackFrames)\n(?:\d.*\n)*\n*", re.MULTILINE)
_ASIDES = re.compile(
    r", (?:metadata|frontend_attributes)=\{(?:[^{}\"]|\"[^\"]*\"|\{[^{}]*\})*\}|, sharding=\{replicated\}"
)


def compiled_part(op):
    """(Entry of the plan, LoweredSegment) of the code that ran `op` last; ValueError says why there is none."""
    entries = entries_of(op.graph)
    if not entries:
        raise ValueError("no session has run this graph yet")
    why = None
    for entry in entries:
        try:
            part = entry.plan.part_of(op)
        except ValueError as error:
            why = why or error
            continue
        if part.is_compiled:
            return entry, part
    raise why or ValueError(f"nothing that '{op.name}' is part of has been compiled")


def readable(text):
    """The optimized HLO without the compiler's notes on where it is from."""
    return _ASIDES.sub("", _TABLES.sub("", text))


@command("compiled")
def send_compiled(view, content):
    """Sends whether the operation has run as part of compiled code, and of which."""
    op = requested_operation(view, content)
    if op is None:
        return
    message = {"type": "compiled", "view": content.get("view"), "op": op.id}
    try:
        entry, part = compiled_part(op)
        message |= _about(entry, part)
    except ValueError as error:
        message["why"] = str(error)
    view.widget.send(message)


@command("hlo")
def send_hlo(view, content):
    """Sends the text of the compiled code, "optimized" or "stablehlo"."""
    op = requested_operation(view, content)
    if op is None:
        return
    stage = "stablehlo" if content.get("stage") == "stablehlo" else "optimized"
    message = {"type": "hlo", "view": content.get("view"), "op": op.id, "stage": stage}
    try:
        entry, part = compiled_part(op)
        text = part.hlo(stage)
        text = readable(text) if stage == "optimized" else text
        message |= _about(entry, part) | {"characters": len(text), "text": text[:LONGEST]}
    except ValueError as error:
        message["why"] = str(error)
    view.widget.send(message)


def _about(entry, part):
    """Where the code runs: its operations, the fetches of its plan, its device."""
    segment, plan = part.segment, entry.plan
    at, of = part.place
    return {
        "fetches": [item.name for item in plan.fetches],
        "device": f"{segment.device.device_type}:{segment.device.index}",
        "segment": at + 1,
        "segments": of,
        "operations": sorted(
            {member.id for step in segment.operations for member in getattr(step, "members", (step,))}
        ),
    }
