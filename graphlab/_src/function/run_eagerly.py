"""A switch for finding faults: calls of what tf.function made become calls of the Python functions."""


class RunsEagerly:
    """Whether a call of a Function is a call of its Python function."""

    value = False


def experimental_run_functions_eagerly(run_eagerly: object) -> None:
    """True: from now on calling what tf.function made calls the Python function, which adds its operations to the graph."""
    RunsEagerly.value = bool(run_eagerly)
