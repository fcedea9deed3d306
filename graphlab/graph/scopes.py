"""Name scopes: the path that the names of new operations begin with."""

from graphlab.errors import explain
from graphlab.graph.graph import graph_from_inputs


class name_scope:  # noqa: N801  (TensorFlow's name)
    """Gives every operation that is made inside the block a name that begins with `name/`.

    name: a string; None takes default_name.  default_name: what to call it when name is None.
    values: tensors that go in; they say which graph it is. Entering gives the scope's name with a "/" at its end,
    and that text given again as `name` re-enters the very same scope.
    """

    def __init__(self, name, default_name=None, values=None):
        if default_name is not None and not isinstance(default_name, str):
            raise TypeError(
                f"`default_name` type ({type(default_name)}) is not a string type. You likely meant to pass this into "
                "the `values` kwarg."
            )
        self._name = default_name if name is None else name
        self._given = name
        self._default_name = default_name
        self._values = values
        self._entered = []

    @property
    def name(self):
        """The name that was asked for."""
        return self._name

    def __enter__(self):
        if self._name is None and self._values is not None:
            raise ValueError(
                explain(
                    f"At least one of name ({self._given}) and default_name ({self._default_name}) must be provided.",
                    fix='pass a name: tf.name_scope("layer")',
                )
            )
        graph = graph_from_inputs(self._values or [])
        default = graph.as_default()
        default.__enter__()
        try:
            scope = graph.name_scope(self._name)
            name = scope.__enter__()
        except BaseException:
            default.__exit__(None, None, None)
            raise
        self._entered.append((scope, default))
        return name

    def __exit__(self, kind, value, traceback):
        scope, default = self._entered.pop()
        scope.__exit__(kind, value, traceback)
        default.__exit__(kind, value, traceback)
        return False
