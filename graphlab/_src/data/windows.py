"""Windows: datasets that a run makes of a list of elements."""

from graphlab._src.data.runtime import Elements, End, Stored


class Held(Elements):
    """The elements of a list."""

    title = "Window"

    @staticmethod
    def cardinality(stored):
        return len(stored.inputs["elements"])

    def start(self, stored, run):
        self._elements = stored.inputs["elements"]
        self._next = 0

    def next(self):
        if self._next >= len(self._elements):
            raise End
        self._next += 1
        return self._elements[self._next - 1]

    def save(self, to):
        to["i"] = self._next

    def restore(self, saved):
        self._next = saved.number("i")


def of_list(op, elements):
    """The value of a dataset of these elements."""
    return Stored(Held, op, {"elements": elements}, {}, {})
