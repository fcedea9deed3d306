"""Parameters of distributions: logits and probs, checks in a run, seeds."""

import hashlib

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor, constant, convert_to_tensor, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.ranks import assert_rank_at_least
from graphlab._src.ops.checks.values import (
    assert_equal,
    assert_greater_equal,
    assert_less_equal,
    assert_near,
    assert_non_negative,
)
from graphlab._src.ops.control_flow.grouping import with_dependencies
from graphlab._src.ops.power import log, log1p
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import shape
from graphlab._src.ops.softmax import softmax
from graphlab._src.ops.special import lgamma


class ClassProbabilities:
    """The logits and probs of distributions over classes."""

    _logits: Tensor
    _probs: Tensor

    logits = attribute(
        "_logits", "The log of the probability of each class, up to a constant for each row: [*batch, classes]."
    )
    probs = attribute("_probs", "The probability of each class: [*batch, classes].")


def logits_and_probs(
    logits=None, probs=None, multidimensional=False, validate_args=False, name="get_logits_and_probs", dtype=None
):
    """Both of which one is given.

    multidimensional: the last axis holds classes, whose logits softmax makes probabilities; else sigmoid does.
    """
    with name_scope(name, values=[probs, logits]):
        if (probs is None) == (logits is None):
            raise ValueError("Must pass probs or logits, but not both.")
        if probs is None:
            logits = convert_to_tensor(logits, name="logits", dtype=dtype)
            if not logits.dtype.is_floating:
                raise TypeError("logits must having floating type.")
            if not multidimensional:
                return logits, sigmoid(logits, name="probs")
            if validate_args:
                logits = check_classes(logits)
            return logits, softmax(logits, name="probs")
        probs = convert_to_tensor(probs, name="probs", dtype=dtype)
        if not probs.dtype.is_floating:
            raise TypeError("probs must having floating type.")
        if validate_args:
            probs = _check_probs(probs, multidimensional)
        with name_scope("logits"):
            return (log(probs) if multidimensional else log(probs) - log1p(-1.0 * probs)), probs


def _check_probs(probs, multidimensional):
    with name_scope("validate_probs"):
        one = constant(1.0, probs.dtype)
        checks = [assert_non_negative(probs)]
        if multidimensional:
            probs = check_classes(probs)
            checks.append(assert_near(reduce_sum(probs, -1), one, message="probs does not sum to 1."))
        else:
            checks.append(assert_less_equal(probs, one, message="probs has components greater than 1."))
        return with_dependencies(checks, probs)


def check_classes(parameter, name="embed_check_categorical_event_shape"):
    """The parameter of a distribution over classes, checked to have at least two of them on its last axis."""
    with name_scope(name, values=[parameter]):
        parameter = convert_to_tensor(parameter, name="categorical_param")
        if not parameter.dtype.is_floating:
            raise TypeError(f"Unable to validate size of unrecognized dtype ({parameter.dtype.name}).")
        limit = 2 ** (np.finfo(parameter.dtype.as_numpy_dtype).nmant + 1)
        of_rank = "A categorical-distribution parameter must have at least 1 dimension."
        of_size = "A categorical-distribution parameter must have at least 2 events."
        kind = parameter.dtype.name
        too_many = f"Number of classes exceeds `dtype` precision, i.e., {kind}"
        if parameter.shape.ndims == 0:
            raise ValueError(of_rank)
        size = None if parameter.shape.ndims is None else parameter.shape.as_list()[-1]
        if size is not None:
            if size < 2:
                raise ValueError(of_size)
            if size > limit:
                raise ValueError(f"{too_many} implies shape ({size}) cannot exceed {limit}.")
            return parameter
        computed = shape(parameter, name="x_shape")[-1]
        checks = [
            assert_rank_at_least(parameter, 1, message=of_rank),
            assert_greater_equal(computed, 2, message=of_size),
            assert_less_equal(computed, limit, message=f"{too_many} dtype cannot exceed {limit} shape."),
        ]
        return with_dependencies(checks, parameter)


def check_whole(x, largest=None, name="embed_check_nonnegative_integer_form"):
    """x, checked in a run to be whole and not negative, nor above `largest`."""
    with name_scope(name, values=[x]):
        x = convert_to_tensor(x, name="x")
        checks = [assert_non_negative(x, message=f"'{x}' must be non-negative.")]
        if x.dtype.is_floating:
            whole = cast(cast(x, dtypes.int64), x.dtype)
            checks.append(assert_equal(x, whole, message=f"'{x}' cannot contain fractional components."))
        if largest is not None:
            limit = constant(largest, x.dtype)
            checks.append(assert_less_equal(x, limit, message=f"Elements cannot exceed {largest}."))
        return with_dependencies(checks, x)


def log_combinations(n, counts, name="log_combinations"):
    """The logarithm of the number of ways to share n things out into groups of these sizes."""
    with name_scope(name, values=[n, counts]):
        n = convert_to_tensor(n, name="n")
        counts = convert_to_tensor(counts, name="counts")
        return lgamma(n + 1) - reduce_sum(lgamma(counts + 1), axis=[-1])


def gen_new_seed(seed, salt):
    """A seed that a seed and a word decide, for a second operation that draws; None for None."""
    if seed is None:
        return None
    digest = hashlib.md5(f"{seed}{salt}".encode(), usedforsecurity=False).hexdigest()
    return int(digest[:8], 16) & 0x7FFFFFFF
