"""The operations that a still diagram does not draw, and the edges that lead past them: hidden.ts of the extension."""

from graphlab._src.viz.plumbing import WIRING, flows_on


class Hidden:
    """The plumbing but for what is `shown` all the same."""

    def __init__(self, links, plumbing, choices, shown=()):
        self.links, self.choices = links, choices
        self.kind = [0 if links.operations[i] in shown else one for i, one in enumerate(plumbing)]
        self._sources = {}

    def has(self, number):
        """Whether an operation is hidden."""
        return self.kind[number] > 0

    def inputs(self, number):
        """(producer, output, the operation that passes it on last, or None, the index) of what flows into an operation.

        The predicate of a cond flows into its Merge, after the inputs.
        """
        inputs = list(self.links.inputs[number])
        predicate = self.choices.get(number, -1)
        if predicate >= 0 and any(self.has(user) for user in self.links.users[predicate]):
            inputs.append((predicate, 0))
        for index, (producer, output) in enumerate(inputs):
            if producer < 0:
                continue
            if not self.has(producer):
                yield producer, output, None, index
            else:
                for op, its in self.sources(producer):
                    yield op, its, (producer, output), index

    def sources(self, number):
        """The outputs that flow on through a hidden operation; none where that is a size."""
        if number not in self._sources:
            # What leaves a loop is what an iteration computes; what entered it only where the iterations pass it on.
            self._sources[number] = self._follow(number, True) or self._follow(number, False)
        return self._sources[number]

    def _follow(self, start, computed):
        found, seen, pending = {}, {start}, [(start, False)]
        while pending:
            at, left = pending.pop()
            if self.kind[at] != WIRING:
                continue
            part = self.links.control_flow[at]
            leaves = part == "exit" or (left and part != "enter")
            one = flows_on(self.links, at)
            for i, (producer, output) in enumerate(self.links.inputs[at]):
                if producer < 0 or (one >= 0 and i != one) or (one < 0 and i == 0 and leaves and computed):
                    continue
                if not self.has(producer):
                    found[producer, output] = True
                elif producer not in seen:
                    seen.add(producer)
                    pending.append((producer, leaves))
        return list(found)
