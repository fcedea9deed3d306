"""An operation's kernel on NumPy arrays: traced once with symbols for the sizes that vary, where JAX can do that."""

import collections
import functools
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import jax
import numpy as np
from jax import export

from graphlab._src.base.signals import delayed
from graphlab._src.compiler.executables.segment_form import FormlessError, attributes
from graphlab._src.compiler.interpreter.jaxpr import ConcreteJaxpr, PreparedJaxpr, is_symbol
from graphlab._src.compiler.interpreter.primitives.table import Array, Compute, UnknownPrimitiveError
from graphlab._src.compiler.kernel_calls import cast
from graphlab._src.compiler.random_streams import random_input
from graphlab._src.graph.constant import group_inputs, kernel_attrs
from graphlab._src.graph.opdef import UNLESS_KNOWN
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import owner_of, state_dtype

_MOST = 1024  # sizes, and values that decide sizes, that are remembered for a kernel
_PATTERNS = 4  # of which sizes vary together, that a kernel is traced for with symbols
_LARGEST = 1 << 20  # size that a symbol represents
_Key: TypeAlias = tuple[Any, ...]  # of the values that decide shapes: of each its shape, or all of it
_Shapes: TypeAlias = tuple[tuple[int, ...], ...]  # of the arrays, and then the numbers that decide shapes
_Pattern: TypeAlias = tuple[tuple[int | str, ...], ...]  # shapes with names in place of the sizes that vary
_Function: TypeAlias = Callable[[Sequence[Any], Sequence[Any]], list[Any]]  # (numbers that decide shapes, arrays)
# By type and attributes: equal operations share what was traced, as long as one of them runs. A Kernel holds its graph.
_shared: weakref.WeakValueDictionary[Any, "Kernel"] = weakref.WeakValueDictionary()


def kernel_of(op: Operation) -> "Kernel":
    """The Kernel of an operation, shared with those that are like it; UnknownPrimitiveError when it can't have one."""
    try:
        key = op.type, repr(attributes(op)), tuple([(tensor.dtype, tensor.dims) for tensor in op.inputs])
    except FormlessError:
        return Kernel(op)
    found = _shared.get(key)
    if found is None:
        found = _shared[key] = Kernel(op)
    return found


class Kernel:
    """Calls an operation's kernel with NumPy arrays, one for each input and then the state of its random numbers.

    quick: the operation's own NumPy form, which returns None for what it does not know; None without one.
    """

    def __init__(self, op: Operation) -> None:
        definition = op.definition
        if definition.random is True or definition.on_state or definition.waits or definition.host is True:
            raise UnknownPrimitiveError(op.type)
        self._op = op
        self._static = definition.static_positions(op)
        self._inputs = len(op.inputs)
        # What the host computes unless its values are known compares them: names for those that vary are equal to none.
        self._are_sizes = definition.host != UNLESS_KNOWN
        self.quick: Compute | None = None
        if callable(definition.interpret):
            attrs = kernel_attrs(op, definition)
            self.quick = functools.partial(definition.interpret, **attrs) if attrs else definition.interpret
        self._known: collections.OrderedDict[_Key | None, _Traced] = collections.OrderedDict()  # by what decides shapes

    def __call__(self, values: Sequence[Any]) -> list[Any]:
        if self.quick is not None:
            result = self.quick(*values)
            if result is not None:
                return list(result) if isinstance(result, tuple) else [result]
        fixed = [i for i, value in enumerate(values) if value is None or i in self._static]
        if not fixed:
            return self._traced(None, {})(values, ())
        known = {i: values[i] for i in fixed}
        numbers = [i for i, value in known.items() if value is not None and self._are_sizes and _may_be_sizes(value)]
        key = tuple(
            [None if v is None else v.shape if i in numbers else (v.shape, v.tobytes()) for i, v in known.items()]
        )
        moving = [value for i, value in enumerate(values) if i not in known]
        return self._traced(key, known, numbers)(moving, tuple([known[i] for i in numbers]))

    def _traced(self, key: _Key | None, known: Mapping[int, Any], numbers: Sequence[int] = ()) -> "_Traced":
        traced = self._known.get(key)
        if traced is None:
            known = {i: value for i, value in known.items() if i not in numbers}
            traced = self._known[key] = _Traced(self._function(known, numbers))
            if len(self._known) > _MOST:
                self._known.popitem(last=False)
        return traced

    def _function(self, known: Mapping[int, Any], numbers: Sequence[int]) -> _Function:
        """The kernel as a function of the values that vary, and of the whole numbers at some positions that decide shapes.

        known: {position: value} of the others.
        """
        op, definition, count = self._op, self._op.definition, self._inputs
        attrs = kernel_attrs(op, definition)
        types = [
            state_dtype(owner_of(t))
            for t, arg in zip(op.inputs, definition.inputs, strict=False)
            if arg.name in definition.updates
        ]
        types += [tensor.dtype for tensor in op.outputs if owner_of(tensor) is None]

        def function(sizes: Sequence[Any], moving: Sequence[Any]) -> list[Any]:
            rest, fixed = iter(moving), {**known, **dict(zip(numbers, sizes, strict=True))}
            inputs = [fixed[i] if i in fixed else next(rest) for i in range(count)]
            extra = random_input(definition, next(rest)) if definition.random else {}
            result = definition.kernel(*group_inputs(definition, op, inputs), **attrs, **extra)
            results = list(result) if isinstance(result, (list, tuple)) else [result]
            return [cast(value, dtype) for value, dtype in zip(results, types, strict=True)]

        return function


def _may_be_sizes(value: Array) -> bool:
    return value.dtype.kind == "i" and value.size <= 8


class _Counted(export.SymbolicScope):
    """The scope of symbols for sizes that are known when the code runs: kernels that check them are traced for each."""

    counted = True


class _Traced:
    """A function of whole numbers that decide shapes, and of arrays, traced for the sizes that come."""

    def __init__(self, function: _Function) -> None:
        self._function = function
        self._ready: collections.OrderedDict[_Shapes, ConcreteJaxpr] = collections.OrderedDict()
        self._bases: dict[tuple[int, ...], list[_Shapes]] = {}  # ranks -> sizes to see from which others vary
        # sizes with names for those that vary -> what was traced, or None where JAX can't do it
        self._patterns: dict[_Pattern, PreparedJaxpr | None] = {}

    def __call__(self, values: Sequence[Any], numbers: Sequence[Any]) -> list[Any]:
        shapes = tuple([value.shape for value in values])
        if numbers:
            shapes += tuple([tuple(value.reshape(-1).tolist()) for value in numbers])
        prepared = self._ready.get(shapes)
        if prepared is None:
            prepared = self._ready[shapes] = self._find(shapes, [value.dtype for value in values], numbers)
            if len(self._ready) > _MOST:
                self._ready.popitem(last=False)
        return prepared(values)

    def _find(self, shapes: _Shapes, types: Sequence[Any], numbers: Sequence[Any]) -> ConcreteJaxpr:
        bases = self._bases.setdefault(tuple([len(dims) for dims in shapes]), [])
        for pattern, prepared in list(self._patterns.items()):
            if prepared is not None and (sizes := _match(pattern, shapes)):
                return prepared.at(sizes)
        for pattern in [_pattern(base, shapes) for base in bases]:
            sizes = _match(pattern, shapes)
            if sizes and pattern not in self._patterns and len(self._patterns) < _PATTERNS:
                prepared = self._patterns[pattern] = self._with_symbols(pattern, types, numbers)
                if prepared is not None:
                    return prepared.at(sizes)
        # A size of 1, which no symbol represents, is a base of its own: with it others may vary.
        if len(bases) < _PATTERNS and not any(_match(_pattern(base, shapes), shapes) for base in bases):
            bases.append(shapes)
        return self._trace(shapes, types, numbers).at({})

    def _trace(self, shapes: Sequence[tuple[Any, ...]], types: Sequence[Any], numbers: Sequence[Any]) -> PreparedJaxpr:
        forms = [jax.ShapeDtypeStruct(*form) for form in zip(shapes, types, strict=False)]
        with delayed(), jax.enable_x64(True):
            return PreparedJaxpr(jax.make_jaxpr(lambda *moving: self._function(numbers, moving))(*forms))

    def _with_symbols(self, pattern: _Pattern, types: Sequence[Any], numbers: Sequence[Any]) -> PreparedJaxpr | None:
        names = sorted({size for dims in pattern for size in dims if isinstance(size, str)})
        scope = _Counted([f"{name} {bound}" for name in names for bound in (">= 2", f"<= {_LARGEST}")])
        symbols: dict[int | str, Any] = dict(
            zip(names, export.symbolic_shape(", ".join(names), scope=scope), strict=True)
        )
        shapes = [tuple([symbols.get(size, size) for size in dims]) for dims in pattern]
        given: list[Array] = []
        for dims, value in zip(shapes[len(types) :], numbers, strict=True):
            if any(map(is_symbol, dims)):
                value = np.empty(value.shape, object)
                value.reshape(-1)[:] = dims
            given.append(value)
        try:
            return self._trace(shapes, types, given)
        except Exception:  # sizes that Python compares, or arithmetic that symbols have not: each size by itself
            return None


def _pattern(first: _Shapes, now: _Shapes) -> _Pattern:
    """Shapes with a name in place of each size that has changed; the same for those that were and are equal."""
    names: dict[tuple[int, int], str] = {}
    found: list[tuple[int | str, ...]] = []
    for before, after in zip(first, now, strict=True):
        found.append(
            tuple(
                [
                    a if a == b else names.setdefault((b, a), f"n{len(names)}")
                    for b, a in zip(before, after, strict=True)
                ]
            )
        )
    return tuple(found)


def _match(pattern: _Pattern, shapes: _Shapes) -> dict[str, int] | None:
    """{name: size} when shapes have that pattern, else None. No symbol represents a size of 0 or 1."""
    sizes: dict[str, int] = {}
    for dims, shape in zip(pattern, shapes, strict=True):
        if len(dims) != len(shape):
            return None
        for name, size in zip(dims, shape, strict=True):
            if isinstance(name, str):
                if not 2 <= size <= _LARGEST or sizes.setdefault(name, size) != size:
                    return None
            elif name != size:
                return None
    return sizes
