"""tf.keras.mixed_precision.experimental: the policy of layers without a dtype."""

import contextlib
from collections.abc import Iterator
from typing import Any

from graphlab._src.keras.layers import dtype_policy
from graphlab._src.keras.layers.dtype_policy import Policy
from graphlab._src.train.optimizers import mixed_precision_state


def _check_if_mixed_precision_graph_rewrite_is_enabled() -> None:
    if mixed_precision_state.mixed_precision_graph_rewrite_is_enabled:
        raise ValueError(
            "The mixed precision policy cannot be set, because the mixed precision graph rewrite has already been enabled. At "
            "most, one of tf.train.experimental.enable_mixed_precision_graph_rewrite() and "
            "tf.keras.mixed_precision.experimental.set_policy() can be called."
        )


def set_policy(policy: Any) -> None:
    """Sets the policy of layers without a dtype: a Policy, its name, or None for the first one.

    TensorFlow 1 accepts those that infer the type of computations, "infer" and "infer_float32_vars"; a layer accepts any.
    """
    _check_if_mixed_precision_graph_rewrite_is_enabled()
    if policy is not None and not isinstance(policy, Policy):
        policy = Policy(policy)
    if policy is not None and policy.compute_dtype and not dtype_policy.v2_dtype_behavior_enabled():
        raise ValueError(
            "The global policy can only be set to a non-infer policy in TensorFlow 2. Pass it to layers: "
            f"dtype=tf.keras.mixed_precision.experimental.Policy({policy.name!r})"
        )
    dtype_policy.set_global(policy)
    mixed_precision_state.using_default_mixed_precision_policy = policy is None


@contextlib.contextmanager
def policy_scope(policy: Any) -> Iterator[None]:
    """Inside, layers without a dtype have that policy."""
    before = dtype_policy.global_or_none()
    try:
        set_policy(policy)
        yield
    finally:
        set_policy(before)
