"""Variables of a graph, found by scope, by the end of their name, or by patterns."""

import re

from graphlab._src.graph import GraphKeys, get_default_graph
from graphlab._src.state.variable_scope import VariableScope


def get_variables(scope=None, suffix=None, collection=GraphKeys.GLOBAL_VARIABLES):
    """The variables of a collection whose names begin with scope and end with suffix.

    scope: a regular expression, or a VariableScope.
    """
    if isinstance(scope, VariableScope):
        scope = scope.name
    if suffix is not None:
        scope = f"{scope or ''}.*{suffix if ':' in suffix else suffix + ':'}"
    return get_default_graph().get_collection(collection, scope)


def get_model_variables(scope=None, suffix=None):
    """Those of MODEL_VARIABLES."""
    return get_variables(scope, suffix, GraphKeys.MODEL_VARIABLES)


def get_local_variables(scope=None, suffix=None):
    """Those of LOCAL_VARIABLES."""
    return get_variables(scope, suffix, GraphKeys.LOCAL_VARIABLES)


def get_trainable_variables(scope=None, suffix=None):
    """Those of TRAINABLE_VARIABLES."""
    return get_variables(scope, suffix, GraphKeys.TRAINABLE_VARIABLES)


def get_variables_to_restore(include=None, exclude=None):
    """The global variables of the scopes in include, all when it is None, without those of the scopes in exclude."""
    for what, scopes in (("include", include), ("exclude", exclude)):
        if scopes is not None and not isinstance(scopes, (list, tuple)):
            raise TypeError(f"{what} is provided but is not a list or a tuple.")
    found = get_variables() if include is None else [v for scope in include for v in get_variables(scope)]
    out = {v for scope in exclude or () for v in get_variables(scope)}
    return [v for v in found if v not in out]


def get_variables_by_suffix(suffix, scope=None):
    """The global variables whose names end with suffix."""
    return get_variables(scope=scope, suffix=suffix)


def get_variables_by_name(given_name, scope=None):
    """The global variables of that name, in whatever scope."""
    return get_variables(scope=scope, suffix=f"/{given_name}:|^{given_name}:")


def get_unique_variable(var_op_name):
    """The variable of that full name; ValueError when there is none."""
    candidates = get_variables(scope=var_op_name)
    if not candidates:
        raise ValueError(f"Couldn't find variable {var_op_name}")
    for candidate in candidates:
        if candidate.op.name == var_op_name:
            return candidate
    raise ValueError(f"Variable {var_op_name} does not uniquely identify a variable")


def get_variable_full_name(var):
    """The name of a variable, or of the one that it is a part of."""
    part = getattr(var, "_save_slice_info", None)
    return part.full_name if part else var.op.name


def filter_variables(var_list, include_patterns=None, exclude_patterns=None, reg_search=True):
    """The variables whose names match one of include_patterns, all when it is None, and none of exclude_patterns.

    reg_search: False has patterns match from the beginning of the name.
    """
    matches = re.search if reg_search else re.match

    def among(var, patterns):
        return any(matches(pattern, var.name) for pattern in patterns)

    return [
        var
        for var in var_list
        if (include_patterns is None or among(var, include_patterns)) and not among(var, exclude_patterns or ())
    ]
