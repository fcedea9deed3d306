"""The variables of a graph, and the operations that initialize them or list the uninitialized."""

import os

from graphlab._src.base import dtypes
from graphlab._src.graph import GraphKeys, constant, convert_to_tensor, get_default_graph, name_scope
from graphlab._src.ops.control_flow import group, no_op
from graphlab._src.ops.define import raw_ops
from graphlab._src.ops.indexing import boolean_mask
from graphlab._src.ops.joining import stack
from graphlab._src.ops.logical import logical_not
from graphlab._src.state import variable_ops


def global_variables(scope=None):
    """The variables of the default graph that programs share; scope: a regular expression for their names."""
    return get_default_graph().get_collection(GraphKeys.GLOBAL_VARIABLES, scope)


def local_variables(scope=None):
    """The variables of the default graph that are local to one process, and not in checkpoints.

    scope: a regular expression that their names must match at the beginning.
    """
    return get_default_graph().get_collection(GraphKeys.LOCAL_VARIABLES, scope)


def model_variables(scope=None):
    """The variables of the default graph in MODEL_VARIABLES, as a list.

    scope: a regular expression that their names must match at the beginning.
    """
    return get_default_graph().get_collection(GraphKeys.MODEL_VARIABLES, scope)


def moving_average_variables(scope=None):
    """The variables of the default graph that have a moving average, as a list.

    scope: a regular expression that their names must match at the beginning.
    """
    return get_default_graph().get_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, scope)


def trainable_variables(scope=None):
    """The variables of the default graph that optimizers change, as a list.

    scope: a regular expression that their names must match at the beginning.
    """
    return get_default_graph().get_collection(GraphKeys.TRAINABLE_VARIABLES, scope)


def variables_initializer(var_list, name="init"):
    """An operation that sets each of the variables var_list to its initial value."""
    if var_list:
        return group(*[variable.initializer for variable in var_list], name=name)
    return no_op(name=name)


def global_variables_initializer():
    """An operation that initializes all global variables that there are now."""
    return variables_initializer(global_variables())


def local_variables_initializer():
    """An operation that initializes all local variables that there are now."""
    return variables_initializer(local_variables())


def is_variable_initialized(variable, name=None):
    """A tensor: whether the session that runs it holds a value for the variable."""
    if variable.dtype.is_ref_dtype:
        return variable_ops.is_variable_initialized(variable, name=name)
    return variable.is_initialized(name=name)


def _variables_or_their_operations(var_list):
    if var_list is None:
        var_list = global_variables() + local_variables()
        if not var_list:
            operations = get_default_graph().get_operations()
            return [
                op.outputs[0]
                for op in operations
                if op.definition is not None and op.definition.variable == "reference"
            ]
    return var_list


def assert_variables_initialized(var_list=None):
    """A tensor whose run fails with FailedPreconditionError when a variable is not initialized; None for no variables.

    var_list: all global and local variables when left out.
    """
    ranks = []
    for variable in _variables_or_their_operations(var_list):
        with get_default_graph().colocate_with(variable.op):
            with name_scope(None, "Rank", [variable]) as scope:
                convert_to_tensor(variable)
                ranks.append(raw_ops.Rank(variable, name=scope))
    if not ranks:
        return None
    return ranks[0] if len(ranks) == 1 else stack(ranks)


def report_uninitialized_variables(var_list=None, name="report_uninitialized_variables"):
    """A string tensor [n]: the names of the variables that are not initialized where it runs.

    var_list: all global and local variables when left out.
    """
    var_list = _variables_or_their_operations(var_list)
    with name_scope(name):
        initialized = [is_variable_initialized(variable) for variable in var_list]
        device = os.environ.get("TF_DEVICE_FOR_UNINITIALIZED_VARIABLE_REPORTING", "/cpu:0")
        with get_default_graph().device(device):
            if not var_list:
                return constant([], dtype=dtypes.string)
            missing = logical_not(stack(initialized))
            return boolean_mask(constant([variable.op.name for variable in var_list]), missing)


def all_variables():
    """The old name of global_variables."""
    return global_variables()


def initialize_all_variables():
    """The old name of global_variables_initializer."""
    return global_variables_initializer()


def initialize_local_variables():
    """The old name of local_variables_initializer."""
    return local_variables_initializer()


def initialize_variables(var_list, name="init"):
    """variables_initializer(var_list) under its old name."""
    return variables_initializer(var_list, name)
