"""Tensor: an output of an operation, which has a value in a run."""

import operator
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import numpy as np

from graphlab._src.base import context, dtypes, shapes
from graphlab._src.base.autograph_status import refusal
from graphlab._src.base.errors import explain
from graphlab._src.base.fixes import Edit, Fix
from graphlab._src.base.identity import Reference
from graphlab._src.base.source import Source
from graphlab._src.graph.pickling import NotPickled

if TYPE_CHECKING:
    from graphlab._src.graph.graph import Graph
    from graphlab._src.graph.operation import Operation


class OperatorNotAllowedInGraphError(TypeError):
    """Python needs the value of a tensor (`if t:`, `for x in t:`) while the graph is being built."""


class Operators:
    """Python's operators, as the op library puts them here (ops/operators.py)."""

    __slots__ = ()

    __add__: Any
    __radd__: Any
    __sub__: Any
    __rsub__: Any
    __mul__: Any
    __rmul__: Any
    __truediv__: Any
    __rtruediv__: Any
    __floordiv__: Any
    __rfloordiv__: Any
    __mod__: Any
    __rmod__: Any
    __pow__: Any
    __rpow__: Any
    __matmul__: Any
    __rmatmul__: Any
    __and__: Any
    __rand__: Any
    __or__: Any
    __ror__: Any
    __xor__: Any
    __rxor__: Any
    __lt__: Any
    __le__: Any
    __gt__: Any
    __ge__: Any
    __neg__: Any
    __invert__: Any
    __abs__: Any
    __getitem__: Any


class Tensor(NotPickled, Operators):
    """An output of an operation: it has a type and a static shape, and a value only in a run."""

    _instead = "pickle sess.run(tensor), its value, or tensor.name for graph.get_tensor_by_name(name)"
    __slots__ = (
        "op",
        "value_index",
        "dtype",
        "dims",
        "consumer_list",
        "_name",
        "_known_shape",
        "__weakref__",
        "__dict__",
    )
    op: "Operation"  # the Operation whose output this is
    value_index: int  # which of the operation's outputs this is, from 0
    dtype: dtypes.DType  # the type of the elements; a reference type for a variable's buffer
    dims: tuple[int | None, ...] | None  # the static shape: None for a size, or a rank, that is known in the run only
    __array_priority__ = 100  # so that ndarray + tensor calls the tensor's operator
    _USE_EQUALITY = False  # == says whether two tensors are the same tensor; programs for several versions look this up
    OVERLOADABLE_OPERATORS: set[str] = (
        set()
    )  # the names of Python's operators that tensors have; ops/operators.py says them

    def __init__(self, op: "Operation", value_index: int, dtype: dtypes.DType, dims: shapes.Dims = None) -> None:
        self.op = op
        self.value_index = value_index
        self.dtype = dtype
        self.dims = dims
        self._known_shape: shapes.TensorShape | None = None
        self.consumer_list: list[Operation] = []
        self._name: str | None = None

    @property
    def graph(self) -> "Graph":
        """The Graph that holds it."""
        return self.op.graph

    @property
    def name(self) -> str:
        """The operation's name, a colon, and the output's number: "hidden/MatMul:0"."""
        if self._name is None:
            self._name = f"{self.op.name}:{self.value_index}"
        return self._name

    @property
    def device(self) -> str:
        """The device of the operation, or ""."""
        return self.op.device

    @property
    def source(self) -> Source:
        """Where the operation was created."""
        return self.op.source

    @property
    def shape(self) -> shapes.TensorShape:
        """The TensorShape: what is known before a run. It is one object until more is known."""
        shape = self._known_shape
        if shape is None or shape.sizes is not self.dims:
            shape = self._known_shape = shapes.TensorShape.from_dims(self.dims)
        return shape

    def get_shape(self) -> shapes.TensorShape:
        """The TensorShape: what is known before a run."""
        return self.shape

    def set_shape(self, shape: Any) -> None:
        """Merges `shape` into the static shape; ValueError when the two contradict each other."""
        dims = shapes.of(shape)
        merged = shapes.merge(self.dims, dims)
        if merged is False:
            raise ValueError(explain(shapes.contradiction(self.dims, dims), at=self))
        if merged != self.dims:
            self.dims = merged
            self.graph.note_change(self.op, f"shape of {self.name} set to {shapes.TensorShape.from_dims(merged)}")

    def _shape_as_list(self) -> list[int | None] | None:
        return None if self.dims is None else list(self.dims)

    @property
    def _shape(self) -> shapes.TensorShape:
        return self.shape

    def _rank(self) -> int | None:
        return None if self.dims is None else len(self.dims)

    def consumers(self) -> list["Operation"]:
        """The operations that this tensor is an input of, oldest first; twice when it is an input twice."""
        return list(self.consumer_list)

    def eval(self, feed_dict: Any = None, session: Any = None) -> Any:
        """The value, from `session` or the default session; ValueError when there is none."""
        return default_session(self, session, "evaluate tensor", "eval").run(self, feed_dict)

    def experimental_ref(self) -> Reference:
        """A hashable Reference: equal for the same tensor, and `ref.deref()` returns the tensor."""
        return Reference(self)

    # Names by which programs that were written for TensorFlow 1 reach into a Tensor.
    @property
    def _op(self) -> "Operation":
        return self.op

    @property
    def _dtype(self) -> dtypes.DType:
        return self.dtype

    @property
    def _value_index(self) -> int:
        return self.value_index

    def _shape_tuple(self) -> shapes.Dims:
        return self.dims

    def _as_tf_output(self) -> "Tensor":
        """What functions of pywrap_tensorflow get as their tensor."""
        return self

    def _as_node_def_input(self) -> str:
        """How a NodeDef names it: output 0 by its operation alone."""
        return self.op.name if self.value_index == 0 else self.name

    def describe(self) -> str:
        """One line that says what it is, for messages and the viewer."""
        return f"{self.name} {self.dtype.base_dtype.name}{shapes.text(self.dims)}"

    @classmethod
    def override_operator(cls, operator: str, function: Any) -> None:
        """Makes `function` the operator: `__add__`, for example."""
        setattr(cls, operator, function)

    _override_operator = override_operator  # TensorFlow's name

    def __copy__(self) -> "Tensor":
        copied = Tensor(self.op, self.value_index, self.dtype, self.dims)
        copied.consumer_list = self.consumer_list
        return copied

    def __bool__(self) -> bool:
        if self.graph.value_of is not None:
            return bool(self.graph.value_of(self))
        raise OperatorNotAllowedInGraphError(
            explain(
                refusal("using a `tf.Tensor` as a Python `bool`"),
                at=self,
                fix=Fix(
                    "use `if t is not None:` to test that a tensor is defined, tf.cond to choose by its value, tf.while_loop to "
                    "repeat",
                    Edit("cond", operand=self),
                ),
            )
        )

    __nonzero__ = __bool__

    def __iter__(self) -> Iterator[Any]:
        if self.graph.value_of is not None:
            rows: list[Any] = [self[i] for i in range(len(self))]
            return iter(rows)
        raise OperatorNotAllowedInGraphError(
            explain(
                refusal("iterating over `tf.Tensor`"),
                at=self,
                fix=Fix(
                    "use tf.unstack(t) for a list of tensors, tf.map_fn to apply a function to each",
                    Edit("wrap", "", "tf.unstack({})", self)
                    if self.dims and self.dims[0] is not None
                    else Edit("loop", operand=self),
                ),
            )
        )

    def __len__(self) -> int:
        if self.graph.value_of is not None:
            return len(self.graph.value_of(self))
        raise TypeError(
            explain(
                f"len is not well defined for symbolic Tensors. ({self.name}) Please call `x.shape` rather than `len(x)` for "
                "shape information.",
                at=self,
                fix=Fix(
                    "use t.shape or tf.shape(t)",
                    Edit(
                        "instead",
                        "",
                        "{}.shape[0]" if self.dims and self.dims[0] is not None else "tf.shape({})[0]",
                        self,
                    ),
                ),
            )
        )

    def __setitem__(self, key: object, value: object) -> NoReturn:
        """Raises TypeError: what an operation computes does not change."""
        raise TypeError(
            explain(
                f"{type(self).__name__!r} object does not support item assignment",
                at=self,
                fix="tf.where chooses by element, tf.tensor_scatter_nd_update and tf.concat make a new tensor; a variable "
                "has assign and scatter_nd_update",
            )
        )

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        if self.graph.value_of is not None:
            return np.asarray(self.graph.value_of(self), dtype)
        raise NotImplementedError(
            explain(f"Cannot convert a symbolic Tensor ({self.name}) to a numpy array.", at=self, fix=self._run_it())
        )

    def __float__(self) -> float:
        if self.graph.value_of is not None:
            return float(self.graph.value_of(self))
        raise TypeError(explain(f"A symbolic Tensor ({self.name}) has no value yet.", at=self, fix=self._run_it()))

    def _run_it(self) -> Fix:
        return Fix("run it: sess.run(t)", Edit("wrap", "", "{session}.run({})", self))

    def __int__(self) -> int:
        return int(float(self) if self.graph.value_of is None else self.graph.value_of(self))

    def __index__(self) -> int:
        return int(self) if self.graph.value_of is None else operator.index(self.graph.value_of(self))

    @property
    def numpy(self) -> Callable[[], Any]:
        """numpy() returns the value, where a tensor has one: in the function of a py_function."""
        value_of = self.graph.value_of
        if value_of is None:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute 'numpy'")
        return lambda: value_of(self)

    def __repr__(self) -> str:
        return f"<tf.Tensor {self.name!r} shape={self.shape} dtype={self.dtype.name}>"

    def __str__(self) -> str:
        shape = "" if self.dims is None else f", shape={self.shape}"
        device = f", device={self.device}" if self.device else ""
        return f'Tensor("{self.name}"{shape}, dtype={self.dtype.name}{device})'


class CompositeTensor:
    """Base class of objects that represent one tensor by several, such as IndexedSlices and SparseTensor."""


class IndexedSlicesValue(NamedTuple):
    """What a run returns for IndexedSlices, and what may be fed for them: NumPy arrays."""

    values: Any
    indices: Any
    dense_shape: Any


class IndexedSlices(CompositeTensor):
    """Rows of a larger tensor: `values[i]` belongs at row `indices[i]` of a tensor of shape `dense_shape`.

    values: [n, ...].  indices: int32 or int64 [n].  dense_shape: a vector, or None when it is not known.
    """

    def __init__(self, values: Any, indices: Any, dense_shape: Any = None) -> None:
        self._values: Tensor = values
        self._indices: Tensor = indices
        self._dense_shape: Tensor | None = dense_shape

    @property
    def values(self) -> Tensor:
        """The rows."""
        return self._values

    @property
    def indices(self) -> Tensor:
        """The row numbers."""
        return self._indices

    @property
    def dense_shape(self) -> Tensor | None:
        """The shape of the whole, or None."""
        return self._dense_shape

    @property
    def shape(self) -> shapes.TensorShape:
        """What is known of the shape of the whole."""
        if self._dense_shape is None:
            return self._values.shape[1:]
        dims: Any = self._dense_shape.dims
        return shapes.unknown_shape(dims[0])

    @property
    def name(self) -> str:
        """The name of `values`."""
        return self._values.name

    @property
    def device(self) -> str:
        """The device of `values`."""
        return self._values.device

    @property
    def op(self) -> "Operation":
        """The operation that `values` is an output of."""
        return self._values.op

    @property
    def dtype(self) -> dtypes.DType:
        """The type of `values`."""
        return self._values.dtype

    @property
    def graph(self) -> "Graph":
        """The graph of `values`."""
        return self._values.graph

    def consumers(self) -> list["Operation"]:
        """The consumers of its tensors."""
        tensors = [item for item in (self._values, self._indices, self._dense_shape) if item is not None]
        return list(dict.fromkeys(op for tensor in tensors for op in tensor.consumers()))

    def __str__(self) -> str:
        whole = f", dense_shape={self._dense_shape}" if self._dense_shape is not None else ""
        return f"IndexedSlices(indices={self._indices}, values={self._values}{whole})"

    def __neg__(self) -> "IndexedSlices":
        return IndexedSlices(self.values.__neg__(), self.indices, self.dense_shape)


def default_session(item: "Tensor | Operation", session: Any, verb: str, method: str) -> Any:
    """The session to run `item` in; ValueError when none was given and none is current."""
    given = session is not None
    if not given:
        session = context.sessions.get_default()
    if session is None:
        colon = ":" if method == "run" else ""
        raise ValueError(
            explain(
                f"Cannot {verb} using `{method}()`: No default session is registered. Use `with sess.as_default()`{colon} "
                f"or pass an explicit session to `{method}(session=sess)`",
                at=getattr(item, "op", item),
                fix=Fix(f"{method}(session=sess)", Edit("set", "session", "{session}", item)),
            )
        )
    if session.graph is not item.graph:
        whose, kind = "given" if given else "default", "tensor" if isinstance(item, Tensor) else "operation"
        message = f"Cannot use the {whose} session to {verb}: the {kind}'s graph is different from the session's graph."
        if not given:
            call = f"`{method}(session=sess)`" if kind == "tensor" else f"{method}(session=sess)"
            message += f" Pass an explicit session to {call}."
        raise ValueError(explain(message, at=getattr(item, "op", item)))
    return session
