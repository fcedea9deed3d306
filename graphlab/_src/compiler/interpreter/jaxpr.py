"""A jaxpr as a list of NumPy calls."""

from typing import Any

import numpy as np

from graphlab._src.compiler.interpreter.primitives import RULES

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

_SMALL = 1 << 12  # elements of constants that are computed beforehand


class UnknownPrimitiveError(Exception):
    """NumPy has no way of computing this."""


class Program:
    """What a jaxpr computes, as NumPy calls; sizes in it may be symbols.

    `at(sizes)` returns it for actual sizes, {symbol: number}; that is called with the list of inputs and returns the outputs.
    """

    def __init__(self, closed):
        self.slots = []
        self.steps = []  # (function, slots in, slot out or slots out); where sizes decide it, the function is None
        self.sized = []  # (step, rule, parameters, those that sizes are in, types in, types out) of those
        self._place = {}  # variable -> which of its platforms is this one
        known = {}
        self.inputs = [self._new(known, variable) for variable in _open(closed).invars]
        self.outputs = self._read(closed, known)

    def _new(self, known, variable):
        known[variable] = len(self.slots)
        self.slots.append(None)
        return known[variable]

    def _constant(self, value):
        value = np.asarray(value).view()
        value.flags.writeable = False  # so that no caller writes to it
        self.slots.append(value)
        return len(self.slots) - 1

    def _read(self, closed, known):
        """Adds the steps of a jaxpr whose inputs have slots; returns the slots of its outputs."""
        jaxpr = _open(closed)
        for variable, value in zip(jaxpr.constvars, getattr(closed, "consts", ()), strict=True):
            known[variable] = self._constant(value)
        for equation in jaxpr.eqns:
            self._add(equation, known)
        return [self._slot(atom, known) for atom in jaxpr.outvars]

    def _slot(self, atom: Any, known):
        if hasattr(atom, "val"):  # a literal
            return self._constant(np.asarray(atom.val, atom.aval.dtype))
        return known[atom]

    def _add(self, equation, known):
        name, params = equation.primitive.name, equation.params
        inputs = [self._slot(atom, known) for atom in equation.invars]
        if name in _INLINED:
            inner = params[_INLINED[name]]
            outputs = self._read(inner, dict(zip(_open(inner).invars, inputs, strict=True)))
            known.update(zip(equation.outvars, outputs, strict=True))
            return
        if name == "platform_index":
            self._place[equation.outvars[0]] = known[equation.outvars[0]] = self._constant(_platform_index(params))
            return
        if name == "cond" and equation.invars[0] in self._place:  # only the branch for this platform is there
            inner = params["branches"][int(self.slots[inputs[0]])]
            outputs = self._read(inner, dict(zip(_open(inner).invars, inputs[1:], strict=True)))
            known.update(zip(equation.outvars, outputs, strict=True))
            return
        rule = _NESTED.get(name) or RULES.get(name)
        if rule is None:
            raise UnknownPrimitiveError(name)
        if name in _NESTED:
            params = {key: _programs(value) for key, value in params.items()}
        types_in, types_out = [a.aval for a in equation.invars], [a.aval for a in equation.outvars]
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
            self.sized.append((len(self.steps), rule, params, sized, types_in, types_out))
        self.steps.append((function, inputs, outputs if several else outputs[0]))

    def at(self, sizes):
        """A Numbered program: this one with numbers in place of symbols."""
        return Numbered(self, sizes)


class Numbered:
    """A Program for actual sizes."""

    def __init__(self, program, sizes):
        self._slots = program.slots
        self._inputs = program.inputs
        self._outputs = program.outputs
        self._steps = program.steps
        if program.sized:
            self._steps = self._steps.copy()
            sizes = dict(sizes)
            for step, rule, params, sized, types_in, types_out in program.sized:
                params = {**params, **{key: _with_sizes(value, sizes) for key, value in sized.items()}}
                self._steps[step] = (rule(params, types_in, types_out), *self._steps[step][1:])

    def __call__(self, values):
        slots = self._slots.copy()
        for slot, value in zip(self._inputs, values, strict=True):
            slots[slot] = value
        for function, inputs, outputs in self._steps:
            result = function(*[slots[i] for i in inputs])
            if type(outputs) is int:
                slots[outputs] = result
            else:
                for slot, value in zip(outputs, result, strict=True):
                    slots[slot] = value
        return [slots[slot] for slot in self._outputs]


class _Size:
    """A size that is computed of symbols, in the parameters of a step."""

    def __init__(self, symbol):
        self._symbol = symbol
        self._name = str(symbol)

    def of(self, sizes):
        """The number that it is; what is computed is noted in sizes."""
        number = sizes.get(self._name)
        if number is None:
            number = sizes[self._name] = int(self._symbol._evaluate(sizes))
        return number


def _open(jaxpr):
    """The jaxpr in a closed one."""
    return getattr(jaxpr, "jaxpr", jaxpr)


def _programs(value):
    """A parameter with programs in place of jaxprs."""
    if hasattr(value, "eqns"):
        program = Program(value)
        return program if program.sized else program.at({})
    if isinstance(value, (tuple, list)):
        return tuple([_programs(item) for item in value])
    return value


def _has_symbols(value):
    if isinstance(value, (tuple, list)):
        return any(map(_has_symbols, value))
    return is_symbol(value) or isinstance(value, Program)


def _sized(value):
    """A parameter with a _Size in place of each symbol."""
    if isinstance(value, (tuple, list)):
        return _like(value, [_sized(item) for item in value])
    return _Size(value) if is_symbol(value) else value


def _with_sizes(value, sizes):
    """What `_sized` returns, with numbers."""
    if isinstance(value, (tuple, list)):
        return _like(value, [_with_sizes(item, sizes) for item in value])
    if isinstance(value, Program):
        return value.at(sizes)
    return value.of(sizes) if isinstance(value, _Size) else value


def _like(value, items):
    return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)


def is_symbol(value):
    """True for a size that is not a number."""
    return not isinstance(value, int) and hasattr(value, "_evaluate")


def _cond(params, inputs, outputs):
    branches = params["branches"]
    return lambda which, *values: branches[min(max(int(which), 0), len(branches) - 1)](values)


def _platform_index(params):
    names = params["platforms"]
    return np.int32(next(i for i, platforms in enumerate(names) if platforms is None or "cpu" in platforms))


def _dim_as_value(params, inputs, outputs):
    value = np.asarray(params["dim"], outputs[0].dtype)
    return lambda: value


def _while(params, inputs, outputs):
    condition, body = params["cond_jaxpr"], params["body_jaxpr"]
    of_condition, of_body = params["cond_nconsts"], params["body_nconsts"]

    def loop(*values):
        for_condition = list(values[:of_condition])
        for_body = list(values[of_condition : of_condition + of_body])
        carry = list(values[of_condition + of_body :])
        while condition([*for_condition, *carry])[0]:
            carry = body([*for_body, *carry])
        return carry

    return loop


def _scan(params, inputs, outputs):
    body, length = params["jaxpr"], params["length"]
    fixed, carried = params["num_consts"], params["num_carry"]
    positions = range(length - 1, -1, -1) if params["reverse"] else range(length)
    rows = [(aval.dtype, aval) for aval in outputs[carried:]]

    def loop(*values):
        constants, carry, taken = values[:fixed], list(values[fixed : fixed + carried]), values[fixed + carried :]
        found = [[None] * length for _ in rows]
        for i in positions:
            results = body([*constants, *carry, *[value[i] for value in taken]])
            carry = results[:carried]
            for row, value in zip(found, results[carried:], strict=True):
                row[i] = value
        return [*carry, *map(np.stack, found)]

    return loop if length else _no_iterations(fixed, carried, outputs)


def _no_iterations(fixed, carried, outputs):
    if any(is_symbol(size) for aval in outputs[carried:] for size in aval.shape):
        raise UnknownPrimitiveError("a scan of no iterations")
    return lambda *values: [
        *values[fixed : fixed + carried],
        *[np.zeros(aval.shape, aval.dtype) for aval in outputs[carried:]],
    ]


_NESTED = {
    "cond": _cond,
    "while": _while,
    "scan": _scan,
    "dim_as_value": _dim_as_value,
}
