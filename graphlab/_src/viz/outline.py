"""A graph in a few lines of text: its outermost names, scope by scope."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from graphlab._src.graph.constant import is_constant
from graphlab._src.graph.references import is_identity, is_variable
from graphlab._src.graph.traversal import is_no_op

_MOST_LINES = 40
_MOST_TYPES = 4
_COLUMNS = 80  # of a terminal
_LONGEST_NAME = 30
_MOST_OPERATIONS = 5_000  # beyond this finding what computes initial values would delay the answer
_SERIES = 3  # so many isomorphic neighbours are one row, and one box of a still diagram
_NUMBER = re.compile(r"_?\d+$")
_WRITES = re.compile(r"Assign|AssignVariableOp")
# What says nothing about a model: sizes, and the wiring of loops.
_PLUMBING = re.compile(
    r"Shape|ShapeN|Rank|Size|StridedSlice|Pack|ExpandDims|Range|Fill|LoopCond|(Ref)?(Enter|Exit|Switch|Merge|NextIteration)"
    r"|TensorArray.*|Stack(Push|Pop)?V2"
)


def _name_of(op):
    return op.name


@dataclass
class Group:
    """One name at some level of a graph: an operation, or a scope with all that is in it."""

    path: str
    operations: list = field(default_factory=list)
    path_of: Callable = _name_of

    @property
    def name(self):
        """The last part of the path."""
        return self.path.rpartition("/")[2]

    @property
    def own(self):
        """The operation of exactly this name, or None."""
        return next((op for op in self.operations if self.path_of(op) == self.path), None)

    @property
    def is_scope(self):
        """Whether it is more than one operation of exactly this name."""
        return any(self.path_of(op) != self.path for op in self.operations)


def groups(operations, scope="", path_of=_name_of):
    """The operations by the next part of their names, in the order of creation.

    scope: the path that they all begin with.  path_of: the name of an operation where it is drawn.
    """
    found = {}
    start = len(scope) + 1 if scope else 0
    for op in operations:
        name = path_of(op)
        end = name.find("/", start)
        path = name if end < 0 else name[:end]
        group = found.get(path)
        if group is None:
            group = found[path] = Group(path, path_of=path_of)
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
    rows = list(_listed(operations, at, depth))
    shown = [(f"{'  ' * level}{_name(similar)}", similar) for level, similar in rows[:_MOST_LINES]]
    width = max(len(name) for name, _ in shown)
    deep = len(operations) <= _MOST_OPERATIONS
    lines = [f"{at or 'Graph'} {'with' if at else 'of'} {count(len(operations), 'operation')}"]
    lines += (f"  {name:<{width}}  {_describe(similar, _COLUMNS - width - 4, deep)}" for name, similar in shown)
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
    """(level, names of which the first represents all) of each row, what is in a scope after it."""
    for similar in series(groups(operations, scope)):
        yield level, similar
        group = similar[0]
        if depth > level and group.is_scope:
            inner = [op for op in group.operations if op.name != group.path]
            yield from _listed(inner, group.path, depth, level + 1)


def series(found):
    """The groups as lists: isomorphic scopes (layer_1 … layer_12, each with the same types) are in one, others alone."""
    similar = {}
    for group in found:
        types = tuple(sorted(Counter(op.type for op in group.operations).items()))
        # A number alone does not make a series: Add and Add_1 are two steps of one computation.
        key = (_NUMBER.sub("", group.name), types) if group.is_scope else group.path
        similar.setdefault(key, []).append(group)
    some = []
    for members in similar.values():
        some += [members] if len(members) >= _SERIES else [[group] for group in members]
    order = {id(group): i for i, group in enumerate(found)}
    return sorted(some, key=lambda members: order[id(members[0])])


def _name(similar):
    """`hidden`, or for a series `layer_0 … layer_11 ×12`; a long name without its middle."""
    first, last = similar[0].name, similar[-1].name
    if len(similar) == 1:
        return _shortened(first, _LONGEST_NAME)
    times = f" ×{len(similar)}"
    width = (_LONGEST_NAME - len(times) - 3) // 2
    return f"{_shortened(first, width)} … {_shortened(last, width)}{times}"


def _shortened(name, width):
    return name if len(name) <= width else f"{name[: width // 2]}…{name[len(name) - width + width // 2 + 1 :]}"


def _describe(similar, width, deep):
    """`Placeholder float32 ?×784`, or for a scope `12 operations: MatMul, BiasAdd, 2 VariableV2`, as much as fits.

    deep: whether what computes the initial values of variables is found, and left out.
    """
    group = similar[0]
    if not group.is_scope:
        op = group.operations[0]
        return " ".join([op.type, *(tensor_text(tensor) for tensor in op.outputs[:1])])
    parts = [type_ if times == 1 else f"{times} {type_}" for type_, times in _types(group.operations, deep)]
    head = count(len(group.operations), "operation") + (" each" if len(similar) > 1 else "")
    for shown in range(min(len(parts), _MOST_TYPES), 0, -1):
        words = ", ".join(parts[:shown] + (["…"] if shown < len(parts) else []))
        if len(head) + len(words) + 2 <= width:
            return f"{head}: {words}"
    return head


def _types(operations, deep):
    """(type, how many) of what a model is made of, variables last; sizes and wiring where there is nothing else."""
    one_of = {op.type: op for op in operations}
    quiet = {type_ for type_, op in one_of.items() if is_constant(op) or is_no_op(op) or is_identity(op)}
    initial = _initial(operations) if deep and any(_WRITES.fullmatch(type_) for type_ in one_of) else ()
    counted = Counter(op.type for op in operations if op.type not in quiet and op not in initial)
    model = {type_: times for type_, times in counted.items() if not _PLUMBING.fullmatch(type_)}
    return sorted((model or counted).items(), key=lambda one: (is_variable(one_of[one[0]]), -one[1]))


def _initial(operations):
    """The operations that write initial values, and those that nothing but these consumes."""
    found = set()
    for op in reversed(operations):
        users = [user for tensor in op.outputs for user in tensor.consumers()]
        if _WRITES.fullmatch(op.type) or (users and not is_variable(op) and all(user in found for user in users)):
            found.add(op)
    return found


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
