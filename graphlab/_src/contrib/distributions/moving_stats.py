"""Exponentially weighted statistics of what runs see, in variables."""

from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.graph_keys import GraphKeys
from graphlab._src.graph.scopes import colocate_with, control_dependencies
from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.constants import ones_like
from graphlab._src.ops.joining import stack
from graphlab._src.ops.power import log, log1p
from graphlab._src.ops.statistics import reduce_logsumexp
from graphlab._src.state.assignment import assign_add, assign_sub
from graphlab._src.state.initializers import zeros_initializer
from graphlab._src.state.scope import get_variable, variable_scope


def assign_moving_mean_variance(mean_var, variance_var, value, decay, name=None):
    """Updates variables to the moving mean and variance with another value; returns both, updated.

    decay: in [0, 1), the weight of what was seen before.  TypeError for variables of different or other than
    floating point dtypes.  See Finch, Incremental calculation of weighted mean and variance (2009).
    """
    with name_scope(name, "assign_moving_mean_variance", [variance_var, mean_var, value, decay]):
        with colocate_with(variance_var), colocate_with(mean_var):
            kind = _floating(mean_var, "mean_var")
            if kind != variance_var.dtype.base_dtype:
                raise TypeError(
                    f"mean_var.base_dtype({kind.name}) != variance_var.base_dtype({variance_var.dtype.base_dtype.name})"
                )
            value = convert_to_tensor(value, dtype=kind, name="value")
            decay = convert_to_tensor(decay, dtype=kind, name="decay")
            delta = value - mean_var  # before the mean changes
            with control_dependencies([delta]):
                mean = assign_add(mean_var, (1.0 - decay) * delta)
                change = (1.0 - decay) * (variance_var - decay * square(delta))
                return mean, assign_sub(variance_var, change)


def assign_log_moving_mean_exp(log_mean_exp_var, log_value, decay, name=None):
    """Updates a variable to the logarithm of the moving mean of exp(log_value); returns it, updated.

    decay: in [0, 1), the weight of what was seen before.
    """
    with name_scope(name, "assign_log_moving_mean_exp", [log_mean_exp_var, log_value, decay]):
        with colocate_with(log_mean_exp_var):
            kind = _floating(log_mean_exp_var, "log_mean_exp_var")
            log_value = convert_to_tensor(log_value, dtype=kind, name="log_value")
            decay = convert_to_tensor(decay, dtype=kind, name="decay")
            delta = log_value - log_mean_exp_var
            both = stack([log(decay) * ones_like(delta), delta + log1p(-decay)], axis=0)
            return log_mean_exp_var.assign_add(reduce_logsumexp(both, axis=0))


def moving_mean_variance(value, decay, collections=None, name=None):
    """The moving mean and variance of a value, in new variables that begin with 0; both are updated in each run.

    decay: in [0, 1), the weight of what was seen before.  collections: of the variables, GLOBAL_VARIABLES by default.
    """
    collections = [GraphKeys.GLOBAL_VARIABLES] if collections is None else collections
    with variable_scope(name, "moving_mean_variance", [value, decay]):
        value = convert_to_tensor(value, name="value")
        kind = _floating(value, "value")
        decay = convert_to_tensor(decay, dtype=kind, name="decay")
        variance_var, mean_var = (
            get_variable(
                variable,
                shape=value.shape,
                dtype=kind,
                initializer=zeros_initializer(),
                trainable=False,
                collections=collections,
            )
            for variable in ("moving_variance", "moving_mean")
        )
        return assign_moving_mean_variance(mean_var, variance_var, value, decay)


def _floating(value, name):
    kind = value.dtype.base_dtype
    if not kind.is_floating:
        raise TypeError(f"{name}.base_dtype({kind.name}) does not have float type `dtype`.")
    return kind
