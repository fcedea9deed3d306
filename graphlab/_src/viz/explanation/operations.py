"""What one operation computes, in a sentence or two."""

from graphlab._src.graph import Operation
from graphlab._src.graph.references import is_variable, owner_of
from graphlab._src.viz.explanation.analysis import Analysis
from graphlab._src.viz.explanation.calls import call_of
from graphlab._src.viz.explanation.phrases import phrase
from graphlab._src.viz.explanation.sentences import Sentence, link, listed
from graphlab._src.viz.outline import count

# Of types whose documentation only says how they differ from an older one.
_BATCH_NORM = "(x - mean) / sqrt(variance + epsilon) · scale + offset, for each channel."
_DOCS = {"FusedBatchNormV2": _BATCH_NORM, "FusedBatchNormV3": _BATCH_NORM}


def operation_sentences(op: Operation, links: Analysis) -> list[Sentence]:
    """What it is, with its attributes, and its documentation; then what it writes or runs."""
    head = call_of(op.type) or op.type
    about = phrase(op)
    found: list[Sentence] = [[f"{head}: {about}." if about else f"{head}."]]
    if op.type in _DOCS:
        found[0].append(f" {_DOCS[op.type]}")
    elif op.definition is not None and op.definition.doc:
        found[0].append(f" {op.definition.doc.strip().splitlines()[0]}")
    else:
        found[0].append(" graphlab has no documentation of this type.")
    written = written_by(op)
    if written is not None:
        found.append(["It writes to the variable ", link(written), "."])
    if is_variable(op):
        found += _writers(op, links)
    if op.definition is not None and op.definition.marker == "order" and op.control_inputs:
        found.append(_runs(op))
    return found


def _runs(op: Operation) -> Sentence:
    """What an operation that only orders others runs."""
    before = op.control_inputs
    sets = [one.definition.access == "set" if one.definition is not None else False for one in before]
    variables = list(dict.fromkeys(filter(None, map(written_by, before))))
    if all(sets) and variables:
        return [f"Running it sets {count(len(variables), 'variable')}: ", *listed(variables), "."]
    return [f"Running it runs {count(len(before), 'operation')}: ", *listed(before), "."]


def written_by(op: Operation) -> Operation | None:
    """The variable that an operation writes to; None for others."""
    definition = op.definition
    if definition is None or not (definition.updates or definition.access == "set"):
        return None
    for tensor in op.inputs:
        owner = owner_of(tensor)
        if owner is not None and is_variable(owner):
            return owner
    return None


def _writers(op: Operation, links: Analysis) -> list[Sentence]:
    users = dict.fromkeys(links.operations[i] for i in links.users[links.number[op]])
    sets = [user for user in users if written_by(user) is op and user.definition.access == "set"]
    moves = [user for user in users if written_by(user) is op and user not in sets]
    found: list[Sentence] = []
    if sets:
        found.append([*listed(sets), " replaces its value." if len(sets) == 1 else " replace its value."])
    if moves:
        found.append([*listed(moves), " updates it." if len(moves) == 1 else " update it."])
    if not sets and not moves:
        found.append(["No operation of this graph writes to it."])
    return found
