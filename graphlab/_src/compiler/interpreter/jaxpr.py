"""A jaxpr as a list of NumPy calls."""

import math
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

import jax
import numpy as np

from graphlab._src.compiler.interpreter.primitives import RULES
from graphlab._src.compiler.interpreter.primitives.table import (
    LARGEST,
    Array,
    Compute,
    Params,
    Rule,
    Types,
    UnknownPrimitiveError,
)

_INLINED = {  # what only calls: the parameter that says what
    "jit": "jaxpr",
    "pjit": "jaxpr",
    "closed_call": "call_jaxpr",
    "core_call": "call_jaxpr",
    "remat2": "jaxpr",
    "checkpoint": "jaxpr",
    "custom_jvp_call": "call_jaxpr",
    "custom_vjp_call": "call_jaxpr",
    "custom_vjp_call_jaxpr": "fun_jaxpr",
}

_WRITTEN_OUT = "call_hi_primitive"  # JAX 0.12's for what can say what it is made of, searchsorted for one

_SMALL = 1 << 12  # elements of constants that are computed beforehand


_Slots: TypeAlias = dict[Any, int]  # by variable of a jaxpr: the slot that has its value
# (function, slots in, slot out or, where it returns several, slots out).
_Step: TypeAlias = tuple[Compute, list[int], int | list[int]]


class _SizedStep(NamedTuple):
    """What makes the function of a step for actual sizes. step: its number.  sized: the parameters that sizes are in."""

    step: int
    rule: Rule
    params: dict[str, Any]
    sized: dict[str, Any]
    types_in: Types
    types_out: Types


class PreparedJaxpr:
    """What a jaxpr computes, as NumPy calls; sizes in it may be symbols.

    slots: the values of constants, None for what a call computes.  inputs, outputs: the slots of these.
    `at(sizes)` returns it for actual sizes, {symbol: number}.
    """

    def __init__(self, closed: Any) -> None:
        self.slots: list[Any] = []
        self.steps: list[_Step] = []
        self.sized: list[_SizedStep] = []
        self._place: dict[Any, int] = {}  # variable -> the slot of which of its platforms is this one
        known: _Slots = {}
        self.inputs = [self._new(known, variable) for variable in _open(closed).invars]
        self.outputs = self._read(closed, known)

    def _new(self, known: _Slots, variable: Any) -> int:
        known[variable] = len(self.slots)
        self.slots.append(None)
        return known[variable]

    def _constant(self, value: Any) -> int:
        value = np.asarray(value).view()
        value.flags.writeable = False  # so that no caller writes to it
        self.slots.append(value)
        return len(self.slots) - 1

    def _read(self, closed: Any, known: _Slots) -> list[int]:
        """Adds the steps of a jaxpr whose inputs have slots; returns the slots of its outputs."""
        jaxpr = _open(closed)
        for variable, value in zip(jaxpr.constvars, getattr(closed, "consts", ()), strict=True):
            known[variable] = self._constant(value)
        for equation in jaxpr.eqns:
            self._add(equation, known)
        return [self._slot(atom, known) for atom in jaxpr.outvars]

    def _inline(self, equation: Any, inner: Any, inputs: list[int], known: _Slots) -> None:
        """Adds the steps of a jaxpr in the place of an equation."""
        outputs = self._read(inner, dict(zip(_open(inner).invars, inputs, strict=True)))
        known.update(zip(equation.outvars, outputs, strict=True))

    def _slot(self, atom: Any, known: _Slots) -> int:
        if hasattr(atom, "val"):  # a literal
            return self._constant(np.asarray(atom.val, atom.aval.dtype))
        return known[atom]

    def _add(self, equation: Any, known: _Slots) -> None:
        name, params = equation.primitive.name, equation.params
        inputs = [self._slot(atom, known) for atom in equation.invars]
        if name in _INLINED or name == _WRITTEN_OUT:
            inner = _written_out(equation) if name == _WRITTEN_OUT else params[_INLINED[name]]
            self._inline(equation, inner, inputs, known)
            return
        if name == "custom_linear_solve":
            inner, inputs = _solver(params, inputs)
            self._inline(equation, inner, inputs, known)
            return
        if name == "platform_index":
            self._place[equation.outvars[0]] = known[equation.outvars[0]] = self._constant(_platform_index(params))
            return
        if name == "cond" and equation.invars[0] in self._place:  # only the branch for this platform is there
            inner = params["branches"][int(self.slots[inputs[0]])]
            self._inline(equation, inner, inputs[1:], known)
            return
        rule = _NESTED.get(name) or RULES.get(name)
        if rule is None:
            raise UnknownPrimitiveError(name)
        if name == "scan":
            params = {**params, **_scan_counts(params, equation)}
        if name in _NESTED:
            params = {key: _prepared(value) for key, value in params.items()}
        types_in, types_out = [a.aval for a in equation.invars], [a.aval for a in equation.outvars]
        for aval in types_out:
            if not any(map(is_symbol, aval.shape)) and math.prod(aval.shape) * aval.dtype.itemsize > LARGEST:
                raise UnknownPrimitiveError(f"an array of {aval.shape}, which XLA may not need whole")
        sized = {key: _sized(value) for key, value in params.items() if _has_symbols(value)}
        function = None if sized else rule(params, types_in, types_out)
        several = equation.primitive.multiple_results
        given = [self.slots[i] for i in inputs]
        if function is not None and not several and all(value is not None for value in given):
            if types_out[0].size <= _SMALL:  # constants make a constant
                with np.errstate(all="ignore"):
                    known[equation.outvars[0]] = self._constant(function(*given))
                return
        outputs = [self._new(known, variable) for variable in equation.outvars]
        if sized:
            self.sized.append(_SizedStep(len(self.steps), rule, params, sized, types_in, types_out))
        self.steps.append((function or _without_sizes, inputs, outputs if several else outputs[0]))

    def at(self, sizes: Mapping[str, int]) -> "ConcreteJaxpr":
        """The ConcreteJaxpr with numbers in place of symbols."""
        return ConcreteJaxpr(self, sizes)


class ConcreteJaxpr:
    """A PreparedJaxpr for actual sizes: called with the list of inputs it returns the list of outputs."""

    def __init__(self, prepared: PreparedJaxpr, sizes: Mapping[str, int]) -> None:
        self._slots = prepared.slots
        self._inputs = prepared.inputs
        self._outputs = prepared.outputs
        self._steps = prepared.steps
        if prepared.sized:
            self._steps = self._steps.copy()
            numbers = dict(sizes)
            for step, rule, params, sized, types_in, types_out in prepared.sized:
                params = {**params, **{key: _with_sizes(value, numbers) for key, value in sized.items()}}
                self._steps[step] = (rule(params, types_in, types_out), *self._steps[step][1:])
        self._only: Compute | None = None  # the function, where one of all inputs is all there is to compute
        if len(self._steps) == 1:
            function, inputs, output = self._steps[0]
            if inputs == self._inputs and [output] == self._outputs:
                self._only = function

    def __call__(self, values: Iterable[Array]) -> list[Any]:
        if self._only is not None:
            return [self._only(*values)]
        slots = self._slots.copy()
        for slot, value in zip(self._inputs, values, strict=True):
            slots[slot] = value
        for function, inputs, outputs in self._steps:
            result = function(*[slots[i] for i in inputs])
            if isinstance(outputs, int):
                slots[outputs] = result
            else:
                for slot, value in zip(outputs, result, strict=True):
                    slots[slot] = value
        return [slots[slot] for slot in self._outputs]


class _Size:
    """A size that is computed of symbols, in the parameters of a step."""

    def __init__(self, symbol: Any) -> None:
        self._symbol = symbol
        self._name = str(symbol)

    def of(self, sizes: dict[str, int]) -> int:
        """The number that it is; what is computed is noted in sizes."""
        number = sizes.get(self._name)
        if number is None:
            number = sizes[self._name] = int(self._symbol._evaluate(sizes))
        return number


def _written_out(equation: Any) -> Any:
    """The jaxpr of what a primitive is made of."""
    types = [jax.ShapeDtypeStruct(atom.aval.shape, atom.aval.dtype) for atom in equation.invars]
    with jax.enable_x64(True):
        return jax.make_jaxpr(equation.params["_prim"].expand)(*types)


def _solver(params: Params, inputs: list[int]) -> tuple[Any, list[int]]:
    """Of a custom_linear_solve: the jaxpr that solves the system, and the slots of its inputs."""
    lengths = params["const_lengths"]
    first = lengths.matvec + lengths.vecmat  # these are for derivatives
    return params["jaxprs"].solve, [*inputs[first : first + lengths.solve], *inputs[sum(lengths) :]]


def _without_sizes(*values: Array) -> Any:
    """In the place of a step's function, which only sizes decide."""
    raise UnknownPrimitiveError("sizes decide it")


def _open(jaxpr: Any) -> Any:
    """The jaxpr in a closed one."""
    return getattr(jaxpr, "jaxpr", jaxpr)


def _prepared(value: Any) -> Any:
    """A parameter with what is prepared in place of jaxprs."""
    if hasattr(value, "eqns"):
        prepared = PreparedJaxpr(value)
        return prepared if prepared.sized else prepared.at({})
    if isinstance(value, (tuple, list)):
        return tuple([_prepared(item) for item in value])
    return value


def _has_symbols(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return any(map(_has_symbols, value))
    return is_symbol(value) or isinstance(value, PreparedJaxpr)


def _sized(value: Any) -> Any:
    """A parameter with a _Size in place of each symbol."""
    if isinstance(value, (tuple, list)):
        return _like(value, [_sized(item) for item in value])
    return _Size(value) if is_symbol(value) else value


def _with_sizes(value: Any, sizes: dict[str, int]) -> Any:
    """What `_sized` returns, with numbers."""
    if isinstance(value, (tuple, list)):
        return _like(value, [_with_sizes(item, sizes) for item in value])
    if isinstance(value, PreparedJaxpr):
        return value.at(sizes)
    return value.of(sizes) if isinstance(value, _Size) else value


def _like(value: Any, items: list[Any]) -> Any:
    return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)


def is_symbol(value: Any) -> bool:
    """True for a size that is not a number."""
    return not isinstance(value, int) and hasattr(value, "_evaluate")


def _cond(params: Params, inputs: Types, outputs: Types) -> Compute:
    branches = params["branches"]
    return lambda which, *values: branches[min(max(int(which), 0), len(branches) - 1)](values)


def _platform_index(params: Params) -> np.int32:
    names = params["platforms"]
    return np.int32(next(i for i, platforms in enumerate(names) if platforms is None or "cpu" in platforms))


def _dim_as_value(params: Params, inputs: Types, outputs: Types) -> Compute:
    value = np.asarray(params["dim"], outputs[0].dtype)
    return lambda: value


def _while(params: Params, inputs: Types, outputs: Types) -> Compute:
    condition, body = params["cond_jaxpr"], params["body_jaxpr"]
    of_condition, of_body = params["cond_nconsts"], params["body_nconsts"]

    def loop(*values: Array) -> list[Array]:
        for_condition = list(values[:of_condition])
        for_body = list(values[of_condition : of_condition + of_body])
        carry = list(values[of_condition + of_body :])
        while condition([*for_condition, *carry])[0]:
            carry = body([*for_body, *carry])
        return carry

    return loop


def _scan_counts(params: Params, equation: Any) -> dict[str, int]:
    """How many inputs of a scan are the same in each iteration, and how many go from one to the next.

    What there is for each iteration has one dimension less in the body. Releases of JAX name these numbers differently.
    """
    body = _open(params["jaxpr"])
    ranks_in = [(outer.aval.ndim, inner.aval.ndim) for outer, inner in zip(equation.invars, body.invars, strict=True)]
    ranks_out = [
        (outer.aval.ndim, inner.aval.ndim) for outer, inner in zip(equation.outvars, body.outvars, strict=True)
    ]
    carried = sum(outer == inner for outer, inner in ranks_out)
    return {"num_consts": sum(outer == inner for outer, inner in ranks_in) - carried, "num_carry": carried}


def _scan(params: Params, inputs: Types, outputs: Types) -> Compute:
    body, length = params["jaxpr"], params["length"]
    fixed, carried = params["num_consts"], params["num_carry"]
    positions = range(length - 1, -1, -1) if params["reverse"] else range(length)
    rows = [(aval.dtype, aval) for aval in outputs[carried:]]

    def loop(*values: Array) -> list[Array]:
        constants, carry, taken = values[:fixed], list(values[fixed : fixed + carried]), values[fixed + carried :]
        found: list[list[Any]] = [[None] * length for _ in rows]
        for i in positions:
            results = body([*constants, *carry, *[value[i] for value in taken]])
            carry = results[:carried]
            for row, value in zip(found, results[carried:], strict=True):
                row[i] = value
        return [*carry, *map(np.stack, found)]

    return loop if length else _no_iterations(fixed, carried, outputs)


def _no_iterations(fixed: int, carried: int, outputs: Types) -> Compute:
    if any(is_symbol(size) for aval in outputs[carried:] for size in aval.shape):
        raise UnknownPrimitiveError("a scan of no iterations")
    return lambda *values: [
        *values[fixed : fixed + carried],
        *[np.zeros(aval.shape, aval.dtype) for aval in outputs[carried:]],
    ]


_NESTED: dict[str, Rule] = {
    "cond": _cond,
    "while": _while,
    "scan": _scan,
    "dim_as_value": _dim_as_value,
}
