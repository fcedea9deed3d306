"""What a notebook fetches: the training steps, losses, summaries and tensors that its names hold, and which of them need a selection."""

import dataclasses
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from graphlab._src.graph import Operation, Tensor
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.graph_keys import GraphKeys
from graphlab._src.graph.references import is_variable
from graphlab._src.graph.traversal import ancestors, operation_of
from graphlab._src.viz.explanation.analysis import Analysis
from graphlab._src.viz.explanation.operations import written_by
from graphlab._src.viz.explanation.sentences import Link, serves_variable
from graphlab._src.viz.notebook_variables import held, variables_of

TRAINING, LOSS, SUMMARY, SETTING, OTHER = "training step", "loss", "summary", "sets variables", ""
_MOST = 40
_DEEPEST = 1  # how many containers lie in each other


@dataclasses.dataclass(frozen=True)
class Fetch:
    """Something that a run may fetch: its name in the notebook, or in the graph, and what kind it is."""

    op: Operation
    name: str
    kind: str

    @property
    def link(self) -> Link:
        """The link that it is spoken of with."""
        return self.op.id, self.name


def fetches_of(graph: Graph, namespace: Mapping[str, Any]) -> list[Fetch]:
    """What a notebook has names for; where that is nothing, what the graph's collections hold."""
    losses = {id(loss) for call in graph.differentiated for loss in call.ys}
    losses |= {id(loss) for loss in graph.get_collection(GraphKeys.LOSSES)}
    things = {id(thing): (name, thing) for name, thing in reversed(list(_named(graph, namespace)))}
    if not things:
        ours = [*graph.get_collection(GraphKeys.TRAIN_OP), *(y for call in graph.differentiated for y in call.ys)]
        ours += [*graph.get_collection(GraphKeys.LOSSES), *graph.get_collection(GraphKeys.SUMMARIES)]
        things = {id(item): (operation_of(item).name, item) for item in ours if isinstance(item, (Tensor, Operation))}
    found = [Fetch(operation_of(thing), name, _kind(thing, losses)) for name, thing in reversed(list(things.values()))]
    order = [TRAINING, LOSS, SUMMARY, OTHER, SETTING]
    return sorted(found, key=lambda one: (order.index(one.kind), one.op.id))


def needing(
    selection: Collection[Operation], fetches: list[Fetch], analysis: Analysis
) -> tuple[list[Fetch], list[Fetch]]:
    """(the fetches that run an operation of the selection, the others that are ends of the graph or of a kind)."""
    model = analysis.model(selection)
    computing = [op for op in model if not is_variable(op) and not serves_variable(op)] or model
    running = analysis.downstream(computing)
    inside = set(selection)
    need = [one for one in fetches if one.op in running and (one.kind or one.op not in inside)]
    rest = [one for one in fetches if one.op not in running and (one.kind or _is_end(one.op))]
    return need[:_MOST], [one for one in rest if one.kind != SETTING][:_MOST]


def _is_end(op: Operation) -> bool:
    return bool(op.inputs) and not any(tensor.consumers() for tensor in op.outputs)


def _named(graph: Graph, namespace: Mapping[Any, Any]) -> Iterator[tuple[str, Any]]:
    """(name, tensor or operation) of this graph; those in lists, tuples and dictionaries as `losses[0]`."""
    for path, value in held(variables_of(namespace), _DEEPEST):
        if isinstance(value, (Tensor, Operation)) and value.graph is graph:
            if not path.isidentifier() or not is_variable(operation_of(value)):
                yield path, value


def _kind(thing: Any, losses: set[int]) -> str:
    if id(thing) in losses:
        return LOSS
    op = operation_of(thing)
    if re.search(r"Summary(V2)?$", op.type):
        return SUMMARY
    if isinstance(thing, Tensor) and written_by(op) is None:
        return OTHER
    ran = ancestors([op])
    if any(re.match(r"(Resource)?(Sparse)?Apply", one.type) for one in ran):
        return TRAINING
    return SETTING if any(written_by(one) is not None for one in ran) else OTHER
