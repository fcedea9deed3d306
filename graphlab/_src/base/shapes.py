"""Static shapes: what is known of a tensor's size before anything runs.

Inside graphlab a shape is plain data, `dims`: None when even the rank is unknown, else a tuple of int or None.
TensorShape and Dimension are the classes that TensorFlow 1 programs see.
"""

import math
import numbers
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, NoReturn, TypeGuard, overload

from tensorboard.compat.proto import tensor_shape_pb2

from graphlab._src.base import dtypes
from graphlab._src.base.errors import explain
from graphlab._src.base.fixes import Edit, Fix

TensorShapeProto: Any = tensor_shape_pb2.TensorShapeProto  # pyright: ignore[reportAttributeAccessIssue]


# The sizes of a shape as plain data: None for an unknown rank, else int or None for each dimension.
Dims = tuple[int | None, ...] | None


# What to write where a program uses a size that only a run knows.
UNKNOWN_SIZE = Fix(
    "tf.shape(t)[i] is the size that a run has, in place of t.shape[i]; in tf.reshape one size may be -1",
    Edit("run-size"),
)


class ShapeError(ValueError):
    """The inputs of an operation have invalid shapes; the graph adds the operation and its place.

    fix: text, a Fix, or a function that returns one, so that a rule makes none where the shapes are valid.
    """

    def __init__(self, message: str, fix: str | Callable[[], str | None] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.fix = fix() if callable(fix) else fix


class Dimension:
    """One size of a shape; `value` is an int, or None when it is unknown.

    Arithmetic with an unknown size returns an unknown Dimension, comparison returns None.
    """

    __slots__ = ("_value",)
    _value: int | None

    def __init__(self, value: Any) -> None:
        if isinstance(value, Dimension):
            self._value = value._value
            return
        if value is None:
            self._value = None
            return
        if isinstance(value, dtypes.DType):  # it has a number, but that is no size
            raise TypeError(f"Cannot convert {value} to Dimension")
        try:
            self._value = int(value.__index__())
        except AttributeError:
            try:
                self._value = int(value)
            except TypeError:
                raise TypeError(
                    f"Dimension value must be integer or None or have an __index__ method, got {value!r}"
                ) from None
            if not isinstance(value, (str, bytes)) and self._value != value:
                raise ValueError(f"Ambiguous dimension: {value}") from None
        if self._value < 0:
            raise ValueError(f"Dimension {self._value} must be >= 0")

    @property
    def value(self) -> int | None:
        """The size, or None."""
        return self._value

    def __reduce__(self) -> tuple[type, tuple[int | None]]:
        return Dimension, (self._value,)

    def __repr__(self) -> str:
        return f"Dimension({self._value!r})"

    def __str__(self) -> str:
        return "?" if self._value is None else str(self._value)

    def __hash__(self) -> int:
        if self._value is None:
            raise ValueError("Dimension with no value can't be hashed: unknown sizes are not equal to each other")
        return hash(self._value)

    def __int__(self) -> int:
        if self._value is None:
            raise TypeError(explain("__int__ returned non-int (type NoneType): the size is unknown", fix=UNKNOWN_SIZE))
        return self._value

    def __index__(self) -> int:
        return self.__int__()

    def is_compatible_with(self, other: Any) -> bool:
        """True when both could be the same size."""
        other = as_dimension(other)
        return self._value is None or other._value is None or self._value == other._value

    def assert_is_compatible_with(self, other: Any) -> None:
        """Raises ValueError when the two can't be the same size."""
        if not self.is_compatible_with(other):
            raise ValueError(f"Dimensions {self} and {other} are not compatible")

    def merge_with(self, other: Any) -> "Dimension":
        """The Dimension with what is known of both; ValueError when they differ."""
        other = as_dimension(other)
        self.assert_is_compatible_with(other)
        return Dimension(other._value) if self._value is None else Dimension(self._value)


def _arithmetic(name: str, function: Callable[[int, int], int]) -> None:
    def forward(self: Dimension, other: Any) -> Dimension:
        try:
            other = as_dimension(other)
        except (TypeError, ValueError):
            return NotImplemented
        if self._value is None or other._value is None:
            return Dimension(None)
        return Dimension(function(self._value, other._value))

    def backward(self: Dimension, other: Any) -> Dimension:
        try:
            other = as_dimension(other)
        except (TypeError, ValueError):
            return NotImplemented
        return forward(other, self)

    setattr(Dimension, f"__{name}__", forward)
    setattr(Dimension, f"__r{name}__", backward)


_arithmetic("add", lambda a, b: a + b)
_arithmetic("sub", lambda a, b: a - b)
_arithmetic("mul", lambda a, b: a * b)
_arithmetic("floordiv", lambda a, b: a // b)
_arithmetic("mod", lambda a, b: a % b)
Dimension.__div__ = Dimension.__floordiv__  # pyright: ignore[reportAttributeAccessIssue]


def _true_division(left: object, right: object) -> NoReturn:
    names = f"{type(left).__name__!r} and {type(right).__name__!r}"
    raise TypeError(f"unsupported operand type(s) for /: {names}, please use // instead")


Dimension.__truediv__ = _true_division  # pyright: ignore[reportAttributeAccessIssue]
Dimension.__rtruediv__ = lambda self, other: _true_division(other, self)  # pyright: ignore[reportAttributeAccessIssue]


def _comparison(name: str, function: Callable[[int, int], bool]) -> None:
    def compare(self: Dimension, other: Any) -> bool | None:
        try:
            other = as_dimension(other)
        except (TypeError, ValueError):
            return NotImplemented
        if self._value is None or other._value is None:
            return None
        return function(self._value, other._value)

    setattr(Dimension, name, compare)


_comparison("__eq__", lambda a, b: a == b)
_comparison("__ne__", lambda a, b: a != b)
_comparison("__lt__", lambda a, b: a < b)
_comparison("__le__", lambda a, b: a <= b)
_comparison("__gt__", lambda a, b: a > b)
_comparison("__ge__", lambda a, b: a >= b)


def as_dimension(value: Any) -> Dimension:
    """value itself when it is a Dimension, else Dimension(value)."""
    return value if isinstance(value, Dimension) else Dimension(value)


def dimension_value(dimension: Any) -> Any:
    """The int or None that a Dimension holds; what is no Dimension as it is."""
    return dimension.value if isinstance(dimension, Dimension) else dimension


def dimension_at_index(shape: "TensorShape", index: int) -> Dimension:
    """The Dimension at that place of a TensorShape, also of one whose rank is unknown."""
    return Dimension(None) if shape.rank is None else shape[index]


class TensorShape:
    """The static shape of a tensor: its rank and sizes as far as they are known before a run.

    dims: None (unknown rank), an int-like, a TensorShapeProto, or an iterable of int, None or Dimension.
    Shapes with unknown sizes are equal when these are the same Dimensions, as those of one tensor are: the sizes of two
    tensors may differ in a run.
    """

    __slots__ = ("_own", "sizes")
    sizes: Dims
    _own: list[Dimension] | None  # the Dimensions, once they were requested

    _v2_behavior = False  # a shape's items are Dimensions; after enable_v2_tensorshape they are plain numbers

    def __init__(self, dims: Any) -> None:
        self._own = None
        if isinstance(dims, TensorShape):
            self._own = dims.dims
        elif isinstance(dims, (tuple, list)) and any(isinstance(size, Dimension) for size in dims):
            self._own = dims = [as_dimension(size) for size in dims]
        self.sizes = of(dims)

    @classmethod
    def from_dims(cls, sizes: Dims, own: list[Dimension] | None = None) -> "TensorShape":
        shape = cls.__new__(cls)
        shape.sizes = sizes
        shape._own = own
        return shape

    @property
    def dims(self) -> list[Dimension] | None:
        """A list of Dimension, or None for an unknown rank."""
        return None if self.sizes is None else list(self._dimensions())

    def _dimensions(self) -> list[Dimension]:
        if self._own is None:
            self._own = [Dimension(size) for size in self.sizes or ()]
        return self._own

    _dims = dims  # Keras reads it by this name

    @property
    def ndims(self) -> int | None:
        """The rank, or None."""
        return None if self.sizes is None else len(self.sizes)

    @property
    def rank(self) -> int | None:
        """The rank, or None."""
        return self.ndims

    def num_elements(self) -> int | None:
        """The number of elements, or None when a size is unknown."""
        return math.prod(self.sizes) if self.is_fully_defined() else None  # pyright: ignore

    def as_list(self) -> list[int | None]:
        """The sizes as a list of int or None; ValueError for an unknown rank."""
        if self.sizes is None:
            raise ValueError("as_list() is not defined on an unknown TensorShape.")
        return list(self.sizes)

    def as_proto(self) -> Any:
        """A TensorShapeProto."""
        return to_proto(self.sizes)

    def is_fully_defined(self) -> bool:
        """True when every size is known."""
        return self.sizes is not None and None not in self.sizes

    def assert_is_fully_defined(self) -> None:
        """Raises ValueError when a size is unknown."""
        if not self.is_fully_defined():
            raise ValueError(f"Shape {self} is not fully defined")

    def assert_has_rank(self, rank: int | None) -> None:
        """Raises ValueError when the rank is known to differ."""
        if self.ndims not in (None, rank):
            raise ValueError(f"Shape {self} must have rank {rank}")

    def assert_same_rank(self, other: Any) -> None:
        """Raises ValueError when both ranks are known and differ."""
        other = as_shape(other)
        if self.ndims is not None and other.ndims is not None and self.ndims != other.ndims:
            raise ValueError(f"Shapes {self} and {other} must have the same rank")

    def is_compatible_with(self, other: Any) -> bool:
        """True when both could be the shape of one tensor."""
        other = as_shape(other)
        return compatible(self.sizes, other.sizes)

    def assert_is_compatible_with(self, other: Any) -> None:
        """Raises ValueError when the two can't be the shape of one tensor."""
        if not self.is_compatible_with(other):
            raise ValueError(f"Shapes {self} and {other} are incompatible")

    def merge_with(self, other: Any) -> "TensorShape":
        """The TensorShape with what is known of both; ValueError when they are not compatible."""
        other = as_shape(other)
        if self.sizes is None:
            return other
        merged = merge(self.sizes, other.sizes)
        if merged is False:
            raise ValueError(f"Shapes {self} and {other} are not compatible")
        return TensorShape.from_dims(merged)

    def concatenate(self, other: Any) -> "TensorShape":
        """This shape's sizes, then the other's."""
        other = as_shape(other)
        if self.sizes is None or other.sizes is None:
            return unknown_shape()
        return TensorShape.from_dims(self.sizes + other.sizes, self._dimensions() + other._dimensions())

    def with_rank(self, rank: int | None) -> "TensorShape":
        """This shape with the rank known; ValueError when it differs."""
        try:
            return self.merge_with(unknown_shape(rank))
        except ValueError:
            raise ValueError(f"Shape {self} must have rank {rank}") from None

    def with_rank_at_least(self, rank: int) -> "TensorShape":
        """This shape; ValueError when its rank is known to be lower."""
        if self.ndims is not None and self.ndims < rank:
            raise ValueError(f"Shape {self} must have rank at least {rank}")
        return self

    def with_rank_at_most(self, rank: int) -> "TensorShape":
        """This shape; ValueError when its rank is known to be higher."""
        if self.ndims is not None and self.ndims > rank:
            raise ValueError(f"Shape {self} must have rank at most {rank}")
        return self

    def most_specific_compatible_shape(self, other: Any) -> "TensorShape":
        """The most specific shape that both are an instance of."""
        other = as_shape(other)
        if self.sizes is None or other.sizes is None or len(self.sizes) != len(other.sizes):
            return unknown_shape()
        return TensorShape.from_dims(tuple(a if a == b else None for a, b in zip(self.sizes, other.sizes, strict=True)))

    def __len__(self) -> int:
        if self.sizes is None:
            raise ValueError("Cannot take the length of shape with unknown rank.")
        return len(self.sizes)

    def __bool__(self) -> bool:
        return self.sizes is not None

    def __iter__(self) -> Iterator[Any]:
        if self.sizes is None:
            raise ValueError("Cannot iterate over a shape with unknown rank.")
        return iter(self.sizes if self._v2_behavior else list(self._dimensions()))

    @overload
    def __getitem__(self, key: slice) -> "TensorShape": ...
    @overload
    def __getitem__(self, key: int) -> Dimension: ...
    def __getitem__(self, key: Any) -> "Dimension | TensorShape":
        if self.sizes is not None:
            if isinstance(key, slice):
                return TensorShape.from_dims(self.sizes[key], self._dimensions()[key])
            return self.sizes[key] if self._v2_behavior else self._dimensions()[key]
        if not isinstance(key, slice):
            return None if self._v2_behavior else Dimension(None)  # pyright: ignore[reportReturnType]
        start = key.start or 0
        if key.step not in (None, 1) or key.stop is None or start < 0 or key.stop < 0:
            return unknown_shape()
        return unknown_shape(max(0, key.stop - start))

    def __add__(self, other: Any) -> "TensorShape":
        return self.concatenate(other)

    def __radd__(self, other: Any) -> "TensorShape":
        return as_shape(other).concatenate(self)

    def __eq__(self, other: Any) -> bool:
        try:
            other = as_shape(other)
        except (TypeError, ValueError):
            return NotImplemented
        return self.sizes == other.sizes and self._same_unknown(other)

    def _same_unknown(self, other: "TensorShape") -> bool:
        """True when each unknown size of a shape with equal sizes is the same Dimension here."""
        if self is other or self.sizes is None or None not in self.sizes:
            return True
        pairs = zip(self._dimensions(), other._dimensions(), strict=True)
        return all(mine is theirs for mine, theirs in pairs if mine.value is None)

    def __ne__(self, other: Any) -> bool:
        try:
            other = as_shape(other)
        except (TypeError, ValueError):
            return NotImplemented
        if self.sizes is None or other.sizes is None:
            raise ValueError("The inequality of unknown TensorShapes is undefined.")
        return not self == other

    def __hash__(self) -> int:
        return hash(self.sizes)

    def __repr__(self) -> str:
        if self.sizes is None:
            return "TensorShape(None)"
        return f"TensorShape([{', '.join(repr(item) for item in self)}])"

    def __str__(self) -> str:
        if self.sizes is None:
            return "<unknown>"
        items = [str(size) if self._v2_behavior else _size_text(size) for size in self.sizes]
        return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"

    def __reduce__(self) -> tuple[type, tuple[list[int | None] | None]]:
        return TensorShape, (None if self.sizes is None else list(self.sizes),)


def _size_text(size: int | None) -> str:
    return "?" if size is None else str(size)


def as_shape(shape: Any) -> TensorShape:
    """shape itself when it is a TensorShape, else TensorShape(shape)."""
    return shape if isinstance(shape, TensorShape) else TensorShape(shape)


def unknown_shape(rank: Any = None, ndims: Any = None) -> TensorShape:
    """A shape of that rank with unknown sizes, or one of unknown rank; ndims: the rank's old name."""
    rank = ndims if rank is None else rank
    return TensorShape.from_dims(None if rank is None else (None,) * rank)


def scalar() -> TensorShape:
    """The shape of a single number."""
    return TensorShape.from_dims(())


def vector(length: Any) -> TensorShape:
    """The shape of a vector."""
    return TensorShape([length])


def matrix(rows: Any, cols: Any) -> TensorShape:
    """The shape of a matrix."""
    return TensorShape([rows, cols])


# What follows works on plain dims.


def compatible(a: Any, b: Any) -> bool:
    """True when both dims could be those of one tensor."""
    if a is None or b is None:
        return True
    if len(a) != len(b):
        return False
    for x, y in zip(a, b, strict=True):
        if x is not None and y is not None and x != y:
            return False
    return True


def merge(a: Dims, b: Dims) -> Dims | Literal[False]:
    """The dims with what is known of both, or False when they contradict each other."""
    if a is None:
        return b
    if b is None or a == b:
        return a
    if not compatible(a, b):
        return False
    return tuple([y if x is None else x for x, y in zip(a, b, strict=True)])


def contradiction(a: Any, b: Any) -> str:
    """TensorFlow's message for two dims that merge() refuses."""
    if len(a) != len(b):
        return f"Shapes must be equal rank, but are {len(a)} and {len(b)}"
    axis = next(i for i, (x, y) in enumerate(zip(a, b, strict=True)) if not compatible((x,), (y,)))
    return (
        f"Dimension {axis} in both shapes must be equal, but are {a[axis]} and {b[axis]}. "
        f"Shapes are {text(a)} and {text(b)}."
    )


def broadcast(a: Dims, b: Dims) -> Dims | Literal[False]:
    """The dims of an elementwise result of two operands, or False when they don't broadcast."""
    if a == b and a is not None and None not in a:
        return a
    if a is None or b is None:
        return None
    if len(a) < len(b):
        a = (1,) * (len(b) - len(a)) + a
    elif len(b) < len(a):
        b = (1,) * (len(a) - len(b)) + b
    sizes = []
    for x, y in zip(a, b, strict=True):
        if x == 1:
            sizes.append(y)
        elif y == 1:
            sizes.append(x)
        elif x is None or y is None:
            sizes.append((y if x is None else x) or None)  # beside 0 an unknown size may be 1, TensorFlow says nothing
        elif x == y:
            sizes.append(x)
        else:
            return False
    return tuple(sizes)


def differ(a: Sequence[Any], b: Sequence[Any]) -> bool:
    """True when sizes that a run has cannot be equal; those that an export leaves open may be."""
    return len(a) != len(b) or any(
        x is not y and x != y and is_number(x) and is_number(y) for x, y in zip(a, b, strict=False)
    )


class CountedSizeError(ValueError):
    """A kernel checks a size for which its trace has a symbol: it has to be traced with the number."""


def is_number(size: Any) -> bool:
    """True for a size that a kernel can check, False for one that an export leaves open.

    CountedSizeError for a symbol whose scope says `counted`: it represents numbers that are known, which are to be checked.
    """
    if isinstance(size, numbers.Integral):
        return True
    if getattr(getattr(size, "scope", None), "counted", False):
        raise CountedSizeError(f"{size} is checked")
    return False


def of(dims: Any) -> Dims:
    """The plain dims of anything that TensorShape accepts."""
    if dims is None:
        return None
    if isinstance(dims, TensorShape):
        return dims.sizes
    if isinstance(dims, (tuple, list)):
        return tuple([size if type(size) is int and size >= 0 else Dimension(size)._value for size in dims])
    if isinstance(dims, TensorShapeProto):
        return None if dims.unknown_rank else tuple([None if dim.size == -1 else dim.size for dim in dims.dim])
    if isinstance(dims, (str, bytes)):
        raise TypeError(f"A string has ambiguous TensorShape, please wrap in a list or convert to an int: {dims!r}")
    try:
        return tuple([Dimension(size)._value for size in dims])
    except TypeError:
        return (Dimension(dims)._value,)


def to_proto(dims: Dims) -> Any:
    """The TensorShapeProto of plain dims."""
    if dims is None:
        return TensorShapeProto(unknown_rank=True)
    return TensorShapeProto(dim=[TensorShapeProto.Dim(size=-1 if size is None else size) for size in dims])


def fully_defined(dims: Dims) -> TypeGuard[tuple[int, ...]]:
    """True when rank and every size are known."""
    return dims is not None and None not in dims


def text(dims: Any) -> str:
    """As TensorFlow's shape functions print dims: [?,3], or ? for an unknown rank."""
    return "?" if dims is None else f"[{','.join(_size_text(size) for size in dims)}]"
