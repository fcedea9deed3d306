"""Bijector: invertible functions that know their Jacobians, the base class; Identity, the simplest of them."""

import contextlib
import re
from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import Tensor, constant, convert_to_tensor, name_scope, static_value
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.broadcasting import broadcast_static_shape
from graphlab._src.ops.checks.ranks import assert_rank
from graphlab._src.ops.checks.values import assert_greater_equal
from graphlab._src.ops.constants import ones
from graphlab._src.ops.control_flow.grouping import with_dependencies
from graphlab._src.ops.distributions.static_values import maybe_get_static_value
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import rank, shape


def checked(x, *checks):
    """x, which exists when these checks have passed."""
    return with_dependencies(list(checks), x) if checks else x


class _Mapping:
    """What is known of one pair: x, y = forward(x), and the log-det-Jacobians of the inverse by number of event axes."""

    __slots__ = ("ildj", "x", "y")

    def __init__(self, x=None, y=None):
        self.x, self.y, self.ildj = x, y, {}


class Bijector:
    """An invertible, differentiable function of events, for change of variables in a density.

    forward: x to y, inverse: back.  `forward_log_det_jacobian` and `inverse_log_det_jacobian` are the logarithms of the
    absolute determinants of their Jacobians, summed over the last `event_ndims` axes.  A kind implements `_forward`,
    `_inverse` and one of `_forward_log_det_jacobian(x)` and `_inverse_log_det_jacobian(y)`, per event of its smallest
    rank; the other one follows.  Results are cached by their arguments: inverse(forward(x)) is x itself.

    graph_parents: the tensors that it is made of.  is_constant_jacobian: whether the Jacobian is the same everywhere.
    validate_args: whether runs check arguments.  dtype: of arguments, None for any.
    forward_min_event_ndims, inverse_min_event_ndims: the smallest rank of an event, one defaults to the other.
    name: of its operations; by default the class's, in lower case.
    """

    def __init__(
        self,
        graph_parents=None,
        is_constant_jacobian=False,
        validate_args=False,
        dtype=None,
        forward_min_event_ndims=None,
        inverse_min_event_ndims=None,
        name=None,
    ):
        if type(self) is Bijector:
            raise TypeError("Can't instantiate abstract class Bijector with abstract methods __init__")
        if forward_min_event_ndims is None and inverse_min_event_ndims is None:
            raise ValueError("Must specify at least one of `forward_min_event_ndims` and `inverse_min_event_ndims`.")
        if inverse_min_event_ndims is None:
            inverse_min_event_ndims = forward_min_event_ndims
        if forward_min_event_ndims is None:
            forward_min_event_ndims = inverse_min_event_ndims
        for what, ndims in (
            ("forward_min_event_ndims", forward_min_event_ndims),
            ("inverse_min_event_ndims", inverse_min_event_ndims),
        ):
            if not isinstance(ndims, int):
                raise TypeError(f"Expected {what} to be of type int, got {type(ndims).__name__}")
            if ndims < 0:
                raise ValueError(f"{what} must be a non-negative integer.")
        self._graph_parents = graph_parents or []
        for i, parent in enumerate(self._graph_parents):
            if not isinstance(parent, Tensor):
                raise ValueError(f"Graph parent item {i} is not a Tensor; {parent}.")
        self._forward_min_event_ndims = forward_min_event_ndims
        self._inverse_min_event_ndims = inverse_min_event_ndims
        self._is_constant_jacobian = is_constant_jacobian
        self._constant_ildj_map = {}
        self._validate_args = validate_args
        self._dtype = dtype
        self._from_x, self._from_y = {}, {}
        self._name = name or _snake(type(self).__name__.lstrip("_"))

    graph_parents = attribute("_graph_parents", "The tensors that it is made of.")
    forward_min_event_ndims = attribute("_forward_min_event_ndims", "The smallest rank of an event of `forward`.")
    inverse_min_event_ndims = attribute("_inverse_min_event_ndims", "The smallest rank of an event of `inverse`.")
    is_constant_jacobian = attribute("_is_constant_jacobian", "Whether the Jacobian is the same everywhere.")
    validate_args = attribute("_validate_args", "Whether runs check arguments.")
    dtype = attribute("_dtype", "Of arguments, None for any.")
    name = attribute("_name", "The name scope of its operations.")

    @property
    def _is_injective(self):
        """Whether each y has one x; otherwise `_inverse` and its Jacobian return tuples with one item for each x."""
        return True

    def _forward_event_shape_tensor(self, input_shape):
        return input_shape

    def forward_event_shape_tensor(self, input_shape, name="forward_event_shape_tensor"):
        """The shape of an event after `forward`, as an int32 vector."""
        with self._name_scope(name, [input_shape]):
            input_shape = convert_to_tensor(input_shape, dtype=dtypes.int32, name="input_shape")
            return self._forward_event_shape_tensor(input_shape)

    def _forward_event_shape(self, input_shape):
        return input_shape

    def forward_event_shape(self, input_shape):
        """The TensorShape of an event after `forward`, as far as it is known."""
        return self._forward_event_shape(TensorShape(input_shape))

    def _inverse_event_shape_tensor(self, output_shape):
        return output_shape

    def inverse_event_shape_tensor(self, output_shape, name="inverse_event_shape_tensor"):
        """The shape of an event after `inverse`, as an int32 vector."""
        with self._name_scope(name, [output_shape]):
            output_shape = convert_to_tensor(output_shape, dtype=dtypes.int32, name="output_shape")
            return self._inverse_event_shape_tensor(output_shape)

    def _inverse_event_shape(self, output_shape):
        return output_shape

    def inverse_event_shape(self, output_shape):
        """The TensorShape of an event after `inverse`, as far as it is known."""
        return self._inverse_event_shape(TensorShape(output_shape))

    def _forward(self, x) -> Any:
        raise NotImplementedError("forward not implemented.")

    def _inverse(self, y) -> Any:
        raise NotImplementedError("inverse not implemented")

    def _inverse_log_det_jacobian(self, y) -> Any:
        raise NotImplementedError("inverse_log_det_jacobian not implemented.")

    def _forward_log_det_jacobian(self, x) -> Any:
        raise NotImplementedError("forward_log_det_jacobian not implemented.")

    def forward(self, x, name="forward"):
        """y: the function of x."""
        return self._call_forward(x, name)

    def inverse(self, y, name="inverse"):
        """x: what `forward` maps to y; a tuple with each such x where there are several."""
        return self._call_inverse(y, name)

    def forward_log_det_jacobian(self, x, event_ndims, name="forward_log_det_jacobian"):
        """log(abs(det(dy / dx))) at x, one number for each event. event_ndims: how many axes of x are an event's."""
        return self._call_forward_log_det_jacobian(x, event_ndims, name)

    def inverse_log_det_jacobian(self, y, event_ndims, name="inverse_log_det_jacobian"):
        """log(abs(det(dx / dy))) at y, one number for each event. event_ndims: how many axes of y are an event's."""
        return self._call_inverse_log_det_jacobian(y, event_ndims, name)

    def _call_forward(self, x, name, **kwargs):
        with self._name_scope(name, [x]):
            x = self._argument(x, "x")
            if not self._is_injective:
                return self._forward(x, **kwargs)
            mapping = self._lookup(x=x, kwargs=kwargs)
            if mapping.y is None:
                mapping.y = self._forward(x, **kwargs)
                self._cache(mapping, kwargs)
            return mapping.y

    def _call_inverse(self, y, name, **kwargs):
        with self._name_scope(name, [y]):
            y = self._argument(y, "y")
            if not self._is_injective:
                return self._inverse(y, **kwargs)
            mapping = self._lookup(y=y, kwargs=kwargs)
            if mapping.x is None:
                mapping.x = self._inverse(y, **kwargs)
                self._cache(mapping, kwargs)
            return mapping.x

    def _call_inverse_log_det_jacobian(self, y, event_ndims, name, **kwargs):
        with self._name_scope(name, [y]):
            key = _number(event_ndims)
            if key in self._constant_ildj_map:
                return self._constant_ildj_map[key]
            y = self._argument(y, "y")
            with control_dependencies(self._check_valid_event_ndims(self.inverse_min_event_ndims, event_ndims)):
                if not self._is_injective:
                    return self._of_each_inverse(y, event_ndims, kwargs)
                mapping = self._lookup(y=y, kwargs=kwargs)
                if key not in mapping.ildj:
                    self._add_ildj(mapping, event_ndims, kwargs, inverse_first=True)
                return mapping.ildj[key]

    def _call_forward_log_det_jacobian(self, x, event_ndims, name, **kwargs):
        if not self._is_injective:
            raise NotImplementedError("forward_log_det_jacobian cannot be implemented for non-injective transforms.")
        with self._name_scope(name, [x]):
            key = _number(event_ndims)
            with control_dependencies(self._check_valid_event_ndims(self.forward_min_event_ndims, event_ndims)):
                if key in self._constant_ildj_map:
                    return -1.0 * self._constant_ildj_map[key]
                mapping = self._lookup(x=self._argument(x, "x"), kwargs=kwargs)
                if key not in mapping.ildj:
                    self._add_ildj(mapping, event_ndims, kwargs, inverse_first=False)
                return -mapping.ildj[key]

    def _of_each_inverse(self, y, event_ndims, kwargs):
        try:
            ranks = self.inverse_min_event_ndims
            each = [(y, ildj) for ildj in self._inverse_log_det_jacobian(y, **kwargs)]
        except NotImplementedError as error:
            try:
                ranks = self.forward_min_event_ndims
                points = self._inverse(y, **kwargs)
                each = [(x, -self._forward_log_det_jacobian(x, **kwargs)) for x in points]
            except NotImplementedError:
                raise error from None
        return tuple(self._reduce_jacobian_det_over_event(at, ildj, ranks, event_ndims) for at, ildj in each)

    def _add_ildj(self, mapping, event_ndims, kwargs, inverse_first):
        """Computes the log-det-Jacobian of the inverse, from the function that this kind implements."""

        def by_inverse():
            if mapping.y is None:
                mapping.y = self._forward(mapping.x, **kwargs)
            ildj = self._inverse_log_det_jacobian(mapping.y, **kwargs)
            return self._reduce_jacobian_det_over_event(mapping.y, ildj, self.inverse_min_event_ndims, event_ndims)

        def by_forward():
            if mapping.x is None:
                mapping.x = self._inverse(mapping.y, **kwargs)
            ildj = -self._forward_log_det_jacobian(mapping.x, **kwargs)
            return self._reduce_jacobian_det_over_event(mapping.x, ildj, self.forward_min_event_ndims, event_ndims)

        first, second = (by_inverse, by_forward) if inverse_first else (by_forward, by_inverse)
        try:
            ildj = first()
        except NotImplementedError as error:
            try:
                ildj = second()
            except NotImplementedError:
                raise error from None
        mapping.ildj[_number(event_ndims)] = ildj
        self._cache(mapping, kwargs)
        if self.is_constant_jacobian:
            self._constant_ildj_map[_number(event_ndims)] = ildj

    @contextlib.contextmanager
    def _name_scope(self, name=None, values=None):
        with name_scope(self.name), name_scope(name, values=[*(values or ()), *self._graph_parents]) as scope:
            yield scope

    def _argument(self, value, name):
        value = convert_to_tensor(value, name=name)
        self._maybe_assert_dtype(value)
        return value

    def _maybe_assert_dtype(self, x):
        if self.dtype is not None and dtypes.as_dtype(self.dtype).base_dtype != x.dtype.base_dtype:
            raise TypeError(f"Input had dtype {x.dtype} but expected {self.dtype}.")

    def _lookup(self, x=None, y=None, kwargs=None):
        if x is not None:
            return self._from_x.get(_key(x, kwargs)) or _Mapping(x=x)
        return self._from_y.get(_key(y, kwargs)) or _Mapping(y=y)

    def _cache(self, mapping, kwargs):
        if mapping.x is not None:
            self._from_x[_key(mapping.x, kwargs)] = mapping
        if mapping.y is not None:
            self._from_y[_key(mapping.y, kwargs)] = mapping

    def _reduce_jacobian_det_over_event(self, y, ildj, min_event_ndims, event_ndims):
        """The sum over the axes that an event has beyond its smallest rank; a constant Jacobian counts once for each."""
        count = self._maybe_get_static_event_ndims(event_ndims)
        ranks = rank(y)
        added = ones(shape(y)[ranks - event_ndims : ranks - min_event_ndims], ildj.dtype)
        if count is None:
            axes = range_(-(event_ndims - min_event_ndims), 0)
        else:
            axes = [-i for i in range(1, count - min_event_ndims + 1)]
        reduced = reduce_sum(added * ildj, axis=axes)
        if count is not None and y.shape.ndims is not None and ildj.shape.ndims is not None:
            whole = y.shape[y.shape.ndims - count : y.shape.ndims - min_event_ndims]
            whole = broadcast_static_shape(ildj.shape, whole)
            reduced.set_shape(whole[: whole.ndims - (count - min_event_ndims)])
        return reduced

    def _check_valid_event_ndims(self, min_event_ndims, event_ndims):
        event_ndims = convert_to_tensor(event_ndims, name="event_ndims")
        if not event_ndims.dtype.is_integer:
            raise ValueError(f"Expected integer dtype, got dtype {event_ndims.dtype}")
        value, checks = static_value(event_ndims), []
        if value is not None:
            if event_ndims.shape.ndims != 0:
                raise ValueError(f"Expected scalar event_ndims, got shape {event_ndims.shape}")
            if min_event_ndims > value:
                raise ValueError(f"event_ndims ({value}) must be larger than min_event_ndims ({min_event_ndims})")
        elif self.validate_args:
            checks.append(assert_greater_equal(event_ndims, min_event_ndims))
        if event_ndims.shape.is_fully_defined():
            if event_ndims.shape.ndims != 0:
                raise ValueError(f"Expected scalar shape, got ndims {event_ndims.shape.ndims}")
        elif self.validate_args:
            checks.append(assert_rank(event_ndims, 0, message="Expected scalar."))
        return checks

    def _maybe_get_static_event_ndims(self, event_ndims):
        value = maybe_get_static_value(event_ndims)
        if isinstance(value, np.generic | np.ndarray):
            if value.dtype not in (np.int32, np.int64):
                raise ValueError(f"Expected integer dtype, got dtype {value.dtype}")
            if value.ndim:
                raise ValueError(f"Expected a scalar integer, got {value}")
            value = int(value)
        return value


class Identity(Bijector):
    """y = x."""

    def __init__(self, validate_args=False, name="identity"):
        super().__init__(forward_min_event_ndims=0, is_constant_jacobian=True, validate_args=validate_args, name=name)

    def _forward(self, x):
        return x

    def _inverse(self, y):
        return y

    def _inverse_log_det_jacobian(self, y):
        return constant(0.0, dtype=y.dtype)

    def _forward_log_det_jacobian(self, x):
        return constant(0.0, dtype=x.dtype)


def _snake(name):
    name = re.sub("(.)([A-Z][a-z]+)", r"\1_\2", name)
    return re.sub("([a-z0-9])([A-Z])", r"\1_\2", name).lower()


def _number(event_ndims):
    """The key of a cached Jacobian: a number of axes, or the tensor that only a run knows, which its graph holds."""
    return int(event_ndims) if isinstance(event_ndims, int | np.integer) else id(event_ndims)


def _key(tensor, kwargs):
    return (id(tensor), *((name, _hashable(value)) for name, value in sorted((kwargs or {}).items())))


def _hashable(value):
    if isinstance(value, list | tuple):
        return tuple(map(_hashable, value))
    if isinstance(value, dict):
        return tuple((name, _hashable(item)) for name, item in sorted(value.items()))
    if isinstance(value, np.ndarray):
        return value.shape, value.tobytes()
    return id(value) if isinstance(value, Tensor) else value
