"""A graph in a few lines of text: what stands at its top, scope by scope."""

from collections import Counter
from dataclasses import dataclass, field

_MOST_LINES = 40
_MOST_TYPES = 4


@dataclass
class Group:
    """One name at the top of a graph: an operation, or a scope with all that is in it."""

    name: str
    operations: list = field(default_factory=list)

    @property
    def is_scope(self):
        """Whether it is more than one operation of exactly this name."""
        return any(op.name != self.name for op in self.operations)


def groups(operations):
    """The operations by the first part of their names, in the order of creation."""
    found = {}
    for op in operations:
        name = op.name.partition("/")[0]
        found.setdefault(name, Group(name)).operations.append(op)
    return list(found.values())


def outline(graph):
    """The text that stands for the picture where none can be drawn."""
    operations = graph.get_operations()
    if not operations:
        return "Graph without operations"
    tops = groups(operations)
    shown = tops[:_MOST_LINES]
    width = max(len(group.name) for group in shown)
    lines = [f"Graph of {count(len(operations), 'operation')}"]
    lines += (f"  {group.name:<{width}}  {describe(group)}" for group in shown)
    if len(tops) > len(shown):
        lines.append(f"  … and {len(tops) - len(shown)} more names")
    return "\n".join(lines)


def describe(group):
    """`Placeholder float32 ?×784`, or for a scope `12 operations: MatMul, Add, 2 VariableV2, …`."""
    if not group.is_scope:
        op = group.operations[0]
        return " ".join([op.type, *(tensor_text(tensor) for tensor in op.outputs[:1])])
    types = Counter(op.type for op in group.operations if op.type not in ("Const", "NoOp", "Identity"))
    parts = [type_ if times == 1 else f"{times} {type_}" for type_, times in types.most_common(_MOST_TYPES)]
    if len(types) > _MOST_TYPES:
        parts.append("…")
    return ": ".join(filter(None, [count(len(group.operations), "operation"), ", ".join(parts)]))


def tensor_text(tensor):
    """`float32 ?×784`"""
    return f"{tensor.dtype.base_dtype.name} {shape_label(tensor.shape)}"


def shape_label(shape):
    """`?×784`, `scalar`, or `any shape`."""
    if shape.ndims is None:
        return "any shape"
    return "×".join("?" if size is None else str(size) for size in shape.as_list()) or "scalar"


def count(number, thing):
    """`1 operation`, `212 operations`"""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"
