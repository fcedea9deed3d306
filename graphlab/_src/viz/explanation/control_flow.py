"""Choices and loops in words: which condition decides, and what an iteration changes."""

from collections.abc import Collection
from typing import Any

from graphlab._src.graph import Operation, Tensor
from graphlab._src.graph.constant import constant_value
from graphlab._src.viz.explanation.choices import before_branch, is_choice, predicate_of
from graphlab._src.viz.explanation.expressions import formula, short_name
from graphlab._src.viz.explanation.matching import number_text
from graphlab._src.viz.explanation.sentences import Sentence, link
from graphlab._src.viz.outline import count

_MOST_VARIABLES = 4  # of a loop whose changes are written


def control_flow_sentences(operations: Collection[Operation], outputs: Collection[Tensor]) -> list[Sentence]:
    """One sentence for each loop in these operations, else for each choice. outputs: what leaves the operations."""
    found = _sentences(operations)
    # What a branch only passes on is no result.
    outputs = [tensor for tensor in outputs if before_branch(tensor).op in operations]
    is_all = bool(outputs) and all(_part(tensor.op) in ("merge", "exit") or _calls(tensor.op) for tensor in outputs)
    return found if is_all else [[f"It contains a{str(first)[1:]}", *rest] for first, *rest in found]


def _sentences(operations: Collection[Operation]) -> list[Sentence]:
    loops = [op for op in operations if _part(op) == "loop_cond"]
    if loops:
        return [_loop(op, operations) for op in sorted(loops, key=lambda op: op.id)[:2]]
    calls = [op for op in operations if _calls(op)]
    if calls:
        return [_call(op) for op in sorted(calls, key=lambda op: op.id)[:2]]
    merges = sorted((op for op in operations if is_choice(op)), key=lambda op: op.id)
    predicates = list(dict.fromkeys(predicate_of(op) for op in merges))
    return [_choice(one, [op for op in merges if predicate_of(op) is one]) for one in predicates[:2]]


def _calls(op: Any) -> bool:
    return op.definition is not None and op.definition.calls in ("if", "case", "while")


def _part(op: Any) -> str | None:
    return None if op.definition is None else op.definition.control_flow


def _choice(predicate: Any, merges: list[Any]) -> Sentence:
    found: Sentence = ["A choice (tf.cond): "]
    found += [
        "where ",
        link(predicate),
        " is true it returns ",
        _result(merges[0], 1),
        ", else ",
        _result(merges[0], 0),
    ]
    if len(merges) > 1:
        found.append(f", and {count(len(merges) - 1, 'further result')} chosen likewise")
    found.append(
        ". Of the two branches only the chosen one runs; what a branch consumes from outside is computed in either case."
    )
    return found


def _result(merge: Any, index: int) -> Any:
    return link(before_branch(merge.inputs[index]))


def _loop(condition: Any, operations: Collection[Operation]) -> Sentence:
    merges = [op for op in operations if _part(op) == "merge" and _frame(op) is _frame(condition)]
    merges = sorted((op for op in merges if _part(op.inputs[1].op) == "next_iteration"), key=lambda op: op.id)
    names = {merge: _variable_name(merge, i) for i, merge in enumerate(merges, 1)}
    inside = set(operations)

    def called(tensor: Any) -> str:
        op = tensor.op
        if _part(op) == "switch":
            op = op.inputs[0].op
        return names.get(op) or tensor.op.name.rpartition("/")[2]

    test = condition.inputs[0]
    text = formula(test, inside, called)
    found: Sentence = [
        "A loop (tf.while_loop): repeats its body as long as ",
        link(test, text or test.op.name),
        " is true",
    ]
    if merges:
        found.append(f"; it has {count(len(merges), 'loop variable')}")
    if len(merges) <= _MOST_VARIABLES:
        changes = [(names[one], formula(one.inputs[1].op.inputs[0], inside, called)) for one in merges]
        if changes and all(change for _, change in changes):
            found.append(f", and an iteration sets {', '.join(f'{name} = {change}' for name, change in changes)}")
        starts = [(names[one], _first_number(one)) for one in merges]
        if any(start for _, start in starts):
            found.append(f"; {', '.join(f'{name} begins as {start}' for name, start in starts if start)}")
    found.append(".")
    return found


def _variable_name(merge: Any, number: int) -> str:
    """What a loop variable is where it enters; `v1` for one that begins as a constant."""
    if constant_value(_first(merge)) is not None:
        return f"v{number}"
    return short_name(_first(merge))


def _first_number(merge: Any) -> str:
    """The number that a loop variable begins as; "" where it is none that is known."""
    return number_text(_first(merge))


def _first(merge: Any) -> Any:
    tensor = merge.inputs[0]
    while _part(tensor.op) == "enter" or tensor.op.type == "Identity":
        tensor = tensor.op.inputs[0]
    return tensor


def _frame(op: Any) -> Any:
    return op.control_flow_context


def _call(op: Any) -> Sentence:
    if op.definition.calls == "while":
        return ["A loop: ", link(op), " repeats one function as long as another returns true."]
    return ["A choice: ", link(op), " calls one of its functions, as its first input says."]
