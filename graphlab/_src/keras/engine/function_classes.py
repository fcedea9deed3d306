"""Losses and metrics that are classes of a function of (y_true, y_pred)."""

import inspect


def function_class(class_name, base, function, defaults, content, module):
    """A subclass of `base`, whose constructor passes on the function and its arguments.

    defaults: {name of an argument of the constructor: its default}.  content: the docstring.  module: that it names.
    """
    names = {"self": inspect.Parameter.empty, **defaults}
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    signature = inspect.Signature([inspect.Parameter(name, kind, default=names[name]) for name in names])

    def __init__(self, *args, **kwargs):  # noqa: N807  (it becomes one)
        bound = signature.bind(self, *args, **kwargs)
        bound.apply_defaults()
        arguments = {key: value for key, value in bound.arguments.items() if key != "self"}
        base.__init__(self, function, **arguments)

    __init__.__signature__ = signature
    return type(class_name, (base,), {"__init__": __init__, "__doc__": content, "__module__": module})
