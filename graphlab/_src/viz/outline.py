"""A graph in a few lines of text: its outermost names, scope by scope."""

from collections import Counter
from dataclasses import dataclass, field

from graphlab._src.graph.constant import is_constant
from graphlab._src.graph.references import is_identity
from graphlab._src.graph.traversal import is_no_op

_MOST_LINES = 40
_MOST_TYPES = 4


@dataclass
class Group:
    """One name at some level of a graph: an operation, or a scope with all that is in it."""

    path: str
    operations: list = field(default_factory=list)

    @property
    def name(self):
        """The last part of the path."""
        return self.path.rpartition("/")[2]

    @property
    def own(self):
        """The operation of exactly this name, or None."""
        return next((op for op in self.operations if op.name == self.path), None)

    @property
    def is_scope(self):
        """Whether it is more than one operation of exactly this name."""
        return any(op.name != self.path for op in self.operations)


def groups(operations, scope=""):
    """The operations by the next part of their names, in the order of creation; scope: the path that they all begin with."""
    found = {}
    start = len(scope) + 1 if scope else 0
    for op in operations:
        name = op.name
        end = name.find("/", start)
        path = name if end < 0 else name[:end]
        group = found.get(path)
        if group is None:
            group = found[path] = Group(path)
        group.operations.append(op)
    return list(found.values())


def outline(graph, at="", depth=0):
    """Returns the text that a cell shows where no diagram can be drawn.

    at: path of the scope or operation that it is about.  depth: how many levels of scopes are listed.
    """
    if at in graph.operations_by_name:
        return _about(graph.operations_by_name[at])
    operations = [op for op in graph.get_operations() if not at or op.name.startswith(f"{at}/")]
    if not operations:
        return "Graph without operations"
    rows = [(f"{'  ' * level}{group.name}", describe(group)) for level, group in _listed(operations, at, depth)]
    shown = rows[:_MOST_LINES]
    width = max(len(name) for name, _ in shown)
    lines = [f"{at or 'Graph'} {'with' if at else 'of'} {count(len(operations), 'operation')}"]
    lines += (f"  {name:<{width}}  {words}" for name, words in shown)
    if len(rows) > len(shown):
        lines.append(f"  … and {len(rows) - len(shown)} more names")
    return "\n".join(lines)


def _about(op):
    """An operation in a few lines: its inputs and outputs."""
    lines = [f"{op.name} {op.type}"]
    lines += (f"  input   {tensor.name}  {tensor_text(tensor)}" for tensor in op.inputs)
    lines += (f"  output  {tensor.name}  {tensor_text(tensor)}" for tensor in op.outputs)
    lines += [f"  created {op.source}"] if op.source else []
    return "\n".join(lines)


def _listed(operations, scope, depth, level=0):
    """(level, group) of each name, what is in a scope after it."""
    for group in groups(operations, scope):
        yield level, group
        if depth > level and group.is_scope:
            inner = [op for op in group.operations if op.name != group.path]
            yield from _listed(inner, group.path, depth, level + 1)


def describe(group):
    """`Placeholder float32 ?×784`, or for a scope `12 operations: MatMul, Add, 2 VariableV2, …`."""
    if not group.is_scope:
        op = group.operations[0]
        return " ".join([op.type, *(tensor_text(tensor) for tensor in op.outputs[:1])])
    one_of = {op.type: op for op in group.operations}
    quiet = {type_ for type_, op in one_of.items() if is_constant(op) or is_no_op(op) or is_identity(op)}
    types = Counter(op.type for op in group.operations if op.type not in quiet)
    parts = [type_ if times == 1 else f"{times} {type_}" for type_, times in types.most_common(_MOST_TYPES)]
    if len(types) > _MOST_TYPES:
        parts.append("…")
    return ": ".join(filter(None, [count(len(group.operations), "operation"), ", ".join(parts)]))


def tensor_text(tensor):
    """`float32 ?×784`"""
    return f"{tensor.dtype.base_dtype.name} {shape_label(tensor.shape)}"


def shape_label(shape):
    """`?×784`, `[784]`, `scalar`, or `any shape`."""
    if shape.ndims is None:
        return "any shape"
    return sizes_text(["?" if size is None else str(size) for size in shape.as_list()])


def sizes_text(sizes):
    """`32×10`; `[10]`, which without brackets might be a value; or `scalar`."""
    return f"[{sizes[0]}]" if len(sizes) == 1 else "×".join(sizes) or "scalar"


def count(number, thing):
    """`1 operation`, `212 operations`"""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"
