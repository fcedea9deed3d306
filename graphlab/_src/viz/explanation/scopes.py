"""What a scope or another set of operations computes, from what it contains."""

import re
from collections import Counter
from collections.abc import Callable, Collection
from typing import Any

from graphlab._src.graph import Operation, Tensor
from graphlab._src.graph.constant import is_constant
from graphlab._src.graph.references import is_identity, is_variable
from graphlab._src.viz.explanation.analysis import Analysis
from graphlab._src.viz.explanation.calls import call_of
from graphlab._src.viz.explanation.control_flow import control_flow_sentences
from graphlab._src.viz.explanation.expressions import formula
from graphlab._src.viz.explanation.layers import layer
from graphlab._src.viz.explanation.operations import operation_sentences, written_by
from graphlab._src.viz.explanation.sentences import Link, Sentence, link, listed, serves_variable, variable_of
from graphlab._src.viz.links import parent
from graphlab._src.viz.outline import count

_MOST_STEPS = 8
_MOST_TYPES = 6
_OPTIMIZERS = {
    "GradientDescent": "gradient descent",
    "Momentum": "momentum",
    "KerasMomentum": "momentum",
    "Adam": "Adam",
    "AdaMax": "AdaMax",
    "AdamWithAmsgrad": "AMSGrad",
    "Adagrad": "Adagrad",
    "AdagradV2": "Adagrad",
    "AdagradDA": "dual averaging of Adagrad",
    "Adadelta": "Adadelta",
    "RMSProp": "RMSProp",
    "CenteredRMSProp": "centered RMSProp",
    "Ftrl": "FTRL",
    "FtrlV2": "FTRL",
    "ProximalGradientDescent": "proximal gradient descent",
    "ProximalAdagrad": "proximal Adagrad",
    "AddSign": "AddSign",
    "PowerSign": "PowerSign",
}


def scope_sentences(
    operations: Collection[Operation],
    model: Collection[Operation],
    analysis: Analysis,
    called: Callable[[Any], Link] = link,
) -> list[Sentence]:
    """What these operations compute.

    model: those of them that are no initializers, gradients or the like; all if they consist of such.
    called(tensor): the link that a loss is spoken of with.
    """
    inside = set(model)
    variables = [op for op in model if is_variable(op)]
    if len(variables) == 1 and all(op is variables[0] or serves_variable(op) for op in model):
        return operation_sentences(variables[0], analysis)
    found = update_sentences(operations, analysis, called) + _gradient_sentences(operations, analysis, called)
    if found:
        return found
    outputs = outputs_of(model, analysis)
    output = _last(outputs, analysis)
    steps, layers = _steps(model, analysis)
    if output is not None:
        sentence = layer(output, inside)
        if sentence is not None:
            return [sentence, *steps] if layers > 1 else [sentence]
    if layers:
        return steps
    found = control_flow_sentences(inside, outputs)
    if found:
        return found
    if output is not None:
        text = formula(output, inside)
        if text:
            return [[link(output), f" = {text}."]]
    return steps or [[_counted(model), "."]]


def _last(outputs: list[Tensor], analysis: Analysis) -> Tensor | None:
    """The output that all others are computed on the way to; None where there is no such."""
    ops = {tensor.op for tensor in outputs}
    for tensor in reversed(outputs):
        if ops <= analysis.upstream([tensor.op]):
            return tensor
    return None


def _gradient_sentences(
    operations: Collection[Operation], analysis: Analysis, called: Callable[[Any], Link]
) -> list[Sentence]:
    """Of what gradients are computed here."""
    inside = set(operations)
    found: list[Sentence] = []
    for call in analysis.graph.differentiated:
        pairs = zip(call.xs, call.gradients, strict=True)
        wanted = [x.op for x, gradient in pairs if gradient is not None and gradient.op in inside]
        if wanted:
            kind = "variable" if all(map(is_variable, wanted)) else "tensor"
            losses = listed([called(y) for y in call.ys], 3)
            found.append(
                ["The gradient of ", *losses, f" with respect to {count(len(wanted), kind)}: ", *listed(wanted), "."]
            )
    return found


def outputs_of(operations: Collection[Operation], analysis: Analysis) -> list[Tensor]:
    """The tensors that the model outside consumes; where that is none, those of operations that none of these consumes."""
    inside = set(operations)
    found, ends = [], []
    for op in operations:
        if not op.outputs or is_constant(op) or variable_of(op.outputs[0]) is not None:
            continue
        users = [(tensor, user) for tensor in op.outputs for user in tensor.consumers()]
        outside = [(tensor, user) for tensor, user in users if user not in inside and user in analysis.number]
        consumed = [tensor for tensor, user in outside if not analysis.roles[analysis.number[user]]]
        found += dict.fromkeys(consumed)
        if not any(user in inside for _, user in users):
            ends.append(op.outputs[0])
    return found or ends


def update_sentences(
    operations: Collection[Operation], analysis: Analysis, called: Callable[[Any], Link] = link
) -> list[Sentence]:
    """Which variables an optimizer updates here, and by the gradients of what."""
    by_rule: dict[str, dict[Operation, Operation]] = {}
    for op in operations:
        rule = optimizer_of(op)
        variable = written_by(op) if rule else None
        if variable is not None:
            by_rule.setdefault(rule, {})[variable] = op
    found: list[Sentence] = []
    for rule, updates in by_rule.items():
        above = analysis.upstream(updates.values())
        losses = dict.fromkeys(
            called(y)
            for call in analysis.graph.differentiated
            if any(gradient is not None and gradient.op in above for gradient in call.gradients)
            for y in call.ys
        )
        by = [" from the gradient of ", *listed(losses, 3)] if losses else []
        found.append(
            [f"A training step: {rule} updates {count(len(updates), 'variable')}", *by, ": ", *listed(updates), "."]
        )
    return found


def optimizer_of(op: Operation) -> str:
    """`Adam` for an operation that is a step of that optimizer; "" for others."""
    match = re.fullmatch(r"(?:Resource)?(?:Sparse)?Apply(\w+)", op.type)
    return _OPTIMIZERS.get(match[1], match[1]) if match else ""


def _steps(model: Collection[Operation], analysis: Analysis) -> tuple[list[Sentence], int]:
    """The scopes and operations directly inside, in the order of data, if they are few, and how many are layers."""
    around = _common_scope(model)
    groups: dict[str, list[Operation]] = {}
    for op in model:
        rest = op.name[len(around) + 1 :] if around else op.name
        head = rest.split("/")[0]
        groups.setdefault(f"{around}/{head}" if around else head, []).append(op)
    named = {
        path: members
        for path, members in groups.items()
        if not all(is_variable(op) or is_constant(op) or is_identity(op) for op in members)
    }
    if not 2 <= len(named) <= _MOST_STEPS:
        return [], 0
    parts: Sentence = []
    layers = 0
    for path, members in named.items():
        if parts:
            parts.append("; ")
        end = members[-1]
        parts.append(link(end, path.rpartition("/")[2] or path))
        outputs = outputs_of(members, analysis)
        sentence = layer(outputs[0], set(members)) if len(outputs) == 1 else None
        if sentence is not None and isinstance(sentence[0], str):
            layers += 1
            words = sentence[0].partition(":")[0]
            parts.append(f" ({words if words[1:2].isupper() else words[:1].lower() + words[1:]})")
        elif len(members) == 1 and call_of(end.type) is not None:
            parts.append(f" ({call_of(end.type)})")
    return [["It consists of ", *parts, "."]], layers


def _common_scope(operations: Collection[Operation]) -> str:
    """The innermost scope that all of them are in."""
    scopes = [parent(op.name) for op in operations]
    parts = scopes[0].split("/") if scopes else []
    for scope in scopes[1:]:
        others = scope.split("/")
        same = 0
        while same < min(len(parts), len(others)) and parts[same] == others[same]:
            same += 1
        parts = parts[:same]
    return "/".join(parts)


def _counted(operations: Collection[Operation]) -> str:
    """`12 operations: 3 MatMul, 2 Relu`"""
    types = Counter(op.type for op in operations if not is_constant(op) and not is_identity(op)).most_common()
    if not types:
        return count(len(operations), "operation")
    shown = ", ".join(type_ if times == 1 else f"{times} {type_}" for type_, times in types[:_MOST_TYPES])
    more = ", …" if len(types) > _MOST_TYPES else ""
    return f"{count(len(operations), 'operation')}: {shown}{more}"
