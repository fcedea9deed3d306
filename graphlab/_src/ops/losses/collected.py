"""The losses in a graph's collections, and their total."""

from typing import Any

from graphlab._src.graph import GraphKeys, constant
from graphlab._src.graph.scopes import add_to_collection, get_collection
from graphlab._src.ops.arithmetic import add_n


def add_loss(loss, loss_collection: Any = GraphKeys.LOSSES):
    """Adds a loss to a collection, unless that is None.

    loss_collection: the name of the collection, LOSSES when left out; None adds it to none.
    """
    if loss_collection:
        add_to_collection(loss_collection, loss)


def get_losses(scope=None, loss_collection: Any = GraphKeys.LOSSES):
    """The losses in a collection, those whose names begin as `scope` says.

    loss_collection: the name of the collection, LOSSES when left out.
    """
    return get_collection(loss_collection, scope)


def get_regularization_losses(scope=None):
    """The losses of the regularizers of variables whose names begin with `scope`."""
    return get_collection(GraphKeys.REGULARIZATION_LOSSES, scope)


def get_regularization_loss(scope=None, name="total_regularization_loss"):
    """The sum of what regularizers made of variables; 0.0 when there is none.

    scope: a regular expression that the losses' names must match at the beginning.
    """
    losses = get_regularization_losses(scope)
    return add_n(losses, name=name) if losses else constant(0.0)


def get_total_loss(add_regularization_losses=True, name="total_loss", scope=None):
    """The sum of the losses that were added, and of what regularizers made of variables.

    scope: how the names begin of those that count.  Raises ValueError when there are none.
    add_regularization_losses: whether REGULARIZATION_LOSSES count too.
    """
    losses = list(get_losses(scope))
    if add_regularization_losses:
        losses += get_regularization_losses(scope)
    return add_n(losses, name=name)
