"""The Concrete distribution of two classes."""

from graphlab._src.base import dtypes
from graphlab._src.contrib.distributions.bijectors.sigmoid import Sigmoid
from graphlab._src.contrib.distributions.logistic import Logistic
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.checks.values import assert_positive
from graphlab._src.ops.distributions.parameters import logits_and_probs
from graphlab._src.ops.distributions.transformed import TransformedDistribution
from graphlab._src.ops.identity import identity


class RelaxedBernoulli(TransformedDistribution):
    """Distributions of numbers near 0 or 1, whose draws have a gradient in the logits.

    temperature: above 0; draws come near 0 and 1 as it falls.  logits, or probs: of 1; one of the two.
    validate_args: whether runs check temperature.  See https://arxiv.org/abs/1611.00712.
    """

    def __init__(
        self,
        temperature,
        logits=None,
        probs=None,
        validate_args=False,
        allow_nan_stats=True,
        name="RelaxedBernoulli",
    ):
        parameters = dict(locals())
        with name_scope(name, values=[logits, probs, temperature]) as name:
            with control_dependencies([assert_positive(temperature)] if validate_args else []):
                self._temperature = identity(temperature, name="temperature")
            self._logits, self._probs = logits_and_probs(logits, probs, validate_args=validate_args)
            logistic = Logistic(
                self._logits / self._temperature,
                1.0 / self._temperature,
                validate_args=validate_args,
                allow_nan_stats=allow_nan_stats,
                name=name + "/Logistic",
            )
            super().__init__(logistic, Sigmoid(validate_args=validate_args), validate_args=validate_args, name=name)
        self._parameters = parameters

    @staticmethod
    def _param_shapes(sample_shape):
        return {"logits": convert_to_tensor(sample_shape, dtype=dtypes.int32)}

    temperature = attribute("_temperature", "How far draws are from 0 and 1.")
    logits = attribute("_logits", "log(probs / (1 - probs)).")
    probs = attribute("_probs", "The probabilities of 1.")
