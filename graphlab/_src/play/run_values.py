"""What diagrams show of a run: which of the visible tensors it computes anyway, and where their values are."""

from graphlab._src.graph.references import owner_of
from graphlab._src.graph.traversal import executed_by
from graphlab._src.play.value_entry import as_array
from graphlab._src.session.calls.feeds import expand_keys
from graphlab._src.session.calls.fetches import FetchStructure
from graphlab._src.session.tracing.watch import why_it_does_more

_NOT_VALUES = ("resource", "variant")


class RunShape:
    """A run of given fetches with given tensors fed, before it runs: what it executes, and what of it can be shown.

    elements: the Tensors and Operations that are fetched.  fed: the Tensors that are fed.  ran: the Operations that it
    executes.  reads: the owners of the state that it reads and leaves as it is.  plan: its Plan, where there is one that the
    session does not cache.  why_more: why it does more than compute (it draws random numbers, or changes something), else "".
    Raises what session.run would raise for fetches or feeds that are not right.
    """

    def __init__(self, session, fetches, feeds, plan=None):
        self.session = session
        self.elements = FetchStructure(session.graph, fetches).elements
        self.fed = list(dict.fromkeys(expand_keys(session.graph, feeds)))
        self.ran = executed_by(self.elements, set(self.fed))
        plan = plan or session.plan(fetches, feeds)
        self.why_more = why_it_does_more(plan)
        self.reads = [owner for owner in plan.reads if owner not in plan.writes]
        self._step_of = plan.body.step_of

    def part_of(self, tensors):
        """(those of the tensors that this run can fetch beside, without running more; {tensor: owner} of variables)."""
        fetched, fed = set(self.elements), set(self.fed)
        computed, stored = [], {}
        for tensor in dict.fromkeys(tensors):
            if tensor in fed or tensor in fetched or tensor.op not in self.ran:
                continue
            owner = owner_of(tensor)
            if owner is not None:
                stored[tensor] = owner
            elif self.has_one_value(tensor):
                computed.append(tensor)
        return computed, stored

    def has_one_value(self, tensor):
        """Whether a run can fetch it: not what lies in a branch or loop, where it has none or many, and no handle."""
        op = tensor.op
        step = self._step_of.get(op, op)
        if op.control_flow_context is not None or (step is not op and tensor not in step.outputs):
            return False
        known = op.definition
        chooses = known is not None and known.control_flow == "switch"
        return not chooses and op.graph.is_fetchable(op) and tensor.dtype.base_dtype.name not in _NOT_VALUES


def stored_values(session, owners):
    """{tensor: the value of the variable that it refers to} of {tensor: owner}, for those that have one."""
    store = session.store
    with store.lock:
        found = {tensor: store.values.get(owner) for tensor, owner in owners.items()}
        return {tensor: as_array(value) for tensor, value in found.items() if value is not None}
