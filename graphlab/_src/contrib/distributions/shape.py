"""The axes of a tensor of draws: first those of samples, then those of the batch, then those of an event."""

import contextlib

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope, static_value
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.checks.ranks import assert_rank
from graphlab._src.ops.checks.values import assert_non_negative
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.distributions.bijector import checked
from graphlab._src.ops.distributions.static_values import pick_vector, rotate_transpose
from graphlab._src.ops.joining import concat
from graphlab._src.ops.logical import logical_and
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import rank, reshape, shape, squeeze
from graphlab._src.ops.slicing import slice_


class DistributionShape:
    """Splits shapes [*sample, *batch, *event] whose last two parts have a known number of axes.

    batch_ndims, event_ndims: how many axes the parts have; int32 scalars, numbers or tensors.
    validate_args: whether runs check them.
    """

    def __init__(self, batch_ndims=None, event_ndims=None, validate_args=False, name="DistributionShape"):
        if batch_ndims is None:
            raise ValueError("batch_ndims cannot be None")
        if event_ndims is None:
            raise ValueError("event_ndims cannot be None")
        self._validate_args = validate_args
        with name_scope(name):
            self._name = name
            with name_scope("init"):
                self._batch_ndims = self._checked(batch_ndims, "batch_ndims")
                self._batch_ndims_static, self._batch_ndims_is_0 = self._introspect_ndims(self._batch_ndims)
                self._event_ndims = self._checked(event_ndims, "event_ndims")
                self._event_ndims_static, self._event_ndims_is_0 = self._introspect_ndims(self._event_ndims)

    name = attribute("_name", "The name scope of its operations.")
    batch_ndims = attribute("_batch_ndims", "The number of axes of the batch.")
    event_ndims = attribute("_event_ndims", "The number of axes of an event.")
    validate_args = attribute("_validate_args", "Whether runs check numbers of axes.")

    def get_ndims(self, x, name="get_ndims"):
        """The rank of x, as a tensor."""
        with self._name_scope(name, values=[x]):
            x = convert_to_tensor(x, name="x")
            if x.shape.ndims is None:
                return rank(x, name="ndims")
            return convert_to_tensor(x.shape.ndims, dtype=dtypes.int32, name="ndims")

    def get_sample_ndims(self, x, name="get_sample_ndims"):
        """How many axes of x are samples', as a tensor."""
        with self._name_scope(name, values=[x]):
            ndims = self.get_ndims(x, name=name)
            parts = [static_value(part) for part in (ndims, self.batch_ndims, self.event_ndims)]
            if None not in parts:
                if parts[0] < parts[1] + parts[2]:
                    raise ValueError(f"expected batch_ndims({parts[1]}) + event_ndims({parts[2]}) <= ndims({parts[0]})")
                return convert_to_tensor(np.int32(parts[0] - parts[1] - parts[2]), name="sample_ndims")
            with name_scope("sample_ndims"):
                count = ndims - self.batch_ndims - self.event_ndims
                return checked(count, assert_non_negative(count)) if self.validate_args else count

    def get_dims(self, x, name="get_dims"):
        """(the sample's axes, the batch's, the event's), each an int32 vector."""
        with self._name_scope(name, values=[x]):
            result = []
            for part, before, count in self._parts(x, name):
                values = _all_known([*before, count])
                if values is None:
                    start = sum(before)
                    result.append(range_(start, start + count))
                else:
                    axes = list(range(sum(values[:-1]), sum(values)))
                    result.append(convert_to_tensor(axes, dtype=dtypes.int32, name=f"{part}_dims"))
            return tuple(result)

    def get_shape(self, x, name="get_shape"):
        """(the sample's shape, the batch's, the event's), each an int32 vector."""
        with self._name_scope(name, values=[x]):
            x = convert_to_tensor(x, name="x")
            result = []
            for part, before, count in self._parts(x, name):
                values, sizes = _all_known([*before, count]), [None]
                if x.shape.ndims is not None and values is not None:
                    sizes = x.shape.as_list()[sum(values[:-1]) : sum(values)]
                if None in sizes:
                    result.append(slice_(shape(x), [sum(before)], [count]))
                else:
                    result.append(convert_to_tensor(sizes, dtype=dtypes.int32, name=f"{part}_shape"))
            return tuple(result)

    def _parts(self, x, name):
        """For each part (its name, the numbers of axes of what comes before it, its own), as tensors."""
        sample_ndims = self.get_sample_ndims(x, name=name)
        yield "sample", [zeros([], dtype=dtypes.int32, name="zero")], sample_ndims
        yield "batch", [sample_ndims], self.batch_ndims
        yield "event", [sample_ndims, self.batch_ndims], self.event_ndims

    def make_batch_of_event_sample_matrices(self, x, expand_batch_dim=True, name="make_batch_of_event_sample_matrices"):
        """(x as [*batch, *event, samples], the sample's shape): what an operator multiplies.

        An event without axes gets one of size 1, and so does a batch without axes where expand_batch_dim is set.
        """
        with self._name_scope(name, values=[x]):
            x = convert_to_tensor(x, name="x")
            sample_shape, batch_shape, event_shape = self.get_shape(x)
            event_shape = pick_vector(self._event_ndims_is_0, [1], event_shape)
            if expand_batch_dim:
                batch_shape = pick_vector(self._batch_ndims_is_0, [1], batch_shape)
            x = reshape(x, concat([[-1], batch_shape, event_shape], 0))
            return rotate_transpose(x, shift=-1), sample_shape

    def undo_make_batch_of_event_sample_matrices(
        self, x, sample_shape, expand_batch_dim=True, name="undo_make_batch_of_event_sample_matrices"
    ):
        """x back as [*sample, *batch, *event]."""
        with self._name_scope(name, values=[x, sample_shape]):
            x = convert_to_tensor(x, name="x")
            sample_shape = convert_to_tensor(sample_shape, name="sample_shape")
            x = rotate_transpose(x, shift=1)
            if self._batch_ndims_static is not None and self._event_ndims_static is not None:
                squeezed = [-1] if self._event_ndims_is_0 else []
                if self._batch_ndims_is_0 and expand_batch_dim:
                    squeezed.append(1)
                if squeezed:
                    x = squeeze(x, axis=squeezed)
                _, batch_shape, event_shape = self.get_shape(x)
            else:
                sizes = shape(x)
                batch_shape = sizes[1 : 1 + self.batch_ndims]
                is_expanded = logical_and(expand_batch_dim, self._batch_ndims_is_0)
                start = where_v2(is_expanded, 2, 1 + self.batch_ndims)
                event_shape = sizes[start : start + self.event_ndims]
            return reshape(x, concat([sample_shape, batch_shape, event_shape], 0))

    @contextlib.contextmanager
    def _name_scope(self, name=None, values=None):
        values = [*(values or ()), self.batch_ndims, self.event_ndims]
        with name_scope(self.name), name_scope(name, values=values) as scope:
            yield scope

    def _is_all_constant_helper(self, *args):
        return all(static_value(x) is not None for x in args)

    def _assert_non_negative_int32_scalar(self, x):
        return self._checked(x, "x")

    def _checked(self, x, name):
        x = convert_to_tensor(x, name=name)
        if x.dtype.base_dtype != dtypes.int32:
            raise TypeError(f"{x.name}.dtype={x.dtype} is not {dtypes.int32}")
        value = static_value(x)
        if value is not None and x.shape.ndims is not None:
            if x.shape.ndims != 0:
                raise ValueError(f"{x.name}.ndims={x.shape.ndims} is not 0 (scalar)")
            if value < 0:
                raise ValueError(f"{x.name}.value={value} cannot be negative")
            return x
        return checked(x, assert_rank(x, 0), assert_non_negative(x)) if self.validate_args else x

    def _introspect_ndims(self, ndims):
        """(the number of axes or None, whether it is 0)."""
        value = static_value(ndims)
        return (None, equal(ndims, 0)) if value is None else (int(value), bool(value == 0))


def _all_known(counts):
    """The values of integer scalars, or None when only a run knows one of them."""
    values = [static_value(count) for count in counts]
    return None if any(value is None for value in values) else [int(value) for value in values]
