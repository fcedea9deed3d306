"""LiveRun: a run that is made again and again, whose values the diagrams show."""

import threading

from graphlab._src.graph.tensor import Tensor
from graphlab._src.play import values
from graphlab._src.play.read_values import ReadValues
from graphlab._src.play.run_values import RunShape, stored_values

_MOST = 6  # sets of visible tensors whose code is retained


class LiveRun:
    """session.run(fetches, {feeds: values}), which shows in the diagrams what of it they draw.

    What is visible is fetched in the same run, where the run computes it anyway: operations run once, and the numbers are
    those of the result.  ready: called when the code that computes what has become visible is compiled: until then calls
    that only compute run the code of before.
    Raises what session.run would raise for fetches or feeds that are not right.
    """

    def __init__(self, session, fetches, feeds, ready):
        self._session, self._fetches, self._feeds, self._ready = session, fetches, list(feeds), ready
        # The Tensors that are fetched beside -> the function that runs it, once it has run, the newest at the end.
        self._calls = {}
        self._fails = set()  # those of them whose code could not be prepared
        self._prepares = None
        self._version = None
        self._known = None
        self._read = None  # the variables' values that the last run began with
        self.shape = self._current_shape()

    def _current_shape(self):
        graph = self._session.graph
        version = (graph.version, len(graph.changes))
        if version != self._version:
            self.shape = RunShape(self._session, self._fetches, self._feeds)
            self._version = version
            self._fails.clear()
        return self.shape

    def __call__(self, fed):
        """Runs it with these values, one for each of the feeds, and returns the result."""
        shape = self._current_shape()
        shown = values.of(self._session.graph)
        computed, stored, own = self._parts(shape, shown)
        extras = self._choose((*own, *computed), fed)
        self._read = ReadValues(self._session, shape.reads)
        call = self._calls.get(extras) or self._callable(extras)
        result, found = call(*fed)
        self._remember(extras, call)
        made = dict(zip(shape.fed, fed, strict=True)) | stored_values(self._session, stored)
        shown.show(
            made | dict(zip(extras, found, strict=True)), shape.ran | {tensor.op for tensor in shape.fed}, fetched=own
        )
        return result

    @property
    def is_stale(self):
        """Whether the last run read variables that others have changed since."""
        return self._read is not None and self._read.have_changed

    def _parts(self, shape, shown):
        """What is visible and part of the run, and what is fetched; for what was visible in the last run it is known."""
        if self._known is None or self._known[:2] != (shape, shown.version):
            own = [item for item in shape.elements if isinstance(item, Tensor) and item not in shape.fed]
            self._known = (shape, shown.version, (*shape.part_of(shown.visible), own))
        return self._known[2]

    def _callable(self, extras):
        return self._session.make_callable([self._fetches, list(extras)], self._feeds)

    def _remember(self, extras, call):
        self._calls.pop(extras, None)
        self._calls[extras] = call
        while len(self._calls) > _MOST:
            self._calls.pop(next(iter(list(self._calls))), None)

    def _choose(self, wanted, fed):
        """What is fetched beside now: all that is wanted, or, while that is compiled elsewhere, what was last time."""
        known = next(reversed(list(self._calls)), None)
        if wanted in self._calls or known is None or self.shape.why_more:
            return wanted
        if self._prepares is None and wanted not in self._fails:
            self._prepares = threading.Thread(target=self._prepare, args=(wanted, fed), daemon=True)
            self._prepares.start()
        return known

    def _prepare(self, wanted, fed):
        try:
            call = self._callable(wanted)
            call(*fed)
            self._remember(wanted, call)
        except Exception:  # the run for the result says what is wrong with its values
            self._fails.add(wanted)
        finally:
            self._prepares = None
        if wanted in self._calls:
            self._ready()
