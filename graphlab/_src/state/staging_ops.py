"""The operations of staging areas, which have no handle: they find theirs by its shared name."""

import numpy as np

from graphlab._src.base import dtypes as types
from graphlab._src.ops.define import REQUIRED, no_gradient, no_outputs, op, scalar
from graphlab._src.ops.rules import with_rank
from graphlab._src.state.named_resources import find_or_make
from graphlab._src.state.staging_object import MapStagingArea, StagingArea

_BOUNDS = {"capacity": (int, 0), "memory_limit": (int, 0)}
_NAMED = {"container": (str, ""), "shared_name": (str, "")}
_AREA = {**_BOUNDS, "dtypes": (list[types.DType], REQUIRED), **_NAMED}
_HOST = {"host": True, "grad": no_gradient, "stateful": True, "minimums": {"capacity": 0, "memory_limit": 0}}
_SOME = {**_HOST, "minimums": {**_HOST["minimums"], "dtypes": 1}}


def _area(context):
    attrs = context.op.attrs
    return find_or_make(context, "staging", lambda name: StagingArea(name, attrs["capacity"], attrs["memory_limit"]))


def _nothing_known(op):
    return [None] * len(op.attrs["dtypes"])


@op("Stage", "values: *dtypes ->", infer=no_outputs, attrs={**_BOUNDS, **_NAMED}, **_SOME)
def stage(values, *, context):
    """Adds an element to a staging area; waits while that is full."""
    _area(context).put(context, values)


@op("Unstage", "-> values: *dtypes", infer=_nothing_known, attrs=_AREA, **_SOME)
def unstage(*, context):
    """Removes the first element of a staging area; waits while there is none."""
    return _area(context).get(context)


@op("StagePeek", "index: int32 -> values: *dtypes", infer=_nothing_known, attrs=_AREA, **_SOME)
def stage_peek(index, *, context):
    """The element at a place in a staging area, which stays; waits while there is none."""
    return _area(context).peek(context, index)


@op("StageSize", "-> size: int32", infer=scalar, attrs=_AREA, **_HOST)
def stage_size(*, context):
    """The number of elements in a staging area."""
    return np.int32(_area(context).size())


@op("StageClear", "->", infer=no_outputs, attrs=_AREA, **_HOST)
def stage_clear(*, context):
    """Removes all elements of a staging area."""
    _area(context).clear()


def _keyed(op):
    with_rank(op.inputs[0].dims, 0)
    return _nothing_known(op)


def _map_operations(prefix, ordered):
    """The functions that add the operations of staging areas with keys, by what they do."""
    kind = f"{prefix.lower()} staging" if prefix else "map staging"

    def area(context):
        attrs = context.op.attrs
        bounds = attrs["capacity"], attrs["memory_limit"]
        return find_or_make(context, kind, lambda name: MapStagingArea(name, *bounds, ordered))

    put_attrs = {
        **_BOUNDS,
        "dtypes": (list[types.DType], REQUIRED),
        "fake_dtypes": (list[types.DType], REQUIRED),
        **_NAMED,
    }
    put_options = {**_HOST, "minimums": {**_HOST["minimums"], "fake_dtypes": 1}}

    @op(
        f"{prefix}MapStage",
        "key: int64, indices: int32, values: *fake_dtypes ->",
        infer=no_outputs,
        attrs=put_attrs,
        **put_options,
    )
    def put(key, indices, values, *, context):
        """Adds components of an element to a staging area with keys; waits while that is full."""
        area(context).put(context, key, indices, values, len(context.op.attrs["dtypes"]))

    @op(f"{prefix}MapUnstage", "key: int64, indices: int32 -> values: *dtypes", infer=_keyed, attrs=_AREA, **_SOME)
    def get(key, indices, *, context):
        """Removes components of the element of a key; waits until it is there."""
        return area(context).get(context, key, indices)

    @op(
        f"{prefix}MapUnstageNoKey",
        "indices: int32 -> key: int64, values: *dtypes",
        infer=lambda op: [(), *_nothing_known(op)],
        attrs=_AREA,
        **_SOME,
    )
    def get_any(indices, *, context):
        """Removes components of some element, and returns its key; waits while there is none."""
        key, values = area(context).get_any(context, indices)
        return [np.int64(key), *values]

    @op(f"{prefix}MapPeek", "key: int64, indices: int32 -> values: *dtypes", infer=_keyed, attrs=_AREA, **_SOME)
    def peek(key, indices, *, context):
        """Components of the element of a key, which stay; waits until it is there."""
        return area(context).peek(context, key, indices)

    @op(f"{prefix}MapSize", "-> size: int32", infer=scalar, attrs=_AREA, **_HOST)
    def size(*, context):
        """The number of elements in a staging area with keys."""
        return np.int32(area(context).size())

    @op(f"{prefix}MapIncompleteSize", "-> size: int32", infer=scalar, attrs=_AREA, **_HOST)
    def incomplete_size(*, context):
        """The number of elements in a staging area with keys of which components are still to come."""
        return np.int32(area(context).incomplete_size())

    @op(f"{prefix}MapClear", "->", infer=no_outputs, attrs=_AREA, **_HOST)
    def clear(*, context):
        """Removes all elements of a staging area with keys."""
        area(context).clear()

    made = {"put": put, "get": get, "get_any": get_any, "peek": peek, "size": size}
    return {**made, "incomplete_size": incomplete_size, "clear": clear}


UNORDERED = _map_operations("", False)
ORDERED = _map_operations("Ordered", True)
