"""An explanation of a selection: what it computes, where gradients flow, which fetches need it."""

import dataclasses
from collections.abc import Collection, Mapping
from typing import Any

from graphlab._src.graph import Operation
from graphlab._src.graph.constant import is_constant
from graphlab._src.graph.graph import Graph
from graphlab._src.viz.explanation.analysis import analysis_of
from graphlab._src.viz.explanation.fetches import Fetch, fetches_of, needing
from graphlab._src.viz.explanation.gradients import Flow, flow_of
from graphlab._src.viz.explanation.layers import layer
from graphlab._src.viz.explanation.operations import operation_sentences
from graphlab._src.viz.explanation.scopes import scope_sentences, update_sentences
from graphlab._src.viz.explanation.sentences import Link, Sentence


@dataclasses.dataclass(frozen=True)
class Explanation:
    """What only the kernel knows of a selection.

    computes: in words.  flow: where gradients flow.  needed_by, others: the fetches that need it, and that do not.
    """

    computes: list[Sentence]
    flow: Flow
    needed_by: list[Fetch]
    others: list[Fetch]


def explain(graph: Graph, selection: Collection[Operation], namespace: Mapping[str, Any]) -> Explanation:
    """Explains operations of a graph. namespace: what the notebook's names hold."""
    analysis = analysis_of(graph)
    operations = sorted(selection, key=lambda op: op.id)
    model = analysis.model(operations)
    fetches = fetches_of(graph, namespace)
    names = {one.op: one.name for one in reversed(fetches)}

    def called(tensor: Any) -> Link:
        op: Operation = tensor.op
        return op.id, names.get(op, op.name)

    at_work = [op for op in model if not is_constant(op)]
    if len(at_work or operations) == 1:
        (op,) = at_work or operations
        whole = layer(op.outputs[0], model) if len(operations) > 1 and op.outputs else None
        computes = [whole] if whole else operation_sentences(op, analysis)
        computes += update_sentences(op.control_inputs, analysis, called)
    else:
        computes = scope_sentences(operations, model, analysis, called)
    is_model = not all(analysis.roles[analysis.number[op]] for op in operations)
    flow = flow_of(model, graph.differentiated, analysis, called) if is_model else Flow()
    return Explanation(computes, flow, *needing(operations, fetches, analysis))
