"""The chi-squared distribution."""

from graphlab._src.base import dtypes
from graphlab._src.graph import constant, convert_to_tensor, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.checks.values import assert_positive
from graphlab._src.ops.distributions.gamma import Gamma
from graphlab._src.ops.identity import identity
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.rounding import floor


class Chi2(Gamma):
    """Chi-squared distributions: of the sum of df squares of standard normal draws.

    df: degrees of freedom, above 0.
    """

    def __init__(self, df, validate_args=False, allow_nan_stats=True, name="Chi2"):
        parameters = dict(locals())
        with name_scope(name, values=[df]) as name:
            with control_dependencies([assert_positive(df)] if validate_args else []):
                self._df = identity(df, name="df")
            half = constant(0.5, dtype=self._df.dtype)
            super().__init__(0.5 * self._df, half, validate_args, allow_nan_stats, name)
        self._parameters = parameters

    df = attribute("_df", "The degrees of freedom.")

    @classmethod
    def _param_shapes(cls, sample_shape):
        return {"df": convert_to_tensor(sample_shape, dtype=dtypes.int32)}


class Chi2WithAbsDf(Chi2):
    """Chi-squared distributions with floor(abs(df)) degrees of freedom."""

    def __init__(self, df, validate_args=False, allow_nan_stats=True, name="Chi2WithAbsDf"):
        parameters = dict(locals())
        with name_scope(name, values=[df]) as name:
            whole = floor(abs_(df, name="abs_df"), name="floor_abs_df")
            super().__init__(whole, validate_args, allow_nan_stats, name)
        self._parameters = parameters
