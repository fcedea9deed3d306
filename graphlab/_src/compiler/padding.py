"""Where a result of unknown size may be padded: what the extra rows become is dropped before anybody sees it.

An optimizer adds up the gradients of rows that come more than once: Unique, UnsortedSegmentSum, then an update of the rows
that Unique names. Padded with a row that there is not, all of that has one size and compiles once, whatever rows come.
"""

_SUMS = frozenset(["UnsortedSegmentSum"])
_BY_PLACE = frozenset(
    [
        "Abs",
        "Add",
        "AddV2",
        "Identity",
        "Maximum",
        "Minimum",
        "Mul",
        "Neg",
        "RealDiv",
        "Rsqrt",
        "Sign",
        "Sqrt",
        "Square",
        "Sub",
    ]
)
_OF_ROWS = ("Scatter", "ResourceScatter", "SparseApply", "ResourceSparseApply")
_ROWS = frozenset(["indices"])
_VALUES = frozenset(["updates", "grad"])


def may_pad(op, members, wanted):
    """True when the size of what a Unique gives makes no difference.

    members: the operations that run.  wanted: the values that are asked for.
    """
    rows, numbers = op.outputs
    sums = []
    for user, i in _uses(numbers, members):
        if user.type not in _SUMS or i != 1:
            return False
        sums.append(user.outputs[0])
    for user, i in _uses(rows, members):
        if user.type == "Shape":
            if not _counts_rows(user, members):
                return False
        elif not _updates(user, i, _ROWS):
            return False
    if any(tensor in wanted for tensor in (rows, numbers, *sums)):
        return False
    waiting = sums
    seen = set(waiting)
    while waiting:
        for user, i in _uses(waiting.pop(), members):
            if user.type in _BY_PLACE:
                output = user.outputs[0]
                if output in wanted:
                    return False
                if output not in seen:
                    seen.add(output)
                    waiting.append(output)
            elif not _updates(user, i, _VALUES):
                return False
    return bool(seen)


def _uses(tensor, members):
    return [
        (user, i)
        for user in dict.fromkeys(tensor.consumer_list)
        if user in members
        for i, item in enumerate(user.inputs)
        if item is tensor
    ]


def _updates(op, index, names):
    """True for an update of rows that takes the tensor as one of these inputs."""
    return op.type.startswith(_OF_ROWS) and op.definition.inputs[index].name in names


def _counts_rows(shape, members):
    """True when a Shape is asked only how many sums there are."""
    for user, _ in _uses(shape.outputs[0], members):
        if user.type != "StridedSlice":
            return False
        if any(other.type not in _SUMS or i != 2 for other, i in _uses(user.outputs[0], members)):
            return False
    return True
