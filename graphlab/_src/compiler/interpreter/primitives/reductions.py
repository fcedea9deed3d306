"""Many elements to one, running totals, and order."""

from collections.abc import Callable
from typing import Any

import numpy as np

from graphlab._src.compiler.interpreter.primitives.table import (
    Array,
    Compute,
    Params,
    Rule,
    Types,
    is_float,
    is_short,
    rule,
)


def _reducer(function: np.ufunc, identity: Callable[[np.dtype[Any]], Any], bits: np.ufunc | None = None) -> Rule:
    def make(params: Params, inputs: Types, outputs: Types) -> Compute:
        axes = tuple(params["axes"])
        dtype = np.dtype(outputs[0].dtype)
        reduce = bits.reduce if bits is not None and dtype != np.bool_ else function.reduce
        start = identity(dtype)
        if is_short(dtype) and function in (np.add, np.multiply):
            return lambda x: reduce(x.astype(np.float32), axes, initial=np.float32(start)).astype(dtype)
        if function in (np.add, np.multiply):
            return lambda x: reduce(x, axes, dtype)
        return lambda x: reduce(x, axes, initial=start) if x.size == 0 else reduce(x, axes)

    return make


def _least(dtype: np.dtype[Any]) -> Any:
    if dtype == np.bool_:
        return False
    return dtype.type(-np.inf) if is_float(dtype) else np.iinfo(dtype).min


def _most(dtype: np.dtype[Any]) -> Any:
    if dtype == np.bool_:
        return True
    return dtype.type(np.inf) if is_float(dtype) else np.iinfo(dtype).max


rule("reduce_sum")(_reducer(np.add, lambda dtype: 0))
rule("reduce_prod")(_reducer(np.multiply, lambda dtype: 1))
rule("reduce_max")(_reducer(np.maximum, _least))
rule("reduce_min")(_reducer(np.minimum, _most))
rule("reduce_or")(_reducer(np.logical_or, lambda dtype: dtype.type(0), np.bitwise_or))
rule("reduce_and")(
    _reducer(np.logical_and, lambda dtype: dtype.type(-1 if dtype.kind == "i" else True), np.bitwise_and)
)
rule("reduce_xor")(_reducer(np.logical_xor, lambda dtype: dtype.type(0), np.bitwise_xor))


def _place(function: Compute) -> Rule:
    def make(params: Params, inputs: Types, outputs: Types) -> Compute:
        (axis,) = params["axes"]
        dtype = params["index_dtype"]
        return lambda x: np.asarray(function(x, axis)).astype(dtype)

    return make


rule("argmax")(_place(np.argmax))
rule("argmin")(_place(np.argmin))


def _running(function: np.ufunc) -> Rule:
    def make(params: Params, inputs: Types, outputs: Types) -> Compute:
        axis, reverse = params["axis"], params["reverse"]
        dtype = np.dtype(outputs[0].dtype)
        wide = np.dtype(np.float32) if is_short(dtype) else dtype

        def run(x: Array) -> Array:
            x = np.flip(x, axis) if reverse else x
            x = function.accumulate(x.astype(wide, copy=False), axis).astype(dtype, copy=False)
            return np.flip(x, axis) if reverse else x

        return run

    return make


for _name, _function in (
    ("cumsum", np.add),
    ("cumprod", np.multiply),
    ("cummax", np.maximum),
    ("cummin", np.minimum),
    ("cumlogsumexp", np.logaddexp),
):
    rule(_name)(_running(_function))


@rule("sort")
def _sort(params: Params, inputs: Types, outputs: Types) -> Compute:
    axis, keys = params["dimension"], params["num_keys"]
    if len(inputs) == 1:
        return lambda x: (np.sort(x, axis, kind="stable"),)

    def sort(*values: Array) -> list[Array]:
        order = np.lexsort(values[keys - 1 :: -1] if keys > 1 else values[:1], axis)
        return [np.take_along_axis(value, order, axis) for value in values]

    return sort


@rule("top_k")
def _top_k(params: Params, inputs: Types, outputs: Types) -> Compute:
    count, axis = params["k"], params.get("axis", -1)

    def top(x: Array) -> tuple[Array, Array]:
        x = np.moveaxis(x, axis, -1)
        last = x.shape[-1] - 1
        # The last of a stable sort of the reversed: of equal elements the one that comes first.
        order = last - np.argsort(x[..., ::-1], -1, kind="stable")[..., ::-1][..., :count]
        found = np.take_along_axis(x, order, -1)
        return np.moveaxis(found, -1, axis), np.moveaxis(order.astype(np.int32), -1, axis)

    return top
