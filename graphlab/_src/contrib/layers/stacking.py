"""Layers on layers: repeat and stack."""

from graphlab._src.graph import convert_to_tensor
from graphlab._src.state.scope import variable_scope


def repeat(inputs, repetitions, layer, *args, **kwargs):
    """layer(layer(…, *args, **kwargs)), so many times, in scopes "<layer>_1", "<layer>_2" …"""
    return _stacked("Repeat", "repeat", inputs, layer, [args] * repetitions, kwargs)


def stack(inputs, layer, stack_args, **kwargs):
    """A layer on a layer, one for each item of stack_args: what goes to it besides its input."""
    if not isinstance(stack_args, (list, tuple)):
        raise ValueError("stack_args need to be a list or tuple")
    each = [args if isinstance(args, (list, tuple)) else [args] for args in stack_args]
    return _stacked("Stack", "stack", inputs, layer, each, kwargs)


def _stacked(default_scope, default_name, inputs, layer, each, kwargs):
    scope = kwargs.pop("scope", None)
    with variable_scope(scope, default_scope, [inputs]):
        outputs = convert_to_tensor(inputs)
        if scope is None:
            named = layer if hasattr(layer, "__name__") else getattr(layer, "func", None)  # of a functools.partial
            scope = getattr(named, "__name__", default_name)
        for number, args in enumerate(each, 1):
            outputs = layer(outputs, *args, **{**kwargs, "scope": f"{scope}_{number}"})
        return outputs
