"""tf.distribute: the default strategy, one replica in this process, for code that reads its strategy."""

import contextlib
import enum
from collections.abc import Iterator


class ReduceOp(enum.Enum):
    """How the replicas' values become one."""

    SUM = "SUM"
    MEAN = "MEAN"


class StrategyExtended:
    """The context of a replica: with one replica every value is already merged and reduced."""

    def read_var(self, v):
        """The variable."""
        return v

    def reduce_to(self, reduce_op, value, destinations):
        """The value."""
        return value

    def update(self, var, fn, args=(), kwargs=None, group=True):
        """fn of the variable and the arguments."""
        return fn(var, *args, **(kwargs or {}))

    def call_for_each_replica(self, fn, args=(), kwargs=None):
        """fn of the arguments, once."""
        return fn(*args, **(kwargs or {}))

    def value_container(self, value):
        """The value."""
        return value


class Strategy:
    """The default strategy: one replica."""

    num_replicas_in_sync = 1

    def __init__(self, extended=None):
        self.extended = extended or StrategyExtended()

    @contextlib.contextmanager
    def scope(self) -> Iterator["Strategy"]:
        """A block in which variables are made as always."""
        yield self

    def experimental_run_v2(self, fn, args=(), kwargs=None):
        """fn of the arguments, once."""
        return fn(*args, **(kwargs or {}))

    def reduce(self, reduce_op, value, axis=None):
        """The value of the only replica. ValueError for an axis, whose elements only the caller can reduce."""
        if axis is not None:
            raise ValueError("There is one replica: reduce the axis with tf.reduce_sum or tf.reduce_mean")
        return value

    def experimental_local_results(self, value):
        """A tuple with the value of the only replica."""
        return (value,)

    def experimental_distribute_dataset(self, dataset):
        """The dataset itself, since there is only one replica."""
        return dataset


class ReplicaContext:
    """What code in a replica knows of the others: there are none."""

    num_replicas_in_sync = 1
    replica_id_in_sync_group = 0

    def __init__(self, strategy, replica_id_in_sync_group=0):
        self.strategy = strategy

    def merge_call(self, merge_fn, args=(), kwargs=None):
        """merge_fn of the strategy and the arguments, which are those of all replicas."""
        return merge_fn(self.strategy, *args, **(kwargs or {}))

    def all_reduce(self, reduce_op, value):
        """The value."""
        return value


_strategy = Strategy()
_context = ReplicaContext(_strategy)


def get_strategy():
    """The default strategy."""
    return _strategy


def has_strategy():
    """False: no other strategy than the default one is there."""
    return False


def get_replica_context():
    """The context of the only replica."""
    return _context


def in_cross_replica_context():
    """False: code runs in the replica."""
    return False
