"""The diagram of a compiler's program: operations in scopes, made without a Graph, for the browser alone."""

import uuid

from graphlab._src.base import dtypes
from graphlab._src.viz import protocol
from graphlab._src.viz.attributes import Texts

MOST = 200_000  # operations; calls beyond stay closed, since each caller shows the content of what it calls

# What the browser draws as the inputs and the constants of a graph.
INPUT, CONSTANT = "Placeholder", "Const"


def constant_text(kind, text):
    """A constant as the attributes of a graph have it: `float32 (2,) = …`; kind: (dtype's name, dims)."""
    dtype, dims = kind
    sizes = ", ".join("?" if size is None else str(size) for size in dims or ())
    return f"{dtype} ({sizes}) = {text}"


class Value:
    """An output of an operation, with the attributes that the protocol reads."""

    __slots__ = ("dims", "dtype", "op", "value_index")

    def __init__(self, op, value_index, dtype, dims):
        self.op, self.value_index, self.dtype, self.dims = op, value_index, dtype, dims


class _Operation:
    """The attributes of an Operation that the protocol reads."""

    definition = None
    device = ""
    __slots__ = ("attrs", "control_inputs", "id", "inputs", "name", "outputs", "type")

    def __init__(self, number, name, kind, inputs, attrs):
        self.id, self.name, self.type, self.inputs, self.attrs = number, name, kind, inputs, attrs
        self.outputs, self.control_inputs = [], []


class Program:
    """Collects operations; each needs a scope, a name, which is made unique, and what it is computed from."""

    def __init__(self):
        self.operations = []
        self._names = {}

    @property
    def is_full(self):
        """Whether calls are to stay closed."""
        return len(self.operations) >= MOST

    def add(self, scope, name, kind, inputs, types, attrs=()):
        """Adds an operation and returns its Values.

        scope: "" or the path of one, as `scope` returned it.  types: [(dtype's name, dims or None), …] of its outputs.
        attrs: [(name, text), …].
        """
        op = _Operation(len(self.operations), self._unique(scope, name), kind, list(inputs), attrs)
        op.outputs = [Value(op, i, _dtype(dtype), dims) for i, (dtype, dims) in enumerate(types)]
        self.operations.append(op)
        return op.outputs

    def scope(self, around, name):
        """The path of a new scope."""
        return self._unique(around, name)

    def piece(self):
        """(uid, piece) as protocol.packed makes it."""
        uid = uuid.uuid4().hex
        count = len(self.operations)
        return uid, protocol.encode(uid, self.operations, 0, count, alone=True, words=_Words())

    def _unique(self, scope, name):
        path = f"{scope}/{name}" if scope else name
        count = self._names[path] = self._names.get(path, -1) + 1
        return self._unique(scope, f"{name}_{count}") if count else path


class _Dtype:
    """A type of XLA's that NumPy does not have."""

    def __init__(self, name):
        self.name = name


def _dtype(name):
    try:
        return dtypes.as_dtype(name)
    except TypeError:
        return _Dtype(name)


class _Words(Texts):
    """Writes attributes as the program's text has them."""

    def of(self, op):
        return [text for pair in op.attrs for text in pair]
