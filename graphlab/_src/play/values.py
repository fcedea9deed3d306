"""The values layer: what runs computed, on the nodes and edges of the diagrams of their graph.

Each graph view says which tensors it draws; a run fetches those that are a part of it anyway, and show() sends what they
were. The page keeps the last value of each tensor, for those that a later run does not compute.
"""

import collections
import threading
import weakref
from typing import Any

import numpy as np

from graphlab._src.graph.tensor import Tensor
from graphlab._src.play import last_feeds
from graphlab._src.play.value_entry import as_array, entry, is_same
from graphlab._src.viz import live
from graphlab._src.viz.columns import as_text
from graphlab._src.viz.commands import command
from graphlab._src.viz.step_messages import plain
from graphlab._src.viz.value_summary import summarize

_VIEWS = 8  # of one graph whose visible tensors are known: those that answered last
_MOST = 600  # tensors of one view
_MOST_BYTES = 64 << 20  # of the last values that are retained for details cards


class GraphValues:
    """The values that the diagrams of one graph show.

    last: {tensor: its value in the last run that showed it}; of large ones only the newest.
    version: counts the changes of what is visible.  images: {tensor: [rows, columns, …]} of tensors that are images in a row.
    listeners: functions, called when other tensors have become visible; they must return soon.
    source: what shows values again and again, such as an Interaction, or None.
    """

    def __init__(self, graph):
        self._graph = weakref.ref(graph)
        self._lock = threading.RLock()  # an Interaction shows its runs while a page peeks
        self.version = 0  # how often other tensors have become visible
        self._visible = collections.OrderedDict()  # number of a graph view -> the Tensors that it draws
        self._entries = {}  # Tensor -> what was sent of it last
        self._ran = None  # the Operations that the last run executed
        self.last = {}
        self.images = {}
        self.listeners = []
        self.source: Any = None

    @property
    def visible(self):
        """The Tensors that the graph views draw."""
        return list(dict.fromkeys(tensor for tensors in list(self._visible.values()) for tensor in tensors))

    def see(self, number, tensors):
        """A graph view draws these tensors."""
        with self._lock:
            known = set(self.visible)
            self.version += 1
            self._visible[number] = tensors
            self._visible.move_to_end(number)
            while len(self._visible) > _VIEWS:
                self._visible.popitem(last=False)
        if not known.issuperset(tensors):
            for listener in list(self.listeners):
                listener()

    def begin(self):
        """Lets the graph views say what they draw, before there are values."""
        self._send({"type": "values", "values": []})

    def show(self, values, ran=None, extra=False, step=None, histories=None, fetched=()):
        """Shows what a run has computed.

        values: {tensor: value}; those that are as they were are not sent again.  ran: the Operations that were executed, what
        is none of them fades; as before when left out.  extra: it was a run beside those of the program.  step: how many there were.
        histories: {tensor: the numbers that it was before and now}.  fetched: the tensors that the run was for; one at the end
        of a closed scope is shown at the scope.
        """
        values = {tensor: as_array(value) for tensor, value in values.items()}
        histories = histories or {}
        with self._lock:
            made = {
                tensor: entry(tensor, value, histories.get(tensor), self.images.get(tensor))
                for tensor, value in values.items()
                if extra
                or tensor in histories
                or not (tensor in self._entries and is_same(value, self.last.get(tensor)))
            }
            for tensor in fetched:
                if tensor in made:
                    made[tensor]["fetched"] = True
            self._entries |= made
            self._keep(values)
            message = {"type": "values", "values": list(made.values()), "extra": extra}
            if step is not None:
                message["step"] = step
            if ran is not None and set(ran) != self._ran:
                self._ran = set(ran)
                message["ran"] = _packed(self._ran)
            self._send(message)

    def end(self):
        """Removes the values from the diagrams."""
        with self._lock:
            self._entries, self._ran, self.last = {}, None, {}
            self._send({"type": "values", "values": [], "ended": True})

    def send_again(self):
        """Sends all, for a page that has loaded since."""
        with self._lock:
            if self._entries or self.listeners:
                ran = {} if self._ran is None else {"ran": _packed(self._ran)}
                self._send({"type": "values", "values": list(self._entries.values()), **ran})

    def _keep(self, values):
        for tensor, value in values.items():
            self.last.pop(tensor, None)
            self.last[tensor] = value
        size = sum(getattr(value, "nbytes", 0) for value in self.last.values())
        for tensor in list(self.last):
            if size <= _MOST_BYTES:
                break
            size -= getattr(self.last.pop(tensor), "nbytes", 0)

    def _send(self, message):
        graph = self._graph()
        view = None if graph is None else live.view_of(graph)
        if view is not None:
            view.widget.send(message)


def _packed(operations):
    return as_text(np.array(sorted(op.id for op in operations), np.int32).tobytes())


def of(graph):
    """The GraphValues of a graph."""
    if graph.shown_values is None:
        graph.shown_values = GraphValues(graph)
    return graph.shown_values


@command("values-sync")
def look(view, _content):
    """Sends a graph view that has just been drawn what the others show; from now on runs note what they feed."""
    if live.in_notebook():
        last_feeds.begin()
    graph = view.existing
    if graph is not None and graph.shown_values is not None:
        graph.shown_values.send_again()


@command("values-visible")
def see(view, content):
    """Notes which tensors a graph view draws."""
    graph = view.existing
    if graph is not None:
        of(graph).see(content["view"], _tensors(graph, content.get("tensors")))


@command("value")
def send_value(view, content):
    """Sends the last value of a tensor, with all that a details card has."""
    graph, tensor = view.existing, requested_tensor(view, content)
    if graph is None or tensor is None:
        return
    value = of(graph).last.get(tensor)
    if value is not None:
        array = np.asarray(value).reshape(shape) if (shape := of(graph).images.get(tensor)) else value
        found = plain(summarize(array)) | {"name": tensor.name}
        message = {"type": "value", "view": content["view"], "op": tensor.op.id, "output": tensor.value_index}
        view.widget.send(message | {"value": found})


def requested_tensor(view, content) -> Tensor | None:
    """The tensor that a command names by the number of its operation and of its output; None when the graph is gone."""
    graph = view.existing
    return None if graph is None else _tensor(graph, content.get("op"), content.get("output"))


def _tensor(graph, op, output):
    operations = graph.operations  # no copy: a graph view may draw hundreds of tensors
    if not isinstance(op, int) or not 0 <= op < len(operations):
        raise ValueError(f"{op!r} is no operation of this graph, which has {len(operations):,}")
    outputs = operations[op].outputs
    if not isinstance(output, int) or not 0 <= output < len(outputs):
        raise ValueError(f"'{operations[op].name}' has no output {output!r}")
    return outputs[output]


def _tensors(graph, text):
    """The tensors of a text like "c,1,1:2": each how far its operation is from the one before, in base 36, and its output."""
    if not isinstance(text, str):
        raise ValueError("the visible tensors are a text")
    at, found = 0, []
    for part in text.split(",")[:_MOST] if text else ():
        distance, _, output = part.partition(":")
        try:
            at += int(distance, 36)
            found.append(_tensor(graph, at, int(output or "0", 36)))
        except ValueError:
            raise ValueError(f"{part!r} names no tensor of this graph") from None
    return found
