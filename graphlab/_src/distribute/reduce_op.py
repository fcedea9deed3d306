"""ReduceOp: how the values of several replicas become one."""

import enum
from typing import Any

from graphlab._src.state.variable import VariableAggregation


class ReduceOp(enum.Enum):
    """How the replicas' values become one: SUM or MEAN."""

    SUM = "SUM"
    MEAN = "MEAN"

    @staticmethod
    def from_variable_aggregation(aggregation: VariableAggregation) -> "ReduceOp":
        """The ReduceOp that a variable's aggregation names. ValueError for NONE and ONLY_FIRST_REPLICA."""
        found = {VariableAggregation.SUM: ReduceOp.SUM, VariableAggregation.MEAN: ReduceOp.MEAN}.get(aggregation)
        if found is None:
            raise ValueError(
                f"Could not convert from `tf.VariableAggregation` {aggregation} to`tf.distribute.ReduceOp` type"
            )
        return found


def reduce_op_of(given: Any) -> ReduceOp:
    """A ReduceOp, or its name in upper or lower case."""
    if isinstance(given, str):
        given = ReduceOp(given.upper())
    if not isinstance(given, ReduceOp):
        raise ValueError(f"`reduce_op` must be tf.distribute.ReduceOp.SUM or MEAN, got {given!r}")
    return given
