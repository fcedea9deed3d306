"""Where code is: in which strategy, and in one of its replicas or across all of them.

The graph's stacks of scopes hold it, for each thread apart: a Place for each strategy or replica that was entered.
"""

import contextlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from graphlab._src.autodiff.custom_gradient import custom_gradient
from graphlab._src.distribute.reduce_op import ReduceOp, reduce_op_of
from graphlab._src.graph import Tensor, constant, get_default_graph, nest
from graphlab._src.graph.attributes import attribute


class Place(NamedTuple):
    """strategy: a Strategy.  replica: a ReplicaContext; None across replicas.  updated: the copy that `update` changes."""

    strategy: Any
    replica: Any = None
    updated: int | None = None


class ReplicaContext:
    """What code in a replica knows of the others.

    strategy: the Strategy.  replica_id_in_sync_group: the replica's number among all.  replica_number: among those of this
    process.
    """

    def __init__(self, strategy: Any, replica_id_in_sync_group: Any = 0, replica_number: int = 0):
        self._strategy = strategy
        self.replica_number = replica_number
        self._replica_id = replica_id_in_sync_group
        self._place: Any = None

    strategy = attribute("_strategy", "The strategy that the replica is one of.")

    @property
    def replica_id_in_sync_group(self) -> Any:
        """The replica's number among all that train together: a tensor under a strategy, 0 without one."""
        if self._strategy is default_strategy() or isinstance(self._replica_id, Tensor):
            return self._replica_id
        return constant(self._replica_id, name="replica_id")

    @property
    def num_replicas_in_sync(self) -> int:
        """How many replicas train together."""
        return self._strategy.num_replicas_in_sync

    @property
    def devices(self) -> tuple[str, ...]:
        """The devices of this replica."""
        return (self._strategy.extended.worker_devices[self.replica_number],)

    def __enter__(self) -> "ReplicaContext":
        self._place = entered(Place(self._strategy, self))
        self._place.__enter__()
        return self

    def __exit__(self, kind: Any, value: Any, traceback: Any) -> None:
        self._place.__exit__(kind, value, traceback)

    def merge_call(self, merge_fn: Any, args: Any = (), kwargs: Any = None) -> Any:
        """What merge_fn(strategy, *args, **kwargs) returns for this replica.

        All replicas must call it with the same function, which runs once: each argument holds those of all replicas.
        """
        self._check_here()
        return self._merge_call(merge_fn, args, kwargs or {})

    def _check_here(self) -> None:
        if get_replica_context() is not self:
            raise RuntimeError("`merge_call` must be called in the replica that the context is of")

    def _merge_call(self, merge_fn: Any, args: Any, kwargs: Any) -> Any:
        """With a single replica the arguments are those of all."""
        with entered(Place(self._strategy)):
            return merge_fn(self._strategy, *args, **kwargs)

    def all_reduce(self, reduce_op: Any, value: Any) -> Any:
        """The sum or mean of a value over all replicas. value: a tensor, or a structure of them.

        Its gradient is the sum or mean of the gradients in all replicas: each result depends on the values of all.
        """
        reduce_op = reduce_op_of(reduce_op)

        def batch_all_reduce(strategy: Any, *flat: Any) -> Any:
            return strategy.extended.batch_reduce_to(reduce_op, [(item, item) for item in flat])

        @custom_gradient
        def reduced(*flat: Any) -> Any:
            return self.merge_call(batch_all_reduce, args=flat), lambda *grads: self.all_reduce(reduce_op, grads)

        return nest.pack_sequence_as(value, nest.flatten(reduced(*nest.flatten(value))))


_default: list[Any] = []  # the default strategy, and its replica's context


def set_default(strategy: Any) -> None:
    """Makes this the strategy where no other is entered."""
    _default[:] = [strategy, ReplicaContext(strategy)]


def default_strategy() -> Any:
    """The strategy where no other is entered."""
    return _default[0]


def place() -> Place:
    """The innermost Place of the default graph in this thread."""
    places = get_default_graph().stacks.strategies
    return places[-1] if places else Place(*_default)


@contextlib.contextmanager
def entered(where: Place) -> Iterator[Any]:
    """A block at that Place."""
    stacks = get_default_graph().stacks
    before = stacks.strategies
    stacks.strategies = [*before, where]
    try:
        yield where.strategy
    finally:
        stacks.strategies = before


def get_strategy() -> Any:
    """The strategy whose scope is open; the default one, of a single replica, where none is."""
    return place().strategy


def has_strategy() -> bool:
    """Whether the scope of a strategy is open."""
    return get_strategy() is not default_strategy()


def experimental_set_strategy(strategy: Any) -> None:
    """Opens the scope of a strategy in the default graph without a `with` block, in place of the one opened so before.

    strategy: a Strategy; None closes the scope. RuntimeError inside of the scope of a `with` block.
    """
    stacks = get_default_graph().stacks
    if stacks.strategy_scope is not None:
        scope, stacks.strategy_scope = stacks.strategy_scope, None
        scope.__exit__(None, None, None)
    if has_strategy():
        raise RuntimeError("Must not be called inside a `tf.distribute.Strategy` scope.")
    if strategy is not None:
        scope = strategy.scope()
        scope.__enter__()
        stacks.strategy_scope = scope


def get_replica_context() -> Any:
    """The ReplicaContext of the replica that code is in; None across replicas."""
    return place().replica


def in_cross_replica_context() -> bool:
    """Whether code is in a strategy's scope, and not in one of its replicas."""
    return place().replica is None


def updated_copy() -> int | None:
    """The number of the copy that `extended.update` is about to change here, or None."""
    return place().updated


def replica_number() -> int:
    """The number of the replica that code is in, 0 outside of replicas."""
    context = get_replica_context()
    return 0 if context is None else context.replica_number


def get_loss_reduction() -> ReduceOp:
    """MEAN where optimizers scale the loss by the number of replicas: in an Estimator, unless the last loss is a sum."""
    if not getattr(get_strategy(), "scales_loss", False):
        return ReduceOp.SUM
    last = getattr(get_default_graph(), "last_loss_reduction", None)
    return ReduceOp.SUM if last in ("weighted_sum", "sum") else ReduceOp.MEAN


def require_across(extended: Any) -> None:
    """RuntimeError in a replica, or in the scope, of another strategy than the one that a StrategyExtended is of."""
    here = place()
    if here.strategy is default_strategy() and here.replica is not None:
        return
    mine = extended._strategy()
    if here.strategy is not mine:
        raise RuntimeError(f"Mixing different tf.distribute.Strategy objects: {here.strategy} is not {mine}")
    if here.replica is not None:
        raise RuntimeError("Method requires being in cross-replica context, use get_replica_context().merge_call()")
