"""What the handles of ensembles and of quantiles refer to."""

from graphlab._src.state.resource_holder import find_holder


def holder_of(context, kind):
    """The ResourceHolder that a handle's operation names."""
    return find_holder(context, kind, _absent)


def _absent(name):
    return f"Container localhost does not exist. (Could not find resource: localhost/{name}); run its initializer first"
