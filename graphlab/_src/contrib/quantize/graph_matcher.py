"""Patterns of operations: an operation of some type, whose inputs match patterns of their own."""

import itertools


class OpTypePattern:
    """An operation of a type: one name, several with | between, or * for any.

    inputs: patterns, or types, of all its inputs; any inputs when left out.  ordered_inputs: in this order.
    """

    def __init__(self, op_type, name=None, inputs=None, ordered_inputs=True):
        self._types = None if op_type == "*" else op_type.split("|")
        self.name = name
        self._inputs = [OpTypePattern(one) if isinstance(one, str) else one for one in inputs or ()]
        self._ordered = ordered_inputs

    def match(self, op, tensor):
        """A MatchResult, or None."""
        if self._types is not None and op.type not in self._types:
            return None
        result = MatchResult()
        result.add(self, op, tensor)
        if not self._inputs:
            return result
        if len(op.inputs) != len(self._inputs):
            return None
        for patterns in [self._inputs] if self._ordered else itertools.permutations(self._inputs):
            found = []
            for value, pattern in zip(op.inputs, patterns, strict=True):
                one = pattern.match(value.op, value)
                if one is None:
                    break
                found.append(one)
            else:
                for one in found:
                    result.merge_from(one)
                return result
        return None


class OneofPattern:
    """The first of some patterns that matches."""

    def __init__(self, sub_patterns):
        self._patterns = sub_patterns

    def match(self, op, tensor):
        """A MatchResult, or None."""
        return next((found for one in self._patterns if (found := one.match(op, tensor)) is not None), None)


class MatchResult:
    """What each pattern has matched."""

    def __init__(self):
        self._found = {}
        self._names = {}

    def add(self, pattern, op, tensor):
        """Records that a pattern has matched an operation, and the tensor by which it was reached."""
        self._found[pattern] = op, tensor
        if pattern.name is not None:
            if pattern.name in self._names:
                raise ValueError(f"Name {pattern.name} is already bound to another pattern")
            self._names[pattern.name] = pattern

    def _of(self, pattern):
        return self._found.get(self._names.get(pattern) if isinstance(pattern, str) else pattern, (None, None))

    def get_op(self, pattern):
        """The operation that a pattern, or the pattern of a name, has matched, or None."""
        return self._of(pattern)[0]

    def get_tensor(self, pattern):
        """The tensor by which that operation was reached, or None."""
        return self._of(pattern)[1]

    def merge_from(self, other):
        """Adds what another result holds."""
        self._found.update(other._found)
        self._names.update(other._names)


class GraphMatcher:
    """Searches operations for a pattern."""

    def __init__(self, pattern):
        self._pattern = pattern

    def match_op(self, op):
        """A MatchResult, or None."""
        return self._pattern.match(op, None)

    def match_ops(self, ops):
        """The MatchResults of operations that match."""
        return (found for op in ops if (found := self.match_op(op)) is not None)

    def match_graph(self, graph):
        """The MatchResults of a graph, in the order in which its operations were made."""
        return self.match_ops(graph.get_operations())
