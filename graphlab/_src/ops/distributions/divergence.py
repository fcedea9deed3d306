"""Kullback-Leibler divergences, by a function for each pair of classes."""

from graphlab._src.graph import name_scope
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.comparison import is_nan
from graphlab._src.ops.identity import identity
from graphlab._src.ops.logical import logical_not
from graphlab._src.ops.reduction import reduce_any

_DIVERGENCES = {}


def registered_kl(type_a, type_b):
    """The function for two kinds, or for the nearest of their base classes; None when there is none."""
    found = [
        (i + j, _DIVERGENCES[a, b])
        for i, a in enumerate(type_a.__mro__)
        for j, b in enumerate(type_b.__mro__)
        if (a, b) in _DIVERGENCES
    ]
    return min(found, key=lambda item: item[0])[1] if found else None


def kl_divergence(distribution_a, distribution_b, allow_nan_stats=True, name=None):
    """The Kullback-Leibler divergence KL(distribution_a || distribution_b), in nats: one for each of the batch.

    It is the mean of log(a.prob(x) / b.prob(x)) over draws x from a.
    allow_nan_stats: False makes NaN an InvalidArgumentError.  NotImplementedError where no function is registered.
    """
    kind, other = type(distribution_a), type(distribution_b)
    function = registered_kl(kind, other)
    if function is None:
        raise NotImplementedError(
            "No KL(distribution_a || distribution_b) registered for distribution_a type "
            f"{kind.__name__} and distribution_b type {other.__name__}"
        )
    with name_scope("KullbackLeibler"):
        result = function(distribution_a, distribution_b, name=name)
        if allow_nan_stats:
            return result
        result = identity(result, name="kl")
        message = (
            f"KL calculation between {distribution_a.name} and {distribution_b.name} returned NaN values "
            "(and was called with allow_nan_stats=False). Values:"
        )
        with control_dependencies([assert_(logical_not(reduce_any(is_nan(result))), [message, result])]):
            return identity(result, name="checked_kl")


def cross_entropy(ref, other, allow_nan_stats=True, name=None):
    """The mean of -log other.prob(x) over draws x from ref, in nats."""
    with name_scope(name, "cross_entropy"):
        return ref.entropy() + kl_divergence(ref, other, allow_nan_stats=allow_nan_stats)


class RegisterKL:
    """Decorates the function (a, b, name) -> divergence for two classes of distributions."""

    def __init__(self, dist_cls_a, dist_cls_b):
        self._key = (dist_cls_a, dist_cls_b)

    def __call__(self, kl_fn):
        if not callable(kl_fn):
            raise TypeError(f"kl_fn must be callable, received: {kl_fn}")
        if self._key in _DIVERGENCES:
            kind, other = (item.__name__ for item in self._key)
            raise ValueError(f"KL({kind} || {other}) has already been registered to: {_DIVERGENCES[self._key]}")
        _DIVERGENCES[self._key] = kl_fn
        return kl_fn
