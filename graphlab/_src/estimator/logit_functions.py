"""Functions that compute the logits of a model."""

from graphlab._src.estimator.estimator import arguments
from graphlab._src.graph import Tensor


def call_logit_fn(logit_fn, features, mode, params, config):
    """The logits that logit_fn(features[, mode][, params][, config]) returns. ValueError for what are no tensors."""
    given = {"mode": mode, "params": params, "config": config}
    wanted = arguments(logit_fn)
    found = logit_fn(features=features, **{name: value for name, value in given.items() if name in wanted})
    tensors = list(found.values()) if isinstance(found, dict) else [found]
    named = not isinstance(found, dict) or all(isinstance(key, str) for key in found)
    if not named or not all(isinstance(tensor, Tensor) for tensor in tensors):
        raise ValueError(
            f"logit_fn should return a Tensor or a dictionary mapping strings to Tensors.  logit_fn returned: {found}"
        )
    return found
