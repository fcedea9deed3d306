"""Metric: a figure that is gathered over many batches."""

import enum
import functools
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.distribute.context import (
    get_replica_context,
    get_strategy,
    has_strategy,
    in_cross_replica_context,
)
from graphlab._src.graph import Operation, convert_to_tensor, get_default_graph
from graphlab._src.keras.engine.weighting import fit_together, weights_for
from graphlab._src.keras.layers import initializers
from graphlab._src.keras.layers.backend_config import floatx
from graphlab._src.keras.layers.layer import Layer, make_variable
from graphlab._src.keras.layers.weight_values import batch_set_value, get_session, track_variable, zeros_for
from graphlab._src.ops.arithmetic import multiply
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import ones_like
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.division import div_no_nan
from graphlab._src.ops.identity import identity
from graphlab._src.ops.reduction import reduce_mean, reduce_sum
from graphlab._src.ops.shape import size
from graphlab._src.ops.weights import broadcast_weights
from graphlab._src.state.variable import VariableAggregation, VariableSynchronization


class Metric(Layer):
    """A figure that is gathered over many batches.

    Subclasses make variables with add_weight in __init__, change them in update_state and say in result what they mean.
    """

    _is_metric = True  # what a layer with it among its attributes reports as one of its metrics

    def __init__(self, name=None, dtype=None, **kwargs):
        super().__init__(name=name, dtype=dtype, **kwargs)
        self.stateful = True
        self.built = True
        self._dtype = floatx() if dtype is None else dtypes.as_dtype(dtype).name

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        if "update_state" in cls.__dict__:
            cls.update_state = _gathering(cls.__dict__["update_state"])
        if "result" in cls.__dict__:
            cls.result = _noting(cls.__dict__["result"])

    def __call__(self, *args, **kwargs):
        """Changes the state, and returns the result after that."""
        change = self.update_state(*args, **kwargs)
        with get_default_graph().control_dependencies([change]):
            return self.result()

    def update_state(self, *args, **kwargs) -> Any:
        """The operation that updates the state with a batch."""
        raise NotImplementedError("Must be implemented in subclasses.")

    def result(self) -> Any:
        """The figure, as a tensor."""
        raise NotImplementedError("Must be implemented in subclasses.")

    def reset_states(self):
        """Begins anew: all variables become 0."""
        batch_set_value(zeros_for(self.variables))

    def add_weight(
        self,
        name,
        shape=(),
        aggregation=VariableAggregation.SUM,
        synchronization=VariableSynchronization.ON_READ,
        initializer=None,
        dtype=None,
        **kwargs,
    ):
        """Makes a variable that is in no collection."""
        kind = dtypes.as_dtype(dtype or self._dtype)
        variable = make_variable(
            name,
            shape,
            kind,
            initializers.get(initializer or "zeros"),
            trainable=False,
            collections=[],
            synchronization=synchronization,
            aggregation=aggregation,
        )
        track_variable(variable)
        self._non_trainable_weights.append(variable)
        return variable

    @property
    def trainable_weights(self):
        """None."""
        return []

    @property
    def non_trainable_weights(self):
        """Its variables."""
        return [*self._non_trainable_weights, *self._gather_of_sublayers("weights")]

    def get_config(self):
        """The arguments that make an equal one."""
        return {"name": self.name, "dtype": self.dtype}


def _gathering(update_state):
    """update_state, returning what it returned, or one operation for all that it changed in the graph."""

    @functools.wraps(update_state)
    def changed(self, *args, **kwargs):
        graph = get_default_graph()
        before = len(graph.get_operations())
        update = update_state(self, *args, **kwargs)
        if update is None:
            made = graph.get_operations()[before:]
            update = group(*[op for op in made if op.type.startswith(("Assign", "Scatter", "ResourceScatter"))])
        self.add_update(update if isinstance(update, Operation) else update.op)
        return update

    return changed


def _noting(result):
    """result, remembered as what a model fetches."""

    @functools.wraps(result)
    def noted(self):
        found = _across_replicas(result, self)
        self._call_result = found
        found._metric_obj = self
        return found

    return noted


def _across_replicas(result, metric):
    """The figure; in a replica that of all replicas together, from the sums of their states."""
    if not has_strategy() or in_cross_replica_context() or get_strategy().num_replicas_in_sync == 1:
        return identity(result(metric))
    return get_replica_context().merge_call(lambda strategy: identity(result(metric)))


class Reduction(enum.Enum):
    """What becomes of weighted values: their sum, that divided by how many they are, or by the sum of their weights."""

    SUM = "sum"
    SUM_OVER_BATCH_SIZE = "sum_over_batch_size"
    WEIGHTED_MEAN = "weighted_mean"


class Reduce(Metric):
    """A sum, or a mean, of values over all batches."""

    def __init__(self, reduction, name, dtype=None):
        super().__init__(name=name, dtype=dtype)
        self.reduction = reduction
        self.total = self.add_weight("total", initializer="zeros")
        if reduction is not Reduction.SUM:
            self.count = self.add_weight("count", initializer="zeros")

    def update_state(self, values, sample_weight=None):
        """Updates the state with values. sample_weight: broadcasts to them."""
        values = cast(values, self._dtype)
        weights = None
        if sample_weight is not None:
            weights = cast(convert_to_tensor(sample_weight), self._dtype)
            ranks = values.shape.ndims, weights.shape.ndims
            if None not in ranks and 0 < ranks[1] < ranks[0] - 1:
                reduce = reduce_sum if self.reduction is Reduction.SUM else reduce_mean
                values = reduce(values, axis=list(range(ranks[1], ranks[0])))
            weights = broadcast_weights(weights_for(values, weights), values)
            values = multiply(values, weights)
        total = reduce_sum(values)
        with get_default_graph().control_dependencies([total]):
            added = self.total.assign_add(total)
        if self.reduction is Reduction.SUM:
            return added
        if self.reduction is Reduction.SUM_OVER_BATCH_SIZE or weights is None:
            number = cast(size(values), self._dtype)
        else:
            number = reduce_sum(weights)
        with get_default_graph().control_dependencies([added]):
            return self.count.assign_add(number)

    def result(self):
        """The sum, or the mean."""
        return identity(self.total) if self.reduction is Reduction.SUM else div_no_nan(self.total, self.count)


class Sum(Reduce):
    """The sum of all values."""

    def __init__(self, name="sum", dtype=None):
        super().__init__(Reduction.SUM, name, dtype)


class Mean(Reduce):
    """The mean of all values, weighted where there are weights."""

    def __init__(self, name="mean", dtype=None):
        super().__init__(Reduction.WEIGHTED_MEAN, name, dtype)


class MeanTensor(Metric):
    """The mean of each element of tensors of one shape, weighted where there are weights; its first update says the shape."""

    def __init__(self, name="mean_tensor", dtype=None):
        super().__init__(name=name, dtype=dtype)
        self._shape: Any = None
        self._total: Any = None
        self._count: Any = None

    @property
    def total(self):
        """The variable of the sums, or None before the first update."""
        return self._total

    @property
    def count(self):
        """The variable of the sums of weights, or None before the first update."""
        return self._count

    def update_state(self, values, sample_weight=None):
        """Updates the state with values. sample_weight: broadcasts to them."""
        values = cast(values, self._dtype)
        if self._shape is None:
            self._total, self._count = (self.add_weight(name, values.shape.as_list()) for name in ("total", "count"))
            self._shape = values.shape
            get_session()  # initializes them
        elif values.shape.as_list() != self._shape.as_list():
            raise ValueError(
                "MeanTensor input values must always have the same shape. Expected shape (set during the first call): "
                f"{self._shape}. Got: {values.shape}"
            )
        number = ones_like(values)
        if sample_weight is not None:
            weights = cast(convert_to_tensor(sample_weight), self._dtype)
            number = number * weights_for(values, weights)
            values = values * weights_for(values, weights)
        total: Any = self._total
        count: Any = self._count
        with get_default_graph().control_dependencies([total.assign_add(values)]):
            return count.assign_add(number)

    def result(self):
        """The means."""
        if self._shape is None:
            raise ValueError(
                "MeanTensor does not have any result yet. Please call the MeanTensor instance or use "
                "`.update_state(value)` before retrieving the result."
            )
        return div_no_nan(self._total, self._count)

    def reset_states(self):
        """Begins anew: all variables become 0."""
        if self._shape is not None:
            batch_set_value(zeros_for(self.variables))


class _OfFunction(Reduce):
    """A sum or mean of what a function of (y_true, y_pred) returns for each example."""

    _fn: Any
    _fn_kwargs: dict[str, Any]

    def _set_function(self, fn, kwargs):
        self._fn = fn
        self._fn_kwargs = kwargs

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Updates the state with a batch. sample_weight: one for each example."""
        y_true, y_pred = cast(y_true, self._dtype), cast(y_pred, self._dtype)
        y_true, y_pred = fit_together(y_true, y_pred)
        return super().update_state(self._fn(y_true, y_pred, **self._fn_kwargs), sample_weight=sample_weight)

    def get_config(self):
        """The arguments that make an equal one."""
        return {**super().get_config(), **self._fn_kwargs}


class MeanMetricWrapper(_OfFunction, Mean):
    """The mean of what a function returns for each example. fn: of (y_true, y_pred)."""

    def __init__(self, fn, name=None, dtype=None, **kwargs):
        super().__init__(name=name or fn.__name__, dtype=dtype)
        self._set_function(fn, kwargs)


class SumOverBatchSize(Reduce):
    """The sum of all weighted values, divided by how many there are."""

    def __init__(self, name="sum_over_batch_size", dtype=None):
        super().__init__(Reduction.SUM_OVER_BATCH_SIZE, name, dtype)


class SumOverBatchSizeMetricWrapper(_OfFunction, SumOverBatchSize):
    """The weighted sum of what a function returns for each example, divided by how many there are."""

    def __init__(self, fn, name: Any = None, dtype=None, **kwargs):
        super().__init__(name=name, dtype=dtype)
        self._set_function(fn, kwargs)


def clone_metric(metric):
    """A new Metric like a Metric; anything else as it is."""
    return type(metric).from_config(metric.get_config()) if isinstance(metric, Metric) else metric


def clone_metrics(metrics):
    """A list, or a dict, of metrics with a new Metric for each Metric; None for None."""
    if isinstance(metrics, dict):
        return {key: clone_metric(metric) for key, metric in metrics.items()}
    return None if metrics is None else [clone_metric(metric) for metric in metrics]
