"""Where the gradient of a loss flows: whether it reaches a selection, what it goes on to, and what stops it."""

import dataclasses
import re
from collections.abc import Callable, Collection, Iterable
from typing import Any

from graphlab._src.autodiff.differentiated import Differentiated
from graphlab._src.autodiff.registry import gradient_function
from graphlab._src.autodiff.trainable import is_trainable
from graphlab._src.graph import Operation, Tensor
from graphlab._src.graph.constant import is_constant
from graphlab._src.graph.references import is_variable
from graphlab._src.viz.explanation.analysis import Analysis
from graphlab._src.viz.explanation.sentences import Link, Sentence, link, listed, serves_variable
from graphlab._src.viz.outline import count

_MOST = 4  # calls of gradients that are spoken of
_MOST_REASONS = 3  # why a gradient stops


@dataclasses.dataclass
class Flow:
    """What gradients do at a selection: in words, and the operations that they flow through, or stop at."""

    sentences: list[Sentence] = dataclasses.field(default_factory=list[Sentence])
    path: set[Operation] = dataclasses.field(default_factory=set[Operation])
    receivers: dict[Operation, str] = dataclasses.field(default_factory=dict[Operation, str])
    stops: set[Operation] = dataclasses.field(default_factory=set[Operation])


def flow_of(
    selection: Collection[Operation], calls: list[Differentiated], analysis: Analysis, called: Callable[[Any], Link]
) -> Flow:
    """The Flow of all gradients that were built. called(tensor): the link that it is spoken of with."""
    flow = Flow()
    inside = set(selection)
    unrelated: list[Any] = []
    spoken = 0
    for call in calls:
        here = _Call(call, analysis)
        if not here.upstream & inside:
            unrelated += call.ys
        elif spoken < _MOST:
            spoken += 1
            here.say(inside, flow, called)
    if unrelated:
        losses = list(dict.fromkeys(called(y) for y in unrelated))
        verb = "does" if len(losses) == 1 else "do"
        flow.sentences.append([*listed(losses, 3), f" {verb} not depend on it."])
    if not calls:
        flow.sentences += _before(inside, analysis)
    return flow


def _before(inside: set[Operation], analysis: Analysis) -> list[Sentence]:
    """What can be said where no gradients were built."""
    found: list[Sentence] = []
    if any(re.search(r"(^|/)gradients(_\d+)?/", name) for name in analysis.names):
        found.append(["The graph has gradients that were not built here: of what they are is not recorded."])
    else:
        found.append(
            ["No gradients have been built in this graph: tf.gradients, or an optimizer's minimize, builds them."]
        )
    at_work = [op for op in inside if not is_constant(op)]
    if len(at_work) == 1:
        (op,) = at_work
        if op.inputs and not _has_rule(op):
            found.append([link(op), " has no gradient: none can flow back through it."])
    return found


def _has_rule(op: Operation) -> bool:
    try:
        return gradient_function(op) is not None
    except LookupError:
        return False


class _Call:
    """One call of gradients, seen from a selection."""

    def __init__(self, call: Differentiated, analysis: Analysis) -> None:
        self.call, self.analysis = call, analysis
        self.ends = {y.op for y in call.ys}
        self.upstream = analysis.upstream(self.ends)
        # The operations whose outputs a gradient came to, and how it went on.
        self.received = {op for op in self.ends if op in analysis.number}
        self.back: dict[Operation, list[Operation]] = {}
        self.down: dict[Operation, list[Operation]] = {}
        for op, index in call.edges:
            producer = op.inputs[index].op
            if op not in analysis.number or producer not in analysis.number:  # in the body of a function
                continue
            self.received.add(producer)
            self.back.setdefault(op, []).append(producer)
            self.down.setdefault(producer, []).append(op)

    def say(self, inside: set[Operation], flow: Flow, called: Callable[[Any], Link]) -> None:
        """Adds to `flow` what the gradient does at the operations `inside`."""
        losses = listed(dict.fromkeys(called(y) for y in self.call.ys), 3)
        of = ["The gradient of ", *losses]
        arrived = inside & self.received
        above = _closure(arrived, self.back)
        targets = dict.fromkeys(x.op for x in self.call.xs if x.op in self.analysis.number)
        receivers = [op for op in targets if op in above and op in self.received]
        if receivers:
            self._reaches(inside, receivers, flow, of)
            # A rule makes the gradients of all inputs, also of those that lead to nothing that was wanted.
            flow.path |= above & _closure(receivers, self.down) | _closure(arrived & above, self.down)
            names = ", ".join(part[1] for part in losses if not isinstance(part, str))
            for op in receivers:
                flow.receivers[op] = f"{flow.receivers[op]}, {names}" if op in flow.receivers else names
            blocks = [op for op in self._stopping(inside) if op.type == "StopGradient"]
            if blocks:
                flow.stops.update(blocks)
                flow.sentences.append(
                    ["On other paths ", *listed(blocks, 4), " stops it." if len(blocks) == 1 else " stop it."]
                )
            return
        sources = self.analysis.upstream(inside)
        if not any(op in sources for op in targets):
            kind = "variable" if all(map(is_variable, targets)) else "tensor"
            some = f"none of the {len(targets)} {kind}s" if len(targets) > 1 else f"the {kind}"
            verb = "is" if len(targets) > 1 else "is not"
            why = f" does not flow back through it: {some} that it is built for {verb} upstream of it."
            flow.sentences.append([*of, why])
            return
        self._stopped(inside, flow, of, targets)

    def _reaches(self, inside: set[Operation], receivers: list[Operation], flow: Flow, of: Sentence) -> None:
        own = [op for op in receivers if op in inside]
        others = [op for op in receivers if op not in inside]
        kind = "variable" if all(map(is_variable, receivers)) else "tensor"
        if len(own) == 1 and not others and all(op in own or serves_variable(op) for op in inside):
            flow.sentences.append([*of, " reaches it."])
            return
        parts: list[Sentence] = []
        if own:
            parts.append([f"{count(len(own), kind)} in it: ", *listed(own)])
        if others:
            parts.append([f"{count(len(others), kind)} upstream of it: ", *listed(others)])
        joined = [part for i, one in enumerate(parts) for part in ([*("; and to ",) * (i > 0), *one])]
        flow.sentences.append([*of, " flows through it to ", *joined, "."])

    def _stopping(self, inside: set[Operation]) -> list[Operation]:
        """Where a gradient came to an operation, but went no further towards these operations or what is between."""
        between = self.analysis.downstream(inside, controls=False)
        found = dict[Operation, None]()
        for op in sorted(self.received, key=lambda one: one.id):
            for index, tensor in enumerate(op.inputs):
                if tensor.op in between and (op, index) not in self.call.edges:
                    found[op] = None
        return list(found)

    def _stopped(self, inside: set[Operation], flow: Flow, of: Sentence, targets: Iterable[Operation]) -> None:
        """No gradient flows through the selection, though it is between what was differentiated and by what."""
        arrived = inside & self.received
        start = self._above(inside, targets) if arrived else self.analysis.downstream(inside, controls=False)
        reached = self._reached(targets)
        reasons: dict[tuple[Operation, str], None] = {}
        for op in sorted(self.received, key=lambda one: one.id):
            for index, tensor in enumerate(op.inputs):
                if (op, index) in self.call.edges or tensor.op not in start:
                    continue
                found = [self._reason(op, index)] if op in reached else self._whole_numbers(op, inside, reached)
                reasons.update(dict.fromkeys(found))
        verb = " reaches it, and goes no further" if arrived else " does not reach it"
        flow.stops.update(op for op, _ in reasons)
        sentence: Sentence = [*of, verb]
        for i, (op, why) in enumerate(list(reasons)[:_MOST_REASONS]):
            sentence += ["; " if i else ": ", link(op), f" {why}"]
        if len(reasons) > _MOST_REASONS:
            sentence.append(f"; and {count(len(reasons) - _MOST_REASONS, 'more operation')} likewise")
        flow.sentences.append([*sentence, "."])

    def _reached(self, targets: Iterable[Operation]) -> set[Operation]:
        """What is computed from the tensors that the loss is differentiated by, by values of types that have gradients."""
        found = set(targets)
        waiting = list(found)
        while waiting:
            for tensor in filter(is_trainable, waiting.pop().outputs):
                for op in tensor.consumers():
                    if op not in found:
                        found.add(op)
                        waiting.append(op)
        return found

    def _whole_numbers(
        self, op: Operation, inside: set[Operation], reached: set[Operation]
    ) -> Iterable[tuple[Operation, str]]:
        """The values without gradients by which alone an operation is connected to what the loss is differentiated by."""
        above = self.analysis.upstream([op])
        beside = self.analysis.upstream(inside) | self.analysis.downstream(inside, controls=False)
        for one in sorted(above & reached & beside, key=lambda one: one.id):
            for tensor in one.outputs:
                if not is_trainable(tensor) and any(user in above for user in tensor.consumers()):
                    yield one, _without(tensor)

    def _above(self, inside: set[Operation], targets: Iterable[Operation]) -> set[Operation]:
        """What is upstream of the selection, or in it, and downstream of what the loss is differentiated by."""
        return self.analysis.upstream(inside) & self.analysis.downstream(targets, controls=False)

    def _reason(self, op: Operation, index: int) -> tuple[Operation, str]:
        """Why no gradient flows from an operation to this input."""
        if op in {stop.op for stop in self.call.stops}:
            return op, "counts as a constant (stop_gradients)"
        if op.type == "StopGradient":
            return op, "stops it"
        if not _has_rule(op):
            return op, f"({op.type}) has no gradient"
        tensor = op.inputs[index]
        if not is_trainable(tensor):
            return tensor.op, _without(tensor)
        return op, f"({op.type}) has no gradient with respect to this input"


def _without(tensor: Tensor) -> str:
    return f"has values of type {tensor.dtype.base_dtype.name}, which have no gradient"


def _closure(starts: Iterable[Operation], following: dict[Operation, list[Operation]]) -> set[Operation]:
    found = set(starts)
    waiting = list(found)
    while waiting:
        for op in following.get(waiting.pop(), ()):
            if op not in found:
                found.add(op)
                waiting.append(op)
    return found
