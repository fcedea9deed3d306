"""Context: what an overlay reads of a graph: the trace of a run, its plan, its values."""

from graphlab._src.graph import Operation, Tensor
from graphlab._src.proto import RunMetadata, RunOptions
from graphlab._src.session import base_session
from graphlab._src.session.tracing import traced_run
from graphlab._src.viz.overlays.registry import NothingToShowError


class Context:
    """A graph, and the run that an overlay shows.

    session, fetches, feed_dict: as for Session.run, or None.  metadata: a RunMetadata, or None.
    source: which run the overlay's values are from, in words.  used_metadata: whether the overlay read a RunMetadata.
    What an overlay may set:  tones: {category: "good", "warn" or "bad"}, where the values decide.
    edges: {(tensor, operation that consumes it): its bytes, or None where that is not known}, edges that are drawn apart.
    """

    def __init__(self, graph, session=None, fetches=None, feed_dict=None, metadata=None):
        self.graph = graph
        self.session = session
        self.fetches = fetches
        self.feed_dict = feed_dict
        self.source = ""
        self.used_metadata = False
        self.tones = {}
        self.edges = {}
        self._metadata = metadata

    def metadata(self):
        """The RunMetadata of a traced run: the given one, one of a run made now, or that of the graph's last such run.

        Raises NothingToShowError when there is none.
        """
        self.used_metadata = True
        if self._metadata is not None:
            traced_run.remember_metadata(self.graph, self._metadata)
        elif self.session is not None and self.fetches is not None:
            self._metadata = RunMetadata()
            options = RunOptions(trace_level=RunOptions.FULL_TRACE)
            self.session.run(self.fetches, self.feed_dict, options, self._metadata)
            self.source = f"a run of {names(self.fetches)}"
        if self._metadata is None:
            self._metadata = traced_run.last_metadata(self.graph)
            self.source = "the last traced run"
        if self._metadata is None or not self._metadata.step_stats.dev_stats:
            raise NothingToShowError(
                "No run of this graph has been traced yet. Run it once with run_metadata=tf.RunMetadata() and "
                'options=tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE), or gl.overlay("time", session=session, '
                "fetches=train, feed_dict={x: …})."
            )
        return self._metadata

    def plan(self):
        """The Plan of the context's run; without one, the largest that the graph's newest session has made.

        Raises NothingToShowError when there is no plan.
        """
        if self.session is not None and self.fetches is not None:
            plan = self.session.plan(self.fetches, self.feed_dict or ())
        else:
            plan = max(base_session.plans_of(self.graph), key=lambda plan: len(plan.operations), default=None)
        if plan is None:
            raise NothingToShowError(
                "No session has planned a run of this graph yet. Run something, or name the run: "
                'gl.overlay("segment", session=session, fetches=loss).'
            )
        self.source = f"a run of {names(plan.fetches)}"
        return plan

    def observe(self, see, fetches=None):
        """Runs the context's fetches, operation by operation, and calls see(record) with the trace.Record of each.

        It is a run like any other: what it assigns stays assigned.  fetches: in place of the context's own.
        Raises NothingToShowError when no run was named.
        """
        requested = self.fetches if self.fetches is not None else fetches
        if self.session is None or requested is None:
            raise NothingToShowError(
                "This needs the values of a run: gl.overlay(…, session=session, fetches=loss, feed_dict={x: …}) makes one."
            )
        self.source = f"a run of {names(requested)}"
        self.session.observe(requested if fetches is None else fetches, self.feed_dict, see)

    def by_name(self):
        """A function from a name in RunMetadata to its operation, or None; a branch or loop counts as its first one."""
        operations = {op.name: op for op in self.graph.get_operations()}
        scopes = {}

        def find(name):
            found = operations.get(name)
            if found is None:
                if not scopes:
                    scopes.update({name: op for op in reversed(operations.values()) for name in _around(op.name)})
                found = scopes.get(name)
            return found

        return find


def names(fetches, most=3):
    """`loss, train` for any structure of fetches."""
    found = list(dict.fromkeys(_names(fetches)))
    return ", ".join(found[:most]) + (f" and {len(found) - most} more" if len(found) > most else "")


def _names(item):
    if isinstance(item, Tensor):
        yield item.op.name
    elif isinstance(item, Operation):
        yield item.name
    elif isinstance(item, str):
        yield item.partition(":")[0]
    elif isinstance(item, dict):
        yield from _names(list(item.values()))
    elif isinstance(item, (list, tuple)):
        for inner in item:
            yield from _names(inner)
    elif hasattr(item, "op"):
        yield item.op.name


def _around(name):
    at = name.rfind("/")
    while at > 0:
        yield name[:at]
        at = name.rfind("/", 0, at)
