"""The bijector that applies others one after the other."""

import itertools
from typing import Any

from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import convert_to_tensor
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.cast import cast
from graphlab._src.ops.distributions.bijector import Bijector
from graphlab._src.ops.shape import rank, shape, size


class Chain(Bijector):
    """y = first(second(…(last(x)))), of a list of bijectors; the identity for an empty one.

    Keywords of a call are {name of a bijector: its keywords}.
    NotImplementedError for a bijector that is not injective, ValueError where their dtypes differ.
    """

    def __init__(self, bijectors=None, validate_args=False, name=None):
        bijectors = () if bijectors is None else bijectors
        self._bijectors = bijectors
        for one in bijectors:
            if not one._is_injective:
                raise NotImplementedError(f"Invert is not implemented for non-injective bijector ({one.name})")
        kinds = list({one.dtype for one in bijectors} - {None})
        if len(kinds) > 1:
            raise ValueError(f"incompatible dtypes: {kinds}")
        super().__init__(
            graph_parents=list(itertools.chain.from_iterable(one.graph_parents for one in bijectors)),
            forward_min_event_ndims=_min_event_ndims(
                [(one.forward_min_event_ndims, one.inverse_min_event_ndims) for one in reversed(bijectors)]
            ),
            inverse_min_event_ndims=_min_event_ndims(
                [(one.inverse_min_event_ndims, one.forward_min_event_ndims) for one in bijectors]
            ),
            is_constant_jacobian=all(one.is_constant_jacobian for one in bijectors),
            validate_args=validate_args,
            dtype=kinds[0] if kinds else None,
            name=name or ("_of_".join(["chain", *(one.name for one in bijectors)]) if bijectors else "identity"),
        )

    bijectors = attribute("_bijectors", "The bijectors, the last of which is applied first.")

    def _forward_event_shape(self, input_shape):
        for one in reversed(self.bijectors):
            input_shape = one.forward_event_shape(input_shape)
        return input_shape

    def _forward_event_shape_tensor(self, input_shape):
        for one in reversed(self.bijectors):
            input_shape = one.forward_event_shape_tensor(input_shape)
        return input_shape

    def _inverse_event_shape(self, output_shape):
        for one in self.bijectors:
            output_shape = one.inverse_event_shape(output_shape)
        return output_shape

    def _inverse_event_shape_tensor(self, output_shape):
        for one in self.bijectors:
            output_shape = one.inverse_event_shape_tensor(output_shape)
        return output_shape

    def _forward(self, x, **kwargs):
        for one in reversed(self.bijectors):
            x = one.forward(x, **kwargs.get(one.name, {}))
        return x

    def _inverse(self, y, **kwargs):
        for one in self.bijectors:
            y = one.inverse(y, **kwargs.get(one.name, {}))
        return y

    def _inverse_log_det_jacobian(self, y, **kwargs):
        return self._sum(y, self.bijectors, self.inverse_min_event_ndims, "inverse", kwargs)

    def _forward_log_det_jacobian(self, x, **kwargs):
        return self._sum(x, list(reversed(self.bijectors)), self.forward_min_event_ndims, "forward", kwargs)

    def _sum(self, x, bijectors, event_ndims: Any, direction, kwargs):
        """The sum of the log-det-Jacobians, each at the result of those before and for the rank of an event there."""
        x = convert_to_tensor(x)
        total = cast(0.0, dtype=x.dtype.base_dtype)
        for one in bijectors:
            known = kwargs.get(one.name, {})
            total += getattr(one, f"{direction}_log_det_jacobian")(x, event_ndims=event_ndims, **known)
            if x.shape.is_fully_defined() and isinstance(event_ndims, int):
                event_shape = TensorShape(x.shape.as_list()[len(x.shape) - event_ndims :])
                event_ndims = getattr(one, f"{direction}_event_shape")(event_shape).ndims
            else:
                event_shape = shape(x)[rank(x) - event_ndims :]
                event_ndims = size(getattr(one, f"{direction}_event_shape_tensor")(event_shape))
                static = self._maybe_get_static_event_ndims(event_ndims)
                event_ndims = event_ndims if static is None else static
            x = getattr(one, direction)(x, **known)
        return total


def _min_event_ndims(ranks):
    """The smallest rank of an event of functions applied in this order, each from one rank to another."""
    needed, available = 0, 0
    for before, after in ranks:
        needed += max(before - available, 0)
        available = max(before, available) - (before - after)
    return needed
