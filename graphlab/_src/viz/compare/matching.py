"""Matches the operations of two graphs: by name first, then renamed ones by what they compute.

A scope that got another name keeps what is in it: its operations have the same types, attributes and inputs. What two
graphs have just once of such a form is matched; what they have several times goes by the scopes of what was matched, so
that two equal layers keep apart.
"""

from collections import Counter, defaultdict

from graphlab._src.graph.constant import is_constant
from graphlab._src.viz.compare.differences import form


def match(before, after):
    """{operation of `before`: the same one in `after`}, each at most once; both are Graphs."""
    theirs = after.operations_by_name
    pairs = {op: theirs[op.name] for op in before.get_operations() if op.name in theirs}
    taken = set(pairs.values())
    left = [op for op in before.get_operations() if op not in pairs]
    right = [op for op in after.get_operations() if op not in taken]
    if left and right:
        _Renames(pairs, left, right).find()
    return pairs


class _Renames:
    """Finds what is left over in two graphs under other names, and adds it to `pairs`."""

    def __init__(self, pairs, left, right):
        self.pairs = pairs
        self.left, self.right = left, right
        self._places = {}  # an operation that is matched -> the number of its pair
        self._forms = {}  # one number for each form, so that what builds on it stays small
        for number, (ours, theirs) in enumerate(pairs.items(), 1):
            self._places[ours] = self._places[theirs] = -number
        self._scopes = defaultdict(Counter)  # scope -> the scopes that replaced it, and how often

    def find(self):
        """Matches what has the same last name first, then what has another."""
        for with_name in (True, False):
            left, right = self._by_form(self.left, with_name), self._by_form(self.right, with_name)
            several = []
            for key, ours in left.items():
                theirs = right.get(key, [])
                if is_constant(ours[0]):
                    continue  # equal numbers say little: constants are matched with their consumers
                if len(ours) == len(theirs) == 1:
                    self._pair(ours[0], theirs[0])
                elif theirs:
                    several.append((ours, theirs))
            for ours, theirs in several:
                self._by_scope(ours, theirs)
            self.left = [op for op in self.left if op not in self.pairs]
            taken = set(self.pairs.values())
            self.right = [op for op in self.right if op not in taken]
        self._by_moved_name()

    def _by_form(self, operations, with_name):
        """{number of a form: the operations of that form}; a form holds those of the inputs."""
        numbers = dict(self._places)
        found = defaultdict(list)
        for op in operations:
            key = (
                op.type,
                _leaf(op.name) if with_name else None,
                form(op),
                tuple([(numbers.get(t.op), t.value_index) for t in op.inputs]),
                tuple(sorted(numbers.get(other, 0) for other in op.control_inputs)),
            )
            numbers[op] = self._forms.setdefault(key, len(self._forms))
            found[numbers[op]].append(op)
        return found

    def _by_scope(self, ours, theirs):
        """Matches equal operations where one's scope replaced the other's."""
        free = {op.name: op for op in theirs}
        for op in ours:
            for name in self._moved(op.name):
                if name in free:
                    self._pair(op, free.pop(name))
                    break

    def _by_moved_name(self):
        """Matches what was changed and moved, too: in a scope that is known to have moved, the same name and type."""
        free = {op.name: op for op in self.right}
        for op in self.left:
            found = next((free[name] for name in self._moved(op.name) if name in free), None)
            if found is not None and found.type == op.type:
                self._pair(op, free.pop(found.name))

    def _moved(self, name):
        """The names that an operation may have now, by what became of the scopes around it, the innermost first."""
        scope = name
        while "/" in scope:
            scope = scope.rpartition("/")[0]
            for other, _ in self._scopes[scope].most_common(2):
                yield other + name[len(scope) :]

    def _pair(self, ours, theirs):
        self.pairs[ours] = theirs
        self._places[ours] = self._places[theirs] = -len(self.pairs)
        a, b = ours.name, theirs.name
        while "/" in a and "/" in b and _leaf(a) == _leaf(b):
            a, b = a.rpartition("/")[0], b.rpartition("/")[0]
            self._scopes[a][b] += 1


def _leaf(name):
    return name.rpartition("/")[2]
